import {readScenario, type Scenario} from '../../scenario/scenario.js';
import {readTextFile} from '../../scenario/read-text-file.js';
import type {Language} from '../../stages/language.js';
import type {CheckFlags} from '../check-command.js';
import type {Streams} from '../command-host.js';
import {commandWords} from '../words/words.js';
import {check} from './check.js';
import {gather, type GivenFile} from './given-files.js';
import {fileLines, summaryLines, type HumanLook} from './human.js';
import {progressLine} from './progress-line.js';
import {fails} from './report.js';

/** What surrounds a check. */
export interface CheckSurroundings {
	readonly scenario: Scenario;
	readonly language: Language;
	readonly streams: Streams;
	/** Listens to Ctrl-C from now on. */
	readonly interruption?: (() => AbortSignal) | undefined;
	readonly ascii: boolean;
}

/** The scenario with the images of another one. @throws {Mistakes} */
const withImages = (scenario: Scenario, file: string | undefined): Scenario =>
	file === undefined
		? scenario
		: {...scenario, images: {...scenario.images, ...readScenario(readTextFile(file), file).images}};

/**
Checks what a command line names, and prints what was found.

@returns the exit code
@throws {Mistake} when the command line or a file that it needs is wrong
*/
export const runCheck = async (
	names: readonly string[],
	flags: CheckFlags,
	{scenario, language, streams, interruption, ascii}: CheckSurroundings,
): Promise<number> => {
	const given = gather(names, flags.recursive ?? false, streams.stdin);
	const others = (all: readonly string[] = []): readonly GivenFile[] => gather(all, true, streams.stdin).files;
	const words = commandWords(language).check;
	const columns = streams.columns || 80;
	const progress = progressLine(streams, words.progress);
	const report = await check({
		...given,
		definitions: others(flags.crds),
		policies: others(flags.policy),
		scenario: withImages(scenario, flags.images),
		isTarget: flags.cluster !== undefined || flags.from !== undefined,
		how: {namespace: flags.namespace, serverSide: flags.serverSide, create: flags.create},
		inOrder: flags.inOrder,
		ignoresMissingSchemas: flags.ignoreMissingSchemas,
		language,
		mostStops: flags.stops,
		forMs: flags.for,
		jobs: flags.jobs,
		interruption,
		progress: progress?.draw,
	});
	progress?.clear();
	const look: HumanLook = {
		words,
		language,
		columns,
		colours: streams.colours ?? false,
		ascii,
		quiet: flags.quiet,
		verbose: flags.verbose,
	};
	const lines = [...report.files.flatMap((file) => fileLines(file, look)), ...summaryLines(report, look)];
	streams.stdout(`${lines.join('\n')}\n`);
	return report.isInterrupted ? 130 : fails(report, flags.failOn) ? 1 : 0;
};

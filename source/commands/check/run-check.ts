import type {Scenario} from '../../scenario/scenario.js';
import {Mistake} from '../../scenario/mistake.js';
import {simulatedMinor, versionText} from '../../objects/versions/kubernetes-version.js';
import type {Language} from '../../stages/language.js';
import type {Streams} from '../command-host.js';
import {growSlowly} from '../grow-slowly.js';
import {withImages} from '../run-target.js';
import {version} from '../version.js';
import {commandWords} from '../words/words.js';
import {ask} from './ask.js';
import {readBaseline} from './baseline.js';
import type {ShardedWorlds} from './check-shard.js';
import {checkVersions, inVersion} from './check-versions.js';
import {kubernetesRange} from './kubernetes-range.js';
import type {CheckConfig} from './config.js';
import {checkFixable, fixedFiles, writeFixes, type FixedFile} from './fix.js';
import {renderedAgain, sourcesToFix} from './fixed-sources.js';
import {gather, type GivenFile} from './given-files.js';
import {foldedIn} from './folded.js';
import {fileLines, summaryLines, type HumanLook} from './human.js';
import {chartRendered} from './helm.js';
import {flagsOfRun} from './opening.js';
import {judgedReport} from './judged.js';
import {kustomized} from './kustomize.js';
import {checkUpgrade} from './upgrade.js';
import {withOrigins, type Rendered} from './rendered.js';
import {renders} from './outputs/outputs.js';
import {mendedYaml} from './mend-yaml.js';
import {checkAny, withLeftOut} from './left-out.js';
import {folderOfPatch, patchOf} from './patch.js';
import {progressLine} from './progress-line.js';
import {fails, type Report} from './report.js';
import type {PlayedWorlds} from './played-worlds.js';
import type {CheckRequest, Interruption} from './request.js';
import {isServerSide, mostStopsOfCheck, type CheckFlags} from './flags.js';

/** The surroundings of a check. */
export interface CheckSurroundings {
	readonly scenario: Scenario;
	readonly config: CheckConfig | undefined;
	readonly language: Language;
	readonly streams: Streams;
	readonly interruption?: Interruption | undefined;
	readonly ascii: boolean;
	/** Asks for agreement; by default, on the terminal. */
	readonly agrees?: (question: string) => Promise<boolean>;
	/** The worlds of the last check, where it is repeated. */
	readonly played?: PlayedWorlds | undefined;
	/** The ends of worlds that other shards have played, and their duration. */
	readonly sharded?: {readonly worlds: ShardedWorlds; readonly seconds?: number} | undefined;
}

/** The versions of a report: `1.33`, `1.32..1.37`. */
const kubernetesText = ([from = simulatedMinor, ...rest]: readonly number[]): string =>
	`${versionText(from)}${rest.length === 0 ? '' : `..${versionText(rest.at(-1) ?? from)}`}`;

/** A report in the requested format. */
const printed = (
	report: Report,
	{output, quiet, verbose}: CheckFlags,
	failOn: CheckFlags['failOn'],
	surroundings: HumanLook,
	minors: readonly number[],
): string => {
	if (output !== 'text') {
		return renders[output](report, {failOn: failOn ?? 'error', version: version(), kubernetes: kubernetesText(minors)});
	}

	const look = {...surroundings, quiet, verbose, failOn, folded: foldedIn(report.files)};
	return `${[...report.files.flatMap((file) => fileLines(file, look)), ...summaryLines(report, look)].join('\n')}\n`;
};

/** The versions of Kubernetes that are checked; empty if no version is named. @throws {Mistake} */
const minorsOf = ({kubernetes, fix}: CheckFlags, {config, scenario}: CheckSurroundings): readonly number[] => {
	const minors =
		kubernetes === undefined
			? (config?.kubernetes ??
				(scenario.kubernetesVersion === undefined ? [] : kubernetesRange(scenario.kubernetesVersion)))
			: kubernetesRange(kubernetes);
	if (fix !== undefined && minors.length > 1) {
		throw new Mistake('--fix works for only one version of Kubernetes', {}, 'name one with --kubernetes');
	}

	return minors;
};

/** From this many characters, memory matters more than CPU. */
const largeText = 300_000;

/** A change may show the next trouble. */
const mostRounds = 6;

/** The files with all fixes, checked again after each round of changes; the original texts next to the changed ones. */
const mended = async (
	request: CheckRequest,
	first: Report,
	judge: (report: Report) => Report,
	rendered: ReadonlySet<string>,
	minors: readonly number[],
): Promise<{readonly fixed: readonly FixedFile[]; readonly report: Report; readonly files: readonly GivenFile[]}> => {
	let files = request.files;
	let report = first;
	const counts = new Map<string, number>();
	const judged = async (others: readonly GivenFile[]): Promise<Report> =>
		judge(await checkVersions({...request, files: others}, minors));
	const writable = ({file}: GivenFile): boolean => file !== 'STDIN' && !rendered.has(file);
	for (const [file, text] of await mendedYaml(report, files.filter(writable), judged)) {
		counts.set(file, 1);
		files = files.map((given) => (given.file === file ? {...given, text} : given));
	}

	if (counts.size > 0) {
		report = await judged(files);
	}

	for (let round = 0; round < mostRounds; round++) {
		const fixed = new Map(fixedFiles(report, files.filter(writable)).map((one) => [one.file, one]));
		if (fixed.size === 0) {
			break;
		}

		for (const [file, {fixes}] of fixed) {
			counts.set(file, (counts.get(file) ?? 0) + fixes);
		}

		files = files.map((given) => ({...given, text: fixed.get(given.file)?.after ?? given.text}));
		report = await judged(files);
	}

	return {
		report,
		files,
		fixed: request.files.flatMap(({file, text}, index) => {
			const after = files[index]?.text ?? text;
			return after === text ? [] : [{file, before: text, after, fixes: counts.get(file) ?? 0}];
		}),
	};
};

/** The report on an upgrade. @throws {Mistake} where several versions of Kubernetes are named */
const upgradeReport = async (
	request: CheckRequest,
	before: readonly GivenFile[],
	minors: readonly number[],
): Promise<Report> => {
	const [minor] = minors;
	await request.interruption?.(false);
	if (minors.length > 1) {
		throw new Mistake('an upgrade check is for only one version of Kubernetes', {}, 'name one with --kubernetes');
	}

	return checkUpgrade(minor === undefined ? request : inVersion(request, minor), before);
};

const requestOf = (
	names: readonly string[],
	rendered: readonly Rendered[],
	flags: CheckFlags,
	{scenario, config, language, streams, interruption, played, sharded}: CheckSurroundings,
): CheckRequest => {
	const others = (all: readonly string[]): readonly GivenFile[] => gather(all, true, streams.stdin).files;
	const given = gather(names, flags.recursive ?? false, streams.stdin);
	return {
		files: [...given.files, ...rendered],
		skipped: given.skipped,
		definitions: [...others([...(flags.crds ?? []), ...(config?.crds ?? [])]), ...given.definitions],
		policies: others([...(flags.policy ?? []), ...(config?.policy ?? [])]),
		scenario: withImages(scenario, flags.images ?? config?.images),
		isTarget: flags.cluster !== undefined || flags.from !== undefined || config?.cluster !== undefined,
		how: {
			namespace: flags.namespace,
			serverSide: isServerSide(flags),
			create: flags.create,
		},
		inOrder: flags.inOrder,
		ignoresMissingSchemas: flags.ignoreMissingSchemas,
		language,
		mostStops: flags.stops ?? mostStopsOfCheck,
		forMs: flags.for,
		jobs: flags.jobs,
		interruption,
		played,
		sharded: sharded?.worlds,
	};
};

/** Writes fixes; on a terminal, once the user has seen them and agrees. @returns whether the files are as they should be. @throws {Mistake} where one cannot be written */
const written = async (
	fixed: readonly FixedFile[],
	{streams, language, agrees = ask}: CheckSurroundings,
): Promise<boolean> => {
	for (const one of fixed) {
		checkFixable(one);
	}

	if (fixed.length > 0 && streams.screen) {
		streams.stderr(patchOf(fixed));
		const fixes = fixed.reduce((sum, one) => sum + one.fixes, 0);
		if (!(await agrees(commandWords(language).check.askFix(fixes, fixed.length)))) {
			return false;
		}
	}

	writeFixes(fixed);
	return true;
};

/**
Checks the files of a command line, and prints the findings.

Long because each part of a check works on the report of the part before.

@returns the exit code
@throws {Mistake} when the command line or a file that it needs is wrong
*/
export const runCheck = async (
	names: readonly string[],
	flags: CheckFlags,
	surroundings: CheckSurroundings,
): Promise<number> => {
	const {streams, language, config, ascii, sharded} = surroundings;
	const words = commandWords(language).check;
	const progress = progressLine(streams, words.progress);
	const known = {config, baseline: flags.baseline === undefined ? undefined : readBaseline(flags.baseline)};
	const minors = minorsOf(flags, surroundings);
	const render = (): readonly Rendered[] => [
		...(flags.kustomize ?? []).map((folder) => kustomized(folder)),
		...(flags.helm ?? []).map((chart) => chartRendered(chart, {...flags, minors})),
	];
	let rendered = render();
	const folders = [...(flags.kustomize ?? []), ...(flags.helm ?? [])];
	const judge = (report: Report): Report => {
		checkAny(report);
		const judged = judgedReport(withLeftOut(withOrigins(report, rendered), folders), known);
		return {...judged, seconds: sharded?.seconds ?? judged.seconds};
	};
	const request = {
		...requestOf(names, rendered, flags, surroundings),
		openedWith: flagsOfRun(flags, config),
		progress: progress?.draw,
	};
	if (request.files.reduce((sum, {text}) => sum + text.length, 0) > largeText) {
		growSlowly();
	}

	let report = judge(
		flags.apply === undefined
			? await checkVersions(request, minors)
			: await upgradeReport(request, gather(flags.apply, flags.recursive ?? false, streams.stdin).files, minors),
	);
	let fixed: readonly FixedFile[] = [];
	let files = request.files;
	const first = report;
	if (flags.fix !== undefined && !report.isInterrupted) {
		const names = new Set(rendered.map(({file}) => file));
		({fixed, report, files} = await mended(request, report, judge, names, minors));
	}

	const sources = sourcesToFix(flags, report, fixed);
	fixed = [...fixed, ...sources.fixed];

	progress?.clear();
	for (const {id, place} of sources.byHand) {
		streams.stderr(`${words.byHand(id, place)}\n`);
	}

	const failOn = flags.failOn ?? config?.failOn ?? 'error';
	if (flags.fix === 'diff') {
		streams.stdout(patchOf(fixed));
		const folder = folderOfPatch(fixed);
		if (folder !== process.cwd()) {
			streams.stderr(`${words.patchIn(folder)}\n`);
		}

		return fails(report, failOn) || fixed.length > 0 ? 1 : 0;
	}

	const isWritten = await written(fixed, surroundings);
	report = isWritten ? report : first;
	if (isWritten && sources.fixed.length > 0) {
		const others = files.filter(({file}) => !rendered.some((one) => one.file === file));
		const again = await renderedAgain(sources, report, async () => {
			rendered = render();
			return judge(await checkVersions({...request, files: [...others, ...rendered]}, minors));
		});
		fixed = again ? fixed : fixed.filter((one) => !sources.fixed.includes(one));
		report = again ?? report;
		streams.stderr(again ? '' : `${words.undone(sources.fixed.length)}\n`);
	}

	const look = {words, language, columns: streams.columns || 80, colours: streams.colours ?? false, ascii};
	streams.stdout(printed(report, flags, failOn, look, minors));
	if (fixed.length > 0) {
		const fixes = fixed.reduce((sum, one) => sum + one.fixes, 0);
		streams.stderr(`${isWritten ? words.fixed(fixes, fixed.length) : words.notFixed}\n`);
	}

	if (report.isInterrupted) {
		return 130;
	}

	return fails(report, failOn) ? 1 : 0;
};

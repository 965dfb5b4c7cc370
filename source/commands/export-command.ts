import {Option, type Command} from 'commander';
import {formatNames, type FormatName} from '../exports/format-names.js';
import type {Stretch} from '../exports/stretch.js';
import {
	manifestFiles,
	scenarioOf,
	withCluster,
	withStops,
	withThen,
	type ClusterOptions,
	type CommandHost,
} from './command-host.js';
import type {StretchWords} from './export.js';
import type {RecordingFile} from './replay.js';
import process from 'node:process';
import {Mistake} from '../scenario/mistake.js';
import type {LinkedRun} from '../screen/state/parts.js';
import {readTextFile} from '../scenario/read-text-file.js';
import {checkWritable} from './text-file.js';

interface ExportFlags extends ClusterOptions, StretchWords {
	readonly as: FormatName;
	readonly to?: string;
	readonly page?: string;
	readonly then?: readonly string[];
	readonly stops?: number;
}

/** A run, and the files that were applied. */
type Whole = Omit<Stretch, 'language' | 'live'> & {readonly files: LinkedRun['files']};

/** The recording that a command names instead of manifests. @throws {Mistake} when there are flags for manifests only. */
const recordingIn = async (files: readonly string[], options: ExportFlags): Promise<RecordingFile | undefined> => {
	const [file = ''] = files;
	const {statSync} = await import('node:fs');
	if (files.length !== 1 || file === '-' || !statSync(file, {throwIfNoEntry: false})?.isFile()) {
		return undefined;
	}

	const {fileKind} = await import('../screen/home/offer.js');
	const text = readTextFile(file);
	if (fileKind(text).kind !== 'recording') {
		return undefined;
	}

	const given = (['cluster', 'seed', 'then'] as const).find((flag) => options[flag] !== undefined);
	if (given !== undefined) {
		throw new Mistake(
			`--${given} sets how manifests run, but this is a recording, whose run is fixed`,
			{file},
			`leave --${given} out, or name manifests`,
		);
	}

	const {readRecording, refuseLonger} = await import('./replay.js');
	const recording = readRecording(text, file);
	refuseLonger(recording, file, options.stops);
	return recording;
};

/** All of a recording after the start of its cluster. */
const wholeOf = async (file: RecordingFile): Promise<Whole> => {
	const {replay} = await import('./replay.js');
	const recording = replay(file);
	const [begin] = recording.inputs;
	return {recording, first: begin?.step ?? 0, last: recording.stops.length - 1, fromMs: begin?.timeMs ?? 0, files: {}};
};

/** Manifests and the run after them, from the command that applies them. */
const wholeRun = async (
	files: readonly string[],
	options: ExportFlags,
	{streams: {stdin, stderr}, language}: CommandHost,
): Promise<Whole> => {
	const {readManifestFiles} = await import('./manifests.js');
	const manifests = readManifestFiles(files, stdin);
	const scenario = await scenarioOf(options);
	const {playManifests} = await import('./replay.js');
	const {
		first: {recording, from, fromMs},
		settled: {cut},
	} = playManifests(scenario, manifests, {followUps: options.then, mostStops: options.stops});
	if (cut) {
		const {cutWords} = await import('./cut-words.js');
		stderr(`${cutWords(cut, await language())}\n`);
	}

	return {recording, first: from + 1, last: recording.stops.length - 1, fromMs, files: manifests.files};
};

/** @throws {Mistake} when a page is not an address of the web: a link in an exported page must not run a script. */
const checkPage = (page: string | undefined): void => {
	if (page !== undefined && page !== '' && !/^https?:\/\/[^\s/]/.test(page)) {
		throw new Mistake(`"${page}" is not the address of a page`, {}, 'an address begins with https:// or http://');
	}
};

/** The address of the live program with a run; `undefined` without a page, for a dump, and for a run that is too large for a link. */
const liveAddress = async (
	{recording}: Whole,
	files: LinkedRun['files'],
	language: string,
	page: string | undefined,
): Promise<string | undefined> => {
	if (!page || recording.scenario.dump) {
		return undefined;
	}

	const [{linkAddress}, {firstFuture}] = await Promise.all([
		import('./page-links.js'),
		import('../debugger/futures.js'),
	]);
	return linkAddress({language}, {recording, family: {future: firstFuture, futures: []}, files}, page);
};

/** `export`: a stretch of a run as a file for other programs and readers. */
export const defineExport = (program: Command, host: CommandHost): void => {
	const {streams, language} = host;
	withStops(withThen(withCluster(program.command('export'))))
		.description('write a run, or a stretch of it, as a file that other programs can show')
		.argument('<files...>', `a recording, or ${manifestFiles}`)
		.addOption(new Option('--as <format>', 'format').choices(formatNames).makeOptionMandatory())
		.option('--from <words>', 'begin at this place, such as "scheduler.queue object=pod/web"')
		.option('--until <words>', 'end at this place, such as "kubelet.status object=pod/web"')
		.option('--follow <object>', 'only the stops about an object, such as pod/web')
		.option('--to <file>', 'file to write to (default: standard output)')
		.option('--page <address>', 'for html: link each stop to this page of the program (default: $K8S_WALKTHROUGH_PAGE)')
		.action(async (files: string[], options: ExportFlags) => {
			const {checkStretch, narrowed, writeExport} = await import('./export.js');
			checkStretch(options);
			const page = options.page ?? process.env['K8S_WALKTHROUGH_PAGE'];
			checkPage(page);
			if (options.to !== undefined) {
				checkWritable(options.to);
			}

			const file = await recordingIn(files, options);
			const whole = file ? await wholeOf(file) : await wholeRun(files, options, host);
			const {files: applied, ...run} = whole;
			const told = await language();
			const live = options.as === 'html' ? await liveAddress(whole, applied, told, page) : undefined;
			const stretch = narrowed({...run, language: told, live}, options);
			writeExport(stretch, options.as, {
				to: options.to,
				write: streams.stdout,
				tell: (omitted) =>
					streams.stderr(`${omitted}: --from and --until select a stretch; --follow keeps one object\n`),
			});
		});
};

import type {ClusterRecording} from '../cluster.js';
import {atOnce, type Place} from '../debugger/recording.js';
import {addBreakpoint, emptySession} from '../debugger/session.js';
import {seek} from '../debugger/seek.js';
import {breakpointLine} from '../classroom/place.js';
import type {Explanation} from '../diagnosis/explanation.js';
import {withEdits, type Fix} from '../diagnosis/fix.js';
import type {FieldPlace} from '../diagnosis/reason.js';
import type {Stop} from '../kernel/stop.js';
import {isFailure} from '../screen/panes/timeline-axis.js';
import type {Start} from '../screen/start.js';
import type {Scenario} from '../scenario/scenario.js';
import type {BrokenManifests, Manifests} from './manifests.js';
import {futuresOf, replaying, type RecordingFile} from './replay.js';
import {fixLines} from './explanation-lines.js';
import {isStopOf} from '../stages/stop-of.js';
import {
	applyManifests,
	beginning,
	concluding,
	runningUntilSettled,
	runUntilPrinted,
	type Applied,
} from './run-manifests.js';
import type {Verdict} from '../diagnosis/verdict.js';
import {cutWords} from './cut-words.js';
import type {LanguageName} from '../stages/language-names.js';
import type {Advice, Files} from '../screen/state/parts.js';
import {commandWords} from './words/words.js';

/** The files with a fix that needs only edits: one that makes the run succeed, otherwise one that helps. */
const mendedFiles = (files: Files, fixes: readonly Fix[]): Files | undefined => {
	const alone = fixes.filter(
		({edits, commands, words}) => edits.length > 0 && commands.length === 0 && words === undefined,
	);
	const fix = alone.find(({proof}) => proof === 'works') ?? alone.find(({proof}) => proof === 'helps');
	return fix && withEdits(files, fix.edits);
};

/** A change as rows. A further one begins with "or" and its place. @param place the place above the first change, which is not repeated */
const changeRows = (
	fix: Fix,
	index: number,
	place: FieldPlace | undefined,
	language: LanguageName,
): readonly string[] => {
	if (index === 0) {
		return fixLines(fix, language, place);
	}

	const [first = '', ...others] = fixLines(fix, language);
	return [`${commandWords(language).explanation.or} ${first}`, ...others];
};

/** The known reasons for an end short of success, for the deciding stop. @param files those of a run that can begin again with a change; absent after other commands */
export const adviceOf = (
	recording: ClusterRecording,
	{findings}: Pick<Verdict, 'findings'>,
	language: LanguageName,
	files?: Files,
): Advice[] =>
	findings.flatMap(({stop, message, places, advice, fixes}) => {
		const mended = files && mendedFiles(files, fixes);
		return stop
			? [
					{
						recording,
						step: stop.step,
						...(message === undefined ? {} : {reason: message}),
						places: places.map(({file, line, column, field = ''}) => `${file}:${line}:${column}  ${field}`.trimEnd()),
						remedies: [...advice, ...fixes.flatMap((fix, index) => changeRows(fix, index, places.at(-1), language))],
						...(mended ? {mended} : {}),
					},
				]
			: [];
	});

/** The result, in a line. */
export const verdictLine = ({state: end, objects, findings, assumed, cut}: Verdict, language: LanguageName): string => {
	const {screen} = commandWords(language);
	const [first] = assumed;
	const remark = findings.find(({kind}) => kind === 'remark');
	const wrong = objects.find(({state}) => state !== 'done');
	switch (end) {
		case 'done': {
			if (remark) {
				return screen.readyBut(remark.object, remark.message ?? '');
			}

			if (first === undefined) {
				return screen.ready;
			}

			return screen.readyAssuming(first.says, assumed.length - 1);
		}

		case 'refused': {
			return screen.refused;
		}

		case 'cut': {
			return cut ? cutWords(cut, language) : '';
		}

		case 'stuck': {
			return screen.unfinished((wrong?.name ?? '').replace('/default/', '/'), wrong?.words ?? '');
		}
	}
};

/** The result in a line, beside the timeline with its marks of failures. @param first the first step of it */
const firstLine = (verdict: Verdict, {stops}: ClusterRecording, first: number, language: LanguageName): string => {
	const {ready, readyAfterFailures} = commandWords(language).screen;
	const line = verdictLine(verdict, language);
	const hasFailures = stops.find((stop) => !stop.periodic && isFailure(stop), first) !== undefined;
	return line === ready && hasFailures ? readyAfterFailures : line;
};

/** The state of a dump's cluster, in a line. */
const verdictOfDump = ({objects: all}: Verdict, remarks: number, language: LanguageName): string => {
	const {screen} = commandWords(language);
	const objects = all.filter(({state}) => state !== 'done');
	return [
		objects.length === 0 ? screen.well : screen.unwell(objects.length, objects[0]?.name ?? ''),
		...(remarks > 0 ? [screen.remarks(remarks)] : []),
	].join('; ');
};

/** The remarks about a dump, for the stop at which it was loaded. */
const aboutDump = ({recording}: Applied, remarks: readonly string[]): Advice[] => {
	const loaded = remarks.length === 0 ? undefined : seek(recording, -1, 1, (stop) => isLoading(stop)).stop;
	return loaded ? [{recording, step: loaded.step, places: [], remedies: remarks}] : [];
};

const isLoading = (stop: Stop): boolean =>
	isStopOf(stop, 'apiserver.start') && 'objects' in stop.facts && stop.facts.dumped !== undefined;

/**
Applies manifests to a fresh cluster for the screen, or to one that continues from a dump: it opens at the stop that refuses or stalls them,
otherwise at kubectl's beginning. Without manifests, it inspects the failures in the dump.
*/
export const startOfManifests = (
	scenario: Scenario,
	manifests: Manifests | undefined,
	options: StartOptions = {},
): Start => atOnce(startingManifests(scenario, manifests, options));

/** The options for opening manifests. */
interface StartOptions {
	readonly breakpoints?: readonly string[];
	readonly remarks?: readonly string[];
	/** The most stops that are simulated before the screen opens. */
	readonly mostStops?: number;
	/** The finding at whose stop it opens. */
	readonly at?: (finding: Explanation) => boolean;
	/** The language of the texts about the run. */
	readonly language?: LanguageName;
}

/** Like {@link startOfManifests}, in parts, so that a page stays responsive. */
export function* startingManifests(
	scenario: Scenario,
	manifests: Manifests | undefined,
	{breakpoints = [], remarks = [], mostStops, at, language = 'en'}: StartOptions = {},
): Generator<Place, Start> {
	const applied = yield* beginning(scenario, manifests);
	const {recording, from} = applied;
	const verdict = yield* concluding(applied, yield* runningUntilSettled(applied, {mostStops}), language);
	const first = manifests
		? (seek(recording, from, 1, (stop) => stop.process.startsWith('kubectl/')).stop?.step ?? from + 1)
		: recording.stops.length - 1;
	const asked = at && verdict.findings.find((finding) => finding.stop && at(finding))?.stop;
	const beganMs = recording.stops.get(first)?.timeMs ?? 0;
	const session = breakpoints.reduce(
		(all, line) => addBreakpoint(all, breakpointLine(line, beganMs, recording), first),
		emptySession,
	);
	const ending = (): string =>
		manifests ? firstLine(verdict, recording, first, language) : verdictOfDump(verdict, remarks.length, language);
	return {
		view: 'recording',
		recording,
		start: first,
		board: verdict.state === 'done',
		cursor: breakpoints.length === 0 ? ((asked ?? verdict.because)?.step ?? first) : first,
		session,
		files: applied.manifests.files,
		advice: [...adviceOf(recording, verdict, language, applied.manifests.files), ...aboutDump(applied, remarks)],
		message: breakpoints.length > 0 ? commandWords(language).screen.breakpoint : ending(),
	};
}

/** Opens the screen at kubectl's refusal of manifests that it cannot read. */
export const startOfBroken = (
	scenario: Scenario,
	{files, command, all}: BrokenManifests,
	language: LanguageName = 'en',
): Start => {
	const {recording, from} = applyManifests(scenario, {files, command, objects: [], warnings: []});
	runUntilPrinted(recording);
	const first = from + 1;
	const step =
		seek(recording, from, 1, (stop) => stop.stage === 'kubectl.parse' && stop.outcome !== undefined).stop?.step ??
		first;
	return {
		view: 'recording',
		recording,
		start: first,
		cursor: step,
		session: emptySession,
		files,
		advice: all.map(({message, place: {file, line = 1, column = 1}, remedy}) => ({
			recording,
			step,
			reason: message,
			places: file === undefined ? [] : [`${file}:${line}:${column}`],
			remedies: remedy === undefined ? [] : [remedy],
		})),
		message: commandWords(language).screen.refused,
	};
};

/** The most stops of runs that are compared when they open: a comparison takes about a second for a million stops. */
const mostCompared = 200_000;

/** Replays a recording for the screen. Its message says where this program's run differs from the recorded one. */
export const startOfRecording = (file: RecordingFile): Start => atOnce(startingRecording(file));

/** Like {@link startOfRecording}, in parts, so that a page stays responsive. */
export function* startingRecording(file: RecordingFile): Generator<Place, Start> {
	const recording = yield* replaying(file);
	const begin = Math.min(file.inputs[0]?.step ?? 0, recording.stops.length - 1);
	const family = futuresOf(file);
	const others = family.futures.length;
	const differs = file.steps <= mostCompared && recording.fingerprint !== file.fingerprint;
	return {
		view: 'recording',
		recording,
		start: begin,
		cursor: begin,
		family,
		...(differs ? {message: `the run differs from the recording, which another version of the program made`} : {}),
		...(!differs && others > 0 ? {message: `futures in this recording: ${others + 1}; :futures lists them`} : {}),
	};
}

import {blame, blamedStep, type Blame, type FieldPath, type StoredVersion, type Version} from '../../debugger/blame.js';
import type {ClusterRecording} from '../../cluster.js';
import {getOrInsert} from '../../kernel/get-or-insert.js';
import {memoised} from '../../kernel/memoised.js';
import {isRecord} from '../../kernel/record.js';
import type {Stop} from '../../kernel/stop.js';
import {formAt, formsInFlight, isAsSent} from '../../stages/writers/in-flight.js';
import {manifestPlace} from '../../stages/writers/manifest-place.js';
import {writerOf, type Writer} from '../../stages/writers/writer.js';
import {commandNumber, commandOf} from './typed-command.js';
import {yamlLines, type YAMLLine} from '../paint/yaml-lines.js';

/** The writer of a field, the time, and the place of the user's part. */
export interface Authorship {
	readonly step: number;
	readonly writer: Writer;
	/** `web.yaml:4` or `kubectl scale deploy/web --replicas=3`, for the user's input. */
	readonly place?: string;
}

/** A line of an object, with its writer; lines that only open a part have no author of their own. */
export interface WrittenLine extends YAMLLine {
	readonly by?: Authorship;
}

/** An object as of a step, and its known writers. */
interface Story {
	readonly blame: Blame | undefined;
	readonly value: unknown;
	/** The steps of an object form that a client sent as a whole. */
	readonly sent: ReadonlySet<number>;
}

/** The versions of an object up to a step; the last one may still be in the apiserver's chain. */
const versionsOf = ({kernel, stops}: ClusterRecording, key: string, step: number): readonly Version[] => {
	const stored = kernel.ledger.versions(key).filter((version) => version.step <= step);
	const here = stops.get(step);
	const form = here?.object === key ? formAt(here) : undefined;
	return form === undefined || stored.at(-1)?.step === step ? stored : [...stored, {step, value: form}];
};

const tell = ({stops}: ClusterRecording, versions: readonly Version[]): Story => {
	const sent = new Set<number>();
	const onTheWay = versions.map((version): StoredVersion => {
		const stop = stops.get(version.step);
		const inFlight = stop ? formsInFlight(stops, stop, version.value) : [];
		if (inFlight.some((form) => isAsSent(stops.get(form.step)?.stage ?? ''))) {
			for (const {step} of [...inFlight, version]) {
				sent.add(step);
			}
		}

		return {...version, inFlight};
	});
	return {blame: blame(onTheWay), value: versions.at(-1)?.value, sent};
};

const stories = new WeakMap<object, Story>();

const storyOf = (recording: ClusterRecording, key: string, step: number): Story => {
	const versions = versionsOf(recording, key, step);
	const value = versions.at(-1)?.value;
	return isRecord(value) ? getOrInsert(stories, value, () => tell(recording, versions)) : tell(recording, versions);
};

/** The command that started a kubectl process. */
const typedFor = (recording: ClusterRecording, process: string): string | undefined => {
	const number = commandNumber(process);
	const line = number === undefined ? undefined : commandOf(recording, number);
	return line === undefined ? undefined : `kubectl ${line.replace(/^kubectl\s+/, '')}`;
};

/** Whether a field is in the body of a request; a patch counts literally. */
const wasSent = ({stage, facts}: Stop, path: FieldPath): boolean => {
	if (stage !== 'apiserver.decode' || facts?.output === undefined) {
		return true;
	}

	const {input} = facts;
	const body: unknown = typeof input === 'string' ? bodies(input) : input;
	return !isRecord(body) || at(body, path) !== undefined;
};

const bodies = memoised((text: string): NonNullable<unknown> | null => {
	try {
		const body: NonNullable<unknown> | null = JSON.parse(text);
		return body;
	} catch {
		return null;
	}
}, 64);

const authorOf = (recording: ClusterRecording, story: Story, path: FieldPath): Authorship | undefined => {
	const step = blamedStep(story.blame, path);
	const stop = step === undefined ? undefined : recording.stops.get(step);
	if (step === undefined || !stop) {
		return undefined;
	}

	const writer = writerOf(stop, story.sent.has(step));
	if (writer.kind !== 'kubectl') {
		return {step, writer};
	}

	const place = manifestPlace(recording.stops, stop, story.value, path);
	if (!place && !wasSent(stop, path)) {
		return {step, writer: {kind: 'apiserver', name: 'apiserver'}};
	}

	const line = typedFor(recording, stop.process);
	const fromFile = /\s(?:-f|-k|--filename|--kustomize)[\s=]/.test(line ?? '');
	if (place) {
		return {step, writer: {kind: 'you', name: 'you'}, place: `${place.file}:${place.line}`};
	}

	if (line === undefined || fromFile) {
		return {step, writer};
	}

	return {step, writer: {kind: 'you', name: 'you'}, place: line};
};

const at = (value: unknown, path: FieldPath): unknown =>
	path.reduce<unknown>((inside, part) => {
		if (Array.isArray(inside)) {
			return inside[Number(part)];
		}

		if (isRecord(inside)) {
			return inside[part];
		}

		return undefined;
	}, value);

const isOpened = (value: unknown): boolean =>
	(Array.isArray(value) && value.length > 0) || (isRecord(value) && Object.keys(value).length > 0);

/** The lines of an object as of a step, each with its writer; none if it is not stored then. */
export const writtenLines = (recording: ClusterRecording, key: string, step: number): readonly WrittenLine[] => {
	const story = storyOf(recording, key, step);
	return story.value === undefined
		? []
		: yamlLines(story.value).map((line) => {
				const by = isOpened(at(story.value, line.path)) ? undefined : authorOf(recording, story, line.path);
				return by ? {...line, by} : line;
			});
};

/** The writer of the field at a path as of a step; `undefined` where there is no such field. */
export const authorAt = (
	recording: ClusterRecording,
	key: string,
	step: number,
	path: FieldPath,
): Authorship | undefined => {
	const story = storyOf(recording, key, step);
	return at(story.value, path) === undefined ? undefined : authorOf(recording, story, path);
};

/** The names in the part at a path at a step; empty if the part is missing or only text. */
export const namesAt = (recording: ClusterRecording, key: string, step: number, path: FieldPath): readonly string[] => {
	const part = at(storyOf(recording, key, step).value, path);
	return isRecord(part) ? Object.keys(part) : [];
};

/** A writer's number of lines. */
type Count = readonly [name: string, lines: number, kind: Writer['kind']];

/** The number of lines of each writer, in the order of their first lines. */
export const writersOf = (lines: readonly WrittenLine[]): readonly Count[] => {
	const counts = new Map<string, Count>();
	for (const {by} of lines) {
		if (by) {
			const {name, kind} = by.writer;
			counts.set(name, [name, (counts.get(name)?.[1] ?? 0) + 1, kind]);
		}
	}

	return [...counts.values()];
};

/** The counts, with one for all admission plug-ins. */
export const groupedWriters = (counts: readonly Count[]): readonly Count[] => {
	const all = counts.filter(([, , kind]) => kind === 'admission').reduce((sum, [, lines]) => sum + lines, 0);
	let told = false;
	return counts.flatMap((count): Count[] => {
		if (count[2] !== 'admission') {
			return [count];
		}

		const isFirst = !told;
		told = true;
		return isFirst ? [['admission', all, 'admission']] : [];
	});
};

const counted = new WeakMap<object, readonly Count[]>();

/** The number of lines of an object that each writer has written at a step; empty if the object is not stored then. */
export const writersAt = (recording: ClusterRecording, key: string, step: number): readonly Count[] => {
	const {value} = storyOf(recording, key, step);
	const count = () => writersOf(writtenLines(recording, key, step));
	return isRecord(value) ? getOrInsert(counted, value, count) : count();
};

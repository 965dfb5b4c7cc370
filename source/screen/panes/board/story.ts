import type {Stop} from '../../../kernel/stop.js';
import {getOrInsert} from '../../../kernel/get-or-insert.js';
import {nestedMapSlice, nestedString} from '../../../objects/unstructured.js';
import type {State} from '../../state/state.js';
import {objectName} from '../../../objects/object-name.js';
import {commands, lineage} from './followed.js';
import {beatKindOf, reroutedIn, type BeatKind} from './beat-kinds.js';

/** A stop that a story shows. */
export interface Beat {
	readonly step: number;
	readonly kind: BeatKind;
}

/** A story as far as the tape is recorded. */
interface Known {
	readonly beats: Beat[];
	/** Kinds of beats that were already shown, with their objects. */
	readonly shown: Set<string>;
	/** The next step to read. */
	next: number;
	/** The object and the objects made from it, while they existed. */
	way: readonly string[];
}

const stories = new WeakMap<State['recording'], Map<string, Known>>();

/** The beginning of the story at the cursor: the user's latest command, else the start of the user's work. */
export const storyStart = ({recording, cursor, start}: Pick<State, 'recording' | 'cursor' | 'start'>): number =>
	Math.max(0, recording.inputs.findLast(({input, step}) => 'kubectl' in input && step <= cursor)?.step ?? start);

/** The objects of the story at a step, including deleted ones, whose end is part of it. */
const wayAt = (state: State, step: number, before: readonly string[]): readonly string[] => {
	const now = lineage({...state, cursor: step});
	return now.length < before.length && now.every((key, at) => key === before[at]) ? before : now;
};

/** Whether an enclosing frame of a stop was entered for an object of the story. */
const isInWorkFor = ({recording}: State, stop: Stop, way: readonly string[]): boolean => {
	for (let {frame} = stop; frame; frame = frame.parent) {
		const object = recording.stops.get(frame.step)?.object;
		if (object !== undefined && way.includes(object)) {
			return true;
		}
	}

	return false;
};

/** Whether a slice has or had the story's Pod. */
const slicesPod = ({facts}: Stop, way: readonly string[]): boolean => {
	const pod = objectName(way.at(-1) ?? '')?.name;
	return [facts?.before, facts?.after].some((slice) =>
		nestedMapSlice(slice, 'endpoints').some((endpoint) => nestedString(endpoint, 'targetRef', 'name') === pod),
	);
};

/** The address of a Pod at a step, also after its end. */
const ipOf = ({recording: {kernel}}: State, pod: string, step: number): string | undefined => {
	const {ledger} = kernel;
	const last = ledger.versions(pod).findLast((version) => version.step <= step && version.value !== undefined);
	return last && nestedString(ledger.readAt(pod, last.step), 'status', 'podIP');
};

/** Whether a kind belongs to this story. @param shown the kinds of beats before it */
const belongs = (state: State, stop: Stop, kind: BeatKind, way: readonly string[], shown: ReadonlySet<string>) => {
	const {object, process} = stop;
	switch (kind) {
		case 'read':
		case 'printed': {
			return process.startsWith('kubectl/');
		}

		case 'admitted': {
			return process.startsWith('kubectl/') && object !== undefined && way.includes(object);
		}

		case 'named': {
			return object !== undefined && commands({...state, cursor: stop.step}).some(({sent}) => sent.includes(object));
		}

		case 'published':
		case 'withdrawn': {
			return slicesPod(stop, way);
		}

		case 'routed': {
			const ip = ipOf(state, way.at(-1) ?? '', stop.step);
			const isOurs = ip === undefined || reroutedIn(stop).includes(ip);
			return isOurs && (shown.has('published') || shown.has('withdrawn'));
		}

		case 'refused': {
			return (
				(object !== undefined && way.includes(object)) ||
				isInWorkFor(state, stop, way) ||
				(process.startsWith('kubectl/') && !stop.stage.startsWith('apiserver.respond'))
			);
		}

		case 'made':
		case 'collected': {
			return (object !== undefined && way.includes(object)) || isInWorkFor(state, stop, way);
		}

		default: {
			return object !== undefined && way.includes(object);
		}
	}
};

/** Kinds of beats that each object of the story has; other kinds appear once. */
const ofEachObject = new Set<BeatKind>(['stored', 'made', 'marked', 'removed']);

const identity = (stop: Stop, kind: BeatKind): string => {
	if (kind === 'refused' || kind === 'made') {
		return `${kind} ${stop.stage}`;
	}

	if (ofEachObject.has(kind)) {
		return `${kind} ${stop.object ?? ''}`;
	}

	return kind;
};

const knownOf = (state: State): Known => {
	const {recording, object} = state;
	const from = storyStart(state);
	return getOrInsert(
		getOrInsert(stories, recording, () => new Map<string, Known>()),
		`${from} ${object.followed ?? ''}`,
		() => ({beats: [], shown: new Set<string>(), next: from, way: []}),
	);
};

const look = (state: State, known: Known, stop: Stop): void => {
	const kind = beatKindOf(stop);
	if (kind === undefined || (stop.periodic && kind !== 'refused')) {
		return;
	}

	known.way = wayAt(state, stop.step, known.way);
	const id = identity(stop, kind);
	if (!known.shown.has(id) && belongs(state, stop, kind, known.way, known.shown)) {
		known.shown.add(id);
		known.beats.push({step: stop.step, kind});
	}
};

/**
The beats of the story at the cursor, in order, as far as the tape is recorded or up to a step: the stops that concern
the followed object, or an object that was created from it. It reads each stop of the tape once.
*/
export const beatsOf = (state: State, upTo = state.recording.stops.length - 1): readonly Beat[] => {
	const known = knownOf(state);
	for (; known.next <= upTo; known.next++) {
		const stop = state.recording.stops.get(known.next);
		if (stop) {
			look(state, known, stop);
		}
	}

	return known.beats;
};

/** The index of the beat at the cursor, or of the last one before it; −1 before the first. */
export const beatAt = (state: State): number =>
	beatsOf(state, state.cursor).findLastIndex(({step}) => step <= state.cursor);

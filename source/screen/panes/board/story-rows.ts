import type {Stop} from '../../../kernel/stop.js';
import {objectName} from '../../../objects/object-name.js';
import type {State} from '../../state/state.js';
import type {BeatKind} from './beat-kinds.js';
import {width, type Line, type Segment, type Tone} from '../../paint/text.js';
import {wordsOf} from '../../words/words.js';
import {lineage} from './followed.js';
import {beatAt, beatsOf, storyStart} from './story.js';

const dim = (text: string): Segment => ({text, tone: 'dim'});

const arrow = ' → ';

/** The first and the last of the names in a row that fit into this many columns around one of them: two before it for each one after it. */
export const roomFor = (
	names: readonly string[],
	at: number,
	columns: number,
): readonly [first: number, last: number] => {
	let [first, last] = [at, at];
	let left = columns - width(names[at] ?? '');
	const needs = (index: number): number =>
		names[index] === undefined ? Number.POSITIVE_INFINITY : width(names[index]) + width(arrow);
	for (;;) {
		const [before, after] = [needs(first - 1), needs(last + 1)];
		if (after <= left && ((last - at) * 2 < at - first || before > left)) {
			left -= after;
			last++;
		} else if (before <= left) {
			left -= before;
			first--;
		} else {
			return [first, last];
		}
	}
};

interface Owned {
	readonly metadata?: {
		readonly ownerReferences?: ReadonlyArray<{readonly uid?: string; readonly controller?: boolean}>;
	};
}

const ownerOf = (value: Owned | undefined): string | undefined =>
	value?.metadata?.ownerReferences?.find(({controller}) => controller)?.uid;

/** The number of Pods with the same owner as the followed one. */
const alike = (state: State): number => {
	const {ledger} = state.recording.kernel;
	const key = lineage(state).at(-1) ?? '';
	const owner = key.startsWith('/registry/pods/') ? ownerOf(ledger.readAt<Owned>(key, state.cursor)) : undefined;
	return owner === undefined
		? 0
		: ledger
				.entries<Owned>(`/registry/pods/${objectName(key)?.namespace ?? ''}/`, state.cursor)
				.filter(([other, value]) => other !== key && ownerOf(value) === owner).length;
};

/** The numbers of stops that a story folds, by sort: requests by their answers, deliveries of watches, Events. */
export const foldedIn = (
	stops: readonly Stop[],
): {readonly requests: number; readonly deliveries: number; readonly events: number} => ({
	requests: stops.filter(({stage}) => stage === 'apiserver.respond').length,
	deliveries: stops.filter(({stage}) => stage === 'informer.deliver').length,
	events: stops.filter(({stage}) => stage === 'event.record').length,
});

const foldedRow = (state: State, from: number): Line => {
	const words = wordsOf(state).board;
	const stops = state.recording.stops.slice(from + 1, state.cursor);
	const {requests, deliveries, events} = foldedIn(stops);
	const sorts = [
		...(requests > 0 ? [words.foldedRequests(requests)] : []),
		...(deliveries > 0 ? [words.foldedDeliveries(deliveries)] : []),
		...(events > 0 ? [words.foldedEvents(events)] : []),
	].join(', ');
	const pods = alike(state);
	return [
		dim(` ${words.heads.folded}`),
		// The end of a long row is cut: the other Pods are worth more than the sorts.
		...(pods > 0 ? [dim(`${words.alike(pods)}  ·  `)] : []),
		stops.length === 0
			? dim(words.foldedNothing)
			: {text: `+ ${words.foldedStops(stops.length)}${sorts === '' ? '' : `: ${sorts}`}`, tone: 'plain'},
	];
};

/** @param distance from the present beat, in beats */
const beatTone = (distance: number, present: BeatKind): Tone => {
	if (distance !== 0) {
		return distance < 0 ? 'plain' : 'dim';
	}

	return present === 'refused' ? 'bad' : 'here';
};

/** The rows of a story below the drawing: one word per beat, and the number of folded stops. Empty if the cursor is not at a beat. */
export const storyRows = (state: State, columns: number): readonly Line[] => {
	const beats = beatsOf(state);
	const at = beatAt(state);
	const beat = beats[at];
	if (beat?.step !== state.cursor) {
		return [];
	}

	const words = wordsOf(state).board;
	const names = beats.map(({kind}) => words.beats[kind]);
	const count = ` ${at + 1}/${beats.length}`;
	const [first, last] = roomFor(names, at, columns - width(words.heads.story) - width(count) - 7);
	const before = first > 0 ? [dim('… ')] : [];
	const row = names
		.slice(first, last + 1)
		.flatMap((name, index): readonly Segment[] => [
			...(index === 0 ? before : [dim(arrow)]),
			{text: name, tone: beatTone(first + index - at, beat.kind)},
		]);
	return [
		[dim(` ${words.heads.story}`), ...row, ...(last < names.length - 1 ? [dim(' …')] : []), dim(` ${count}`)],
		foldedRow(state, at === 0 ? storyStart(state) - 1 : (beats[at - 1]?.step ?? 0)),
	];
};

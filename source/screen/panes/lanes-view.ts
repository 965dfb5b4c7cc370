import {memoised} from '../../kernel/memoised.js';
import type {Stop} from '../../kernel/stop.js';
import {seconds, sinceStart, type State} from '../state/state.js';
import {areaNames, type Area} from '../../stages/areas.js';
import {areaOf} from './pipeline-map.js';
import {line, pad, type Line, type Segment, type Tone} from '../paint/text.js';
import {shorten} from '../paint/text-layout.js';
import {processName} from './process-name.js';
import {wordsOf} from '../words/words.js';

/** `kubelet/node-a/pod-workers` → `kubelet/node-a`. */
const laneNamed = memoised((name: string) => name.split('/').slice(0, 2).join('/'), 4000);

const laneOf = ({component, process}: Stop): string =>
	laneNamed(component === 'etcd' || component === 'kube-apiserver' ? component : process);

const namesWidth = 26;

const serverAreas: ReadonlyMap<string, Area> = new Map([
	['etcd', 'etcd'],
	['kube-apiserver', 'apiserver'],
]);

/** Lanes are always in the order of a Pod's path. */
const placeOf = (stop: Stop): number => {
	const area = serverAreas.get(stop.component) ?? areaOf(stop);
	return areaNames.findIndex((name) => name === area);
};

/** The stops around the cursor without periodic ones, as many as columns fit. */
const stopsAround = (state: State, count: number): readonly Stop[] => {
	const {stops} = state.recording;
	const before: Stop[] = [];
	for (let step = state.cursor; step >= 0 && before.length < Math.floor(count * 0.7); step--) {
		const stop = stops.get(step);
		if (stop && (!stop.periodic || step === state.cursor)) {
			before.push(stop);
		}
	}

	const shown = before.reverse();
	for (let step = state.cursor + 1; step < stops.length && shown.length < count; step++) {
		const stop = stops.get(step);
		if (stop && !stop.periodic) {
			shown.push(stop);
		}
	}

	return shown;
};

type Cell = readonly [mark: string, tone: Tone];

/** The summary of a lane's stops in a column. */
const cell = (state: State, mine: readonly Stop[]): Cell => {
	if (mine.some(({step}) => step === state.cursor)) {
		return ['●', 'here'];
	}

	if (mine.some(({outcome}) => outcome !== undefined && outcome !== 'passed')) {
		return ['✗', 'bad'];
	}

	return mine.some(({step}) => step <= state.cursor) ? ['■', 'good'] : ['·', 'dim'];
};

/** The lanes that a message crosses in a column, from its sender's to its receiver's. The message that woke this stop is the brightest. */
interface Message {
	readonly from: number;
	readonly to: number;
	readonly tone: Tone;
}

const messageOf = (state: State, group: readonly Stop[], lanes: readonly string[]): Message | undefined => {
	const {stops} = state.recording;
	const here = group.some(({step}) => step === state.cursor);
	const woken = group.find((stop) => {
		const cause = stops.get(stop.cause);
		// Everything a process does after it was woken has one cause: the message is drawn where it arrives.
		const arrives = stops.get(stop.step - 1)?.cause !== stop.cause;
		return cause && laneOf(cause) !== laneOf(stop) && (arrives || stop.step === state.cursor);
	});
	const cause = woken && stops.get(woken.cause);
	if (!woken || !cause) {
		return undefined;
	}

	const ends = [lanes.indexOf(laneOf(cause)), lanes.indexOf(laneOf(woken))] as const;
	return ends.includes(-1)
		? undefined
		: {
				from: Math.min(...ends),
				to: Math.max(...ends),
				tone: here ? 'here' : 'dim',
			};
};

const laneRow = (
	state: State,
	lanes: readonly string[],
	index: number,
	groups: ReadonlyArray<readonly Stop[]>,
	messages: ReadonlyArray<Message | undefined>,
): Line => {
	const lane = lanes[index] ?? '';
	const name = shorten(processName(lane), namesWidth - 1);
	const row: Segment[] = [{text: ` ${pad(name, namesWidth - 1)} `, tone: 'plain'}];
	for (const [column, group] of groups.entries()) {
		const mine = group.filter((stop) => laneOf(stop) === lane);
		const message = messages[column];
		const passing: Cell =
			message && message.from <= index && index <= message.to ? ['│', message.tone] : [' ', 'plain'];
		const [text, tone] = mine.length > 0 ? cell(state, mine) : passing;
		const [first] = mine;
		const last = row.at(-1);
		if (first) {
			row.push({text, tone, target: {step: (mine.find(({step}) => step === state.cursor) ?? first).step}});
		} else if (last?.tone === tone && !last.target && row.length > 1) {
			row[row.length - 1] = {text: last.text + text, tone};
		} else {
			row.push({text, tone});
		}
	}

	return row;
};

/** Times above the lanes, where time has passed since the one before and there is room. */
const ruler = (state: State, groups: ReadonlyArray<readonly Stop[]>, columns: number): Line => {
	let text = '';
	let last: number | undefined;
	for (const [column, group] of groups.entries()) {
		const timeMs = group[0]?.timeMs ?? 0;
		const label = seconds(sinceStart(state, timeMs)).replace(' s', '');
		if (timeMs !== last && column >= text.length && column + label.length <= columns) {
			text = `${text.padEnd(column)}${label} `;
		}

		last = timeMs;
	}

	return line(` ${pad(wordsOf(state).panes.lanes.seconds, namesWidth - 1)} ${text}`, 'dim');
};

/**
Stops around the cursor, one lane per component, time to the right, messages as lines between lanes; then the message that woke this stop, with its duration.

@param limit the most rows: lanes without events near the cursor are dropped first.
*/
export const lanesView = (state: State, columns: number, limit: number): Line[] => {
	const words = wordsOf(state).panes.lanes;
	const room = Math.max(10, columns - namesWidth - 2);
	const {stopsPerColumn} = state.lanes;
	const shown = stopsAround(state, room * stopsPerColumn);
	if (shown.length === 0) {
		return [line(` ${words.nothing}`, 'dim')];
	}

	const groups: Stop[][] = [];
	for (let at = 0; at < shown.length; at += stopsPerColumn) {
		groups.push(shown.slice(at, at + stopsPerColumn));
	}

	const {stops} = state.recording;
	const here = stops.get(state.cursor);
	const cause = here && stops.get(here.cause);
	const places = new Map<string, number>();
	const nearest = new Map<string, number>();
	for (const stop of shown) {
		const lane = laneOf(stop);
		places.set(lane, places.get(lane) ?? placeOf(stop));
		nearest.set(lane, Math.min(nearest.get(lane) ?? Number.POSITIVE_INFINITY, Math.abs(stop.step - state.cursor)));
	}

	const all = [...places].sort(([a, first], [b, second]) => first - second || (a < b ? -1 : 1)).map(([lane]) => lane);

	const space = Math.max(1, limit - 2);
	const distance = (lane: string): number => nearest.get(lane) ?? Number.POSITIVE_INFINITY;
	const kept = new Set([...all].sort((a, b) => distance(a) - distance(b)).slice(0, space));
	const lanes = all.filter((lane) => kept.has(lane));
	const messages = groups.map((group) => messageOf(state, group, lanes));
	const notes = [
		cause ? words.woken(cause.step, processName(cause.process), cause.stage, here.timeMs - cause.timeMs) : words.byYou,
		stopsPerColumn > 1 ? words.stopsPerColumn(stopsPerColumn) : '',
		all.length > lanes.length ? words.more(all.length - lanes.length, state.pane.view === 'lanes' ? 'z' : '5') : '',
	];
	return [
		ruler(state, groups, room),
		...lanes.map((_, index) => laneRow(state, lanes, index, groups, messages)),
		line(` ${notes.filter((note) => note !== '').join('  ·  ')}`, 'dim'),
	].slice(0, limit);
};

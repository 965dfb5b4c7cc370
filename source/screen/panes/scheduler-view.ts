import {adviceAt} from '../state/advice-at.js';
import type {Stop} from '../../kernel/stop.js';
import {isRecord} from '../../kernel/record.js';
import type {Node, Pod} from '../../objects/kubernetes.generated.js';
import {podRequestQuantities} from '../../objects/pod-resources.js';
import {
	schedulingCycleKey,
	schedulingQueueKey,
	type NodeMatrix as Matrix,
	type ShownCycle,
} from '../../objects/scheduling.js';
import {stopOf, type State} from '../state/state.js';
import {line, plainText, width, type Line} from '../paint/text.js';
import {roomsOn} from './node-room.js';
import {plain, type Row} from './row.js';
import {podsByNode} from './pods-by-node.js';
import {matrixRows, type ShownMatrix} from './scheduler-matrix.js';
import {wordsOf} from '../words/words.js';

/** The scheduler's queues, in one line where that fits. */
const queueRows = (state: State, columns: number): Line[] => {
	const queue =
		state.recording.kernel.ledger.readAt<Record<string, readonly unknown[]>>(schedulingQueueKey, state.cursor) ?? {};
	const words = wordsOf(state).board.queues;
	const rows = (['active', 'backoff', 'unschedulable', 'gated'] as const).map((name): Line => {
		const items = Array.isArray(queue[name]) ? queue[name] : [];
		const names = items.map((item) =>
			typeof item === 'string' ? item : String((isRecord(item) ? item['key'] : undefined) ?? ''),
		);
		return [
			{text: ` ${words[name]} `, tone: 'title'},
			{text: `${names.length === 0 ? '–' : names.join('  ')}  `, tone: names.length === 0 ? 'dim' : 'plain'},
		];
	});
	return width(plainText(rows.flat())) <= columns ? [rows.flat()] : rows;
};

type Cycle = Partial<ShownCycle>;

const isMatrix = (value: unknown): value is Matrix =>
	isRecord(value) && ['nodes', 'plugins', 'totals'].every((field) => Array.isArray(value[field]));

/** The part of a stop's facts about the current cycle. */
const cycleOf = (facts: Stop['facts']): Cycle => {
	const {matrix, pod, node} = facts ?? {};
	return isMatrix(matrix)
		? {
				matrix,
				...(typeof pod === 'string' ? {pod} : {}),
				...(facts && 'node' in facts ? {node: typeof node === 'string' ? node : undefined} : {}),
			}
		: {};
};

const provenFor = (state: State, key: string): readonly string[] =>
	state.manifests.advice
		.filter(({step}) => state.recording.stops.get(step)?.object === key)
		.flatMap(({step}) => adviceAt(state, step))
		.flatMap(({remedies}) => remedies)
		.map((words) => words.trim())
		.filter((words) => words !== '');

/** The cycle with the objects that it is about. */
const shownMatrix = (state: State, matrix: Matrix, {pod: name = '', node}: Cycle): ShownMatrix => {
	const {ledger} = state.recording.kernel;
	const key = `/registry/pods/${name}`;
	const pod = ledger.readAt<Pod>(key, state.cursor);
	const boundTo = (name: string): readonly Pod[] => (podsByNode(state).get(name) ?? []).map(([, other]) => other);
	const nodes = new Map(
		matrix.nodes.flatMap((one) => {
			const found = ledger.readAt<Node>(`/registry/minions/${one}`, state.cursor);
			return found ? [[one, found] as const] : [];
		}),
	);
	return {
		matrix,
		chosen: matrix.totals.length > 0 || matrix.nodes.length === 1 ? node : undefined,
		pod,
		nodes,
		rooms: new Map(pod ? [...nodes].map(([one, found]) => [one, roomsOn(pod, found, boundTo(one))]) : []),
		proven: provenFor(state, key),
		words: wordsOf(state).panes.scheduler,
	};
};

/** Queues, and the node × plug-in matrix of the cycle. */
export const schedulerRows = (state: State, columns: number): Row[] => {
	const words = wordsOf(state).panes.scheduler;
	const kept = state.recording.kernel.ledger.readAt<Cycle>(schedulingCycleKey, state.cursor);
	const cycle = {...kept, ...cycleOf(stopOf(state)?.facts)};
	if (!cycle.matrix) {
		return plain([...queueRows(state, columns), line(''), line(` ${words.noCycle}`, 'dim')]);
	}

	const shown = shownMatrix(state, cycle.matrix, cycle);
	const asked = Object.entries(shown.pod ? podRequestQuantities(shown.pod) : {});
	return [
		...plain([
			...queueRows(state, columns),
			[
				{text: ` ${cycle.pod ?? ''}`, tone: 'title'},
				{text: `  ${asked.map((pair) => pair.join(' ')).join('  ') || words.noRequests}`, tone: 'dim'},
			],
		]),
		...matrixRows(shown, columns),
	];
};

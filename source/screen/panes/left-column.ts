import type {Pod} from '../../objects/kubernetes.generated.js';
import {stopOf, type State} from '../state/state.js';
import {areaNames, type Area} from '../../stages/areas.js';
import {isCalm} from '../state/calm.js';
import {whileUnwritten} from '../../debugger/writes-under.js';
import {boardOf} from './board/model.js';
import type {Token} from './board/token.js';
import {areaOfBox, tokenText} from './map-token.js';
import {areaLabel, areaMark, areaOf, queueLengths, visits} from './pipeline-map.js';
import {workProgress} from './work-progress.js';
import {cut, fit, line, pad, width, type Line, type Segment} from '../paint/text.js';
import {shorten} from '../paint/text-layout.js';
import {aimed} from '../paint/place.js';
import {etcdRevision} from './etcd-revision.js';
import {ageOf, containerState, podSummary} from './pod-summary.js';
import {nameInKey} from '../../objects/resources.js';
import {wordsOf} from '../words/words.js';
import type {ScreenWords} from '../words/screen-words.js';

type Words = ScreenWords['panes']['components'];

const detail = (state: State, area: Area, queues: ReturnType<typeof queueLengths>): string => {
	switch (area) {
		case 'etcd': {
			const revision = etcdRevision(state.recording, state.cursor);
			return revision === undefined ? '' : wordsOf(state).board.atRevision(revision);
		}

		case 'controllers': {
			return wordsOf(state).panes.components.queue(queues.controllers);
		}

		case 'scheduler': {
			return `${wordsOf(state).board.queues.active} ${queues.scheduler}`;
		}

		default: {
			return '';
		}
	}
};

/** `▣ pod/web`, where the followed object is in this component and on none of its nodes. */
const tokenIn = (token: Token | undefined, area: Area, columns: number): Line =>
	token?.place !== undefined && !token.place.startsWith('node/') && areaOfBox(token.place) === area
		? line(` ${tokenText(token, columns - 1)}`, 'here')
		: [];

/** The map as a tree: components with their queues, and the steps of the active one. */
export const componentTree = (state: State, columns: number, limit: number): Line[] => {
	const stop = stopOf(state);
	const here = stop && areaOf(stop);
	const open = here === 'etcd' ? 'apiserver' : here;
	const first = visits(state);
	const queues = queueLengths(state);
	const token = isCalm(state) ? undefined : boardOf(state).token;
	const rows: Line[] = [];
	for (const name of areaNames) {
		const visited = (first.get(name) ?? Number.POSITIVE_INFINITY) <= state.cursor;
		const [mark, tone] = areaMark(name === here, visited);
		const step = first.get(name);
		const more = detail(state, name, queues);
		const row: Line = [
			{text: ` ${mark} ${pad(areaLabel(state, name), 13)}`, tone},
			{text: more, tone: 'dim'},
			...tokenIn(token, name, columns - 16 - width(more)),
		];
		rows.push(step === undefined ? row : aimed(row, {step}));
		if (name === open) {
			rows.push(...partRows(state, columns));
		}

		if (name === 'kubelet') {
			rows.push(...nodeRows(state, token, columns));
		}
	}

	return rows.slice(0, limit);
};

const partRows = (state: State, columns: number): Line[] => {
	const {title, parts} = workProgress(state, stopOf(state));
	const rows: Line[] = [line(`   ${cut(title, columns - 4)}`, 'title')];
	let row: Segment[] = [];
	let used = 3;
	for (const {text, tone} of parts) {
		const size = width(text) + 2;
		if (used + size > columns && row.length > 0) {
			rows.push([{text: '   ', tone: 'plain'}, ...row]);
			row = [];
			used = 3;
		}

		row.push({text: `${text}  `, tone});
		used += size;
	}

	return row.length > 0 ? [...rows, [{text: '   ', tone: 'plain'}, ...row]] : rows;
};

const counted = whileUnwritten<ReadonlyMap<string, number>>();

/** The number of Pods on each node. */
const podCounts = ({recording, cursor}: State): ReadonlyMap<string, number> =>
	counted(recording, '/registry/pods/', cursor, '', () => {
		const counts = new Map<string, number>();
		const {ledger} = recording.kernel;
		for (const [, {spec}] of ledger.entries<{spec?: {nodeName?: string}}>('/registry/pods/', cursor)) {
			const node = spec?.nodeName;
			if (node) {
				counts.set(node, (counts.get(node) ?? 0) + 1);
			}
		}

		return counts;
	});

const nodeRows = (state: State, token: Token | undefined, columns: number): Line[] => {
	const {ledger} = state.recording.kernel;
	const counts = podCounts(state);
	const names = Math.min(18, columns - 14);
	return ledger.keys('/registry/minions/', state.cursor).map((key) => {
		const name = nameInKey(key);
		const count = counts.get(name) ?? 0;
		const row = `   ${pad(shorten(name, names), names)} ${wordsOf(state).panes.components.pods(count)}`;
		return [
			{text: row, tone: 'dim'},
			...(token?.place === `node/${name}` ? line(` ▣ ${shorten(token.label, columns - width(row) - 4)}`, 'here') : []),
		];
	});
};

const podRow = (state: State, key: string, pod: Pod, columns: number): Line => {
	const {name, phase, tone, created} = podSummary(pod);
	const age = ageOf(created, state.recording.stops.get(state.cursor)?.timeMs ?? 0, state.recording);
	const end = `${phase} ${age}`;
	const room = Math.max(0, columns - width(end) - 5);
	return [
		{text: ` ${key === state.object.followed ? '◆' : '·'} `, tone: key === state.object.followed ? 'here' : 'dim'},
		{text: pad(shorten(name, room), room + 1), tone: 'plain'},
		{text: end, tone},
	];
};

const containerRows = (pod: Pod, words: Words): Line[] =>
	pod.spec.containers.map(({name}) => [{text: `   ${name}  `, tone: 'plain'}, containerState(pod, name, words)]);

const placeRow = ({spec, status}: Pod, words: Words): Line[] =>
	spec.nodeName ? [line(`   ${[spec.nodeName, status?.podIP ?? words.noIP].join('  ')}`, 'dim')] : [];

/** The Pod's conditions, in the order in which they become true. */
const conditionRows = ({status}: Pod): Line[] =>
	(status?.conditions ?? [])
		.toSorted((a, b) => conditionOrder.indexOf(a.type) - conditionOrder.indexOf(b.type))
		.map(({type, status: value, reason}) => [
			{text: `   ${value === 'True' ? '✓' : '·'} ${type}`, tone: value === 'True' ? 'good' : 'dim'},
			{text: reason ? `  ${reason}` : '', tone: 'dim'},
		]);

const conditionOrder = ['PodScheduled', 'PodReadyToStartContainers', 'Initialized', 'ContainersReady', 'Ready'];

/** The details of each Pod below its name, the most complete first, as far as they fit. */
const podDetails: ReadonlyArray<(pod: Pod, words: Words) => Line[]> = [
	(pod, words) => [...placeRow(pod, words), ...containerRows(pod, words), ...conditionRows(pod)],
	containerRows,
	() => [],
];

/** The Pods with phase and age, with the followed one marked; if they fit, also their containers and conditions; if not all fit, the newest. */
export const followedRows = (state: State, columns: number, limit: number): Line[] => {
	const {ledger} = state.recording.kernel;
	const words = wordsOf(state).panes.components;
	const keys = ledger.keys('/registry/pods/', state.cursor);
	if (keys.length === 0) {
		return [line(` ${wordsOf(state).panes.none}`, 'dim')];
	}

	const isFull = keys.length > limit;
	const pods = (isFull ? keys.slice(-Math.max(1, limit - 1)) : keys).flatMap((key) => {
		const pod = ledger.readAt<Pod>(key, state.cursor);
		return pod ? [{key, pod}] : [];
	});
	const more = isFull ? [line(`   ${words.more(keys.length - pods.length)}`, 'dim')] : [];
	const shown = podDetails.map((details) => detailed(pods, (pod) => details(pod, words), limit)).find(Boolean);
	const rows = (shown ?? pods.map((one) => ({...one, rows: []}))).flatMap(({key, pod, rows: below}) =>
		[podRow(state, key, pod, columns), ...below].map((row) => aimed(fit(row, columns), {object: key})),
	);
	return [...more, ...rows];
};

/** Pods with the rows below their names; `undefined` if there are more rows than room. */
const detailed = <Shown extends {readonly pod: Pod}>(
	pods: readonly Shown[],
	details: (pod: Pod) => readonly Line[],
	limit: number,
): ReadonlyArray<Shown & {readonly rows: readonly Line[]}> | undefined => {
	const found: Array<Shown & {readonly rows: readonly Line[]}> = [];
	let left = limit - pods.length;
	for (const one of pods) {
		const rows = left < 0 ? [] : details(one.pod);
		left -= rows.length;
		if (left < 0) {
			return undefined;
		}

		found.push({...one, rows});
	}

	return found;
};

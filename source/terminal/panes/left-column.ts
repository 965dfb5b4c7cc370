import {stopOf, type State} from '../state/state.js';
import {areaNames, type Area} from '../../stages/areas.js';
import {areaLabel, areaOf, queueLengths, visits} from './pipeline-map.js';
import {workProgress} from './work-progress.js';
import {cut, line, type Line, type Segment} from '../paint/text.js';
import {aimed} from '../paint/place.js';
import {etcdRevision} from './etcd-revision.js';
import {ageOf, podSummary} from './pod-summary.js';

const detail = (state: State, area: Area, queues: ReturnType<typeof queueLengths>): string => {
	switch (area) {
		case 'etcd': {
			const revision = etcdRevision(state.recording, state.cursor);
			return revision === undefined ? '' : `rev ${revision}`;
		}

		case 'controllers': {
			return `queue ${queues.controllers}`;
		}

		case 'scheduler': {
			return `active ${queues.scheduler}`;
		}

		default: {
			return '';
		}
	}
};

/** The map as a tree: components with their queues, and the steps of the one at work. */
export const componentTree = (state: State, columns: number, limit: number): Line[] => {
	const stop = stopOf(state);
	const here = stop && areaOf(stop);
	const open = here === 'etcd' ? 'apiserver' : here;
	const first = visits(state);
	const queues = queueLengths(state);
	const rows: Line[] = [];
	for (const name of areaNames) {
		const visited = (first.get(name) ?? Number.POSITIVE_INFINITY) <= state.cursor;
		const mark = name === here ? '●' : visited ? '✓' : '·';
		const tone = name === here ? 'here' : visited ? 'good' : 'dim';
		const step = first.get(name);
		const row: Line = [
			{text: ` ${mark} ${areaLabel(state, name).padEnd(13)}`, tone},
			{text: detail(state, name, queues), tone: 'dim'},
		];
		rows.push(step === undefined ? row : aimed(row, {step}));
		if (name === open) {
			rows.push(...partRows(state, columns));
		}

		if (name === 'kubelet') {
			rows.push(...nodeRows(state, columns));
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
		const size = text.length + 2;
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

const nodeRows = (state: State, columns: number): Line[] => {
	const {ledger} = state.recording.kernel;
	const counts = new Map<string, number>();
	for (const [, {spec}] of ledger.entries<{spec?: {nodeName?: string}}>('/registry/pods/', state.cursor)) {
		const node = spec?.nodeName;
		if (node) {
			counts.set(node, (counts.get(node) ?? 0) + 1);
		}
	}

	return ledger.keys('/registry/minions/', state.cursor).map((key) => {
		const name = key.slice(key.lastIndexOf('/') + 1);
		const count = counts.get(name) ?? 0;
		return line(
			`   ${cut(name, columns - 14).padEnd(Math.min(18, columns - 14))} ${count} pod${count === 1 ? '' : 's'}`,
			'dim',
		);
	});
};

/** The Pods with phase and age, the followed one marked; the newest when there are too many. */
export const followedRows = (state: State, columns: number, limit: number): Line[] => {
	const {ledger} = state.recording.kernel;
	const keys = ledger.keys('/registry/pods/', state.cursor);
	const shown = keys.length > limit ? keys.slice(-Math.max(1, limit - 1)) : keys;
	const rows = shown.map((key): Line => {
		const {name, phase, tone, created} = podSummary(ledger.readAt(key, state.cursor));
		const age = ageOf(created, state.recording.stops.get(state.cursor)?.timeMs ?? 0, state.recording);
		const end = `${phase} ${age}`;
		const row: Line = [
			{text: ` ${key === state.object.followed ? '◆' : '·'} `, tone: key === state.object.followed ? 'here' : 'dim'},
			{text: cut(name, columns - end.length - 5).padEnd(Math.max(0, columns - end.length - 4)), tone: 'plain'},
			{text: end, tone},
		];
		return aimed(row, {object: key});
	});
	return keys.length === 0
		? [line(' (none)', 'dim')]
		: shown.length < keys.length
			? [line(`   ${keys.length - shown.length} more; 6 shows all`, 'dim'), ...rows]
			: rows;
};

import type {Stop} from '../../kernel/stop.js';
import type {State} from '../state/state.js';
import type {Line, Segment} from '../paint/text.js';

/** The components of the map, in the order in which a Pod's path meets them, with the stages that belong to each. */
export const mapOf = [
	['kubectl', ['kubectl']],
	['apiserver', ['apiserver']],
	['etcd', ['etcd']],
	['controllers', ['controller', 'endpoints']],
	['scheduler', ['scheduler']],
	['kubelet', ['kubelet', 'cri', 'cni', 'csi', 'container']],
	['net', ['kube-proxy', 'dns', 'ingress', 'mesh', 'traffic']],
] as const satisfies ReadonlyArray<readonly [name: string, prefixes: readonly string[]]>;

export type Area = (typeof mapOf)[number][0];

const prefixOf = (stage: string): string => stage.slice(0, stage.indexOf('.') === -1 ? undefined : stage.indexOf('.'));

/** Whose work it is that several components do: informers, events. */
const processes: ReadonlyArray<readonly [beginning: string, area: Area]> = [
	['kubectl', 'kubectl'],
	['kube-apiserver', 'apiserver'],
	['controller-manager', 'controllers'],
	['kube-scheduler', 'scheduler'],
	['kubelet', 'kubelet'],
	['kube-proxy', 'net'],
	['coredns', 'net'],
	['ingress', 'net'],
	['mesh', 'net'],
	['traffic', 'net'],
];

/** The map's component for a stage; what several do belongs to the process it runs in. */
export const areaOf = (stop: Stop): Area | '' => {
	const prefix = prefixOf(stop.stage);
	return (
		mapOf.find(([, prefixes]) => (prefixes as readonly string[]).includes(prefix))?.[0] ??
		processes.find(([beginning]) => stop.process.startsWith(beginning))?.[1] ??
		''
	);
};

const firstVisits = new WeakMap<object, {from: number; upTo: number; first: Map<string, number>}>();

/** Area → first step at or after `from` that is in it, as far as the tape goes; kept between frames. */
export const visits = (state: State): ReadonlyMap<string, number> => {
	const {stops} = state.recording;
	let known = firstVisits.get(state.recording);
	if (!known || known.from !== state.start) {
		known = {from: state.start, upTo: state.start, first: new Map()};
		firstVisits.set(state.recording, known);
	}

	for (; known.upTo < stops.length; known.upTo++) {
		const stop = stops[known.upTo]!;
		const area = areaOf(stop);
		if (!stop.periodic && !known.first.has(area)) {
			known.first.set(area, known.upTo);
		}
	}

	return known.first;
};

/** Ledger keys of the controllers' work queues. */
export const queueKeys = ({recording: {kernel}, cursor}: State): string[] => {
	const prefix = '/components/controller-manager/';
	return kernel.ledger
		.folders(prefix)
		.map((name) => `${prefix}${name}/queue`)
		.filter((key) => kernel.ledger.readAt(key, cursor) !== undefined);
};

/** How many items wait in the work queues of the controllers, and for the scheduler. */
export const queueLengths = (state: State): {readonly controllers: number; readonly scheduler: number} => {
	const {ledger} = state.recording.kernel;
	let controllers = 0;
	for (const key of queueKeys(state)) {
		controllers += ledger.readAt<{readonly length?: number}>(key, state.cursor)?.length ?? 0;
	}

	const queue = ledger.readAt<{readonly active?: readonly unknown[]}>('/components/kube-scheduler/queue', state.cursor);
	return {controllers, scheduler: queue?.active?.length ?? 0};
};

/** `kubectl ✓ › apiserver ● › etcd · › controllers ·2 …`; closer together where there is less room. */
export const mapLine = (state: State, columns: number): Line => {
	const stop = state.recording.stops[state.cursor];
	const first = visits(state);
	const here = stop && areaOf(stop);
	const queues = queueLengths(state);
	const gap = columns >= 88 ? ' ' : '';
	const between = columns >= 78 ? ' › ' : '›';
	const row: Segment[] = [{text: ' ', tone: 'plain'}];
	for (const [index, [name]] of mapOf.entries()) {
		if (index > 0) {
			row.push({text: between, tone: 'dim'});
		}

		const waiting = name === 'controllers' || name === 'scheduler' ? queues[name] : 0;
		const queue = waiting === 0 ? '' : waiting > 99 ? '+' : String(waiting);
		const visited = (first.get(name) ?? Number.POSITIVE_INFINITY) <= state.cursor;
		const shown = columns < 66 ? (name === here ? name : name.slice(0, 4)) : name;
		row.push(
			name === here
				? {text: `${shown}${gap}●${queue}`, tone: 'here'}
				: visited
					? {text: `${shown}${gap}✓${queue}`, tone: 'good'}
					: {text: `${shown}${gap}·${queue}`, tone: 'dim'},
		);
	}

	return row;
};

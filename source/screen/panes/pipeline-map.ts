import type {Stop} from '../../kernel/stop.js';
import {areaNames, areaOfStage, type Area} from '../../stages/areas.js';
import {tableOf} from '../../stages/language.js';
import {isCalm} from '../state/calm.js';
import type {State} from '../state/state.js';
import {isOnWay, wayKey} from './way.js';
import {width, type Line, type Segment, type Tone} from '../paint/text.js';

/** The component of shared work: informers, events. */
const processes: ReadonlyArray<readonly [beginning: string, area: Area]> = [
	['kubectl', 'kubectl'],
	['kube-apiserver', 'apiserver'],
	['controller-manager', 'controllers'],
	['cluster-autoscaler', 'controllers'],
	['cloud-controller-manager', 'controllers'],
	['kwok-controller', 'controllers'],
	['kube-scheduler', 'scheduler'],
	['kubelet', 'kubelet'],
	['kube-proxy', 'net'],
	['coredns', 'net'],
	['ingress', 'net'],
	['mesh', 'net'],
	['external-dns', 'net'],
	['traffic', 'net'],
];

/** The sign of an area, and its colour: of the work at the cursor, visited before, or not yet visited. */
export const areaMark = (isHere: boolean, isVisited: boolean): readonly [sign: string, tone: Tone] => {
	if (isHere) {
		return ['●', 'here'];
	}

	return isVisited ? ['✓', 'good'] : ['·', 'dim'];
};

/** The map's component for a stop; shared work belongs to its process. `undefined` if the map has no component for it. */
export const areaOf = (stop: Stop): Area | undefined =>
	areaOfStage(stop.stage) ?? processes.find(([beginning]) => stop.process.startsWith(beginning))?.[1];

/** A component of the map in the user's language. */
export const areaLabel = ({setup}: State, area: Area): string => tableOf(setup.language).labels.areas[area];

/** The first step of the tape in each area. */
interface Visits {
	/** The first step to scan … */
	readonly from: number;
	/** The owner of the way. */
	readonly way: string | undefined;
	/** … and how far it has been. */
	upTo: number;
	readonly first: Map<Area | undefined, number>;
}

const firstVisits = new WeakMap<object, Visits>();

/** By area: the first step there of the followed or applied object, as far as the tape extends; kept between frames. */
export const visits = (state: State): ReadonlyMap<Area | undefined, number> => {
	const {stops} = state.recording;
	const way = wayKey(state);
	let known = firstVisits.get(state.recording);
	if (!known || known.from !== state.start || known.way !== way) {
		known = {from: state.start, way, upTo: state.start, first: new Map()};
		firstVisits.set(state.recording, known);
	}

	for (; known.upTo < stops.length; known.upTo++) {
		const stop = stops.get(known.upTo);
		const area = stop && areaOf(stop);
		if (stop && !stop.periodic && (way === undefined || isOnWay(way, stop.object)) && !known.first.has(area)) {
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

/** The number of waiting items in the controllers' work queues and in the scheduler's. */
export const queueLengths = (state: State): {readonly controllers: number; readonly scheduler: number} => {
	const {ledger} = state.recording.kernel;
	let controllers = 0;
	for (const key of queueKeys(state)) {
		controllers += ledger.readAt<{readonly length?: number}>(key, state.cursor)?.length ?? 0;
	}

	const queue = ledger.readAt<{readonly active?: readonly unknown[]}>('/components/kube-scheduler/queue', state.cursor);
	return {controllers, scheduler: queue?.active?.length ?? 0};
};

/** A component in the map's row: where it begins, and how it is drawn. */
interface MapCell {
	readonly area: Area;
	/** Columns before it. */
	readonly from: number;
	readonly segment: Segment;
}

/** The components of the map from left to right; closer together on narrow screens. */
export const mapCells = (state: State, columns: number): readonly MapCell[] => {
	const stop = state.recording.stops.get(state.cursor);
	const first = visits(state);
	const here = stop && !isCalm(state) ? areaOf(stop) : undefined;
	const queues = queueLengths(state);
	const gap = columns >= 88 ? ' ' : '';
	let from = 1;
	return areaNames.map((area): MapCell => {
		const waiting = area === 'controllers' || area === 'scheduler' ? queues[area] : 0;
		const length = waiting > 99 ? '+' : String(waiting);
		const queue = waiting === 0 ? '' : length;
		const step = first.get(area);
		const visited = (step ?? Number.POSITIVE_INFINITY) <= state.cursor;
		const label = areaLabel(state, area);
		const shown = columns < 66 && area !== here ? label.slice(0, 4) : label;
		const [mark, tone] = areaMark(area === here, visited);
		const text = `${shown}${gap}${mark}${queue}`;
		const cell = {area, from, segment: {text, tone, ...(step === undefined ? {} : {target: {step}})}};
		from += width(text) + width(between(columns));
		return cell;
	});
};

/** Between two components of the map. */
const between = (columns: number): string => (columns >= 78 ? ' › ' : '›');

/** `kubectl ✓ › apiserver ● › etcd · › controllers ·2 …`. */
export const mapLine = (state: State, columns: number): Line => [
	{text: ' ', tone: 'plain'},
	...mapCells(state, columns).flatMap(({segment}, index): Segment[] =>
		index === 0 ? [segment] : [{text: between(columns), tone: 'dim'}, segment],
	),
];

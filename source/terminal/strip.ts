import type {Frame, Stop} from '../kernel/stop.js';
import type {State} from './state.js';
import {cut, width, type Line, type Segment} from './text.js';

/** The components of the map, in the order in which a Pod's path meets them, with the stages that belong to each. */
export const mapOf = [
	['kubectl', ['kubectl']],
	['apiserver', ['apiserver']],
	['etcd', ['etcd']],
	['controllers', ['controller', 'endpoints', 'informer']],
	['scheduler', ['scheduler']],
	['kubelet', ['kubelet', 'cri', 'cni', 'csi', 'container']],
	['net', ['kube-proxy', 'dns', 'ingress', 'mesh', 'traffic']],
] as const satisfies ReadonlyArray<readonly [name: string, prefixes: readonly string[]]>;

export type Area = (typeof mapOf)[number][0];

const prefixOf = (stage: string): string => stage.slice(0, stage.indexOf('.') === -1 ? undefined : stage.indexOf('.'));

/** The map's component for a stage; an informer belongs to the process it runs in. */
export const areaOf = (stop: Stop): Area | '' => {
	const prefix = prefixOf(stop.stage);
	if (prefix === 'informer') {
		return stop.process.startsWith('kube-scheduler')
			? 'scheduler'
			: stop.process.startsWith('kubelet')
				? 'kubelet'
				: stop.process.startsWith('controller-manager')
					? 'controllers'
					: 'net';
	}

	return mapOf.find(([, prefixes]) => (prefixes as readonly string[]).includes(prefix))?.[0] ?? '';
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

/** How many items wait in the work queues of the controllers, and for the scheduler. */
export const queueLengths = (state: State): {readonly controllers: number; readonly scheduler: number} => {
	const {ledger} = state.recording.kernel;
	let controllers = 0;
	for (const key of ledger.keys('/components/controller-manager/', state.cursor)) {
		if (key.endsWith('/queue')) {
			controllers += ledger.readAt<{readonly length?: number}>(key, state.cursor)?.length ?? 0;
		}
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

type Part = readonly [label: string, prefixes: readonly string[]];

const strips: Readonly<Record<string, readonly Part[]>> = {
	kubectl: [
		['kubeconfig', ['kubectl.kubeconfig']],
		['parse', ['kubectl.parse', 'kubectl.generate']],
		['discover', ['kubectl.discover']],
		['negotiate', ['kubectl.negotiate']],
		['validate', ['kubectl.validate']],
		['request', ['kubectl.request']],
		['print', ['kubectl.print']],
	],
	apiserver: [
		['route', ['apiserver.route']],
		['authn', ['apiserver.authenticate']],
		['authz', ['apiserver.authorize']],
		['decode', ['apiserver.decode', 'apiserver.default']],
		['mutate', ['apiserver.admit.mutate']],
		['validate', ['apiserver.validate']],
		['admit', ['apiserver.admit.validate']],
		['store', ['apiserver.store', 'etcd.txn']],
		['respond', ['apiserver.respond']],
	],
	scheduler: [
		['queue', ['scheduler.queue']],
		['prefilter', ['scheduler.prefilter']],
		['filter', ['scheduler.filter']],
		['postfilter', ['scheduler.postfilter']],
		['score', ['scheduler.prescore', 'scheduler.score']],
		['select', ['scheduler.select']],
		['reserve', ['scheduler.reserve', 'scheduler.permit', 'scheduler.prebind']],
		['bind', ['scheduler.bind']],
	],
	kubelet: [
		['sync', ['kubelet.sync']],
		['admit', ['kubelet.admit']],
		['cgroup', ['kubelet.cgroup', 'kubelet.directories']],
		['volumes', ['kubelet.volumes', 'csi']],
		['sandbox', ['cri.RunPodSandbox', 'cni']],
		['pull', ['kubelet.pull', 'cri.PullImage']],
		['create', ['cri.CreateContainer']],
		['start', ['cri.StartContainer']],
		['probe', ['kubelet.probe']],
		['status', ['kubelet.status']],
		['kill', ['kubelet.kill', 'cri.StopContainer', 'kubelet.hook']],
	],
};

const within = (stage: string, prefixes: readonly string[]): boolean =>
	prefixes.some((prefix) => stage === prefix || stage.startsWith(`${prefix}.`));

/** How far the strip looks: a request or a sync is never longer. */
const horizon = 400;

/** The request or the piece of work that a stop belongs to: its title, and its stops before and after this one. */
const workOf = (state: State, stop: Stop, area: string) => {
	const {stops} = state.recording;
	const behind: Stop[] = [];
	const ahead: Stop[] = [];
	if (area === 'apiserver') {
		// A request is a frame: everything in it belongs to it.
		let request: Frame | undefined;
		for (let frame = stop.frame; frame && !request; frame = frame.parent) {
			request = /^[A-Z]+ \//.test(frame.name) ? frame : undefined;
		}

		const inside = (candidate: Stop): boolean => {
			for (let frame = candidate.frame; frame; frame = frame.parent) {
				if (frame === request) {
					return true;
				}
			}

			return false;
		};

		const from = request?.step ?? Math.max(0, stop.step - horizon);
		for (let step = from; step < Math.min(stops.length, stop.step + horizon); step++) {
			const candidate = stops[step]!;
			if (candidate.process === stop.process && (!request || inside(candidate))) {
				(step <= stop.step ? behind : ahead).push(candidate);
			}
		}

		return {title: request?.name ?? stop.process, behind, ahead};
	}

	for (let step = stop.step; step >= Math.max(0, stop.step - horizon); step--) {
		const candidate = stops[step]!;
		if (candidate.process === stop.process) {
			if (candidate.cause !== stop.cause && candidate.object !== stop.object) {
				break;
			}

			behind.push(candidate);
		}
	}

	return {title: stop.process, behind, ahead};
};

/** The steps of the work that is being done: what is behind is marked, of the one at work it is said how far it is. */
export const stripParts = (
	state: State,
	stop: Stop | undefined,
): {readonly title: string; readonly parts: readonly Segment[]} => {
	const area = stop ? (areaOf(stop) === 'etcd' ? 'apiserver' : areaOf(stop)) : '';
	const parts = strips[area];
	if (!stop || !parts) {
		return {title: stop?.process ?? '', parts: []};
	}

	const {title, behind, ahead} = workOf(state, stop, area);
	const short = title.replace(/ \/(?:api\/v1|apis\/[^/]+\/[^/]+)\/(?:namespaces\/[^/]+\/)?/, ' ').replace(/\?.*$/, '');
	const shown: Segment[] = [];
	for (const [label, prefixes] of parts) {
		const mine = behind.filter((candidate) => within(candidate.stage, prefixes));
		const refused = mine.some(({outcome}) => outcome === 'refused' || outcome === 'failed');
		if (within(stop.stage, prefixes)) {
			const total = mine.length + ahead.filter((candidate) => within(candidate.stage, prefixes)).length;
			const count = total > 1 && area === 'apiserver' ? ` ${mine.length}/${total}` : '';
			shown.push({text: `${label} ${refused ? '✗' : '●'}${count}`, tone: refused ? 'bad' : 'here'});
		} else if (mine.length > 0) {
			shown.push({text: `${label} ${refused ? '✗' : '✓'}`, tone: refused ? 'bad' : 'good'});
		} else {
			shown.push({text: label, tone: 'dim'});
		}
	}

	return {title: short, parts: shown};
};

/** The same in one row: ` POST pods  route ✓  authn ✓  mutate ● 3/9  validate  admit  store`. */
export const stripLine = (state: State, stop: Stop | undefined, columns: number): Line => {
	const {title, parts} = stripParts(state, stop);
	const titleRoom = parts.length === 0 ? columns - 2 : Math.max(10, Math.floor(columns / 3));
	const shown = title.startsWith('kubectl/') ? '' : cut(title, titleRoom);
	const room = columns - 1 - (shown === '' ? 0 : width(shown) + 2);
	const wide = parts.reduce((sum, {text}) => sum + width(text) + 2, -2) <= room;
	return [
		{text: shown === '' ? ' ' : ` ${shown}  `, tone: 'title'},
		...parts.flatMap((part, index): Segment[] =>
			index === 0 ? [part] : [{text: wide ? '  ' : ' ', tone: 'plain'}, part],
		),
	];
};

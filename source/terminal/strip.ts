import type {Stop} from '../kernel/stop.js';
import type {State} from './state.js';
import type {Line, Segment} from './text.js';

/** The components of the map, in the order in which a Pod's path meets them, with the stages that belong to each. */
export const mapOf: ReadonlyArray<readonly [name: string, prefixes: readonly string[]]> = [
	['kubectl', ['kubectl']],
	['apiserver', ['apiserver']],
	['etcd', ['etcd']],
	['controllers', ['controller', 'endpoints', 'informer']],
	['scheduler', ['scheduler']],
	['kubelet', ['kubelet', 'cri', 'cni', 'csi', 'container']],
	['net', ['kube-proxy', 'dns', 'ingress', 'mesh', 'traffic']],
];

const prefixOf = (stage: string): string => stage.slice(0, stage.indexOf('.') === -1 ? undefined : stage.indexOf('.'));

/** The map's component for a stage; an informer belongs to the process it runs in. */
export const areaOf = (stop: Stop): string => {
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

	return mapOf.find(([, prefixes]) => prefixes.includes(prefix))?.[0] ?? '';
};

const firstVisits = new WeakMap<object, {from: number; upTo: number; first: Map<string, number>}>();

/** Area → first step at or after `from` that is in it, as far as the tape goes; kept between frames. */
const visits = (state: State): ReadonlyMap<string, number> => {
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

/** `kubectl ✓ › apiserver ● › etcd · …` */
export const mapLine = (state: State, stop: Stop | undefined): Line => {
	const first = visits(state);
	const here = stop && areaOf(stop);
	const row: Segment[] = [{text: ' ', tone: 'plain'}];
	for (const [index, [name]] of mapOf.entries()) {
		if (index > 0) {
			row.push({text: ' › ', tone: 'dim'});
		}

		const visited = (first.get(name) ?? Number.POSITIVE_INFINITY) <= state.cursor;
		row.push(
			name === here
				? {text: `${name} ●`, tone: 'here'}
				: visited
					? {text: `${name} ✓`, tone: 'good'}
					: {text: `${name} ·`, tone: 'dim'},
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

/** How far back the strip looks for what is behind: a request or a sync is never longer. */
const horizon = 400;

/** The steps of the work that is being done, what is behind marked: `route ✓  authn ✓  mutate ● 3  store`. */
export const stripLine = (state: State, stop: Stop | undefined): Line => {
	const area = stop ? (areaOf(stop) === 'etcd' ? 'apiserver' : areaOf(stop)) : '';
	const parts = strips[area];
	if (!stop || !parts) {
		return [{text: stop ? ` ${stop.process}` : '', tone: 'dim'}];
	}

	// A request's strip begins at its frame; anything else at the process's latest wait for a message.
	let from = Math.max(0, stop.step - horizon);
	let title = stop.process;
	if (area === 'apiserver') {
		for (let frame = stop.frame; frame; frame = frame.parent) {
			if (/^[A-Z]+ \//.test(frame.name)) {
				from = frame.step;
				title = frame.name;
				break;
			}
		}
	}

	const behind: Stop[] = [];
	for (let step = stop.step; step >= from; step--) {
		const candidate = state.recording.stops[step]!;
		if (candidate.process === stop.process) {
			if (area !== 'apiserver' && candidate.cause !== stop.cause && candidate.object !== stop.object) {
				break;
			}

			behind.push(candidate);
		}
	}

	const short = title.replace(/ \/(?:api\/v1|apis\/[^/]+\/[^/]+)\/(?:namespaces\/[^/]+\/)?/, ' ');
	const row: Segment[] = [{text: ` ${short}  `, tone: 'title'}];
	for (const [label, prefixes] of parts) {
		const count = behind.filter((candidate) => within(candidate.stage, prefixes)).length;
		const here = within(stop.stage, prefixes);
		const refused = behind.some((candidate) => within(candidate.stage, prefixes) && candidate.outcome === 'refused');
		row.push(
			here
				? {text: `${label} ${refused ? '✗' : '●'}${count > 1 ? ` ${count}` : ''}  `, tone: refused ? 'bad' : 'here'}
				: count > 0
					? {text: `${label} ✓  `, tone: 'good'}
					: {text: `${label}  `, tone: 'dim'},
		);
	}

	return row;
};

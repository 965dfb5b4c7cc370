import type {Pod} from '../../../objects/kubernetes.generated.js';
import {getOrInsert} from '../../../kernel/get-or-insert.js';
import {podSummary} from '../pod-summary.js';
import {podsByNode} from '../pods-by-node.js';
import {serviceSummaries, type ServiceSummary} from './services.js';
import {joinHostPort} from '../../../objects/host-port.js';
import {consumersOf} from '../../state/consumers.js';
import type {State} from '../../state/state.js';
import {about, acting, roleRows, row, say, type View} from './component-boxes.js';
import {boxOfProcess, type Box, type BoxPod, type BoxRoutes, type BoxRow} from './boxes.js';
import {underWay} from './lights.js';
import {nameInKey} from '../../../objects/resources.js';
import {isCalm} from '../../state/calm.js';
import {whileUnwritten} from '../../../debugger/writes-under.js';
import {wordsOf} from '../../words/words.js';

/** The short name of an actor on a node: `kubelet`, `kube-proxy`, `container`. */
const actorOf = (process: string): string => process.split('/')[0] ?? process;

interface NodeLike {
	readonly spec?: {readonly unschedulable?: boolean};
	readonly status?: {readonly conditions?: ReadonlyArray<{readonly type: string; readonly status: string}>};
}

/** The work of a node's kubelet: at this stop, or since an earlier one. */
const kubeletRow = (view: View, node: string, acts: boolean): BoxRow => {
	const {scene} = view;
	const {stop, state} = scene;
	const words = wordsOf(state).board;
	if (acts && stop) {
		return acting(view, `${actorOf(stop.process)} `);
	}

	const calls = [...scene.latest.values()].find(
		({process, facts, stage}) =>
			process.startsWith(`kubelet/${node}/`) && facts?.case === 'call' && stage.startsWith('cri.'),
	);
	const request = underWay(scene).find(({stop: {process}}) => boxOfProcess(process) === `node/${node}`);
	if (request) {
		return row(8, say(words.kubeletWaits, 'warn'), say(request.words, 'warn'));
	}

	if (calls) {
		return row(8, say(`kubelet ${calls.stage.slice(4)}…`, 'warn'));
	}

	return row(6, say(words.kubeletIdle, 'dim'));
};

const remembered = whileUnwritten<ReadonlyMap<string, readonly BoxPod[]>>();

/** The Pods of each node, without the followed one. */
const boxPods = (state: State): ReadonlyMap<string, readonly BoxPod[]> =>
	remembered(state.recording, '/registry/pods/', state.cursor, '', () => {
		const boxPod = (key: string, pod: Pod): BoxPod => {
			const {name, phase, ready, tone} = podSummary(pod);
			return {key, name, phase, ready, tone, followed: false};
		};

		return new Map([...podsByNode(state)].map(([node, pods]) => [node, pods.map(([key, pod]) => boxPod(key, pod))]));
	});

/** The nodes, each with its kubelet, its number of Pods, and the Pods. */
export const nodeBoxes = (view: View): readonly Box[] => {
	const {state} = view.scene;
	const {ledger} = state.recording.kernel;
	const words = wordsOf(state).board;
	const pods = boxPods(state);

	return ledger.entries<NodeLike>('/registry/minions/', state.cursor).map(([key, {spec, status}]): Box => {
		const name = nameInKey(key);
		const {acts, holds} = about(view, `node/${name}`);
		const mine = pods.get(name) ?? [];
		const ready = status?.conditions?.find(({type}) => type === 'Ready')?.status === 'True';
		return {
			id: `node/${name}`,
			title: name,
			role: words.roles.node,
			note: words.pods(mine.length),
			acts,
			holds,
			named: mine.some(({key: podKey}) => podKey === view.token?.key),
			flow: [],
			rows: [
				...(ready ? [] : [row(9, say('NotReady', 'bad'))]),
				...(spec?.unschedulable ? [row(7, say(words.cordoned, 'warn'))] : []),
				...(isCalm(state) && mine.length === 0 ? roleRows(view, 'node') : [kubeletRow(view, name, acts)]),
			],
			pods: mine.map((pod): BoxPod => (pod.key === view.token?.key ? {...pod, followed: true} : pod)),
			inside: {view: 'cluster', node: key},
		};
	});
};

interface Labelled {
	readonly metadata?: {readonly labels?: Readonly<Record<string, string>>};
	readonly spec?: {readonly template?: Labelled};
}

const hostsOf = new WeakMap<ReadonlySet<string>, ReadonlySet<string>>();

/** Addresses without ports. The list is the same object while a component uses the same endpoints. */
const withoutPorts = (used: ReadonlySet<string>): ReadonlySet<string> =>
	getOrInsert(hostsOf, used, () => new Set([...used].map((one) => one.slice(0, one.lastIndexOf(':') + 1))));

/** The endpoints of a Service that each routing component uses, at the cursor. */
const routesOf = ({recording, cursor}: State, {namespace, name, addresses}: ServiceSummary): BoxRoutes => {
	const hosts = addresses.map(({address}) => joinHostPort(address, ''));
	return {
		endpoints: addresses,
		consumers: consumersOf(recording.kernel.ledger, `${namespace}/${name}`, cursor).map((consumer) => {
			const used = withoutPorts(consumer.usedAt(cursor));
			return {name: consumer.name, uses: hosts.map((host) => used.has(host))};
		}),
	};
};

/** The Service of the followed Pod, with the number of its ready endpoints. */
export const networkBox = (view: View): Box => {
	const {scene, token} = view;
	const {state, stop} = scene;
	const words = wordsOf(state).board;
	const {acts, holds} = about(view, 'network');
	const followed = state.recording.kernel.ledger.readAt<Labelled>(token?.key ?? '', state.cursor);
	const labels = followed?.spec?.template?.metadata?.labels ?? followed?.metadata?.labels ?? {};
	const [first, ...others] = serviceSummaries(state, labels);
	const none = isCalm(state) ? roleRows(view, 'services') : [row(3, say(words.noneYet, 'dim'))];
	return {
		id: 'network',
		role: words.roles.services,
		title: first ? `Service ${first.name}` : 'Services',
		...(first ? {short: `svc/${first.name}`} : {}),
		acts,
		holds,
		flow: [],
		rows: [
			...(acts && stop ? [row(10, say(`● ${actorOf(stop.process)}`, 'here'))] : []),
			...(first
				? [
						row(
							8,
							say(
								words.ready(first.ready, first.endpoints),
								first.ready === first.endpoints && first.ready > 0 ? 'good' : 'warn',
							),
						),
						// Half an address is not an address.
						row(4, say(first.clusterIP, 'dim', [''])),
					]
				: none),
			...(others.length > 0 ? [row(3, say(`+${others.length} Services`, 'dim'))] : []),
		],
		...(first ? {routes: routesOf(state, first)} : {}),
		inside: {view: 'network'},
	};
};

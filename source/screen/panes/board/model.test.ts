import test from 'ava';
import {stateOn} from '../../../testing/screens.js';
import type {Stop} from '../../../kernel/stop.js';
import {plainText} from '../../paint/text.js';
import {changed, type State} from '../../state/state.js';
import type {BoxId} from './boxes.js';
import {boardOf, type Board} from './model.js';

const pod = stateOn('pod');
const shop = stateOn('shop');

/** The board at the first stop of a run that matches. */
const boardAt = (state: State, matches: (stop: Stop) => boolean): Board => {
	const step = state.recording.stops.find(matches, state.start)?.step;
	return boardOf({...state, cursor: step ?? -1});
};

const at =
	(stage: string, process = '', object = '') =>
	(stop: Stop): boolean =>
		stop.stage === stage && stop.process.startsWith(process) && (stop.object ?? '').startsWith(object);

const web = '/registry/pods/default/web';
const posts = (stop: Stop): boolean =>
	stop.stage === 'apiserver.authenticate' &&
	(stop.frame?.parent ?? stop.frame)?.name === 'POST /api/v1/namespaces/default/pods';

/** The active box at each stop, the place of the Pod, and the arrivals on lines. */
const story: ReadonlyArray<
	readonly [name: string, matches: (stop: Stop) => boolean, acts: BoxId, place: BoxId, arrives: string | undefined]
> = [
	['kubectl reads its configuration', at('kubectl.kubeconfig'), 'kubectl', 'file', undefined],
	['kubectl reads the file', at('kubectl.parse'), 'kubectl', 'kubectl', 'file → web.yaml'],
	['kubectl sends', at('kubectl.request', '', web), 'kubectl', 'kubectl', undefined],
	['the request arrives', posts, 'apiserver', 'apiserver', 'kubectl → POST pods'],
	['a plug-in changes it', at('apiserver.admit.mutate.ServiceAccount'), 'apiserver', 'apiserver', undefined],
	['etcd stores it', at('etcd.txn', 'kubectl', web), 'etcd', 'etcd', '→ etcd pod/web revision 289'],
	['the watch cache learns of it', at('apiserver.watch', '', web), 'apiserver', 'etcd', 'etcd → revision 289 pod/web'],
	[
		'kubectl is answered',
		at('apiserver.respond', 'kubectl', `${web}`),
		'apiserver',
		'kubectl',
		'→ kubectl 404 NotFound',
	],
	[
		'the scheduler is told',
		at('informer.deliver', 'kube-scheduler', web),
		'scheduler',
		'etcd',
		'→ scheduler ADDED pod/web',
	],
	['the scheduler filters', at('scheduler.filter.NodeName'), 'scheduler', 'scheduler', undefined],
	['the binding is written', at('etcd.txn', 'kube-scheduler/bind', web), 'etcd', 'etcd', '→ etcd pod/web revision 290'],
	[
		'the kubelet is told',
		at('informer.deliver', 'kubelet/node-a', web),
		'node/node-a',
		'etcd',
		'→ node/node-a ADDED pod/web',
	],
	['the kubelet admits it', at('kubelet.admit'), 'node/node-a', 'node/node-a', undefined],
	['the container starts', at('cri.StartContainer'), 'node/node-a', 'node/node-a', undefined],
	[
		'CoreDNS publishes the Service',
		at('dns.update', '', '/registry/services/specs/default/web'),
		'network',
		'node/node-a',
		undefined,
	],
];

for (const [name, matches, acts, place, arrives] of story) {
	test(`${name}: ${acts} acts, the Pod is at ${place}, ${arrives ?? 'nothing'} arrives`, (t) => {
		const {boxes, token, links} = boardAt(pod, matches);
		t.deepEqual(
			boxes.filter((box) => box.acts).map(({id}) => id),
			[acts],
		);
		t.is(token?.place, place);
		const lit = links.filter(({light}) => light === 'lit');
		t.deepEqual(
			lit.map(({box, outward, label}) => (outward ? `→ ${box} ${label}` : `${box} → ${label}`)),
			arrives === undefined ? [] : [arrives],
		);
	});
}

const rowsOfBox = ({boxes}: Board, id: BoxId): readonly string[] =>
	boxes.find((box) => box.id === id)?.rows.map(({parts}) => plainText(parts)) ?? [];

const serverOf = (board: Board): readonly [head: string, chain: string, ...rows: string[]] => {
	const server = board.boxes.find(({id}) => id === 'apiserver');
	return [
		plainText(server?.head ?? []),
		(server?.flow ?? []).map(({text}) => text).join(' '),
		...rowsOfBox(board, 'apiserver'),
	];
};

test('the apiserver shows the chain of the request about the followed object until it is answered, and another request beside it', (t) => {
	t.deepEqual(serverOf(boardAt(shop, at('apiserver.audit', 'controller-manager/deployment/events'))), [
		'POST pods from replicaset',
		'authn ✓ authz ✓ route ✓ decode ✓ mutate ✓ validate ✓ admit ✓ store ● 2/3 respond',
		'● POST events from deployment  audit',
	]);
});

test('once it is answered, the chain is that of the request at work', (t) => {
	t.deepEqual(serverOf(boardAt(pod, at('apiserver.authorize', 'kubelet/node-a/pod'))), [
		'POST serviceaccounts/default/token from kubelet/node-a',
		'authn ✓ authz ● route decode mutate validate admit store respond',
		'✓ POST pods/web/binding from scheduler',
	]);
});

test('a box whose work fails has a mark for it', (t) => {
	const refused = boardAt(pod, (stop) => stop.stage === 'apiserver.respond' && stop.outcome === 'refused');
	t.is(serverOf(refused)[1].split(' ').slice(-2).join(' '), 'respond ✗');
	const stalled = stateOn('stalled');
	t.deepEqual(rowsOfBox(boardOf(stalled), 'scheduler').slice(0, 1), ['✗ postfilter']);
});

test('who waits for an answer has an open line', (t) => {
	const {links} = boardAt(pod, at('etcd.txn', 'kubectl', web));
	t.deepEqual(
		links.filter(({light}) => light === 'open').map(({box}) => box),
		['kubectl'],
	);
});

test('the Service says how many of its endpoints are ready', (t) => {
	const end = boardOf({...pod, cursor: pod.recording.stops.length - 1});
	t.deepEqual(rowsOfBox(end, 'network'), ['1 of 1 ready', '10.96.140.104']);
	t.is(end.boxes.find(({id}) => id === 'node/node-a')?.note, '1 Pod');
});

test('of a Deployment the token becomes the ReplicaSet, then its first Pod, which has no name before the apiserver gives it one', (t) => {
	const labels: string[] = [];
	for (const {step, periodic} of shop.recording.stops.slice(shop.start)) {
		const {token} = periodic ? {token: undefined} : boardOf({...shop, cursor: step});
		if (token && token.label !== labels.at(-1)) {
			labels.push(token.label);
		}
	}

	t.deepEqual(labels, [
		'command',
		'deployment/shop',
		'replicaset/shop-75d94c6dd5',
		'new pod',
		'pod/shop-75d94c6dd5-cks6k',
	]);
});

test('the token is what the user follows, if anything is followed', (t) => {
	const followed = changed(shop, 'object', {followed: '/registry/services/specs/default/shop'});
	const {token} = boardOf({...followed, cursor: shop.recording.stops.length - 1});
	t.is(token?.label, 'service/shop');
});

test('the board at a stop is the same, whatever is recorded beyond', (t) => {
	const step = shop.start + 120;
	const whole = boardOf({...shop, cursor: step});
	const branch = shop.recording.branch(step);
	const short = boardOf({...shop, recording: branch, cursor: step});
	// How many steps of a kind a request has is known once they are recorded.
	const uncounted = ({boxes}: Board) =>
		boxes.map((box) => ({...box, flow: box.flow.map(({text}) => text.replace(/ \d+\/\d+$/, ''))}));
	t.deepEqual(uncounted(short), uncounted(whole));
	t.deepEqual(short.links, whole.links);
	t.deepEqual(short.token, whole.token);
});

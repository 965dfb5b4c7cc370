import {addressAt, type PodAddress} from '../addresses.js';
import type {Kernel} from '../../kernel/kernel.js';
import type {TrafficClient} from '../../objects/traffic-client.js';
import {equal} from '../../kernel/equality.js';
import {active, sleep, type Routine} from '../../kernel/routine.js';
import type {Loss, LossResult} from '../../stages/facts/network/traffic.js';
import {frame, note} from '../../stages/note.js';
import {splitHostPort} from '../../objects/host-port.js';
import {isRulesKey} from '../proxy/node-rules.js';
import {nodeRequester, outsideRequester, podRequester} from './requesters.js';
import {routeThroughIngress, routeToService} from './route.js';
import {parseTarget, type Choose, type Remembered, type Requester, type Way} from './way.js';

interface TrafficOptions {
	readonly clients: readonly TrafficClient[];
	/** The network plug-in does not enforce NetworkPolicies. */
	readonly ignoresPolicies?: boolean;
}

interface Client extends TrafficClient {
	readonly ignoresPolicies: boolean | undefined;
}

/** The results of a client's requests, in the ledger under `/network/traffic/<client>`. */
export interface TrafficCount {
	readonly target: string;
	readonly node: string;
	readonly sent: number;
	readonly answered: number;
	readonly refused: number;
	readonly reset: number;
	readonly timedOut: number;
	/** Lost before they were sent anywhere: no such name, no such route. */
	readonly failed: number;
	readonly inFlight: number;
	/** Answers by `namespace/pod`. */
	readonly byPod: Readonly<Record<string, number>>;
	/** The reasons of lost requests, with the number for each. */
	readonly losses: ReadonlyArray<{readonly loss: Loss; readonly count: number}>;
	readonly last?: {readonly result: 'answered' | LossResult; readonly loss?: Loss; readonly timeMs: number};
}

/** Ledger key of a client's counts. */
const trafficKey = (client: string): string => `/network/traffic/${client}`;

/**
Starts clients that send one request after another, to show when a client gets no response. A request uses the state at its time: the name,
the rules of its node, even outdated ones, and the process in the Pod. It takes time, and fails if the process ends before its response.
Losses, and the first response after one, are not housekeeping.
*/
export const startTraffic = (kernel: Kernel, {clients, ignoresPolicies}: TrafficOptions): void => {
	for (const client of clients) {
		kernel.spawn(`traffic/${client.name}`, 'traffic', () => run(kernel, {...client, ignoresPolicies}));
	}
};

function* run(kernel: Kernel, client: Client): Routine {
	const everyMs = client.everyMs ?? 100;
	kernel.ledger.write(trafficKey(client.name), {
		target: client.target,
		node: client.node ?? '',
		sent: 0,
		answered: 0,
		refused: 0,
		reset: 0,
		timedOut: 0,
		failed: 0,
		inFlight: 0,
		byPod: {},
		losses: [],
	} satisfies TrafficCount);
	yield* note('traffic.start', {client: client.name, target: client.target, everyMs});
	for (let number = 1; ; number++) {
		kernel.spawn(
			`traffic/${client.name}/${number}`,
			'traffic',
			() => frame({name: `request ${number} of ${client.name}`}, request(kernel, client, number)),
			{child: true},
		);
		yield* sleep(everyMs, {periodic: true});
	}
}

const timeoutMs = 1000;

function* request(kernel: Kernel, client: Client, number: number): Routine {
	const {ledger} = kernel;
	const key = trafficKey(client.name);
	const random = kernel.random(`traffic/${client.name}`);
	const choose: Choose = (items) => (items.length === 0 ? undefined : items[random.below(items.length)]);
	const sender = requesterOf(kernel, client);
	const from = sender && {...sender, ignoresPolicies: client.ignoresPolicies};
	const node = from?.node ?? '';
	const way = from ? wayOf(ledger, client, from, choose) : nobodySends(client);
	if (way.memory) {
		const {key: memory, endpoint, seconds} = way.memory;
		// Each request counts separately.
		ledger.write(memory, {endpoint, untilMs: kernel.now + seconds * 1000} satisfies Remembered);
	}

	count(kernel, key, (before) => ({node, sent: before.sent + 1, inFlight: before.inFlight + 1}));
	yield* note('traffic.request', {
		client: client.name,
		number,
		node: node === '' ? undefined : node,
		hops: way.hops,
		endpoint: way.endpoint,
	});
	const {lost} = way;
	const answeredMs = client.durationMs ?? 30;
	const lostMs = lost?.result === 'timedOut' ? timeoutMs : 1;
	yield* sleep(lost ? lostMs : answeredMs, {periodic: true});
	const outcome = lost ?? cutOff(way, addressOf(ledger, way));
	yield* outcome ? tellLoss(kernel, client, number, way, outcome) : tellAnswer(kernel, client, number, way);
}

/** The present sender of the requests of a client; `undefined` while its Pod does not run. */
const requesterOf = (kernel: Kernel, client: Client): Requester | undefined => {
	const {ledger, now} = kernel;
	const {name, pod} = client;
	if (client.viaIngress || client.outside) {
		return outsideRequester(name, now);
	}

	if (pod !== undefined) {
		const [namespace = '', podName = ''] = pod.includes('/') ? pod.split('/') : ['default', pod];
		const found = podRequester(ledger, namespace, podName, now);
		return found && {...found, name};
	}

	const node = client.node ?? (ledger.read<TrafficCount>(trafficKey(name))?.node || firstNode(kernel));
	return nodeRequester(ledger, node, name, now);
};

const wayOf = (ledger: Kernel['ledger'], client: TrafficClient, from: Requester, choose: Choose): Way =>
	client.viaIngress
		? routeThroughIngress(ledger, from, parseTarget(client.target), choose)
		: routeToService(ledger, from, parseTarget(client.target), choose);

const nobodySends = ({pod = ''}: TrafficClient): Way => ({
	hops: [],
	lost: {result: 'failed', loss: {case: 'no-client', pod}},
});

const firstNode = (kernel: Kernel): string =>
	kernel.ledger
		.keys('/nodes/')
		.find((key) => isRulesKey(key))
		?.split('/')[2] ?? '';

/** Whether the answering process ended while the request was in progress. */
const cutOff = (way: Way, now: PodAddress | undefined): NonNullable<Way['lost']> | undefined => {
	const {address} = way;
	const {port} = splitHostPort(way.endpoint ?? '');
	if (!address || (now?.uid === address.uid && now.listeners.some((listener) => listener.port === port))) {
		return undefined;
	}

	return {result: 'reset', loss: {case: 'cut-off', pod: `${address.namespace}/${address.pod}`}};
};

/** The present listener at the address of a request. */
const addressOf = (ledger: Kernel['ledger'], {endpoint = ''}: Way): PodAddress | undefined => {
	const {ip, port} = splitHostPort(endpoint);
	return addressAt(ledger, ip, port);
};

const count = (kernel: Kernel, key: string, change: (before: TrafficCount) => Partial<TrafficCount>): void => {
	const before = kernel.ledger.read<TrafficCount>(key);
	if (before) {
		kernel.ledger.write(key, {...before, ...change(before)});
	}
};

function* tellAnswer(kernel: Kernel, client: Client, number: number, {address}: Way): Routine {
	const key = trafficKey(client.name);
	const last = kernel.ledger.read<TrafficCount>(key)?.last?.result;
	const pod = address ? `${address.namespace}/${address.pod}` : client.target;
	if (last !== 'answered') {
		yield* active();
	}

	count(kernel, key, (before) => ({
		answered: before.answered + 1,
		inFlight: before.inFlight - 1,
		byPod: {...before.byPod, [pod]: (before.byPod[pod] ?? 0) + 1},
		last: {result: 'answered', timeMs: kernel.now},
	}));
	yield* note('traffic.answered', {client: client.name, number, pod, endpoint: address, last}, {outcome: 'passed'});
}

/** The counts of losses with one more. */
const withLoss = (losses: TrafficCount['losses'], loss: Loss): TrafficCount['losses'] =>
	losses.some((one) => equal(one.loss, loss))
		? losses.map((one) => (equal(one.loss, loss) ? {loss, count: one.count + 1} : one))
		: [...losses, {loss, count: 1}];

function* tellLoss(
	kernel: Kernel,
	client: TrafficClient,
	number: number,
	way: Way,
	{result, loss}: NonNullable<Way['lost']>,
): Routine {
	yield* active();
	const key = trafficKey(client.name);
	count(kernel, key, (before) => ({
		[result]: before[result] + 1,
		inFlight: before.inFlight - 1,
		losses: withLoss(before.losses, loss),
		last: {result, loss, timeMs: kernel.now},
	}));
	yield* note(
		'traffic.lost',
		{client: client.name, number, result, loss, hops: way.hops, endpoint: way.endpoint},
		{outcome: 'failed'},
	);
}

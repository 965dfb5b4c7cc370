import test from 'ava';
import {rowsOn, stateOn, typed} from '../../testing/screens.js';
import {must} from '../../testing/must.js';
import {raced} from '../../testing/raced.js';
import {consumersOf} from './consumers.js';
import {propagations} from './propagation.js';

const {recording} = stateOn('pod');
const {stops, kernel} = recording;
const at = (step: number) =>
	propagations(kernel.ledger, step, (one) => stops.get(one)!.timeMs).find(({service}) => service === 'default/web')!;
/** The write that makes the endpoint ready; the publication begins shortly before it. */
const published = stops.findLast(
	(stop) => stop.stage === 'etcd.txn' && stop.object?.startsWith('/registry/endpointslices/default/web-') === true,
)!.step;

test('when an endpoint is published, no kube-proxy has it yet, and for how long is counted', (t) => {
	const {consumers, endpoints} = at(published);
	t.deepEqual(
		consumers.slice(0, 3).map(({name}) => name),
		['kube-proxy node-a', 'kube-proxy node-b', 'kube-proxy node-c'],
	);
	t.is(endpoints.length, 1);
	t.like(endpoints[0], {address: '10.244.1.2:80', condition: 'ready'});
	for (const {name, knowledge} of consumers.slice(0, 3)) {
		const {agrees, lagMs} = must(knowledge[0], name);
		t.false(agrees, name);
		t.true(lagMs !== undefined && lagMs >= 0 && lagMs < 10);
	}
});

test('in the end every consumer has it, each with its own delay', (t) => {
	for (const {name, knowledge} of at(stops.length - 1).consumers) {
		const {agrees, lagMs} = must(knowledge[0], name);
		t.true(agrees, name);
		t.true(lagMs !== undefined && lagMs > 0);
	}
});

test('before anything is published nothing is known', (t) => {
	const before = stops.find(({stage}) => stage === 'kubectl.parse')?.step ?? -1;
	t.falsy(at(before));
});

test('each delay is counted between the last changes of the API and of the consumer, whatever was asked before', (t) => {
	const {recording: run} = raced();
	const {ledger} = run.kernel;
	const timeOf = (step: number): number => run.stops.get(step)?.timeMs ?? 0;
	/** The last step at which an answer changed, read version by version. */
	const lastChange = (keys: readonly string[], step: number, answer: (at: number) => unknown): number | undefined => {
		const steps = [...new Set(keys.flatMap((key) => ledger.versions(key).map((version) => version.step)))]
			.filter((at) => at <= step)
			.toSorted((a, b) => b - a);
		return steps.find((at, index) => index + 1 < steps.length && answer(at) !== answer(steps[index + 1] ?? at));
	};
	const slices = ledger.everyKey('/registry/endpointslices/');
	const readyAt = (at: number, address: string): boolean =>
		propagations(ledger, at, timeOf).some(({endpoints}) =>
			endpoints.some((endpoint) => endpoint.address === address && endpoint.condition === 'ready'),
		);
	const {length} = run.stops;
	let compared = 0;
	for (const step of [length - 1, ...Array.from({length: 12}, (_, index) => Math.floor((length * (index + 4)) / 17))]) {
		for (const {service, endpoints, consumers: shown} of propagations(ledger, step, timeOf)) {
			const consumers = consumersOf(ledger, service, step);
			const keys = slices.filter((key) => key.startsWith(`/registry/endpointslices/${service}-`));
			for (const [row, {address}] of endpoints.entries()) {
				const told = lastChange(keys, step, (at) => readyAt(at, address));
				for (const [index, {knowledge}] of shown.entries()) {
					const {agrees, lagMs} = must(knowledge[row], 'knowledge of each endpoint');
					const {keys: own, usedAt} = must(consumers[index], 'a consumer');
					const acted = agrees ? lastChange(own, step, (at) => usedAt(at).has(address)) : step;
					const isLate = told !== undefined && acted !== undefined && acted >= told;
					t.is(lagMs, isLate ? timeOf(acted) - timeOf(told) : undefined, `#${step} ${address} ${index}`);
					compared += lagMs === undefined ? 0 : 1;
				}
			}
		}
	}

	t.true(compared > 20, `${compared}`);
});

test('versions that were read are not read again: the next step reads only what it shows', (t) => {
	const {ledger} = raced().recording.kernel;
	const counted: typeof ledger = Object.create(ledger);
	let reads = 0;
	for (const name of ['keys', 'everyKey', 'folders', 'versions', 'readAt'] as const) {
		Object.defineProperty(counted, name, {
			value(...given: [string, number]) {
				reads += name === 'readAt' ? 1 : 0;
				return ledger[name](...given);
			},
		});
	}

	const {length} = raced().recording.stops;
	const readsOf = (step: number): number => {
		const before = reads;
		propagations(counted, step, () => 0);
		return reads - before;
	};
	const first = readsOf(length - 2);
	const next = readsOf(length - 1);
	t.true(next * 2 < first, `${next} of ${first}`);
});

test('a node that leaves an endpoint to others by internalTrafficPolicy Local is not late', (t) => {
	const one = typed(stateOn('shop'), ['G', ':kubectl scale deployment shop --replicas=1', 'c', 'c']);
	const rulesOf = ({recording: run}: typeof one) => {
		const [found] = propagations(run.kernel.ledger, run.stops.length - 1, (step) => run.stops.get(step)?.timeMs ?? 0);
		const {endpoints, consumers} = must(found, 'a Service');
		const at = endpoints.findIndex(({condition}) => condition === 'ready');
		return consumers
			.filter(({name}) => name.startsWith('kube-proxy'))
			.map(({knowledge}) => must(knowledge[at], 'an endpoint'));
	};

	// The same recording continues below.
	t.true(rulesOf(one).every(({agrees, spared}) => agrees && spared === undefined));
	const local = typed(one, [`:kubectl patch service shop -p '{"spec":{"internalTrafficPolicy":"Local"}}'`, 'c', 'c']);
	t.true(rulesOf(local).every(({agrees}) => agrees));
	t.deepEqual(
		rulesOf(local)
			.map(({spared}) => spared ?? 'used')
			.toSorted(),
		['Local', 'Local', 'used'],
	);
	t.true(rowsOn(typed(local, ['8'])).some((row) => row.includes('– Local')));
});

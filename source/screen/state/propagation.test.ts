import test from 'ava';
import {stateOn} from '../../testing/screens.js';
import {propagations} from './propagation.js';

const {recording} = stateOn('pod');
const {stops, kernel} = recording;
const at = (step: number) =>
	propagations(kernel.ledger, step, (one) => stops.get(one)!.timeMs).find(({service}) => service === 'default/web')!;
/** The write that makes the endpoint ready: the publication begins just before it. */
const published = stops.findLast(
	(stop) => stop.stage === 'etcd.txn' && stop.object?.startsWith('/registry/endpointslices/default/web-') === true,
)!.step;

test('when an endpoint is published, no kube-proxy has it yet, and for how long is counted', (t) => {
	const {consumers, endpoints} = at(published);
	t.deepEqual(consumers.slice(0, 3), ['kube-proxy node-a', 'kube-proxy node-b', 'kube-proxy node-c']);
	t.is(endpoints.length, 1);
	t.like(endpoints[0], {address: '10.244.1.2:80', condition: 'ready'});
	for (const [index, {agrees, lagMs}] of endpoints[0]!.knowledge.slice(0, 3).entries()) {
		t.false(agrees, consumers[index]);
		t.true(lagMs !== undefined && lagMs >= 0 && lagMs < 10);
	}
});

test('in the end every consumer has it, each with its own delay', (t) => {
	const {endpoints} = at(stops.length - 1);
	for (const {agrees, lagMs} of endpoints[0]!.knowledge) {
		t.true(agrees);
		t.true(lagMs !== undefined && lagMs > 0);
	}
});

test('before anything is published nothing is known', (t) => {
	const before = stops.find(({stage}) => stage === 'kubectl.parse')?.step ?? -1;
	t.falsy(at(before));
});

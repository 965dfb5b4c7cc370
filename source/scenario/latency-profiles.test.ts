import test from 'ava';
import {createCluster} from '../cluster.js';
import {Recording} from '../debugger/recording.js';
import {latencies} from './catalogue.js';
import {measuredLatencies, withMeasuredLatencies} from './latency-profiles.js';
import {completeScenario} from './scenario.js';
import type {ScenarioFile} from './scenario-file.js';

/** The time at which kubectl's new Namespace is stored, in virtual milliseconds. */
const storedMs = (file: ScenarioFile): number => {
	const recording = new Recording(completeScenario({...file, nodes: [], components: []}), createCluster);
	recording.submit({kubectl: 'create namespace shop'});
	for (;;) {
		const stop = recording.stops.at(-1);
		if (stop?.stage === 'etcd.txn' && stop.object === '/registry/namespaces/shop') {
			return stop.timeMs;
		}

		if (!recording.extend()) {
			return Number.NaN;
		}
	}
};

test('a profile has figures with their sources, and a latency of the scenario wins', (t) => {
	for (const [name, {ms, source}] of Object.entries(measuredLatencies)) {
		t.true(Object.hasOwn(latencies, name), name);
		t.true(ms > 0);
		t.regex(source, /^https:\/\/.*\d/);
	}

	t.deepEqual(completeScenario({}).latencies, {});
	t.deepEqual(completeScenario({latencyProfile: 'short'}).latencies, {});
	const chosen = completeScenario({latencyProfile: 'measured', latencies: {'etcd.txn': 40}}).latencies;
	t.is(chosen['etcd.txn'], 40);
	t.is(chosen['apiserver.create'], 17);
});

test('servers take the profile where the scenario says nothing', (t) => {
	t.is(withMeasuredLatencies(completeScenario({})).latencies['apiserver.update'], 9);
	t.deepEqual(withMeasuredLatencies(completeScenario({latencyProfile: 'short'})).latencies, {});
	t.deepEqual(withMeasuredLatencies(completeScenario({latencies: {'etcd.txn': 1}})).latencies, {'etcd.txn': 1});
});

test('with measured latencies, a write takes as long as its verb says', (t) => {
	t.is(storedMs({latencyProfile: 'measured'}) - storedMs({latencyProfile: 'short'}), 17);
});

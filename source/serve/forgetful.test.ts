import test from 'ava';
import {createCluster} from '../cluster.js';
import {Fingerprint} from '../kernel/fingerprint.js';
import {Recording} from '../debugger/recording.js';
import {addBreakpoint, emptySession, hitBreakpoints} from '../debugger/session.js';
import {scenarioWith} from '../testing/https-client.js';

const path = '/api/v1/namespaces/default/configmaps';
const updates = 400;

/** A cluster with a write from outside once a second; the observation at each stop. */
const run = (keepsHistory: boolean) => {
	const recording = new Recording(scenarioWith(), (scenario) => createCluster(scenario, {keepsHistory}));
	const session = addBreakpoint(emptySession, 'path=data.n hits=7');
	const met: number[] = [];
	const fingerprint = new Fingerprint();
	const extend = (untilMs: number): void => {
		for (let stop = recording.extend(untilMs); stop; stop = recording.extend(untilMs)) {
			fingerprint.mix(stop);
			if (hitBreakpoints(recording, session, stop).length > 0) {
				met.push(stop.step);
			}
		}
	};

	extend(60_000);
	const ask = (exchange: number, method: string, target: string, body?: object): void => {
		recording.submit({
			client: {
				exchange,
				request: {
					method,
					path: target,
					query: {},
					headers: {
						authorization: 'Bearer secret',
						'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json',
					},
					text: JSON.stringify(body),
				},
			},
		} as Parameters<typeof recording.submit>[0]);
		extend(recording.kernel.now + 1000);
	};

	const named = (name: string) => ({apiVersion: 'v1', kind: 'ConfigMap', metadata: {name}});
	ask(1, 'POST', path, named('one'));
	for (let count = 2; count < updates; count += 3) {
		ask(count, 'PATCH', `${path}/one`, {data: {n: String(count)}});
		ask(count + 1, 'POST', path, named(`c${count}`));
		ask(count + 2, 'DELETE', `${path}/c${count}`);
	}

	return {recording, met, fingerprint: fingerprint.text};
};

test('a cluster that is never looked back at does the same and keeps no history; breakpoints still hold it', (t) => {
	const whole = run(true);
	const short = run(false);
	t.is(short.fingerprint, whole.fingerprint);
	t.is(whole.recording.fingerprint, whole.fingerprint);
	t.throws(() => short.recording.fingerprint, {message: 'a recording without history has no fingerprint'});
	t.deepEqual(short.met, whole.met);
	t.is(short.met.length, 1);
	const {stops, inputs, kernel} = short.recording;
	t.is(stops.length, whole.recording.stops.length);
	t.deepEqual(stops.at(-1), whole.recording.stops.at(-1));
	t.is(stops.slice().length, 2);
	t.is(inputs.length, 0);
	const {ledger} = kernel;
	t.true(ledger.changes.length < 10);
	t.deepEqual(ledger.everyKey('/registry/configmaps/default/c'), []);
	t.is(ledger.versions('/registry/configmaps/default/one').length, 1);
	t.true(whole.recording.kernel.ledger.versions('/registry/configmaps/default/one').length > updates / 4);
});

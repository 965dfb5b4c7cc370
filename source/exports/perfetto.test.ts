import test from 'ava';
import {exportedRun, hostilePod, textOf} from '../testing/exported-run.js';
import {must} from '../testing/must.js';
import {exportPerfetto} from './perfetto.js';

/** The Trace Event Format's fields of the written events. */
interface Event {
	readonly name: string;
	readonly ph: 'M' | 'X' | 's' | 'f';
	readonly cat?: string;
	readonly pid: number;
	readonly tid?: number;
	readonly ts?: number;
	readonly dur?: number;
	readonly id?: number;
	readonly args?: Readonly<Record<string, unknown>>;
}

const {traceEvents: events}: {traceEvents: readonly Event[]} = JSON.parse(
	textOf(exportPerfetto(exportedRun(hostilePod))),
);

const slices = events.flatMap(({name, ph, pid, tid = 0, ts = 0, dur = 0, args}) =>
	ph === 'X' ? [{name, pid, track: `${pid}/${tid}`, ts, end: ts + dur, args}] : [],
);

test('participants are processes, and their parts threads', (t) => {
	const named = (what: string): unknown[] => events.flatMap(({name, args}) => (name === what ? [args?.name] : []));
	t.deepEqual(named('process_name'), [
		'kubectl',
		'kube-apiserver',
		'kube-controller-manager',
		'kube-scheduler',
		'kubelet/node-a',
		'containers/node-a',
	]);
	t.true(named('thread_name').includes('kubelet/node-a/pod/default/web'));
});

test('slices of a thread lie within each other or beside each other, and begin in order', (t) => {
	const open = new Map<string, number[]>();
	for (const {name, track, ts, end} of slices) {
		const ends = (open.get(track) ?? []).filter((other) => other > ts);
		t.true(
			ends.every((other) => end <= other + 1e-6),
			`${name} at ${ts}`,
		);
		open.set(track, [...ends, end]);
	}
});

test('a request is a slice in the thread of its caller, with what it goes through inside', (t) => {
	const request = must(
		slices.find(({name}) => name === 'POST /api/v1/namespaces/default/pods'),
		'request',
	);
	const inside = slices.filter(({track, ts, end}) => track === request.track && ts >= request.ts && end <= request.end);
	t.deepEqual(
		inside.map(({name}) => name).filter((name) => /^(?:create pods|store|txn|etcd\.txn)$/.test(name)),
		['create pods', 'store', 'txn', 'etcd.txn'],
	);
});

test('the causes of stops are flows from slice to slice', (t) => {
	const at = (ph: 's' | 'f', id: number) => {
		const {
			pid,
			tid,
			ts = 0,
		} = must(
			events.find((event) => event.ph === ph && event.id === id),
			`flow ${ph}`,
		);
		return slices.filter(({track, ts: from, end}) => track === `${pid}/${tid}` && from <= ts && ts < end).at(-1)?.name;
	};

	const scheduled = must(
		events.find(({ph, pid}) => ph === 'f' && pid === 4),
		'flow to the scheduler',
	);
	t.is(at('s', scheduled.id ?? 0), 'apiserver.watch');
	t.is(at('f', scheduled.id ?? 0), 'informer.deliver');
});

test('a long pull takes as long as it did', (t) => {
	const pull = must(
		slices.find(({name}) => name === 'PullImage'),
		'pull',
	);
	t.true(Math.abs(pull.end - pull.ts - 2_880_000) < 1000);
});

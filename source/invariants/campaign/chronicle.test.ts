import test from 'ava';
import {Chronicle, departures} from './chronicle.js';

const startMs = Date.UTC(2026, 0, 1);

const written = (key: string, before: unknown, after: unknown, timeMs = 12_000): readonly string[] => {
	const chronicle = new Chronicle(2000);
	chronicle.see({process: 'kubelet/node-a', timeMs}, [{step: 1, key, before, after}], startMs + timeMs);
	return chronicle.lines;
};

const pod = '/registry/pods/default/web';

test('a chronicle has the fields that a write changes, and times as seconds ago', (t) => {
	const before = {metadata: {uid: 'a', resourceVersion: '1'}, status: {phase: 'Pending', podIP: '10.0.0.1'}};
	const after = {
		metadata: {uid: 'a', resourceVersion: '2'},
		status: {phase: 'Running', startTime: '2026-01-01T00:00:02Z', conditions: [{type: 'Ready', status: 'True'}]},
	};
	t.deepEqual(written(pod, before, after), [
		`10\t${pod}\tkubelet/node-a\tstatus.phase=Running  -status.podIP  status.startTime=~10  status.conditions.0.type=Ready  status.conditions.0.status=True`,
	]);
	t.deepEqual(written(pod, before, undefined), [`10\t${pod}\tkubelet/node-a\tis gone`]);
	t.deepEqual(written(pod, before, {...before, metadata: {uid: 'a', resourceVersion: '3'}}), []);
	t.deepEqual(written('/components/kube-scheduler/queue', before, after), []);
});

test('a chronicle has lines of rules, and knows containers by their names', (t) => {
	t.deepEqual(written('/nodes/node-a/iptables', {text: 'a\nb\n'}, {text: 'b\nc\n'}), [
		'10\t/nodes/node-a/iptables\tkubelet/node-a\ttext+c  text-a',
	]);
	t.deepEqual(
		written('/nodes/node-a/containers/abc', undefined, {namespace: 'default', pod: 'web', name: 'main', id: 'abc'}),
		['10\t/nodes/node-a/containers/default/web/main\tkubelet/node-a\tnamespace=default  pod=web  name=main'],
	);
});

test('a run departs from its record where a write of a place is another one, is missing, or comes at another time', (t) => {
	const record = ['3\ta\tkubelet\tx=1', '5\tb\tscheduler\ty=~2', '9\ta\tkubelet\tx=2'];
	t.deepEqual(departures(record, ['5\tb\tscheduler\ty=~3', '4\ta\tkubelet\tx=1', '9\ta\tkubelet\tx=2']), []);
	t.deepEqual(departures(record, ['3\ta\tkubelet\tx=1', '5\tb\tscheduler\ty=~4']), [
		'b: the record of this story has 5 s: scheduler writes y=~2\n  but now there is 5 s: scheduler writes y=~4',
		'a: the record of this story has 9 s: kubelet writes x=2\n  but now there is nothing',
	]);
	t.deepEqual(departures(record, [...record, '30\tc\tkubelet\tz=1']), [
		'c: the record of this story has nothing\n  but now there is 30 s: kubelet writes z=1',
	]);
	t.is(departures(record, ['6\ta\tkubelet\tx=1', '5\tb\tscheduler\ty=~2', '9\ta\tkubelet\tx=2']).length, 1);
});

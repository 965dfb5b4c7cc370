import test from 'ava';
import {logOf, selectLines} from './container-log.js';

const running = {state: {running: {}}, containerID: 'containerd://a'};
const backOff = {
	state: {waiting: {reason: 'CrashLoopBackOff'}},
	lastState: {terminated: {containerID: 'containerd://b', exitCode: 1}},
};

test('which log is meant, or why there is no such log', (t) => {
	const table: ReadonlyArray<readonly [status: Parameters<typeof logOf>[2], previous: boolean, found: object]> = [
		[running, false, {id: 'containerd://a'}],
		[running, true, {problem: 'previous terminated container "main" in pod "web" not found'}],
		[backOff, false, {id: 'containerd://b'}],
		[backOff, true, {id: 'containerd://b'}],
		[undefined, false, {problem: 'container "main" in pod "web" is not available'}],
		[{state: {}}, false, {problem: 'container "main" in pod "web" is waiting to start - no logs yet'}],
		[
			{state: {waiting: {reason: 'ContainerCreating'}}},
			false,
			{problem: 'container "main" in pod "web" is waiting to start: ContainerCreating'},
		],
		[
			{state: {waiting: {reason: 'ImagePullBackOff'}}},
			false,
			{problem: 'container "main" in pod "web" is waiting to start: trying and failing to pull image'},
		],
	];
	for (const [status, previous, found] of table) {
		t.deepEqual(logOf('web', 'main', status, previous), found);
	}
});

test('tail, since, timestamps and a limit of bytes choose from a log', (t) => {
	const lines = [1, 2, 3].map((second) => ({
		time: `2026-01-01T00:00:0${second}.000000Z`,
		stream: 'stdout' as const,
		text: `line ${second}`,
	}));
	const nowMs = Date.UTC(2026, 0, 1, 0, 0, 4);
	t.is(selectLines(lines, {tailLines: '1'}, nowMs), 'line 3\n');
	t.is(selectLines(lines, {tailLines: '0'}, nowMs), '');
	t.is(selectLines(lines, {sinceSeconds: '2'}, nowMs), 'line 2\nline 3\n');
	t.is(
		selectLines(lines, {sinceTime: '2026-01-01T00:00:03Z', timestamps: 'true'}, nowMs),
		'2026-01-01T00:00:03.000000000Z line 3\n',
	);
	t.is(selectLines(lines, {limitBytes: '9'}, nowMs), 'line 1\nli');
	t.is(selectLines([{time: '2026-01-01T00:00:01Z', stream: 'stdout', text: 'é€'}], {limitBytes: '5'}, nowMs), 'é€');
});

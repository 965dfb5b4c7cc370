import test from 'ava';
import {exceedsAtMs, nextUsageMs, usedBy} from './usage.js';

const usage = [
	{memory: '10Mi', cpu: '50m'},
	{fromMs: 5000, memory: '1Gi', disk: '1Ki'},
	{fromMs: 9000, pids: 20},
];
const container = {isRunning: true, startedAtMs: 1000, finishedAtMs: 0, image: {usage}};

test('what a container uses follows its timetable; an entry says only what changes', (t) => {
	t.deepEqual(usedBy(container, 5999), {memory: 10_485_760, cpuMillis: 50, disk: 0, pids: 1});
	t.deepEqual(usedBy(container, 6000), {memory: 1_073_741_824, cpuMillis: 50, disk: 1024, pids: 1});
	t.deepEqual(usedBy(container, 99_000), {memory: 1_073_741_824, cpuMillis: 50, disk: 1024, pids: 20});
	t.like(usedBy({...container, load: {memory: 1, cpuMillis: 7}}, 5999), {memory: 10_485_761, cpuMillis: 57});
	const spent = [1000, 5000, 9000].map((atMs) => ({atMs, cpuMs: 1500}));
	t.is(usedBy({...container, image: {}, spent}, 10_000).cpuMillis, 300);
	t.is(usedBy({...container, image: {}, spent}, 20_000).cpuMillis, 100);
	t.is(nextUsageMs(container, 1000), 6000);
	t.is(nextUsageMs(container, 10_000), undefined);
});

test('of a container that has ended only the files remain', (t) => {
	const ended = {...container, isRunning: false, finishedAtMs: 6500};
	t.deepEqual(usedBy(ended, 99_000), {memory: 0, cpuMillis: 0, disk: 1024, pids: 0});
	t.is(nextUsageMs(ended, 2000), undefined);
});

test('the memory limit is exceeded when an entry says so', (t) => {
	t.is(exceedsAtMs(usage, 20_971_520), 5000);
	t.is(exceedsAtMs(usage, 1_073_741_824), undefined);
	t.is(exceedsAtMs(undefined, 1), undefined);
});

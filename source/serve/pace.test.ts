import test from 'ava';
import {createCluster} from '../cluster.js';
import {Recording} from '../debugger/recording.js';
import {seek} from '../debugger/seek.js';
import {scenarioWith} from '../testing/https-client.js';
import {lagToTell, Pace} from './pace.js';

const turns = async (count: number): Promise<void> => {
	for (let turn = 0; turn < count; turn++) {
		await new Promise(setImmediate);
	}
};

test('without limits time jumps, but not further ahead of the wall clock than it may', async (t) => {
	const recording = new Recording(scenarioWith(), createCluster);
	seek(recording, -1, 1, () => false, {untilMs: 60_000});
	let wallMs = 1000;
	const begunMs = recording.kernel.now;
	const pace = new Pace(recording, {speed: 'max', leadMs: 2000, wallMs: () => wallMs});
	t.teardown(() => {
		pace.end();
	});
	pace.run();
	const exists = () => recording.kernel.ledger.read('/registry/namespaces/shop') !== undefined;
	pace.submit({kubectl: 'create namespace shop'});
	await turns(50);
	t.true(exists());
	// The namespace controller waits five seconds before it deletes.
	pace.submit({kubectl: 'delete namespace shop --wait=false'});
	await turns(50);
	t.true(exists());
	t.true(recording.kernel.now > begunMs);
	t.true(recording.kernel.now <= begunMs + 2000);
	wallMs += 10_000;
	pace.submit({kubectl: 'version'});
	await turns(50);
	t.false(exists());
	t.true(recording.kernel.now <= begunMs + 12_000);
});

test('a virtual clock never waits, at rest neither: what is due in an hour happens in a moment', async (t) => {
	const recording = new Recording(scenarioWith(), createCluster);
	seek(recording, -1, 1, () => false, {untilMs: 60_000});
	// The wall clock ends a turn.
	let wallMs = 1000;
	const pace = new Pace(recording, {speed: 'virtual', leadMs: 0, wallMs: () => (wallMs += 0.1)});
	t.teardown(() => {
		pace.end();
	});
	t.true(recording.resting);
	const begunMs = recording.kernel.now;
	pace.run();
	await turns(100);
	t.true(recording.kernel.now > begunMs + 3_600_000);
});

test('while a server beyond the simulation is asked, even a virtual clock follows the wall clock', async (t) => {
	const recording = new Recording(scenarioWith(), createCluster);
	seek(recording, -1, 1, () => false, {untilMs: 60_000});
	let wallMs = 1000;
	const pace = new Pace(recording, {speed: 'virtual', wallMs: () => (wallMs += 0.1)});
	t.teardown(() => {
		pace.end();
	});
	const begunMs = recording.kernel.now;
	const done = pace.ask();
	pace.run();
	await turns(100);
	wallMs += 500;
	await turns(100);
	t.true(recording.kernel.now <= begunMs + wallMs);
	done();
	pace.submit({kubectl: 'version'});
	await turns(100);
	t.true(recording.kernel.now > begunMs + 3_600_000);
});

test('what virtual time has fallen behind, it catches up with, whatever servers are asked meanwhile', async (t) => {
	const recording = new Recording(scenarioWith(), createCluster);
	seek(recording, -1, 1, () => false, {untilMs: 60_000});
	let wallMs = 1000;
	const pace = new Pace(recording, {speed: 1, wallMs: () => wallMs});
	t.teardown(() => {
		pace.end();
	});
	const begunMs = recording.kernel.now;
	pace.run(3000);
	await turns(50);
	t.true(recording.kernel.now > begunMs, 'what it is behind at the start, it catches up with at once');
	wallMs += 60_000;
	const done = pace.ask();
	done();
	pace.submit({kubectl: 'version'});
	await turns(200);
	t.true(recording.kernel.now > begunMs + 55_000);
	t.true(recording.kernel.now <= begunMs + 63_000);
});

test('a lag is told at five seconds, each time it has doubled, and when it is over', (t) => {
	const told = [0, 4999, 5000, 9000, 10_000, 19_999, 20_001, 3000, 499, 100, 5001].reduce<{
		readonly said: number;
		readonly lines: ReadonlyArray<number>;
	}>(
		({said, lines}, behind) => {
			const news = lagToTell(behind, said);
			return news === undefined ? {said, lines} : {said: news, lines: [...lines, news]};
		},
		{said: 0, lines: []},
	);
	t.deepEqual(told.lines, [5000, 10_000, 20_001, 0, 5001]);
});

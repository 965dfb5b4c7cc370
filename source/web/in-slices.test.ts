import test from 'ava';
import {inSlices, sliceMs, type Turns} from './in-slices.js';

/** A clock that moves by a millisecond for each part of work, and counts the turns of others. */
const tried = (parts: number, otherwise: () => void = () => undefined) => {
	let nowMs = 0;
	let turns = 0;
	let longestMs = 0;
	let begunMs = 0;
	const time: Turns = {
		nowMs: () => nowMs,
		after(call) {
			longestMs = Math.max(longestMs, nowMs - begunMs);
			turns++;
			otherwise();
			begunMs = nowMs;
			call();
		},
	};
	const work = (function* () {
		for (let part = 0; part < parts; part++) {
			nowMs++;
			yield part;
		}

		return 'done';
	})();
	return {time, work, turns: () => turns, longestMs: () => longestMs};
};

test('long work leaves the page a turn after each slice, and has its result', async (t) => {
	const {time, work, turns, longestMs} = tried(sliceMs * 10 + 1);
	t.is(await inSlices(work, () => true, time), 'done');
	t.is(turns(), 10);
	t.is(longestMs(), sliceMs);
});

test('short work takes no turn', async (t) => {
	const {time, work, turns} = tried(sliceMs - 1);
	t.is(await inSlices(work, () => true, time), 'done');
	t.is(turns(), 0);
});

test('work whose result is no longer wanted ends after its slice', async (t) => {
	let isWanted = true;
	const {time, work, turns} = tried(sliceMs * 10, () => {
		isWanted = false;
	});
	t.is(await inSlices(work, () => isWanted, time), undefined);
	t.is(turns(), 1);
	t.deepEqual(work.next(), {done: false, value: sliceMs});
});

test('an error of the work is that of the whole', async (t) => {
	const failing = (function* () {
		yield 1;
		throw new RangeError('too far');
	})();
	await t.throwsAsync(
		inSlices(failing, () => true, tried(0).time),
		{instanceOf: RangeError, message: 'too far'},
	);
});

import test from 'ava';
import type {Frame, Stop} from '../kernel/stop.js';
import {framesPerChunk} from './frame-table.js';
import {chunkLength, Tape} from './tape.js';

const frameOf = (number: number, change: Partial<Frame> = {}): Frame => ({
	name: `bake ${number % 7}`,
	component: 'oven',
	facts: undefined,
	object: undefined,
	step: number,
	parent: undefined,
	number,
	...change,
});

const frame = frameOf(0, {facts: {loaf: 'rye'}, object: '/shop/loaves/rye'});

const stopOf = (step: number, change: Partial<Stop> = {}): Stop => ({
	step,
	timeMs: step * 10,
	process: `baker/${step % 3}`,
	component: 'oven',
	depth: 0,
	frame: undefined,
	stage: `oven.${step % 5}`,
	facts: {step},
	object: step % 2 === 0 ? `/shop/loaves/${step}` : undefined,
	outcome: undefined,
	cause: step - 1,
	periodic: false,
	...change,
});

const tapeOf = (stops: readonly Stop[], keepsPast = true): Tape => {
	const tape = new Tape(keepsPast);
	for (const stop of stops) {
		tape.append(stop);
	}

	return tape;
};

const runOf = (length: number): readonly Stop[] => Array.from({length}, (_, step) => stopOf(step));

for (const [what, change] of Object.entries<Partial<Stop>>({
	'an ordinary stop': {},
	'one in a frame': {frame, depth: 1},
	'one deep in frames': {frame: frameOf(2, {parent: frameOf(1, {parent: frame})}), depth: 3},
	'one at a great depth': {frame: frameOf(1, {parent: frame}), depth: 100_000},
	'one in a frame after many in which nothing stopped': {frame: frameOf(5 * framesPerChunk + 3, {parent: frame})},
	'one of the user': {cause: -1},
	'one that passed': {outcome: 'passed'},
	'one that is refused': {outcome: 'refused'},
	'one that failed': {outcome: 'failed'},
	'one with a warning, of housekeeping': {outcome: 'warning', periodic: true},
	'one without facts': {facts: undefined},
	'one about nothing': {object: undefined},
	'one with an empty name': {object: '', process: '', component: '', stage: ''},
	'one after a hundred years': {timeMs: 3_155_760_000_000},
	'one at a broken millisecond': {timeMs: 0.25},
})) {
	test(`a stop is given back as it was: ${what}`, (t) => {
		const stop = stopOf(0, change);
		const found = tapeOf([stop, stopOf(1)]).get(0);
		t.deepEqual(found, stop);
		t.is(found?.facts, stop.facts);
		t.deepEqual(Object.keys(found ?? {}), Object.keys(stop));
	});
}

for (const length of [0, 1, 2, chunkLength - 1, chunkLength, chunkLength + 1, 3 * chunkLength + 7]) {
	test(`a tape of ${length} stops knows each of them, and no others`, (t) => {
		const stops = runOf(length);
		const tape = tapeOf(stops);
		t.is(tape.length, length);
		t.is(tape.chunks.length, Math.ceil(length / chunkLength));
		t.deepEqual([...tape], stops);
		t.deepEqual(tape.slice(), stops);
		t.deepEqual(
			tape.map(({step}) => tape.causeOf(step)),
			stops.map(({cause}) => cause),
		);
		for (const step of [-1, -chunkLength, length, length + 1, chunkLength * 9, 0.5, Number.NaN]) {
			t.is(tape.get(step), undefined);
		}

		t.is(tape.causeOf(length), -1);
		t.is(tape.processOf(length), -1);
		t.is(tape.causeOf(-1), -1);
		t.is(tape.processOf(-1), -1);
	});
}

test('a tape that grows after somebody looked gives the new stops, too', (t) => {
	const tape = new Tape();
	for (const stop of runOf(chunkLength + 100)) {
		t.is(tape.get(stop.step), undefined);
		tape.append(stop);
		t.deepEqual(tape.get(stop.step), stop);
		t.deepEqual(tape.at(-1), stop);
		t.deepEqual(tape.get(stop.step >> 1), stopOf(stop.step >> 1));
	}
});

test('ranges and searches are those of a list', (t) => {
	const stops = runOf(2 * chunkLength + 50);
	const tape = tapeOf(stops);
	for (const [from, to] of [
		[0, 3],
		[chunkLength - 2, chunkLength + 2],
		[-3],
		[5, -5],
		[-20, -10],
		[stops.length],
		[9, 4],
	]) {
		t.deepEqual(tape.slice(from, to), stops.slice(from, to));
	}

	for (const index of [0, -1, -stops.length, -stops.length - 1, stops.length, chunkLength]) {
		t.deepEqual(tape.at(index), stops.at(index));
	}

	const third = ({process}: Stop): boolean => process === 'baker/2';
	t.deepEqual(tape.filter(third), stops.filter(third));
	t.deepEqual(tape.find(third), stops.find(third));
	t.deepEqual(tape.find(third, chunkLength), stops.slice(chunkLength).find(third));
	t.deepEqual(tape.findLast(third), stops.findLast(third));
	t.is(
		tape.find(({stage}) => stage === 'oven.5'),
		undefined,
	);
	t.is(
		tape.findLast(({stage}) => stage === 'oven.5'),
		undefined,
	);
});

test('processes are numbered in the order in which they first stop', (t) => {
	const tape = tapeOf(runOf(7));
	t.deepEqual(
		tape.map(({step}) => tape.processOf(step)),
		[0, 1, 2, 0, 1, 2, 0],
	);
});

test('a tape that keeps no past knows its last two stops', (t) => {
	const stops = runOf(chunkLength + 5);
	const tape = tapeOf(stops, false);
	t.is(tape.length, stops.length);
	t.is(tape.chunks.length, 0);
	t.deepEqual([...tape], stops.slice(-2));
	t.deepEqual(tape.slice(), stops.slice(-2));
	t.is(tape.at(-1), stops.at(-1));
	t.is(tape.get(stops.length - 2), stops.at(-2));
	t.is(tape.get(stops.length - 3), undefined);
	t.is(
		tape.findLast(({step}) => step < 10),
		undefined,
	);
});

test('a stop that does not come next is not taken in', (t) => {
	const tape = tapeOf(runOf(3));
	for (const step of [0, 2, 4]) {
		t.throws(() => tape.append(stopOf(step)), {instanceOf: RangeError});
	}

	t.is(tape.length, 3);
});

test('frames are found by number, however many there are and whoever looks first', (t) => {
	const tape = new Tape();
	const frames: Frame[] = [];
	for (let number = 0; number < 3 * framesPerChunk; number++) {
		// Each is in one that was opened long before; in every fifth nothing stops.
		const opened = frameOf(number, {parent: frames[number >> 2], object: `/shop/${number % 9}`, facts: {number}});
		frames.push(opened);
		if (number % 5 !== 4) {
			tape.append(stopOf(tape.length, {frame: opened, depth: 1}));
		}
	}

	for (const stop of [...tape].reverse()) {
		t.deepEqual(stop.frame, frames[stop.frame?.number ?? -1]);
		t.is(stop.frame?.facts, frames[stop.frame?.number ?? -1]?.facts);
	}

	t.is(tape.frames.get(-1), undefined);
	t.is(tape.frames.get(frames.length - 3), undefined);
	t.is(tape.frames.get(frames.length), undefined);
});

test('facts far behind the end are forgotten, but for chosen stages; the first look at one brings all back', (t) => {
	const whole = tapeOf(runOf(30 * chunkLength));
	const tape = new Tape();
	let recalls = 0;
	for (const stop of whole) {
		if (stop.step === chunkLength) {
			tape.forgetFacts(['oven.3'], () => {
				recalls++;
				return whole;
			});
		}

		tape.append(stop);
	}

	t.deepEqual(tape.get(5), whole.get(5));
	t.deepEqual(tape.slice(-24 * chunkLength), whole.slice(-24 * chunkLength));
	t.deepEqual(
		[...tape.ofStages(['oven.3'])],
		whole.filter(({stage}) => stage === 'oven.3'),
	);
	t.deepEqual([...tape.ofStages(['oven.1'], {from: 3, to: 9, outcome: 'refused'})], []);
	t.is(tape.causeOf(3 * chunkLength), 3 * chunkLength - 1);
	t.is(recalls, 0);
	t.true(tape.chunks.filter(({facts}) => facts === undefined).length >= 4);
	t.deepEqual([...tape], [...whole]);
	t.is(recalls, 1);
	t.true(tape.chunks.every(({facts}) => facts !== undefined));
});

test('stops of some stages are found by their outcome and place, also without a kept past', (t) => {
	const stops = Array.from({length: 40}, (_, step) => stopOf(step, step % 10 === 3 ? {outcome: 'refused'} : {}));
	const stepsIn = (tape: Tape, ...how: Parameters<Tape['ofStages']>) =>
		[...tape.ofStages(...how)].map(({step}) => step);
	t.deepEqual(stepsIn(tapeOf(stops), ['oven.3'], {outcome: 'refused'}), [3, 13, 23, 33]);
	t.deepEqual(stepsIn(tapeOf(stops), ['oven.3', 'oven.4'], {from: 4, to: 14}), [4, 8, 9, 13]);
	t.deepEqual(stepsIn(tapeOf(stops, false), ['oven.4'], {}), [39]);
});

test('the stage of a stop is known without reading it, also without a kept past', (t) => {
	const stops = Array.from({length: 40}, (_, step) => stopOf(step));
	const whole = tapeOf(stops);
	t.deepEqual(
		stops.map(({step}) => whole.stageOf(step)),
		stops.map(({stage}) => stage),
	);
	t.is(whole.stageOf(40), '');
	t.is(whole.stageOf(-1), '');
	t.is(tapeOf(stops, false).stageOf(39), 'oven.4');
	t.is(tapeOf(stops, false).stageOf(3), '');
});

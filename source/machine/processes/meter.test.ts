import test from 'ava';
import {Meter} from './meter.js';

/** The number of steps of an endless loop until a time, and whether it was busy. */
const stepsUntil = (untilMs: number): number => {
	const meter = new Meter();
	let steps = 0;
	for (let nowMs = 0; nowMs < untilMs;) {
		steps += 10;
		nowMs += meter.spend(10, nowMs);
	}

	return steps;
};

test('a thousand steps take a millisecond, until a container is busy', (t) => {
	const meter = new Meter();
	t.is(meter.spend(999, 0), 0);
	t.is(meter.spend(1, 0), 1);
	t.is(meter.spend(25_000, 1), 25);
	t.false(meter.isBusy);
	t.is(meter.spend(4000, 26), 4);
	t.true(meter.spend(50_000, 30) > 1000);
	t.true(meter.isBusy);
});

test('a loop without an end costs no more than a hundred steps a second', (t) => {
	const [hour, day] = [stepsUntil(3_600_000), stepsUntil(86_400_000)];
	t.true(hour < 600_000);
	t.true(day - hour < 100 * 23 * 3600 * 1.1);
});

test('what rests is not busy', (t) => {
	const meter = new Meter();
	for (let nowMs = 0; nowMs < 3_600_000; nowMs += 100) {
		meter.spend(8, nowMs);
	}

	t.false(meter.isBusy);
});

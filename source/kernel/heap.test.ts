import fc from 'fast-check';
import test from 'ava';
import {Heap} from './heap.js';

test('cancelled appointments can be swept out, and the others come out as before', (t) => {
	fc.assert(
		fc.property(fc.array(fc.tuple(fc.nat(20), fc.boolean())), (appointments) => {
			const heap = new Heap();
			for (const [order, [timeMs, cancelled]] of appointments.entries()) {
				heap.push({timeMs, order, periodic: false, happen() {}, cancelled});
			}

			heap.sweep();
			const expected = [...appointments.entries()]
				.filter(([, [, cancelled]]) => !cancelled)
				.sort(([i, [a]], [j, [b]]) => a - b || i - j)
				.map(([order]) => order);
			t.is(heap.size, expected.length);
			t.deepEqual(
				expected.map(() => heap.pop()?.order),
				expected,
			);
			t.is(heap.first, undefined);
		}),
		{numRuns: 100, seed: 1},
	);
});

test('appointments come out by time, and among equals in the order in which they went in', (t) => {
	fc.assert(
		fc.property(fc.array(fc.nat(20)), fc.nat(5), (times, popEvery) => {
			const heap = new Heap();
			const out: Array<readonly [number, number]> = [];
			const waiting: Array<readonly [number, number]> = [];
			const take = () => {
				const first = heap.first;
				const popped = heap.pop();
				waiting.sort(([a, i], [b, j]) => a - b || i - j);
				const expected = waiting.shift();
				t.is(popped, first);
				t.deepEqual(popped && [popped.timeMs, popped.order], expected && [...expected]);
				if (expected) {
					out.push(expected);
				}
			};

			for (const [order, timeMs] of times.entries()) {
				heap.push({timeMs, order, periodic: false, happen() {}, cancelled: false});
				waiting.push([timeMs, order]);
				if (popEvery > 0 && order % popEvery === 0) {
					take();
				}
			}

			while (heap.first) {
				take();
			}

			t.is(heap.pop(), undefined);
			t.is(out.length, times.length);
		}),
		{numRuns: 100, seed: 1},
	);
});

import test from 'ava';
import {isMouse, readMouse, type MouseReport} from './mouse.js';

const reports: ReadonlyArray<readonly [input: string, report: MouseReport | undefined]> = [
	['\u001B[<0;1;1M', {does: 'press', button: 'left', column: 0, row: 0}],
	['[<0;10;5M', {does: 'press', button: 'left', column: 9, row: 4}],
	['[<0;10;5m', {does: 'release', button: 'left', column: 9, row: 4}],
	['[<1;10;5M', {does: 'press', button: 'middle', column: 9, row: 4}],
	['[<2;300;5M', {does: 'press', button: 'right', column: 299, row: 4}],
	['[<32;11;5M', {does: 'drag', button: 'left', column: 10, row: 4}],
	['[<35;11;5M', {does: 'drag', button: 'none', column: 10, row: 4}],
	['[<64;10;5M', {does: 'wheel-up', button: 'none', column: 9, row: 4}],
	['[<65;10;5M', {does: 'wheel-down', button: 'none', column: 9, row: 4}],
	// With shift, meta and control held.
	['[<28;10;5M', {does: 'press', button: 'left', column: 9, row: 4}],
	['[<81;10;5M', {does: 'wheel-down', button: 'none', column: 9, row: 4}],
	// A wheel that turns sideways, and buttons beyond the third.
	['[<66;10;5M', undefined],
	['[<128;10;5M', undefined],
	['[<0;0;0M', {does: 'press', button: 'left', column: 0, row: 0}],
	['[<;10;5M', undefined],
	['[A', undefined],
	['s', undefined],
	['', undefined],
];

test('reports of the mouse are read, and nothing else', (t) => {
	for (const [input, report] of reports) {
		t.deepEqual(readMouse(input), report, input);
	}
});

test('a report that means nothing here is no typed text', (t) => {
	t.true(isMouse('[<66;10;5M'));
	t.true(isMouse('\u001B[<128;10;5m'));
	t.false(isMouse('[A'));
	t.false(isMouse('<0;1;1M'));
});

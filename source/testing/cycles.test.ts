import test from 'ava';
import {cyclesOf} from './cycles.js';

const cycles = (edges: Readonly<Record<string, readonly string[]>>): readonly string[] =>
	cyclesOf(Object.keys(edges), (node) => edges[node] ?? []);

test('a graph without a way back has no cycle', (t) => {
	t.deepEqual(cycles({a: ['b', 'c'], b: ['c'], c: ['d'], d: []}), []);
});

test('a cycle is reported by the shortest way through its first node', (t) => {
	t.deepEqual(cycles({start: ['c'], a: ['b'], b: ['c', 'a'], c: ['b']}), ['a → b → a']);
	t.deepEqual(cycles({a: ['b'], b: ['c'], c: ['a']}), ['a → b → c → a']);
});

test('cycles that do not touch are reported one by one', (t) => {
	t.deepEqual(cycles({a: ['b'], b: ['a', 'x'], x: ['y'], y: ['x']}).toSorted(), ['a → b → a', 'x → y → x']);
});

import test from 'ava';
import {planted, switched} from './switches.js';

const change = (from: string, to: string, number = 7) => ({number, file: 'a.js', from, to});

test('a change of an expression gets a switch around the smallest expression', (t) => {
	const source = 'export const f = (a, b) => { const c = a + b; return c > 1 && b < 2; };';
	t.is(
		switched(source, [change('c > 1', 'c >= 1')]).source,
		'export const f = (a, b) => { const c = a + b; return (globalThis.isPlanted(7) ? (c >= 1) : (c > 1)) && b < 2; };',
	);
	t.is(
		switched(source, [change('const c = a + b;', 'const c = a + b + 1;')]).source,
		'export const f = (a, b) => { const c = (globalThis.isPlanted(7) ? (a + b + 1) : (a + b)); return c > 1 && b < 2; };',
	);
});

test('a statement that is left out gets a switch around it, or around its block when it declares a name', (t) => {
	t.is(
		switched('function* f() { yield 1; yield 2; }', [change('yield 1;', '')]).source,
		'function* f() { { if (globalThis.isPlanted(7)) {} else {yield 1;} } yield 2; }',
	);
	t.is(
		switched('function f(a) { if (a) { const b = 1; g(b); } }', [change('const b = 1; g(b);', 'h();')]).source,
		'function f(a) { if (a) { if (globalThis.isPlanted(7)) {{ h(); }} else {{ const b = 1; g(b); }} } }',
	);
});

test('the function that is called keeps its object', (t) => {
	t.is(
		switched('const f = (a) => a.b(1);', [change('a.b', 'a.c')]).source,
		'const f = (a) => (globalThis.isPlanted(7) ? (a.c(1)) : (a.b(1)));',
	);
});

test('a change inside another one has its switch where the outer one is off', (t) => {
	const source = 'const f = (a) => a > 1 && a < 9;';
	t.is(
		switched(source, [change('a > 1 && a < 9', 'true', 1), change('a < 9', 'a <= 9', 2)]).source,
		'const f = (a) => (globalThis.isPlanted(1) ? (true) : (a > 1 && (globalThis.isPlanted(2) ? (a <= 9) : (a < 9))));',
	);
});

test('what acts while a module is loaded has no switch', (t) => {
	t.deepEqual(switched('const limit = 5;', [change('5', '6')]), {source: 'const limit = 5;', withoutSwitch: [7]});
});

test('both ways of a switch do what the two texts do', (t) => {
	const source =
		'const f = (a) => { let sum = 0; for (const one of a) { sum += one; } return sum * 2; };\nexport default f;';
	const changes = [change('sum += one;', '', 1), change('sum * 2', 'sum * 3', 2)];
	const withSwitches = switched(source, changes).source.replace('export default f;', 'return f;');
	const results = [0, 1, 2].map((on) => {
		const run = new Function('globalThis', withSwitches)({isPlanted: (number: number) => number === on});
		return run([1, 2]);
	});
	t.deepEqual(results, [6, 0, 9]);
});

test('a mutant whose text is gone is an error', (t) => {
	t.is(planted(change('one', 'two'), 'only one here'), 'only two here');
	t.throws(() => planted(change('one', 'two'), 'nothing'), {
		message: /^a\.js has nowhere one: bring the table of mutants up to date$/,
	});
	t.throws(() => switched('one; one;', [change('one', 'two')]), {message: /more than once/});
});

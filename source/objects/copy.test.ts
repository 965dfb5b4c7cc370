import {spawnSync} from 'node:child_process';
import test from 'ava';
import {copyOf} from './copy.js';

test('a copy has the same fields in the same order, and may be changed', (t) => {
	const original: {readonly b: number; readonly a: object} = Object.freeze({b: 1, a: {c: 2}});
	const copy = copyOf(original);
	t.deepEqual(Object.keys(copy), ['b', 'a']);
	t.is(copy.a, original.a);
	copy.b = 3;
	t.is(original.b, 1);
});

test('a field that is called __proto__ is a field of the copy', (t) => {
	const copy = copyOf(JSON.parse('{"__proto__": {"polluted": true}}') as {polluted?: boolean});
	t.deepEqual(Object.keys(copy), ['__proto__']);
	t.is(copy.polluted, undefined);
});

/** Checks with V8, in a separate process, whether the results of `make` at two places share a hidden class: unchanged, with a further field, and frozen. */
const classesOf = (make: string): unknown => {
	const program = `
		import {copyOf, present} from ${JSON.stringify(new URL('copy.js', import.meta.url).href)};
		const original = () => JSON.parse('{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "web"}, "spec": {}}');
		const here = (object) => ${make};
		const there = (object) => ${make};
		const further = (object) => Object.assign(object, {status: {}});
		const pairs = Array.from({length: 50}, () => [
			[here(original()), there(original())],
			[further(here(original())), further(there(original()))],
			[Object.freeze(here(original())), Object.freeze(here(original()))],
			[Object.freeze(further(here(original()))), Object.freeze(further(there(original())))],
		]);
		console.log(JSON.stringify(pairs.at(-1).map(([a, b]) => %HaveSameMap(a, b) && %HasFastProperties(a))));
	`;
	const {stdout, stderr} = spawnSync(
		process.execPath,
		['--allow-natives-syntax', '--input-type=module', '--eval', program],
		{encoding: 'utf8'},
	);
	return stdout === '' ? stderr : JSON.parse(stdout);
};

for (const make of ['copyOf(object)', 'present({...object, absent: undefined})']) {
	test(`objects that ${make} makes are of one hidden class, whatever is done to them next`, (t) => {
		t.deepEqual(classesOf(make), [true, true, true, true]);
	});
}

// When this fails on every supported Node.js, a spread is as good, and copyOf can be deleted.
if (process.version.startsWith('v20.')) {
	test('objects that a spread makes are not', (t) => {
		t.notDeepEqual(classesOf('({...object})'), [true, true, true, true]);
	});
}

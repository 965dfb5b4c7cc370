import test from 'ava';
import {importedBy, joinedChunks, reached} from './joined-chunks.js';
import {must} from '../../testing/must.js';

/** A page whose program logs the order in which its modules run, and the results of its imports. */
const chunks = new Map([
	['entry.js', 'import{a as x}from"./boot.js";x("entry");export const started=import("./page.js");'],
	['boot.js', 'globalThis.joinedLog=[];var a=(word)=>{globalThis.joinedLog.push(word)};export{a};'],
	[
		'page.js',
		'import{b as y,n}from"./one.js";import{c}from"./own.js";import{a as log}from"./boot.js";log(`page ${y} ${n} ${c}`);var later=()=>import("./late.js"),again=()=>import("./two.js");export{later,again};',
	],
	[
		'one.js',
		'import*as all from"./two.js";import{a as x}from"./boot.js";x("one");var b=all.d+1,n=await import("./table.js").then(({t})=>t);export{b,n};',
	],
	[
		'two.js',
		'import{a as x}from"./boot.js";x("two");var d=1,o=()=>{throw new Error("import{d}from")};export{d,o as default};',
	],
	['own.js', 'import two from"./two.js";var c=typeof two;export{c};'],
	[
		'late.js',
		'import{a as x}from"./boot.js";import"./one.js";import e,{d as f}from"./two.js";x(`late ${f} ${typeof e}`);',
	],
	['table.js', 'import{d}from"./two.js";import{z}from"./three.js";var t=`table ${d+z}`;export{t};'],
	['three.js', 'var z=2;export{z};'],
	['worker.js', 'import"./one.js";'],
]);

const joined = joinedChunks(chunks, {
	apart: ['entry.js'],
	of: ['page.js'],
	also: ['worker.js'],
	waits: new Map([['one.js', 'table.js']]),
});

/** The code as modules of addresses of their own, each after those that it imports. */
const runnable = (): string => {
	const addresses = new Map<string, string>();
	const addressOf = (name: string): string => {
		const known = addresses.get(name);
		if (known !== undefined) {
			return known;
		}

		const code = must(joined.get(name), name).replaceAll(
			/(["'])\.\/([\w.-]+\.js)\1/g,
			(_, quote: string, other: string) => `${quote}${addressOf(other)}${quote}`,
		);
		const address = `data:text/javascript,${encodeURIComponent(
			code.replace('import("./"+name)', `import(${JSON.stringify(Object.fromEntries(addresses))}[name])`),
		)}`;
		addresses.set(name, address);
		return address;
	};

	addressOf('table.js');
	return addressOf('entry.js');
};

test('imports that the page and its threads have in common are in one file, all others stay', (t) => {
	const names = [...joined.keys()].map((name) => name.replace(/-\w{8}(?=\.js)/, ''));
	t.deepEqual(names.toSorted(), [
		'boot.js',
		'engine.js',
		'entry.js',
		'late.js',
		'own.js',
		'page.js',
		'table.js',
		'worker.js',
	]);
	const engine = must(
		[...joined.keys()].find((name) => name.startsWith('engine-')),
		'engine',
	);
	t.deepEqual(importedBy(joined.get('page.js') ?? '').early, [engine, 'own.js', 'boot.js']);
});

test('the order of the modules, and all that they import, stay the same', async (t) => {
	const {
		started,
	}: {
		readonly started: Promise<Record<string, () => Promise<Record<string, unknown>>>>;
	} = await import(runnable());
	const {later, again} = await started;
	await later?.();
	t.deepEqual(Reflect.get(globalThis, 'joinedLog'), [
		'entry',
		'two',
		'one',
		'page 2 table 3 function',
		'late 1 function',
	]);
	t.is((await again?.())?.['d'], 1);
});

test('a chunk runs after those that it imports', (t) => {
	t.deepEqual([...reached(chunks, ['page.js'])], ['boot.js', 'two.js', 'one.js', 'own.js', 'page.js']);
});

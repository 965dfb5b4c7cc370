import {execFileSync, spawnSync} from 'node:child_process';
import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import test, {type ExecutionContext} from 'ava';
import {temporaryFolder} from '../testing/temporary-folder.js';

const script = fileURLToPath(new URL('../../source/build/ceilings.mjs', import.meta.url));

/** A function of this many lines. */
const lines = (first: string, count: number) => `${first}\n${'\tuse();\n'.repeat(count - 2)}};\n`;

const source = `declare const other: unknown;
export const name = 'x as Y! any'; // x as Y, x!, any
export const literal = ['a'] as const;
export const cast = (other as {size: number}).size;
export const twice = (other as unknown as {size: number}).size;
export const nothing = other as never;
export const angled = <string>other;
export const present = literal[0]!.length + literal.length;
export class Late { later!: string }
export const notEqual = other != cast && !cast;
export let anything: any[];
export const chain = other ? 1 : cast ? 2 : (twice ? 3 : 4);
export const within = other ? (cast ? 1 : 2) : 3;
export const plain = other ? [cast ? 1 : 2] : 3;
${lines('export const fits = () => {', 70)}${lines('export const tooLong = () => {', 71)}
/**
 * Reads all parts.
 * Long because it is a table.
 */
${lines('export const excused = () => {', 71)}`;

const zero = {casts: 0, nonNull: 0, any: 0, doubleCasts: 0, longFunctions: 0, nestedTernaries: 0, inTests: 0};
const counted = {casts: 5, nonNull: 2, any: 1, doubleCasts: 2, longFunctions: 1, nestedTernaries: 3, inTests: 1};

/** A project of one module with these ceilings, and the script's output for it. */
const project = (t: ExecutionContext, ceilings: object) => {
	const folder = temporaryFolder();
	const file = path.join(folder, 'source/build/ceilings.json');
	mkdirSync(path.join(folder, 'source/build'), {recursive: true});
	writeFileSync(path.join(folder, 'tsconfig.json'), '{"compilerOptions": {"noLib": true}, "include": ["source"]}');
	writeFileSync(path.join(folder, 'source/module.ts'), source);
	writeFileSync(path.join(folder, 'source/module.test.ts'), 'export let tried: any;');
	writeFileSync(path.join(folder, 'source/facts.generated.ts'), 'export let fact: any;');
	const setCeilings = (numbers: object) => {
		writeFileSync(file, JSON.stringify(numbers, undefined, '\t'));
	};
	setCeilings(ceilings);
	return {
		folder,
		setCeilings,
		ceilings: (): unknown => JSON.parse(readFileSync(file, 'utf8')),
		run(...args: readonly string[]) {
			const {status, stdout} = spawnSync(process.execPath, [script, '--project', folder, ...args], {
				encoding: 'utf8',
			});
			return {status, lines: stdout.trimEnd().split('\n')};
		},
	};
};

test('casts, non-null assertions, any, double casts, long functions and nested conditional expressions are counted as the compiler reads them', (t) => {
	const {run} = project(t, counted);
	t.deepEqual(run(), {
		status: 0,
		lines: [
			'casts (`as X`): 5, ceiling 5',
			'non-null assertions (`x!`): 2, ceiling 2',
			'types `any`: 1, ceiling 1',
			'double casts (`as unknown as X`, `as never`): 2, ceiling 2',
			'functions above 70 lines without a line "Long because …" in their docstring: 1, ceiling 1',
			'conditional expressions within others (`a ? x : b ? y : z`): 3, ceiling 3',
			'casts, `!` and `any` in tests: 1, ceiling 1',
		],
	});
	t.deepEqual(run('--list', 'nonNull').lines, ['source/module.ts:8', 'source/module.ts:9']);
});

test('a number above its ceiling fails', (t) => {
	const {run} = project(t, {...counted, casts: 3});
	const {status, lines: printed} = run();
	t.is(status, 1);
	t.is(printed[0], 'casts (`as X`): 5, ceiling 3 ← 2 too many; --list casts shows the places');
});

test('ceilings are lowered to the numbers, and never raised to them', (t) => {
	const {run, ceilings} = project(t, {...counted, casts: 9, any: 0});
	run('--lower');
	t.deepEqual(ceilings(), {...counted, any: 0});
});

test('a ceiling above one that was committed before is refused', (t) => {
	const {run, folder, setCeilings} = project(t, counted);
	const git = (...args: readonly string[]) =>
		execFileSync('git', ['-c', 'user.name=nobody', '-c', 'user.email=nobody@example.test', ...args], {
			cwd: folder,
			stdio: 'ignore',
		});
	git('init');
	git('add', '.');
	git('commit', '--message', 'Ceilings');
	t.is(run().status, 0);
	setCeilings({...counted, casts: 6});
	git('commit', '--all', '--message', 'A raised ceiling');
	const {status, lines: printed} = run();
	t.is(status, 1);
	t.is(printed[0], 'casts (`as X`): 5, ceiling 6 ← the ceiling was 5 before: it can only fall');
	setCeilings(zero);
	t.is(run().status, 1);
});

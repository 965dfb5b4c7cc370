import {mkdirSync, readdirSync} from 'node:fs';
import path from 'node:path';
import test from 'ava';
import {runCommand} from '../testing/command-line.js';
import {blockAfter, exampleApplication} from '../testing/manual-lines.js';
import {put, temporaryFolder} from '../testing/temporary-folder.js';
import {Mistake} from '../scenario/mistake.js';
import {printData, readData} from './plain-data.js';
import {isOfShard, shardNamed, type Shard} from './shard.js';
import {mergedShards, shardLines, type Measured} from './shard-results.js';
import {version} from './version.js';

const folder = temporaryFolder();
const web = put(folder, 'web.yaml', exampleApplication('web', 'nginx:1.27'));

test('a shard is a number and the number of all; jobs are dealt out in turn', (t) => {
	t.deepEqual(shardNamed('3/16'), {number: 3, count: 16});
	for (const word of ['0/3', '4/3', '3', '1/0', '-1/3', '1/3 ', '1/999999', 'a/b', '01/3']) {
		t.is(shardNamed(word), undefined, word);
	}

	const jobs = [...Array(7).keys()];
	t.deepEqual(
		[1, 2, 3].map((number) => jobs.filter((job) => isOfShard(job, {number, count: 3}))),
		[
			[0, 3, 6],
			[1, 4],
			[2, 5],
		],
	);
});

test('data keep what JSON lacks', (t) => {
	const data = {a: [undefined, 1, null], b: Number.POSITIVE_INFINITY, c: Number.NaN, d: {e: '$', $: 'x'}, f: []};
	t.deepEqual(readData(printData(data)), data);
	t.deepEqual(readData(printData({a: undefined, b: 1})), {b: 1});
});

const measured: Measured = {seconds: 2, cpuSeconds: 3};

const linesFor = async (shard: Shard, task: unknown = 'x'): Promise<string> => {
	const results = ['a', 'b', 'c', 'd', 'e'].filter((_, job) => isOfShard(job, shard));
	const lines: string[] = [];
	for await (const line of shardLines({command: 'explore', jobs: 5, task}, shard, results, () => measured)) {
		lines.push(line);
	}

	return lines.join('');
};

const one = await linesFor({number: 1, count: 2});
const two = await linesFor({number: 2, count: 2});
const other = await linesFor({number: 2, count: 2}, 'y');

test('results are joined in any order, twice, from one file, with lines of other programs and half a line of a killed shard', (t) => {
	const expected = {task: 'x', results: ['a', 'b', 'c', 'd', 'e'], measured: {seconds: 2, cpuSeconds: 6}};
	t.deepEqual(mergedShards('explore', [put(folder, '2', two), put(folder, '1', one)]), expected);
	const killed = one.slice(0, -60);
	const all = `npm warn exec will be installed\n${two}${killed}${one}${one}\r\n`;
	t.deepEqual(mergedShards('explore', [put(folder, 'all', all)]), expected);
});

for (const [what, texts, message] of [
	['a missing shard', [two], 'missing shards: 1/2'],
	['a line cut off', [one.slice(0, -120), two], 'missing shards: 1/2; this line is damaged'],
	['a changed result', [one, two.replace('"b"', '"B"')], 'missing shards: 2/2; this line is damaged'],
	['results of another run', [one, other], 'these results are from another run'],
	['another text', ['kind: Pod\n'], 'this file has no shard results'],
	['no first line', [one.split('\n').slice(1).join('\n')], 'the first line of the results is missing or damaged'],
] as const) {
	test(`${what} is a mistake`, (t) => {
		const files = texts.map((text, index) => put(folder, `${what.replaceAll(' ', '-')}-${index}`, text));
		t.throws(() => mergedShards('explore', files), {instanceOf: Mistake, message});
	});
}

test('results of another command are a mistake', (t) => {
	t.throws(() => mergedShards('check', [put(folder, 'explored', one + two)]), {
		message: 'these are results of explore, not of check',
	});
});

/** The output of a command in one process, and that of its merged shards. */
const bothWays = async (words: readonly string[]) => {
	const [command = ''] = words;
	const own = temporaryFolder();
	const whole = await runCommand(words);
	const files: string[] = [];
	for (const number of [1, 2]) {
		// eslint-disable-next-line no-await-in-loop
		const {out, code, err} = await runCommand([...words, '--shard', `${number}/2`]);
		files.push(put(own, `${command}-${number}`, `${out}${code === 0 ? '' : err}`));
	}

	return {whole, files, merged: await runCommand([command, 'merge', ...files])};
};

test('shards of explore are merged to what one process prints and writes, with its exit code', async (t) => {
	const to = path.join(folder, 'ends');
	const image = 'deployment/web spec.template.spec.containers[0].image=nginx:1.27,nginx:none';
	const words = ['explore', web, '--vary', image, '--ask', 'diagnosis', '--seeds', '2', '--jobs', '1', '--for', '10s'];
	const {whole, merged} = await bothWays([...words, '--ask', 'time to Ready', '--to', to]);
	t.is(whole.code, 1);
	t.regex(whole.out, /\n2 different ends\n/);
	t.regex(whole.out, /\n {2}no answer in 1 of 2 runs\n/);
	t.deepEqual(merged, whole);
	t.is(readdirSync(to).length, 2);
});

test('so are those of explore -o jsonl', async (t) => {
	const words = ['explore', web, '--faults', '2', '--seeds', '2', '--jobs', '1', '--for', '10s', '-o', 'jsonl'];
	const {whole, merged} = await bothWays(words);
	t.deepEqual(merged, whole);
});

test('shards of check are merged to what one process prints, with its exit code, for each version', async (t) => {
	const many = path.join(folder, 'many');
	for (const name of ['a', 'b', 'c']) {
		mkdirSync(path.join(many, name), {recursive: true});
		put(path.join(many, name), 'web.yaml', exampleApplication('web', name === 'c' ? 'ngnix' : 'nginx:1.27'));
	}

	const {whole, files, merged} = await bothWays(['check', '-R', many, '--kubernetes', '1.35..1.36', '--jobs', '1']);
	const timeless = ({out, ...rest}: typeof whole) => ({...rest, out: out.replace(/[\d.]+ s\n$/, '')});
	t.is(whole.code, 1);
	t.deepEqual(timeless(merged), timeless(whole));
	put(path.join(many, 'a'), 'web.yaml', exampleApplication('web', 'nginx:1.28'));
	const {err, code} = await runCommand(['check', 'merge', ...files]);
	t.is(code, 2);
	t.regex(err, /^these are not the files that the shards checked\n/);
});

for (const [words, message] of [
	[['explore', web, '--shard', '4/3'], /Write a shard as its number and the total, such as 3\/16\./],
	[['check', '-', '--shard', '1/2'], /--shard cannot read standard input/],
	[['check', web, '--fix', '--shard', '1/2'], /--shard cannot be combined with --fix/],
	[['explore', 'merge'], /missing required argument 'files'/],
] as const) {
	test(`${words.slice(0, 3).join(' ').replace(folder, '')} … is a mistake`, async (t) => {
		const {code, out, err} = await runCommand(words);
		t.is(code, 2);
		t.is(out, '');
		t.regex(err, message);
	});
}

test('the Job of the manual ends, and each of its Pods does one shard', async (t) => {
	const page = blockAfter('explore', '# explore-job.yaml');
	t.regex(page, /^ {2}completions: 100$/m);
	const file = put(folder, 'explore-job.yaml', page.replace('completions: 100', 'completions: 3'));
	const {out, code} = await runCommand(['trace', file], '', 400);
	t.is(code, 0);
	t.regex(out, /\n✓ job\/default\/explore {2}Complete\n/);
	for (const number of [1, 2, 3]) {
		t.regex(out, new RegExp(`assumed to work: npx --yes k8s-walkthrough@.* --shard ${number}/100\n`));
	}

	t.true(page.includes(`k8s-walkthrough@${version()} `));
});

import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {writeFileSync} from 'node:fs';
import {setTimeout as sleep} from 'node:timers/promises';
import {fileURLToPath} from 'node:url';
import test from 'ava';
import {put, temporaryFolder} from '../../testing/temporary-folder.js';
import {completeScenario} from '../../scenario/scenario.js';
import {check} from './check.js';
import {endsInOrder, type PlayedWorlds} from './played-worlds.js';
import type {CheckRequest} from './request.js';
import type {WorldJob} from './world.js';
import {runCommand} from '../../testing/command-line.js';

const cli = fileURLToPath(new URL('../../cli.js', import.meta.url));
const pod = (image: string): string =>
	`apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: web, image: '${image}'}]}\n`;

test('--watch checks again when a file changes, and a file that is no YAML does not end it', async (t) => {
	const folder = temporaryFolder();
	const file = put(folder, 'web.yaml', pod('nginx:1.27'));
	const child = spawn(process.execPath, [cli, 'check', '--watch', '--jobs', '1', file]);
	t.teardown(() => child.kill());
	let out = '';
	child.stdout.on('data', (chunk) => {
		out += String(chunk);
	});
	const until = async (pattern: RegExp): Promise<void> => {
		while (!pattern.test(out)) {
			// eslint-disable-next-line no-await-in-loop
			await sleep(50);
		}

		out = '';
	};
	await until(/✓ 1 object in 1 file/);
	writeFileSync(file, 'kind: [');
	await until(/W001-unreadable[^]*✗ /);
	writeFileSync(file, pod('nginx:1.277'));
	await until(/W052-image-pull[^]*✗ 1 object/);
	child.kill('SIGINT');
	const [code, signal] = await once(child, 'exit');
	t.true(code === 130 || signal === 'SIGINT', `${code} ${signal}`);
});

test('a check that is repeated plays only the worlds that have changed, in the order of the jobs', async (t) => {
	const played: string[] = [];
	const job = (name: string): WorldJob => ({
		scenario: completeScenario(),
		how: {},
		language: 'en',
		parts: [{definitions: {}, context: {}, files: {[name]: name}, fileOf: {}}],
	});
	const pool = {
		async *resultsInOrder(jobs: readonly WorldJob[]) {
			for (const {parts} of jobs) {
				const words = Object.keys(parts[0]?.files ?? {}).join('');
				played.push(words);
				yield [{objects: [], observations: [], assumed: [{says: words, places: []}]}];
			}
		},
	};
	const known: PlayedWorlds = new Map();
	const ends = async (...names: readonly string[]): Promise<readonly string[]> => {
		const found: string[] = [];
		for await (const [end] of endsInOrder(pool, names.map(job), known)) {
			found.push(end?.assumed[0]?.says ?? '');
		}

		return found;
	};
	t.deepEqual(await ends('a', 'b', 'c'), ['a', 'b', 'c']);
	t.deepEqual(await ends('a', 'd', 'c'), ['a', 'd', 'c']);
	t.deepEqual(await ends('b'), ['b']);
	t.deepEqual(played, ['a', 'b', 'c', 'd', 'b']);
	t.is(known.size, 1);
});

test('--watch needs files', async (t) => {
	const {code, err} = await runCommand(['check', '--watch', '-'], '', 80);
	t.is(code, 2);
	t.regex(err, /--watch reads files/);
	t.is((await runCommand(['check', '--watch', '/nowhere'], '', 80)).code, 2);
});

test('a repeated check of few clusters begins and continues in this thread, which is warm for the next one', async (t) => {
	const played: PlayedWorlds = new Map();
	const heard: boolean[] = [];
	const request = (image: string): CheckRequest => ({
		files: ['a', 'b'].map((name) => ({file: `${name}.yaml`, text: pod(image), isFound: false})),
		scenario: completeScenario(),
		how: {},
		language: 'en',
		played,
		async interruption(isHeard) {
			heard.push(isHeard);
			return new AbortController().signal;
		},
	});
	// The files define the same Pod: each has its own cluster.
	for (const image of ['nginx:1.27', 'nginx:1.28']) {
		// eslint-disable-next-line no-await-in-loop
		const {files} = await check(request(image));
		t.deepEqual(
			files.map(({objects}) => objects.map(({isDone}) => isDone)),
			[[true], [true]],
		);
	}

	t.deepEqual(heard, [false, false]);
	t.is(played.size, 2);
});

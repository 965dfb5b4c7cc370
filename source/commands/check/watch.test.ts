import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {writeFileSync} from 'node:fs';
import {setTimeout as sleep} from 'node:timers/promises';
import {fileURLToPath} from 'node:url';
import test from 'ava';
import {put, temporaryFolder} from '../../testing/temporary-folder.js';
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

test('--watch needs files', async (t) => {
	const {code, err} = await runCommand(['check', '--watch', '-'], '', 80);
	t.is(code, 2);
	t.regex(err, /--watch reads files/);
	t.is((await runCommand(['check', '--watch', '/nowhere'], '', 80)).code, 2);
});

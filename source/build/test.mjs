// What `npm test` does after the build: the tests, and beside them the checks of `npm run lint`, which mostly keep one core busy.
//
//   node source/build/test.mjs [arguments of AVA]
import {spawn} from 'node:child_process';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../..');

/** @returns the exit code, and what was printed where that is not shown at once. */
const ended = (child) =>
	new Promise((resolve, reject) => {
		let printed = '';
		for (const stream of [child.stdout, child.stderr]) {
			stream?.setEncoding('utf8').on('data', (text) => {
				printed += text;
			});
		}

		child.on('error', reject);
		child.on('close', (code) => {
			resolve({code: code ?? 1, printed});
		});
	});

const ava = [path.join(root, 'node_modules/ava/entrypoints/cli.mjs'), '--config', 'source/build/ava-in-sets.mjs'];
const [lint, tests] = await Promise.all([
	// npm is a script on Windows.
	ended(spawn('npm run lint', {cwd: root, shell: true, stdio: ['ignore', 'pipe', 'pipe']})),
	ended(spawn(process.execPath, [...ava, ...process.argv.slice(2)], {cwd: root, stdio: 'inherit'})),
]);
process.stdout.write(lint.printed);
process.exitCode = tests.code || lint.code;

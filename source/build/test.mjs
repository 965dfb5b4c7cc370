// What `npm test` does after the build: the tests, and beside them the checks of `npm run lint`, which mostly keep one core busy.
//
//   npm test -- [--engine VERSION] [--changed] [arguments of AVA]
//
// --engine runs the tests on another release of Node, which npm downloads: `npm test -- --engine 26`.
// --changed runs only the tests that import a module changed since the last commit, each file in a process of its own.
import {execFileSync, spawn} from 'node:child_process';
import path from 'node:path';
import {parseArgs} from 'node:util';
import {engine} from './engine.mjs';
import {testsOf} from './tests-of.mjs';

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

/** Files that differ from the last commit, new ones among them. */
const changed = () =>
	['diff --name-only HEAD', 'ls-files --others --exclude-standard']
		.flatMap((words) => execFileSync('git', words.split(' '), {cwd: root, encoding: 'utf8'}).split('\n'))
		.filter((name) => name !== '');

/** Our own flags are read, all others are AVA's. */
const given = process.argv.slice(2);
const {values, tokens} = parseArgs({
	args: given,
	options: {engine: {type: 'string'}, changed: {type: 'boolean'}},
	strict: false,
	tokens: true,
});
const ours = new Set(
	tokens
		.filter(({kind, name}) => kind === 'option' && (name === 'engine' || name === 'changed'))
		.flatMap(({index, inlineValue, value}) => (value !== undefined && !inlineValue ? [index, index + 1] : [index])),
);
const others = given.filter((_, index) => !ours.has(index));

const node = typeof values.engine === 'string' ? engine(values.engine) : process.execPath;
const files = values.changed === true ? testsOf(changed()) : [];
if (values.changed === true && files.length === 0) {
	console.log('No test imports a module that changed since the last commit.');
	process.exit();
}

if (node !== process.execPath) {
	console.log(`The tests run on Node ${execFileSync(node, ['--version'], {encoding: 'utf8'}).trim()}.`);
}

const ava = path.join(root, 'node_modules/ava/entrypoints/cli.mjs');
const set = files.length > 0 ? files : ['--config', 'source/build/ava-in-sets.mjs'];
const [lint, tests] = await Promise.all([
	// npm is a script on Windows.
	ended(spawn('npm run lint', {cwd: root, shell: true, stdio: ['ignore', 'pipe', 'pipe']})),
	ended(spawn(node, [ava, ...set, ...others], {cwd: root, stdio: 'inherit'})),
]);
process.stdout.write(lint.printed);
process.exitCode = tests.code || lint.code;

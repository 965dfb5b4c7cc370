// Performs each "How to add" of source/README.md on a scratch copy of the project, in one build, and checks whether each addition works.
import {spawnSync} from 'node:child_process';
import {cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import process from 'node:process';
import {fileURLToPath} from 'node:url';
import {errorText} from '../kernel/error-text.js';
import type {Insertion, Recipe} from './how-to-add/recipe.js';
import {touched} from './how-to-add/recipe.js';
import {recipes} from './how-to-add/recipes.js';
import {scriptFlags} from './script-flags.js';

const root = fileURLToPath(new URL('../../', import.meta.url));

const {values, wrong} = scriptFlags({
	usage: `npm run how-to-add [-- --only WHAT] [--keep]

Performs each "How to add" of source/README.md on a scratch copy of the project, builds it, and looks whether each addition works.
  --only WHAT  only the additions with this word in their name, such as view
  --keep       leaves the scratch copy, and prints its folder`,
	options: {only: {type: 'string'}, keep: {type: 'boolean', default: false}},
});
const chosen = recipes.filter(({what}) => what.includes(values.only ?? ''));
if (chosen.length === 0) {
	wrong(`--only ${values.only}: no such addition; there are ${recipes.map(({what}) => what).join(', ')}`);
}

const pod = (name: string, labels: string): string =>
	`apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}, labels: {${labels}}}\nspec: {containers: [{name: main, image: "nginx:1.27"}]}\n`;

/** The files that proofs read. */
const inputs: Readonly<Record<string, string>> = {
	'pod.yaml': pod('web', 'app: web'),
	'owned.yaml': pod('owned', 'owner: me'),
	'deployment.yaml': `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: {matchLabels: {app: web}}
  template: {metadata: {labels: {app: web}}, spec: {containers: [{name: main, image: "nginx:1.27"}]}}
`,
	'owner.yaml': 'nodes: [{name: node-a}]\nadmission: {enable: [RequireOwner]}\n',
	'quiet.yaml': 'nodes: [{name: node-a, labels: {quiet: "true"}}]\n',
};

const inserted = (scratch: string, {file, before, text}: Insertion): void => {
	const name = path.join(scratch, 'source', file);
	const old = readFileSync(name, 'utf8');
	if (old.split(before).length !== 2) {
		throw new Error(`source/${file} has this ${old.split(before).length - 1} times, not once: ${before}`);
	}

	writeFileSync(
		name,
		old.replace(before, () => text + before),
	);
};

const perform = (scratch: string, {files = {}, edits = [], uses = [], copy}: Recipe): void => {
	for (const [file, text] of Object.entries(files)) {
		const name = path.join(scratch, 'source', file);
		mkdirSync(path.dirname(name), {recursive: true});
		writeFileSync(name, text);
	}

	for (const edit of [...edits, ...uses]) {
		inserted(scratch, edit);
	}

	if (copy) {
		cpSync(path.join(scratch, copy[0]), path.join(scratch, copy[1]), {recursive: true});
	}
};

const node = (scratch: string, args: readonly string[]): {readonly status: number | null; readonly text: string} => {
	const {status, stdout, stderr} = spawnSync(process.execPath, args, {
		cwd: scratch,
		encoding: 'utf8',
		maxBuffer: 64 * 1024 * 1024,
		env: {...process.env, K8S_WALKTHROUGH_SNAPSHOT: 'off'},
	});
	return {status, text: stdout + stderr};
};

/** The project without installed packages and bundles; compiled files are included, so that only changes are compiled. */
const copied = (): string => {
	const scratch = mkdtempSync(path.join(tmpdir(), 'how-to-add-'));
	for (const name of ['source', 'lessons', 'package.json', 'tsconfig.json', 'README.md']) {
		cpSync(path.join(root, name), path.join(scratch, name), {recursive: true});
	}

	cpSync(path.join(root, 'dist'), path.join(scratch, 'dist'), {
		recursive: true,
		preserveTimestamps: true,
		filter: (name) => !name.startsWith(path.join(root, 'dist/bundle')),
	});
	for (const name of ['node_modules', 'snapshots']) {
		symlinkSync(path.join(root, name), path.join(scratch, name));
	}

	for (const [name, text] of Object.entries(inputs)) {
		writeFileSync(path.join(scratch, name), text);
	}

	return scratch;
};

/** @returns the problem of an addition in the scratch copy; `undefined` when it works. */
const problemOf = (scratch: string, {proof: {run, prints}}: Recipe): string | undefined => {
	const args = run[0] === '-e' ? ['--input-type=module', ...run] : ['dist/cli.js', ...run];
	const {text} = node(scratch, args);
	return prints.test(text) ? undefined : `${args.join(' ')} does not print ${prints}:\n${text.slice(-3000)}`;
};

const scratch = copied();
let failures = 0;
try {
	for (const recipe of chosen) {
		perform(scratch, recipe);
	}

	for (const script of ['source/build/generate.mjs', 'node_modules/typescript/bin/tsc']) {
		const {status, text} = node(scratch, [script]);
		if (status !== 0) {
			throw new Error(`${script}\n${text}`);
		}
	}

	for (const recipe of chosen) {
		const problem = problemOf(scratch, recipe);
		failures += problem === undefined ? 0 : 1;
		console.log(`${problem === undefined ? '✓' : '✗'} ${recipe.what}: ${touched(recipe).join(', ')}`);
		if (problem !== undefined) {
			console.log(problem);
		}
	}
} catch (error) {
	failures++;
	console.error(errorText(error));
} finally {
	if (values.keep) {
		console.log(scratch);
	} else {
		rmSync(scratch, {recursive: true, force: true});
	}
}

process.exitCode = failures === 0 ? 0 : 1;

import {spawnSync, type SpawnSyncReturns} from 'node:child_process';
import {existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import {fileURLToPath} from 'node:url';
import * as zlib from 'node:zlib';
import test, {type ExecutionContext} from 'ava';
import {chunkOf, snapshotScript} from './chunk-script.js';
import {snapshotUse, variable, type PathKind, type Start} from './launch.js';
import {findSnapshot, type SnapshotFile} from './snapshot-file.js';

const bundle = fileURLToPath(new URL('../../bundle/', import.meta.url));

/** Whether this Node can start from a snapshot, and a bundle exists to make one from. */
const isAble = 'execve' in process && process.platform !== 'win32' && existsSync(path.join(bundle, 'build-id'));

const start: Start = {words: ['trace', 'web.yaml'], env: {}, flags: [], replaces: true, kindOf: () => 'none'};

/** A file system that contains only `web.yaml`. */
const web =
	(kind: PathKind): Start['kindOf'] =>
	(name) =>
		name === 'web.yaml' ? kind : 'none';

for (const [what, changed, expected] of [
	['a command that begins with a cluster at rest', {}, 'read and write'],
	['a language before the command', {words: ['--lang', 'zh', 'lesson', '1']}, 'read and write'],
	['a machine that lives for one job', {env: {CI: 'true'}}, 'read'],
	['a command that needs no cluster', {words: ['lessons']}, 'none'],
	['a command with worker threads', {words: ['explore', 'web.yaml']}, 'none'],
	['a check of a file', {words: ['check', 'web.yaml', '-o', 'json'], kindOf: web('file')}, 'read and write'],
	['a check of a small folder', {words: ['check', 'web.yaml'], kindOf: web('small folder')}, 'read and write'],
	['a check of a large folder', {words: ['check', 'web.yaml'], kindOf: web('other')}, 'none'],
	['a check of a pipe', {words: ['check', '-f', '-']}, 'none'],
	['a check of a pipe, its flag before it', {words: ['check', '-f-']}, 'none'],
	['a check whose values are a pipe', {words: ['check', '--policy=web.yaml'], kindOf: web('other')}, 'none'],
	['a check of folders in folders', {words: ['check', '-R', 'web.yaml'], kindOf: web('small folder')}, 'none'],
	['a check that is repeated', {words: ['check', 'web.yaml', '--watch']}, 'none'],
	['the lessons of an author', {words: ['lessons', 'check', 'lesson']}, 'none'],
	['the home screen', {words: []}, 'none'],
	['a flag of Node', {flags: ['--inspect']}, 'none'],
	['flags of Node in the environment', {env: {NODE_OPTIONS: '--max-old-space-size=512'}}, 'none'],
	['snapshots that the user has turned off', {env: {[variable]: 'off'}}, 'none'],
	['a Node that cannot replace its process', {replaces: false}, 'none'],
] as const) {
	test(`which start: ${what}`, (t) => {
		t.is(snapshotUse({...start, ...changed}), expected);
	});
}

test('a chunk is taken apart: what it imports, what it loads later, what it exports', (t) => {
	const {needs, later, builtins, body} = chunkOf(
		`#!/usr/bin/env node
// dist/cli.js
import {createRequire as requireFrom} from 'node:module';
const require = requireFrom(import.meta.url);
import{a as b,c}from"./one.js";import"./two.js";function d(){return"import{x}from'y'"}import*as e from"node:fs";import f from"node:path";import{join as g}from"node:path";var h=()=>import("./three.js"),i=import.meta.url;export{d as j,h};
`,
	);
	t.deepEqual(needs, ['one.js', 'two.js']);
	t.deepEqual(later, ['three.js']);
	t.is(builtins, 3);
	t.is(
		body,
		`"use strict";const b=__chunk("one.js").a;const c=__chunk("one.js").c;const e=__builtin("node:fs");const f=__builtin("node:path");const g=__member("node:path","join");
function d(){return"import{x}from'y'"}var h=()=>__load("three.js"),i=__url;
return{j:d,h:h}`,
	);
});

const runScript = async (chunks: Readonly<Record<string, string>>): Promise<string> => {
	const script = snapshotScript('entry.js', (file) => chunks[file] ?? '', 'file:///p/cli.js', {});
	const said: string[] = [];
	await new Promise<void>((resolve) => {
		const v8 = {
			startupSnapshot: {
				setDeserializeMainFunction(main: () => void) {
					main();
					resolve();
				},
			},
		};
		const say = (text: string) => said.push(text);
		const load = (name: string) => (name === 'v8' ? v8 : {name});
		// eslint-disable-next-line no-new-func
		new Function('require', 'say', script)(load, say);
	});
	return said.join(' ');
};

test('the script runs each chunk once, what it needs first, and what loads later when it is asked for', async (t) => {
	t.is(
		await runScript({
			'entry.js':
				'import{a}from"./a.js";import{b}from"./b.js";var c=async()=>{say("prepare",(await import("./later.js")).d)},m=()=>say(`main ${a}${b}`);export{c as prepare,m as main};',
			'a.js': 'import"./b.js";say("a");var x=1;export{x as a};',
			'b.js': 'say("b");var y=await 2;export{y as b};',
			'later.js': 'import{a}from"./a.js";say("later");var z=a;export{z as d};',
		}),
		'b a later prepare main 12',
	);
});

const placeIn = (t: ExecutionContext): SnapshotFile => {
	const folder = mkdtempSync(path.join(os.tmpdir(), 'start-'));
	t.teardown(() => {
		rmSync(folder, {recursive: true, force: true});
	});
	return {folder, key: 'one', bundle};
};

if ('crc32' in zlib) {
	test('a snapshot is found by its checksum; a damaged one counts as none', (t) => {
		const place = placeIn(t);
		t.is(findSnapshot(place), 'none');
		// The check value of CRC-32.
		const file = path.join(place.folder, 'one.cbf43926.blob');
		writeFileSync(file, '123456789');
		t.deepEqual(findSnapshot(place), {file});
		writeFileSync(file, '123456780');
		t.is(findSnapshot(place), 'none');
	});
}

test('after a build that failed, no other one is tried; nor where the folder cannot be made', (t) => {
	const place = placeIn(t);
	writeFileSync(path.join(place.folder, 'one.failed'), '');
	t.is(findSnapshot(place), 'never');
	t.is(findSnapshot({...place, folder: path.join(place.folder, 'one.failed', 'start')}), 'never');
});

const pod = 'apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: main, image: nginx}]}\n';

if (isAble) {
	test('the program writes a snapshot, starts from it, and prints the same', (t) => {
		const home = mkdtempSync(path.join(os.tmpdir(), 'home-'));
		t.teardown(() => {
			rmSync(home, {recursive: true, force: true});
		});
		const node = (words: readonly string[], env = {}): SpawnSyncReturns<string> =>
			spawnSync(process.execPath, words, {
				input: pod,
				encoding: 'utf8',
				env: {PATH: process.env['PATH'], HOME: home, LC_ALL: 'C.UTF-8', CI: 'true', ...env},
			});
		const program = path.join(bundle, 'cli.js');
		const words = [program, 'trace', '-'];
		const ordinary = node(words, {[variable]: 'off'});
		t.is(ordinary.status, 0);
		t.is(node([path.join(bundle, 'write-snapshot.js')]).status, 0);
		const folder = readdirSync(home, {recursive: true, encoding: 'utf8'}).find((name) => name.endsWith('.blob'));
		t.truthy(folder, 'no snapshot was written');
		const blob = path.join(home, folder ?? '');
		const started = node(words);
		t.is(started.stdout, ordinary.stdout);
		t.is(started.status, 0);

		// Two files that define the same object: two clusters in two threads, which such a process cannot start.
		const files = ['a.yaml', 'b.yaml'].map((name) => path.join(home, name));
		for (const file of files) {
			writeFileSync(file, pod);
		}

		const checked = node([program, 'check', ...files, '--jobs', '2', '-o', 'gitlab', '--fail-on', 'assumed']);
		t.is(checked.stderr, '');
		t.is(checked.status, 0);
		t.deepEqual(JSON.parse(checked.stdout), []);

		// A wrong file with the right checksum: Node refuses it, which proves that the start tries it.
		const key = path.basename(blob).replace(/\.\w{8}\.blob$/, '');
		rmSync(blob);
		const wrong = path.join(path.dirname(blob), `${key}.cbf43926.blob`);
		writeFileSync(wrong, '123456789');
		t.not(node(words).status, 0);
		t.is(node(words, {[variable]: 'off'}).stdout, ordinary.stdout);
	});
} else {
	test.skip('this Node cannot start from a snapshot', () => undefined);
}

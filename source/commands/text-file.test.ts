import {spawnSync} from 'node:child_process';
import {lstatSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import test, {type ExecutionContext} from 'ava';
import {temporaryFolder} from '../testing/temporary-folder.js';
import {Mistake} from '../scenario/mistake.js';
import {checkWritable, writeTextFile} from './text-file.js';

const mistakeOf = (t: ExecutionContext, write: () => void): string => t.throws(write, {instanceOf: Mistake}).message;

test('a file is written behind its links, for its owner where that is asked, and nothing is left beside it', (t) => {
	const home = temporaryFolder();
	writeFileSync(path.join(home, 'real'), 'old');
	symlinkSync('real', path.join(home, 'link'));
	writeTextFile(path.join(home, 'link'), 'new', {mode: 0o600});
	t.is(readFileSync(path.join(home, 'real'), 'utf8'), 'new');
	t.is(statSync(path.join(home, 'real')).mode & 0o777, 0o600);
	writeTextFile(path.join(home, 'a/b/c'), 'deep', {folders: true});
	t.deepEqual(readdirSync(home).sort(), ['a', 'link', 'real']);
	writeTextFile('/dev/null', 'gone');
	t.true(statSync('/dev/null').isCharacterDevice());
});

test('a file that others may not read stays so when it is written again', (t) => {
	const file = path.join(temporaryFolder(), 'mine');
	writeFileSync(file, 'old', {mode: 0o600});
	writeTextFile(file, 'new');
	t.is(statSync(file).mode & 0o777, 0o600);
});

test('a link to what is not there yet leads to it', (t) => {
	const home = temporaryFolder();
	symlinkSync('later', path.join(home, 'first'));
	symlinkSync(path.join(home, 'first'), path.join(home, 'second'));
	writeTextFile(path.join(home, 'second'), 'new');
	t.is(readFileSync(path.join(home, 'later'), 'utf8'), 'new');
	t.true(lstatSync(path.join(home, 'second')).isSymbolicLink());
	symlinkSync('nowhere/file', path.join(home, 'lost'));
	t.regex(
		mistakeOf(t, () => writeTextFile(path.join(home, 'lost'), 'new')),
		/no such file or folder/,
	);
});

test('what cannot be written is a mistake, told before it is needed, and never waits', (t) => {
	const home = temporaryFolder();
	mkdirSync(path.join(home, 'folder'));
	writeFileSync(path.join(home, 'file'), '');
	for (const [name, reason] of [
		['folder', 'this is a folder'],
		['file/x', 'no such file or folder'],
		['none/x', 'no such file or folder'],
	] as const) {
		const file = path.join(home, name);
		t.is(
			mistakeOf(t, () => {
				checkWritable(file);
			}),
			reason,
		);
		t.is(
			mistakeOf(t, () => {
				writeTextFile(file, '');
			}),
			reason,
		);
	}

	t.notThrows(() => {
		checkWritable(path.join(home, 'file'));
		checkWritable(path.join(home, 'new'));
	});
	spawnSync('mkfifo', [path.join(home, 'pipe')]);
	t.is(
		mistakeOf(t, () => {
			writeTextFile(path.join(home, 'pipe'), 'x');
		}),
		'no process reads from this pipe or device',
	);
	// If folders cannot be made, Node.js itself would try without end.
	t.throws(
		() => {
			writeTextFile('/proc/none/a/b', '', {folders: true});
		},
		{instanceOf: Mistake},
	);
});

test('a recording goes down a pipe as /dev/stdout', (t) => {
	const cli = fileURLToPath(new URL('../bundle/cli.js', import.meta.url));
	const manifest = path.join(temporaryFolder(), 'pod.yaml');
	writeFileSync(manifest, 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n');
	const {stdout, stderr, status} = spawnSync(
		'sh',
		['-c', `"$0" "$1" record "$2" --to /dev/stdout | cat`, process.execPath, cli, manifest],
		{
			encoding: 'utf8',
		},
	);
	t.deepEqual([status, stderr], [0, '']);
	t.regex(stdout, /^recording: 1$/m);
	t.regex(stdout, /^done; \d+ stops in \/dev\/stdout/m);
});

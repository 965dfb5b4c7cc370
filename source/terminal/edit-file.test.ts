import {chmodSync, existsSync, rmSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import test from 'ava';
import {temporaryFolder} from '../testing/temporary-folder.js';
import {editFile, editorCommand} from './edit-file.js';

/** The environment, and the words that run for the file f. */
const editors: ReadonlyArray<
	readonly [environment: Record<string, string>, platform: string, words: readonly string[]]
> = [
	[{}, 'linux', ['vi', 'f']],
	[{}, 'win32', ['notepad', 'f']],
	[{EDITOR: 'nano'}, 'linux', ['nano', 'f']],
	[{EDITOR: 'nano', KUBE_EDITOR: 'vim'}, 'linux', ['vim', 'f']],
	[{EDITOR: 'code --wait'}, 'linux', ['code', '--wait', 'f']],
	[{EDITOR: "vim -c 'set ai'", SHELL: '/bin/zsh'}, 'linux', ['/bin/zsh', '-c', 'vim -c \'set ai\' "f"']],
];

for (const [environment, platform, words] of editors) {
	test(`an editor runs as kubectl runs it: ${words.join(' ')}`, (t) => {
		const {program, arguments: after} = editorCommand(environment, platform);
		t.deepEqual([program, ...after('f')], words);
	});
}

const folder = temporaryFolder();

/** A program that does this with the file that it is given. */
const script = (name: string, text: string): string => {
	const file = path.join(folder, name);
	writeFileSync(file, `#!/bin/sh\n${text}\n`);
	chmodSync(file, 0o755);
	return file;
};

test('the text of the file is the one that the editor has left', (t) => {
	const {file = '', text, failure} = editFile('a: 1\n', false, {EDITOR: script('add', 'echo "b: 2" >> "$1"')});
	t.is(text, 'a: 1\nb: 2\n');
	t.is(failure, undefined);
	t.regex(path.basename(file), /^kubectl-edit-\d+\.yaml$/);
	rmSync(file);
});

test('an editor that is missing or fails is named, and its file stays', (t) => {
	const failing = script('fails', 'exit 3');
	for (const [editor, message] of [
		['/no/such/editor', 'unable to launch the editor "/no/such/editor"'],
		[failing, `there was a problem with the editor "${failing}"`],
	] as const) {
		const {file = '', text, failure} = editFile('{}', true, {EDITOR: editor});
		t.is(failure, message);
		t.is(text, undefined);
		t.true(existsSync(file));
		rmSync(file);
	}
});

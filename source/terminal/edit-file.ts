import {spawnSync} from 'node:child_process';
import {randomInt} from 'node:crypto';
import {readFileSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import process from 'node:process';
import type {ClosedFile} from '../screen/actions/editor.js';

/** The variables of the environment that name an editor. */
type Environment = Readonly<Record<string, string | undefined>>;

/** A program and its arguments before the name of the file. */
export interface EditorCommand {
	/** The name in messages. */
	readonly named: string;
	readonly program: string;
	readonly arguments: (file: string) => readonly string[];
}

/**
The user's editor: `KUBE_EDITOR`, `EDITOR` or vi. Words with quotes or backslashes are for a shell.

@mirrors kubectl/pkg/cmd/util/editor NewDefaultEditor
*/
export const editorCommand = (environment: Environment, platform: string = process.platform): EditorCommand => {
	const isWindows = platform === 'win32';
	const named = environment['KUBE_EDITOR'] || environment['EDITOR'] || (isWindows ? 'notepad' : 'vi');
	if (/["'\\]/.test(named) && !isWindows) {
		const shell = environment['SHELL'] || '/bin/bash';
		return {
			named: `${shell} -c ${named}`,
			program: shell,
			arguments: (file) => ['-c', `${named} ${JSON.stringify(file)}`],
		};
	}

	const [program = '', ...before] = named.split(' ');
	return {named, program, arguments: (file) => [...before, file]};
};

/** A separate file for a text, whose name has the form of kubectl's. */
const temporaryFile = (text: string, isJson: boolean): string => {
	const file = path.join(tmpdir(), `kubectl-edit-${randomInt(1e9, 4e9)}.${isJson ? 'json' : 'yaml'}`);
	writeFileSync(file, text, {mode: 0o600, flag: 'wx'});
	return file;
};

/** Opens a text in the user's editor, and waits until the editor has closed. The terminal must be free for it. */
export const editFile = (text: string, isJson: boolean, environment: Environment = process.env): ClosedFile => {
	const command = editorCommand(environment);
	const file = temporaryFile(text, isJson);
	const {error, status} = spawnSync(command.program, command.arguments(file), {stdio: 'inherit'});
	if (error && 'code' in error && error.code === 'ENOENT') {
		return {file, failure: `unable to launch the editor ${JSON.stringify(command.named)}`};
	}

	return error || status !== 0
		? {file, failure: `there was a problem with the editor ${JSON.stringify(command.named)}`}
		: {file, text: readFileSync(file, 'utf8')};
};

import type {Routine} from '../../../kernel/routine.js';
import {resolvePath} from '../../../host/file-system.js';
import type {TerminalDevice} from '../terminal-device.js';
import {ShellExit} from './control.js';
import {emptyEdit, keysOf, press, type Complete} from './line-editor.js';
import {scalarOf} from './variables.js';
import type {Shell} from './shell.js';
import {parseScript} from './syntax/script-parser.js';

const interruptedStatus = 130;

/** The prompt: PS1, or the default of the image's shell. */
const promptOf = (shell: Shell): string => {
	const {directory, dialect, task} = shell;
	const {machine} = task.table;
	const sign = machine.user.uid === 0 ? '#' : '$';
	const home = task.environment.get('HOME');
	const shown = home !== undefined && directory === home ? '~' : directory;
	const own = {bash: String.raw`\u@\h:\w\$ `, dash: `${sign} `, ash: String.raw`\w \$ `}[dialect];
	const known: Readonly<Record<string, string>> = {
		u: machine.user.name,
		h: machine.hostname.replace(/\..*$/s, ''),
		H: machine.hostname,
		w: shown,
		W: shown.replace(/^.*\/(?=.)/, ''),
		$: sign,
	};
	const text = scalarOf(shell.variables.get('PS1')) ?? own;
	return dialect === 'dash' ? text : text.replaceAll(/\\([uhHwW$])/g, (_, letter: string) => known[letter] ?? '');
};

/** Completes names of files, and the first word as a file or function. */
const completing =
	({task, functions}: Shell): Complete =>
	(before) => {
		const word = /\S*$/.exec(before)?.[0] ?? '';
		const folder = word.slice(0, word.lastIndexOf('/') + 1);
		const path = resolvePath(task.directory, folder === '' ? '.' : folder);
		const names = task.files.stat(path)?.kind === 'directory' ? listed(task.files, path) : [];
		const files = names
			.filter((name) => name.startsWith(word.slice(folder.length)) && (!name.startsWith('.') || word.endsWith('.')))
			.map((name) => `${folder}${name}${task.files.stat(resolvePath(path, name))?.kind === 'directory' ? '/' : ''}`);
		const isFirst = before.trimStart() === word && !word.includes('/');
		return isFirst ? [...functions.keys()].filter((name) => name.startsWith(word)) : files;
	};

const listed = (files: Shell['files'], path: string): readonly string[] => {
	try {
		return files.list(path);
	} catch {
		return [];
	}
};

type Typed = {readonly line: string} | 'interrupt' | 'end';

/** Reads a line with the keys of an editor. */
function* edited(shell: Shell, terminal: TerminalDevice, history: readonly string[], prompt: string): Routine<Typed> {
	const before = terminal.settings;
	terminal.set({echo: false, icanon: false, isig: false});
	try {
		let edit = emptyEdit(history);
		for (;;) {
			const text = yield* terminal.read(shell.task);
			if (text === undefined) {
				return 'end';
			}

			const keys = keysOf(text);
			for (const [index, key] of keys.entries()) {
				const pressed = press(edit, key, prompt, completing(shell));
				terminal.show(pressed.out);
				if (pressed.kind === 'edit') {
					({edit} = pressed);
					continue;
				}

				terminal.unread(keys.slice(index + 1).join(''));
				return pressed.kind === 'line' ? {line: pressed.line} : pressed.kind;
			}
		}
	} finally {
		terminal.set(before);
	}
}

/** Reads a line: with the editor of ash and bash, or from the terminal. */
function* nextLine(shell: Shell, history: readonly string[], prompt: string): Routine<Typed> {
	const {task, dialect} = shell;
	const terminal = task.stream(0)?.terminal;
	yield* task.out(prompt);
	if (terminal && dialect !== 'dash') {
		return yield* edited(shell, terminal, history, prompt);
	}

	const line = yield* task.read('line');
	return line === undefined ? 'end' : {line: line.replace(/\n$/, '')};
}

/** Reads a complete command: further lines while quotes or blocks are open. */
function* nextCommand(shell: Shell, history: string[]): Routine<Typed> {
	let script = '';
	for (;;) {
		const prompt = script === '' ? promptOf(shell) : (scalarOf(shell.variables.get('PS2')) ?? '> ');
		const typed = yield* nextLine(shell, history, prompt);
		if (typeof typed === 'string') {
			return script === '' ? typed : 'interrupt';
		}

		if (typed.line.trim() !== '' && history.at(-1) !== typed.line) {
			history.push(typed.line);
			history.splice(0, history.length - mostHistory);
		}

		script += `${typed.line}\n`;
		const problem = parseScript(script, shell.dialect).error?.problem.kind;
		if (problem !== 'end' && problem !== 'unterminated') {
			return {line: script};
		}
	}
}

const mostHistory = 255;

/** The loop of a shell at a terminal: prompt, command, result. */
export function* interactive(shell: Shell): Routine {
	const {task} = shell;
	const history: string[] = [];
	shell.isInteractive = true;
	for (;;) {
		const typed = yield* nextCommand(shell, history);
		if (typed === 'interrupt') {
			shell.status = interruptedStatus;
			continue;
		}

		if (typed === 'end') {
			return;
		}

		try {
			yield* shell.evaluate(typed.line);
		} catch (error) {
			shell.status = yield* shell.caught(error);
			if (error instanceof ShellExit && error.isAsked) {
				return;
			}
		}

		if (shell.status === interruptedStatus) {
			yield* task.out('\n');
		}
	}
}

import type {Routine} from '../../../kernel/routine.js';
import type {Task} from '../task.js';
import type {TerminalDevice, TerminalSettings} from '../terminal-device.js';
import {complain, type Programs} from './program.js';

const flags: ReadonlyMap<string, Partial<TerminalSettings>> = new Map<string, Partial<TerminalSettings>>([
	['echo', {echo: true}],
	['-echo', {echo: false}],
	['icanon', {icanon: true}],
	['-icanon', {icanon: false}],
	['isig', {isig: true}],
	['-isig', {isig: false}],
	['raw', {icanon: false, isig: false}],
	['-raw', {icanon: true, isig: true}],
	['cbreak', {icanon: false}],
	['-cbreak', {icanon: true}],
	['sane', {echo: true, icanon: true, isig: true}],
]);

const described = ({size: {rows, columns}, settings}: TerminalDevice, isLong: boolean): string => {
	const named = (name: keyof TerminalSettings): string => (settings[name] ? name : `-${name}`);
	return `speed 38400 baud;${isLong ? ` rows ${rows}; columns ${columns};` : ''} line = 0;\n${isLong ? 'intr = ^C; quit = ^\\; erase = ^?; kill = ^U; eof = ^D; susp = ^Z; werase = ^W; lnext = ^V;\n' : ''}${named('isig')} ${named('icanon')} ${named('echo')}\n`;
};

function* stty(task: Task, args: readonly string[]): Routine<number> {
	const terminal = task.stream(0)?.terminal;
	if (!terminal) {
		yield* complain(
			task,
			task.isBusybox ? 'standard input: Not a tty' : "'standard input': Inappropriate ioctl for device",
		);
		return 1;
	}

	if (args.length === 0 || args[0] === '-a') {
		yield* task.out(described(terminal, args.length > 0));
		return 0;
	}

	for (let index = 0; index < args.length; index++) {
		const word = args[index] ?? '';
		const settings = flags.get(word);
		const number = Number(args[index + 1]);
		if (word === 'size') {
			yield* task.out(`${terminal.size.rows} ${terminal.size.columns}\n`);
		} else if (settings) {
			terminal.set(settings);
		} else if (/^(?:rows|cols|columns)$/.test(word) && Number.isInteger(number) && number >= 0) {
			terminal.resize({...terminal.size, [word === 'rows' ? 'rows' : 'columns']: number});
			index++;
		} else if (!/^-?[a-z]+\d*$/.test(word)) {
			yield* complain(task, `invalid argument '${word}'`);
			return 1;
		}
	}

	return 0;
}

/** Programs that query the terminal. */
export const terminalPrograms: Programs = {
	stty,
	*tty(task, args) {
		const terminal = task.stream(0)?.terminal;
		if (!args.includes('-s')) {
			yield* task.out(`${terminal?.path ?? 'not a tty'}\n`);
		}

		return terminal ? 0 : 1;
	},
	*clear(task) {
		if (task.stream(1)?.terminal) {
			yield* task.out('\u001B[H\u001B[J');
		}

		return 0;
	},
	*reset(task) {
		task.stream(0)?.terminal?.reset();
		return 0;
	},
};

import type {Routine} from '../../../../kernel/routine.js';
import {assign} from '../assignment.js';
import type {Shell} from '../shell.js';
import {scalarOf} from '../variables.js';
import type {Builtin} from './builtin.js';

interface ReadOptions {
	readonly names: readonly string[];
	readonly raw: boolean;
	readonly array: string | undefined;
	readonly delimiter: string;
	readonly characters: number | undefined;
	readonly timeoutMs: number | undefined;
	readonly prompt: string | undefined;
}

/** The options of `read`. */
const readOptions = (args: readonly string[]): ReadOptions => {
	const values = new Map<string, string>();
	const flags = new Set<string>();
	let index = 0;
	for (; index < args.length && /^-./.test(args[index] ?? ''); index++) {
		const word = args[index] ?? '';
		if (word === '--') {
			index++;
			break;
		}

		for (let at = 1; at < word.length; at++) {
			const letter = word.charAt(at);
			if (/[adnNptu]/.test(letter)) {
				values.set(letter, word.slice(at + 1) || (args[++index] ?? ''));
				break;
			}

			flags.add(letter);
		}
	}

	const count = values.get('n') ?? values.get('N');
	const seconds = values.get('t');
	return {
		names: args.slice(index),
		raw: flags.has('r'),
		array: values.get('a'),
		delimiter: values.has('d') ? (values.get('d') || '\0').charAt(0) : '\n',
		characters: count === undefined ? undefined : Number(count),
		timeoutMs: seconds === undefined ? undefined : Number(seconds) * 1000,
		prompt: values.get('p'),
	};
};

/** Splits a line among names: the last one receives the rest. */
const fieldsOf = (line: string, separators: string, most: number): string[] => {
	const blanks = [...separators].filter((one) => /[ \t\n]/.test(one)).join('');
	const isBlank = (character: string): boolean => character !== '' && blanks.includes(character);
	let at = 0;
	let end = line.length;
	while (isBlank(line.charAt(at))) {
		at++;
	}

	while (end > at && isBlank(line.charAt(end - 1))) {
		end--;
	}

	const fields: string[] = [];
	while (at < end && fields.length < most - 1) {
		let to = at;
		while (to < end && !separators.includes(line.charAt(to))) {
			to++;
		}

		fields.push(line.slice(at, to));
		at = to;
		let hard = false;
		while (at < end && separators.includes(line.charAt(at)) && !(hard && !isBlank(line.charAt(at)))) {
			hard ||= !isBlank(line.charAt(at));
			at++;
		}
	}

	if (at < end) {
		fields.push(line.slice(at, end));
	}

	return fields;
};

function* read(shell: Shell, args: readonly string[]): Routine<number> {
	const {names, raw, array, delimiter, characters, timeoutMs, prompt} = readOptions(args);
	if (prompt !== undefined && shell.task.stream(0)?.terminal) {
		yield* shell.task.error(prompt);
	}

	// Simplified: with a limit, the program does not wait for input that has not arrived.
	const waits = timeoutMs !== undefined && timeoutMs > 0 && shell.task.stream(0)?.terminal;
	if (waits) {
		yield* shell.task.wait(timeoutMs);
		return 142;
	}

	let line = '';
	let ended = false;
	for (;;) {
		const chunk = yield* shell.task.read(characters === undefined && delimiter === '\n' ? 'line' : 1);
		if (chunk === undefined) {
			ended = true;
			break;
		}

		yield* shell.spend(1);
		if (characters === undefined && chunk.endsWith(delimiter)) {
			line += chunk.slice(0, -1);
			if (!raw && /(?<!\\)(?:\\\\)*\\$/.test(line) && delimiter === '\n') {
				line = line.slice(0, -1);
				continue;
			}

			break;
		}

		line += chunk;
		if (characters !== undefined && line.length >= characters) {
			break;
		}
	}

	const text = raw ? line : line.replaceAll(/\\(.)/gs, '$1');
	const separators = scalarOf(shell.variables.get('IFS')) ?? ' \t\n';
	if (array === undefined) {
		setNames(shell, names, text, separators);
	} else {
		const fields = fieldsOf(text, separators, Number.POSITIVE_INFINITY);
		shell.variables.set(array, new Map(fields.map((field, index) => [String(index), field])));
	}

	return ended ? 1 : 0;
}

const setNames = (shell: Shell, names: readonly string[], text: string, separators: string): void => {
	if (names.length === 0) {
		assign(shell, 'REPLY', text);
		return;
	}

	const fields = fieldsOf(text, separators, names.length);
	for (const [index, name] of names.entries()) {
		assign(shell, name, fields[index] ?? '');
	}
};

/** `mapfile`: the lines of the input as an array. */
function* mapfile(shell: Shell, args: readonly string[]): Routine<number> {
	const isValue = (at: number): boolean => /^-[nsdOuCc]$/.test(args[at - 1] ?? '');
	const name = args.findLast((word, at) => !word.startsWith('-') && !isValue(at)) ?? 'MAPFILE';
	const most = args.includes('-n')
		? Number(args[args.indexOf('-n') + 1]) || Number.POSITIVE_INFINITY
		: Number.POSITIVE_INFINITY;
	const elements = new Map<string, string>();
	while (elements.size < most) {
		const line = yield* shell.task.read('line');
		if (line === undefined) {
			break;
		}

		yield* shell.spend(1);
		elements.set(String(elements.size), args.includes('-t') ? line.replace(/\n$/, '') : line);
	}

	shell.variables.set(name, elements);
	return 0;
}

/** `getopts`: the next option of the script's arguments. */
function* getopts(shell: Shell, [known = '', name = '', ...given]: readonly string[]): Routine<number> {
	const args = given.length > 0 ? given : shell.arguments;
	const index = Number(scalarOf(shell.variables.get('OPTIND')) ?? 1);
	const at = index === shell.optionPlace.index ? shell.optionPlace.at : 1;
	const word = args[index - 1] ?? '';
	if (!/^-./.test(word) || word === '--') {
		assign(shell, name, '?');
		assign(shell, 'OPTIND', String(word === '--' ? index + 1 : index));
		return 1;
	}

	const letter = word.charAt(at);
	const place = known.indexOf(letter);
	const takes = place !== -1 && known[place + 1] === ':';
	const isLast = at + 1 >= word.length;
	const argument = isLast ? args[index] : word.slice(at + 1);
	const value = takes ? argument : undefined;
	// An argument ends its word, and may be a word of its own.
	const next = index + Number(isLast) + Number(takes);
	shell.optionPlace = {index: next, at: next === index ? at + 1 : 1};
	assign(shell, 'OPTIND', String(next));
	if (place === -1 || letter === ':' || (takes && value === undefined)) {
		const isQuiet = known.startsWith(':');
		assign(shell, name, takes && isQuiet ? ':' : '?');
		if (isQuiet) {
			assign(shell, 'OPTARG', letter);
		} else {
			shell.variables.unset('OPTARG');
			const ofDash = takes ? `No arg for -${letter} option` : `Illegal option -${letter}`;
			const ofOthers = `${shell.name}: ${takes ? 'option requires an argument' : 'illegal option'} -- ${letter}`;
			yield* shell.task.error(`${shell.dialect === 'dash' ? ofDash : ofOthers}\n`);
		}

		return 0;
	}

	assign(shell, name, letter);
	if (value === undefined) {
		shell.variables.unset('OPTARG');
	} else {
		assign(shell, 'OPTARG', value);
	}

	return 0;
}

/** Built-ins that split input and arguments. */
export const input: Readonly<Record<string, Builtin>> = {
	read: {run: read},
	getopts: {run: getopts},
	mapfile: {run: mapfile, onlyBash: true},
	readarray: {run: mapfile, onlyBash: true},
};

import {commandFacts, commandName, subcommand, type CommandFacts, type FlagFacts} from './command-facts.js';
import {parseDuration, durationError} from '../../go/duration.js';
import {CommandFailure} from '../failure.js';
import {editDistance} from '../../kernel/edit-distance.js';
import {getOrInsert} from '../../kernel/get-or-insert.js';

/** The user's command line, parsed. */
export interface CommandLine {
	/** Names of the commands from the root: `kubectl`, `rollout`, `status`. */
	readonly path: readonly string[];
	readonly command: CommandFacts;
	readonly arguments: readonly string[];
	/** The number of arguments before `--`; −1 without it. */
	readonly dashAt: number;
	readonly flags: Flags;
	readonly help: boolean;
}

/** The values of a command's flags. */
export class Flags {
	readonly #given = new Map<string, string[]>();
	readonly #facts: ReadonlyMap<string, FlagFacts>;

	constructor(facts: readonly FlagFacts[]) {
		this.#facts = new Map(facts.map((flag) => [flag.name, flag]));
	}

	/** Sets one value of a flag. @internal */
	set(flag: FlagFacts, value: string): void {
		const values = this.#given.get(flag.name);
		if (values && /^string(Array|Slice|ToString)$/.test(flag.type)) {
			values.push(value);
		} else {
			this.#given.set(flag.name, [value]);
		}
	}

	/** Whether the user gave it. */
	changed(name: string): boolean {
		return this.#given.has(name);
	}

	text(name: string): string {
		return this.#given.get(name)?.at(-1) ?? this.#facts.get(name)?.default ?? '';
	}

	on(name: string): boolean {
		return ['true', 't', '1'].includes(this.text(name).toLowerCase());
	}

	number(name: string): number {
		return Number(this.text(name) || 0);
	}

	/** A duration, in milliseconds. */
	durationMs(name: string): number {
		return parseDuration(this.text(name)) ?? 0;
	}

	/** All values; a `stringSlice` is cut at commas. */
	list(name: string): readonly string[] {
		const values = this.#given.get(name) ?? [];
		return this.#facts.get(name)?.type === 'stringArray'
			? values
			: values.flatMap((value) => (value === '' ? [] : value.split(',')));
	}
}

/** @mirrors strconv.ParseInt */
const integerProblem = (value: string, bits: number): string | undefined => {
	if (!/^[+-]?\d+$/.test(value)) {
		return `strconv.ParseInt: parsing "${value}": invalid syntax`;
	}

	return BigInt.asIntN(bits, BigInt(value.replace(/^\+/, ''))) === BigInt(value.replace(/^\+/, ''))
		? undefined
		: `strconv.ParseInt: parsing "${value}": value out of range`;
};

const problem = (flag: FlagFacts, value: string): string | undefined => {
	if (flag.withoutValue === value && flag.type !== 'bool') {
		return undefined;
	}

	switch (flag.type) {
		case 'bool': {
			return /^(1|t|T|TRUE|true|True|0|f|F|FALSE|false|False)$/.test(value)
				? undefined
				: `strconv.ParseBool: parsing "${value}": invalid syntax`;
		}

		case 'int':
		case 'int32':
		case 'int64': {
			return integerProblem(value, flag.type === 'int32' ? 32 : 64);
		}

		case 'moduleSpec': {
			const wellFormed = value.split(',').every((one) => one === '' || /^[^=]+=[^=]+$/.test(one));
			return wellFormed ? undefined : 'syntax error: expect comma-separated list of filename=N';
		}

		case 'duration': {
			return durationError(value);
		}

		case 'mapStringString': {
			const wrong = value.split(',').find((pair) => !pair.includes('='));
			return wrong === undefined ? undefined : 'malformed pair, expect string=string';
		}

		case 'tristate': {
			return /^(1|t|T|TRUE|true|True|0|f|F|FALSE|false|False)$/.test(value)
				? undefined
				: `strconv.ParseBool: parsing "${value}": invalid syntax`;
		}

		case 'stringToString': {
			const wrong = value.split(',').find((pair) => !pair.includes('='));
			return wrong === undefined ? undefined : `${wrong} must be formatted as key=value`;
		}

		default: {
			return undefined;
		}
	}
};

const spelling = (flag: FlagFacts): string =>
	flag.shorthand ? `-${flag.shorthand}, --${flag.name}` : `--${flag.name}`;

const allFlags = new WeakMap<CommandFacts, readonly FlagFacts[]>();

/** Flags of the library that writes logs: nothing is logged here. */
const logging: readonly FlagFacts[] = [
	{name: 'v', shorthand: 'v', type: 'int', default: '0'},
	{name: 'vmodule', type: 'moduleSpec'},
];

/** A command's own flags, then the other flags of kubectl itself. */
const flagsOf = (command: CommandFacts): readonly FlagFacts[] => {
	return getOrInsert(allFlags, command, () => {
		const root = commandFacts();
		const own = command.flags ?? [];
		const names = new Set(own.map(({name}) => name));
		const common = [...(root.flags ?? []), ...logging];
		return command === root ? common : [...own, ...common.filter(({name}) => !names.has(name))];
	});
};

/** The command that the words call, its names from the root, and the words that are left. */
interface Called {
	readonly command: CommandFacts;
	readonly path: readonly string[];
	readonly rest: readonly string[];
}

/** Finds the command that the words call; flags before its name are stepped over with their values. */
const findCommand = (argv: readonly string[], root = commandFacts()): Called => {
	let command = root;
	const path = [commandName(command)];
	const rest: string[] = [];
	const queue = [...argv];
	for (let word = queue.shift(); word !== undefined; word = queue.shift()) {
		const isFlag = word.startsWith('-') && word.length > 1 && word !== '--';
		const next = isFlag || word === '--' ? undefined : subcommand(command, word);
		if (next) {
			command = next;
			path.push(commandName(next));
			continue;
		}

		rest.push(word);
		if (!isFlag) {
			break;
		}

		const flag = flagNamed(flagsOf(command), word);
		const value = flag && flag.withoutValue === undefined ? queue.shift() : undefined;
		if (value !== undefined) {
			rest.push(value);
		}
	}

	return {command, path, rest: [...rest, ...queue]};
};

/** The flag that a word names in full: `--output`, `-o`. */
const flagNamed = (facts: readonly FlagFacts[], word: string): FlagFacts | undefined =>
	facts.find(({name, shorthand}) =>
		word.startsWith('--') ? `--${name}` === word : word.length === 2 && `-${shorthand}` === word,
	);

/** Reads the words after a command: flags with their values, and other words. */
class WordReader {
	readonly flags: Flags;
	/** The words that are not flags. */
	readonly words: string[] = [];
	dashAt = -1;
	help = false;
	readonly #path: readonly string[];
	readonly #facts: readonly FlagFacts[];
	readonly #queue: string[];

	constructor({command, path, rest}: Called) {
		this.#path = path;
		this.#facts = flagsOf(command);
		this.#queue = [...rest];
		this.flags = new Flags(this.#facts);
	}

	/** @throws {CommandFailure} for an unknown flag, or one with a missing or invalid value. */
	read(): void {
		for (let word = this.#queue.shift(); word !== undefined; word = this.#queue.shift()) {
			if (word === '--') {
				this.dashAt = this.words.length;
				this.words.push(...this.#queue.splice(0));
			} else if (!word.startsWith('-') || word === '-') {
				this.words.push(word);
			} else if (word.startsWith('--')) {
				this.#long(word);
			} else {
				this.#short(word);
			}
		}
	}

	/** `--name`, `--name=value`, `--name value`. */
	#long(word: string): void {
		const equals = word.indexOf('=');
		const name = word.slice(2, equals === -1 ? undefined : equals);
		if (name === 'help') {
			this.help = true;
			return;
		}

		const flag = this.#facts.find((one) => one.name === name);
		if (!flag) {
			throw this.#failure(`unknown flag: --${name}`);
		}

		this.#set(flag, equals === -1 ? undefined : word.slice(equals + 1), `--${name}`);
	}

	/** `-n`, `-nvalue`, `-n=value`, `-n value`; flags without values may be combined. */
	#short(word: string): void {
		for (let at = 1; at < word.length; at++) {
			const letter = word.charAt(at);
			const flag = this.#facts.find((one) => one.shorthand === letter);
			if (!flag && letter === 'h') {
				this.help = true;
				continue;
			}

			if (!flag) {
				throw this.#failure(`unknown shorthand flag: '${letter}' in -${word.slice(at)}`);
			}

			const rest = word.slice(at + 1);
			const isBare = flag.withoutValue !== undefined && !rest.startsWith('=');
			const value = rest.startsWith('=') ? rest.slice(1) : rest;
			this.#set(flag, isBare || rest === '' ? undefined : value, `'${letter}' in -${word.slice(at)}`);
			if (!isBare) {
				return;
			}
		}
	}

	/**
	Sets a flag.

	@param written the value that is written together with the flag.
	@param spelled the flag as written, for the message that it has no value.
	*/
	#set(flag: FlagFacts, written: string | undefined, spelled: string): void {
		const value = written ?? flag.withoutValue ?? this.#queue.shift();
		if (value === undefined) {
			throw this.#failure(`flag needs an argument: ${spelled}`);
		}

		const wrong = problem(flag, value);
		if (wrong !== undefined) {
			throw this.#failure(`invalid argument "${value}" for "${spelling(flag)}" flag: ${wrong}`);
		}

		this.flags.set(flag, value);
	}

	#failure(message: string): CommandFailure {
		const path = this.#path.join(' ');
		// Exit code 1 of diff is a difference, so errors in its flags exit with a higher code.
		return this.#path[1] === 'diff'
			? new CommandFailure(`${message}\nSee '${path} -h' for help and examples`, {code: 2})
			: new CommandFailure(`${message}\nSee '${path} --help' for usage.`);
	}
}

/**
Reads a command line as cobra and pflag do: flags anywhere before `--`, `-oyaml`, `-l a=b`, `--x=y`, bundled shorthands.

@param root all commands; by default those of this kubectl.
@throws {CommandFailure} with their errors.
*/
export const parseCommandLine = (argv: readonly string[], root?: CommandFacts): CommandLine => {
	const called = findCommand(argv, root);
	const reader = new WordReader(called);
	const [first = '-'] = argv;
	if (called.path.length === 1 && !first.startsWith('-')) {
		// cobra looks for the command before it reads flags: those of a command that does not exist are not known.
		return {
			path: called.path,
			command: called.command,
			arguments: [...argv],
			dashAt: -1,
			flags: reader.flags,
			help: false,
		};
	}

	reader.read();
	const {flags, words, dashAt, help} = reader;
	return {path: called.path, command: called.command, arguments: words, dashAt, flags, help};
};

/** Commands whose names are close to a word, as cobra suggests them. */
export const suggestions = (parent: CommandFacts, word: string): string[] =>
	(parent.commands ?? [])
		.map(commandName)
		.filter(
			(name) =>
				editDistance(word.toLowerCase(), name.toLowerCase()) <= 2 || name.toLowerCase().startsWith(word.toLowerCase()),
		);

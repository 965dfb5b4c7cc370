import {commandFacts, commandName, subcommand, type CommandFacts, type FlagFacts} from './command-facts.js';
import {parseDuration} from '../../go/duration.js';
import {CommandFailure} from '../failure.js';

/** What the user typed, understood. */
export interface CommandLine {
	/** Names of the commands from the root: `kubectl`, `rollout`, `status`. */
	readonly path: readonly string[];
	readonly command: CommandFacts;
	readonly arguments: readonly string[];
	/** How many arguments stand before `--`; −1 without it. */
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

	/** Takes one value of a flag. @internal */
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

	/** In milliseconds. */
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
			return /^[+-]?\d+$/.test(value) ? undefined : `strconv.ParseInt: parsing "${value}": invalid syntax`;
		}

		case 'duration': {
			return parseDuration(value) === undefined ? `time: invalid duration "${value}"` : undefined;
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
	{name: 'vmodule', type: 'string'},
];

/** A command's own flags, then those of kubectl itself that it does not have. */
const flagsOf = (chain: readonly CommandFacts[]): readonly FlagFacts[] => {
	const command = chain.at(-1)!;
	let all = allFlags.get(command);
	if (!all) {
		const own = command.flags ?? [];
		const names = new Set(own.map(({name}) => name));
		const common = [...(chain[0].flags ?? []), ...logging];
		all = command === chain[0] ? common : [...own, ...common.filter(({name}) => !names.has(name))];
		allFlags.set(command, all);
	}

	return all;
};

/** Finds the command that the words call; flags before its name are stepped over with their values. */
const findCommand = (argv: readonly string[]): {chain: CommandFacts[]; rest: string[]} => {
	const chain = [commandFacts()];
	const rest: string[] = [];
	let index = 0;
	for (; index < argv.length; index++) {
		const word = argv[index];
		if (word === '--') {
			break;
		}

		if (word.startsWith('-') && word.length > 1) {
			rest.push(word);
			const flag = flagsOf(chain).find((one) =>
				word.startsWith('--') ? `--${one.name}` === word : word.length === 2 && `-${one.shorthand}` === word,
			);
			if (flag && flag.withoutValue === undefined && index + 1 < argv.length) {
				rest.push(argv[++index]);
			}

			continue;
		}

		const next = subcommand(chain.at(-1)!, word);
		if (!next) {
			break;
		}

		chain.push(next);
	}

	return {chain, rest: [...rest, ...argv.slice(index)]};
};

/**
Reads a command line as cobra and pflag do: flags anywhere before `--`, `-oyaml`, `-l a=b`, `--x=y`, bundled shorthands.

@throws {CommandFailure} in their words.
*/
export const parseCommandLine = (argv: readonly string[]): CommandLine => {
	const {chain, rest} = findCommand(argv);
	const path = chain.map(commandName);
	const command = chain.at(-1)!;
	const facts = flagsOf(chain);
	const flags = new Flags(facts);
	const words: string[] = [];
	let dashAt = -1;
	let help = false;

	const fail = (message: string): never => {
		// Exit code 1 of diff is a difference, so what is wrong with its flags is more.
		throw path[1] === 'diff'
			? new CommandFailure(`${message}\nSee '${path.join(' ')} -h' for help and examples`, {code: 2})
			: new CommandFailure(`${message}\nSee '${path.join(' ')} --help' for usage.`);
	};

	const set = (flag: FlagFacts, value: string): void => {
		const wrong = problem(flag, value);
		if (wrong !== undefined) {
			fail(`invalid argument "${value}" for "${spelling(flag)}" flag: ${wrong}`);
		}

		flags.set(flag, value);
	};

	for (let index = 0; index < rest.length; index++) {
		const word = rest[index];
		if (word === '--') {
			dashAt = words.length;
			words.push(...rest.slice(index + 1));
			break;
		}

		if (!word.startsWith('-') || word === '-') {
			words.push(word);
		} else if (word.startsWith('--')) {
			const equals = word.indexOf('=');
			const name = word.slice(2, equals === -1 ? undefined : equals);
			if (name === 'help') {
				help = true;
				continue;
			}

			const flag = facts.find((one) => one.name === name);
			if (!flag) {
				fail(`unknown flag: --${name}`);
			} else if (equals !== -1) {
				set(flag, word.slice(equals + 1));
			} else if (flag.withoutValue !== undefined) {
				set(flag, flag.withoutValue);
			} else if (index + 1 < rest.length) {
				set(flag, rest[++index]);
			} else {
				fail(`flag needs an argument: --${name}`);
			}
		} else {
			for (let at = 1; at < word.length; at++) {
				const flag = facts.find((one) => one.shorthand === word[at]);
				if (!flag && word[at] === 'h') {
					help = true;
				} else if (!flag) {
					fail(`unknown shorthand flag: '${word[at]}' in -${word.slice(at)}`);
				} else if (word[at + 1] === '=') {
					set(flag, word.slice(at + 2));
					break;
				} else if (flag.withoutValue !== undefined) {
					set(flag, flag.withoutValue);
				} else if (at + 1 < word.length) {
					set(flag, word.slice(at + 1));
					break;
				} else if (index + 1 < rest.length) {
					set(flag, rest[++index]);
					break;
				} else {
					fail(`flag needs an argument: '${word[at]}' in -${word.slice(at)}`);
				}
			}
		}
	}

	return {path, command, arguments: words, dashAt, flags, help};
};

/** Commands whose name is near to a word, as cobra suggests them. */
export const suggestions = (parent: CommandFacts, word: string): string[] =>
	(parent.commands ?? [])
		.map(commandName)
		.filter(
			(name) =>
				distance(word.toLowerCase(), name.toLowerCase()) <= 2 || name.toLowerCase().startsWith(word.toLowerCase()),
		);

const distance = (a: string, b: string): number => {
	let row = Array.from({length: b.length + 1}, (_, index) => index);
	for (let i = 1; i <= a.length; i++) {
		const next = [i];
		for (let j = 1; j <= b.length; j++) {
			next.push(Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1)));
		}

		row = next;
	}

	return row[b.length];
};

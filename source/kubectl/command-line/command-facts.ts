import {isRecord} from '../../kernel/record.js';
import {packageText} from '../../kernel/platform.js';

/** A flag as kubectl declares it. */
export interface FlagFacts {
	readonly name: string;
	readonly shorthand?: string;
	/** pflag's name of the type: `string`, `bool`, `stringSlice`, `duration` … */
	readonly type: string;
	readonly default?: string;
	/** The value of the bare flag, for flags that need no value. */
	readonly withoutValue?: string;
	readonly hidden?: boolean;
	readonly deprecated?: boolean;
}

/** A command with all its subcommands. */
export interface CommandFacts {
	/** Its name and, in words, its arguments. */
	readonly use: string;
	readonly aliases?: readonly string[];
	readonly flags?: readonly FlagFacts[];
	readonly commands?: readonly CommandFacts[];
}

const isCommandFacts = (value: unknown): value is CommandFacts => isRecord(value) && typeof value['use'] === 'string';

const load = (): CommandFacts => {
	const facts: unknown = JSON.parse(packageText('snapshots/cluster/kubectl-facts.json.gz'));
	if (!isCommandFacts(facts)) {
		throw new TypeError('the facts about kubectl are not those of a command');
	}

	return facts;
};

let loaded: CommandFacts | undefined;

/** kubectl's commands, aliases and flags with their types and defaults; read at the first call. */
export const commandFacts = (): CommandFacts => {
	loaded ??= load();
	return loaded;
};

/** The word that calls a command. */
export const commandName = ({use}: CommandFacts): string => use.replace(/ .*$/s, '');

/** The command below `parent` that a word calls. */
export const subcommand = (parent: CommandFacts, word: string): CommandFacts | undefined =>
	parent.commands?.find((command) => commandName(command) === word || command.aliases?.includes(word));

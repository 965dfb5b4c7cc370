import {readFileSync} from 'node:fs';
import {gunzipSync} from 'node:zlib';
import {packageFile} from '../../objects/package-file.js';

/** A flag as kubectl declares it. */
export interface FlagFacts {
	readonly name: string;
	readonly shorthand?: string;
	/** pflag's name of the type: `string`, `bool`, `stringSlice`, `duration` … */
	readonly type: string;
	readonly default?: string;
	/** The value of the bare flag, for those that need none. */
	readonly withoutValue?: string;
	readonly hidden?: boolean;
	readonly deprecated?: boolean;
}

/** A command with all below it. */
export interface CommandFacts {
	/** Its name and, in words, its arguments. */
	readonly use: string;
	readonly aliases?: readonly string[];
	readonly flags?: readonly FlagFacts[];
	readonly commands?: readonly CommandFacts[];
}

let loaded: CommandFacts | undefined;

/** kubectl's commands, aliases and flags with their types and defaults; read from disk at the first call. */
export const commandFacts = (): CommandFacts => {
	loaded ??= JSON.parse(
		gunzipSync(readFileSync(packageFile('snapshots/cluster/kubectl-facts.json.gz'))).toString(),
	) as CommandFacts;
	return loaded;
};

/** The word that calls a command. */
export const commandName = (command: CommandFacts): string => command.use.split(' ', 1)[0];

/** The command below `parent` that a word calls. */
export const subcommand = (parent: CommandFacts, word: string): CommandFacts | undefined =>
	parent.commands?.find((command) => commandName(command) === word || command.aliases?.includes(word));

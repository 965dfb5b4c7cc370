import {ApiError} from '../client/errors.js';
import type {Routine} from '../kernel/routine.js';
import {note} from '../stages/note.js';
import {commandName, subcommand} from './command-line/command-facts.js';
import {parseCommandLine, suggestions, type CommandLine} from './command-line/command-line.js';
import {commands} from './commands.js';
import {commandsWithGenerators} from './commands/create/generators.js';
import type {Environment} from './environment.js';
import {CommandFailure, Failures, failureText, usageFailure} from './failure.js';
import {helpText} from './command-line/help.js';
import {Invocation} from './invocation.js';

const loneSurrogate = /\p{Surrogate}/gu;

/** An empty record, without the properties that every object inherits. */
const noFiles = (): Record<string, string> => Object.create(null);

/**
One invocation of kubectl: reads the command line, performs it through the apiserver, and prints as kubectl v1.36 prints.

@param words those after `kubectl`.
@returns the exit code.
@see https://kubernetes.io/docs/reference/kubectl/
*/
export function* kubectl(given: Environment, words: readonly string[]): Routine<number> {
	// A file called constructor exists only if the caller provides it; half a character cannot be part of an address.
	const environment = {...given, files: Object.assign(noFiles(), given.files)};
	const argv = words.map((word) => word.replaceAll(loneSurrogate, '\uFFFD'));
	let invocation: Invocation | undefined;
	try {
		const line = parseCommandLine(argv, environment.generators ? commandsWithGenerators() : undefined);
		invocation = new Invocation(environment, line);
		const code = yield* run(invocation, line, argv);
		yield* invocation.flush();
		return code;
	} catch (error) {
		if (!(error instanceof ApiError || error instanceof CommandFailure || error instanceof Failures)) {
			throw error;
		}

		const {text, code: usual} = failureText(error);
		// Exit code 1 of diff means a difference, so its failures have a higher code.
		const code = invocation?.line.path[1] === 'diff' ? 2 : usual;
		const logged = error instanceof CommandFailure ? error.options.logged : undefined;
		if (invocation) {
			if (logged === undefined) {
				invocation.err(text);
			} else {
				invocation.log(error.message, logged, 'F');
			}

			yield* invocation.flush('refused');
		} else {
			environment.write('stderr', text);
			yield* note('kubectl.print', {case: 'output', stdout: '', stderr: text}, {outcome: 'refused'});
		}

		return code;
	}
}

/** Commands that fail without a subcommand; the others list their subcommands. */
const needSubcommand = new Set([
	'auth',
	'config',
	'create secret',
	'create service',
	'kuberc',
	'plugin',
	'rollout',
	'set',
	'top',
]);

/** The warnings for deprecated flags. */
const deprecations: Readonly<Record<string, string | undefined>> = {
	'cpu-percent':
		"Use --cpu with percentage or resource quantity format (e.g., '70%' for utilization or '500m' for milliCPU).",
	record: '--record will be removed in the future',
};

/** Flags that commands require. */
const required: Readonly<Record<string, readonly string[] | undefined>> = {
	autoscale: ['max'],
	'create clusterrolebinding': ['clusterrole'],
	'create cronjob': ['image', 'schedule'],
	'create deployment': ['image'],
	'create service externalname': ['external-name'],
	run: ['image'],
	scale: ['replicas'],
};

/** `kubectl help get`: the command line of the command whose help is requested. */
const helpedLine = (line: CommandLine): CommandLine => {
	let {command} = line;
	const path = [...line.path];
	for (const word of line.arguments.slice(1)) {
		const next = subcommand(command, word);
		if (!next) {
			break;
		}

		command = next;
		path.push(commandName(next));
	}

	return {...line, command, path};
};

function* run(invocation: Invocation, line: CommandLine, argv: readonly string[]): Routine<number> {
	const [, ...names] = line.path;
	const routine = commands[names.join(' ')];
	if (line.help || (names.length === 0 && line.arguments.length === 0) || names[0] === 'options') {
		invocation.out(helpText(line));
		return 0;
	}

	if (names.length === 0 && line.arguments[0] === 'help') {
		invocation.out(helpText(helpedLine(line)));
		return 0;
	}

	if (names.length === 0) {
		throw unknownCommand(line, argv);
	}

	for (const {name, deprecated} of line.command.flags ?? []) {
		if (deprecated && line.flags.changed(name)) {
			invocation.err(`Flag --${name} has been deprecated, ${deprecations[name] ?? ''}\n`);
		}
	}

	const name = names.join(' ');
	if (routine) {
		const missing = (required[name] ?? []).filter((flag) => !line.flags.changed(flag));
		if (missing.length > 0) {
			throw new CommandFailure(`required flag(s) ${missing.map((flag) => JSON.stringify(flag)).join(', ')} not set`);
		}

		return (yield* routine(invocation)) ?? 0;
	}

	if (!line.command.commands) {
		throw new CommandFailure(`kubectl ${name} is not part of this simulation`);
	}

	if (line.arguments.length > 0 && name !== 'certificate') {
		throw usageFailure(line.path.join(' '), `unknown command "${line.arguments.join(' ')}"`);
	}

	const fails = needSubcommand.has(name);
	if (fails && name !== 'rollout') {
		invocation.err(helpText(line));
	} else {
		invocation.out(helpText(line));
	}

	return fails ? 1 : 0;
}

/** Why the first word is not a command. */
const unknownCommand = (line: CommandLine, argv: readonly string[]): CommandFailure => {
	const [first = ''] = argv;
	if (first.startsWith('-')) {
		// A word that is not a command may be a plugin, and a plugin's name must be first.
		return new CommandFailure(`Error: flags cannot be placed before plugin name: ${first}`, {verbatim: true});
	}

	const [word = ''] = line.arguments;
	const near = suggestions(line.command, word);
	const advice = near.length === 0 ? '' : `\n\nDid you mean this?\n${near.map((name) => `\t${name}\n`).join('')}`;
	return new CommandFailure(`unknown command "${word}" for "${line.path.join(' ')}"${advice}`);
};

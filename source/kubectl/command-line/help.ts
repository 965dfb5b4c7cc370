import type {CommandLine} from './command-line.js';
import {commandName} from './command-facts.js';

/** The output of `--help`: the usage of the command, its subcommands, its flags. */
export const helpText = ({path, command}: CommandLine): string => {
	const lines: string[] = [];
	if (command.commands) {
		lines.push('Available Commands:');
		lines.push(...command.commands.map((one) => `  ${commandName(one)}`), '');
	}

	const flags = (command.flags ?? []).filter(({hidden}) => !hidden);
	if (flags.length > 0 && path.length > 1) {
		lines.push('Options:');
		for (const flag of flags) {
			const text = flag.type.startsWith('string') && flag.default === undefined ? "''" : (flag.default ?? "''");
			lines.push(`    ${flag.shorthand ? `-${flag.shorthand}, ` : ''}--${flag.name}=${text}`);
		}

		lines.push('');
	}

	const rest = command.use.split(' ').slice(1).join(' ');
	lines.push('Usage:', `  ${path.join(' ')}${rest ? ` ${rest}` : ''} [options]`, '');
	if (command.commands) {
		lines.push(`Use "${path.join(' ')} <command> --help" for more information about a given command.`);
	}

	lines.push('Use "kubectl options" for a list of global command-line options (applies to all commands).', '');
	return lines.join('\n');
};

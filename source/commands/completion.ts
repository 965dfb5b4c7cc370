import type {Command, Option} from 'commander';

const name = 'k8s-walkthrough';

/** The name of the program as a plug-in of kubectl. */
const plugin = 'kubectl-walkthrough';

/** A flag of a command, its words and its values. */
interface Flag {
	readonly long: string;
	readonly short: string | undefined;
	readonly description: string;
	readonly values: readonly string[];
	/** Whether a value follows the flag. */
	readonly takesValue: boolean;
}

/** A command, and its possible next words. */
interface Completed {
	/** The full name of a command below another, such as `lessons check`. */
	readonly words: string;
	readonly description: string;
	readonly flags: readonly Flag[];
	readonly commands: readonly string[];
}

const flagOf = ({long, short, description, argChoices, required, optional}: Option): readonly Flag[] =>
	long ? [{long, short, description, values: argChoices ?? [], takesValue: required || optional}] : [];

const allCommands = (command: Command, words: readonly string[] = []): readonly Completed[] => [
	{
		words: words.join(' '),
		description: command.description(),
		flags: [
			...command.options.flatMap(flagOf),
			{long: '--help', short: '-h', description: '', values: [], takesValue: false},
		],
		commands: command.commands.map((one) => one.name()),
	},
	...command.commands.flatMap((one) => allCommands(one, [...words, one.name()])),
];

/** A text between single quotes, as bash, zsh and fish read it. */
const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`'\''`)}'`;

/** The beginning of a description, as much as fits beside a flag. */
const brief = (text: string): string => {
	const whole = text.split(/[;:(]/, 1)[0]?.trim() ?? '';
	return whole.length > 70 ? `${whole.slice(0, 69).replace(/\s+\S*$/, '')}…` : whole;
};

const bash = (all: readonly Completed[]): string => {
	const valueCases = all.flatMap(({words, flags}) =>
		flags
			.filter(({values}) => values.length > 0)
			.map(({long, short, values}) => {
				const names = [long, ...(short ? [short] : [])].map((flag) => quoted(`${words}|${flag}`)).join('|');
				return `\t\t${names}) COMPREPLY=($(compgen -W ${quoted(values.join(' '))} -- "$current")); return;;`;
			}),
	);
	const wordCases = all.map(
		({words, flags, commands}) =>
			`\t\t${quoted(words)}) known=${quoted([...commands, ...flags.map(({long}) => long)].join(' '))};;`,
	);
	return `_k8s_walkthrough() {
	local current="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" words='' known='' word
	for word in "\${COMP_WORDS[@]:1:$((COMP_CWORD-1))}"; do
		case "$words $word" in
${all
	.filter(({words}) => words !== '')
	.map(({words}) => `\t\t\t${quoted(words.includes(' ') ? words : ` ${words}`)}) words=${quoted(words)};;`)
	.join('\n')}
		esac
	done
	case "$words|$before" in
${valueCases.join('\n')}
	esac
	case "$words" in
${wordCases.join('\n')}
	esac
	COMPREPLY=($(compgen -W "$known" -- "$current") $(compgen -f -- "$current"))
}
complete -o filenames -F _k8s_walkthrough ${name} ${plugin}
`;
};

const fish = (all: readonly Completed[]): string =>
	all
		.flatMap(({words, flags, commands}) => {
			const [first = '', second] = words.split(' ');
			const where =
				first === ''
					? '__fish_use_subcommand'
					: `__fish_seen_subcommand_from ${first}${second === undefined ? '' : `; and __fish_seen_subcommand_from ${second}`}`;
			return [
				...commands.map((command) => {
					const own = all.find((one) => one.words === [words, command].filter(Boolean).join(' '));
					return `complete -c ${name} -n ${quoted(where)} -a ${command} -d ${quoted(brief(own?.description ?? ''))}`;
				}),
				...flags.map(
					({long, short, description, values, takesValue}) =>
						`complete -c ${name} -n ${quoted(where)} -l ${long.slice(2)}${short ? ` -s ${short.slice(1)}` : ''}${takesValue ? ' -r' : ''}${values.length > 0 ? ` -f -a ${quoted(values.join(' '))}` : ''} -d ${quoted(brief(description))}`,
				),
			];
		})
		.join('\n') + `\ncomplete -c ${plugin} -w ${name}\n`;

/** A script that completes the commands, flags and values of the program in a shell. @param topics of `help`, beside the commands */
export const completionScript = (
	program: Command,
	shell: 'bash' | 'zsh' | 'fish',
	topics: readonly string[] = [],
): string => {
	const all = allCommands(program).map((one) =>
		one.words === 'help' ? {...one, commands: [...topics, ...program.commands.map((own) => own.name())]} : one,
	);
	switch (shell) {
		case 'fish': {
			return fish(all);
		}

		case 'bash': {
			return bash(all);
		}

		case 'zsh': {
			// zsh understands the completions of bash.
			return `autoload -U +X compinit bashcompinit && compinit && bashcompinit\n${bash(all)}`;
		}
	}
};

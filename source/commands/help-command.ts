import {spawnSync} from 'node:child_process';
import process from 'node:process';
import type {Command} from 'commander';
import {closest, Mistake} from '../scenario/mistake.js';
import type {CommandHost, Streams} from './command-host.js';

/** The widest text that is easy to read. */
const widest = 100;

/** Shows a text in the user's pager ($PAGER, or less) where a person reads at a terminal; elsewhere it prints it. */
const printPaged = (text: string, {stdout, screen}: Streams): void => {
	if (screen && text.split('\n').length > (process.stdout.rows ?? 24)) {
		const pager = process.env.PAGER || 'less';
		const {status} = spawnSync(pager, {
			shell: true,
			input: text,
			stdio: ['pipe', 'inherit', 'ignore'],
			env: {LESS: 'FRX', ...process.env},
		});
		if (status === 0) {
			return;
		}
	}

	stdout(text);
};

/** The manual in the terminal: its topics, one of its pages, or the help of a command that has no page. */
const showHelp = async (program: Command, host: CommandHost, words: readonly string[]): Promise<void> => {
	const {streams} = host;
	const [{pageOf, topicGroups, topics}, {pageRows}, {paint}, {plainText}] = await Promise.all([
		import('../terminal/manual/pages.js'),
		import('../terminal/manual/page-rows.js'),
		import('../terminal/paint/theme.js'),
		import('../screen/paint/text.js'),
	]);
	const columns = Math.min(widest, streams.columns ?? 80);
	const [word] = words;
	if (word === undefined) {
		const width = Math.max(...topics().map(({name}) => name.length));
		const groups = topicGroups().map(({title, topics: those}) =>
			[title, ...those.map(({name, about}) => `  ${name.padEnd(width)}  ${about}`)].join('\n'),
		);
		streams.stdout(
			`k8s-walkthrough help TOPIC prints a page of the manual; k8s-walkthrough --help lists commands and flags.\n\n${groups.join('\n\n')}\n`,
		);
		return;
	}

	const page = pageOf(word);
	if (page !== undefined) {
		const rows = pageRows(page, columns).map((row) => (streams.screen ? paint(row) : plainText(row).trimEnd()));
		printPaged(`${rows.join('\n')}\n`, streams);
		return;
	}

	const command = words.reduce<Command | undefined>(
		(found, name) => found?.commands.find((one) => one.name() === name),
		program,
	);
	if (!command) {
		const names = [...topics().map(({name}) => name), ...program.commands.map((one) => one.name())];
		const near = closest(word, names);
		throw new Mistake(
			`no page and no command is called "${words.join(' ')}"`,
			{},
			near ? `did you mean "${near}"?` : 'k8s-walkthrough help lists the topics',
		);
	}

	command.outputHelp();
};

/** `help`: the manual. */
export const defineHelp = (program: Command, host: CommandHost): void => {
	program
		.command('help')
		.argument('[topic...]')
		.description('print a page of the manual, or the help of a command; without a topic, list the topics')
		.action(async (words: readonly string[]) => {
			await showHelp(program, host, words);
		});
};

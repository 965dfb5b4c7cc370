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

/** The most places that a search prints. */
const mostPlaces = 8;

/** The sections of the manual that have the words, one excerpt each; `undefined` when none has. */
const placesOf = async (words: readonly string[], columns: number): Promise<string | undefined> => {
	const [{findInManual}, {wrapRow}, {line, plainText}] = await Promise.all([
		import('../screen/manual/find-in-manual.js'),
		import('../screen/paint/text-layout.js'),
		import('../screen/paint/text.js'),
	]);
	const places = findInManual(words);
	if (places.length === 0) {
		return undefined;
	}

	const shown = places.slice(0, mostPlaces).map(({topic, heading, excerpt}) => {
		const rows = wrapRow(line(excerpt), columns - 4).map((row) => `    ${plainText(row).trimEnd()}`);
		return [`  ${topic} › ${heading}`, ...rows.slice(0, 3), ...(rows.length > 3 ? ['    …'] : [])].join('\n');
	});
	const more = places.length - shown.length;
	return [
		`The manual mentions "${words.join(' ')}" here:`,
		...shown,
		...(more > 0 ? [`  … and in ${more} more section${more === 1 ? '' : 's'}`] : []),
		`k8s-walkthrough help ${places[0]?.topic ?? ''} prints the page.\n`,
	].join('\n\n');
};

/**
The manual in the terminal: its topics, one of its pages, or the help of a command that has no page.
Further words choose the sections of a page by their headings; words that do not name a page are looked for in all pages.
*/
const showHelp = async (program: Command, host: CommandHost, words: readonly string[]): Promise<void> => {
	const {streams} = host;
	const [{pageOf, topicGroups, topics}, {sectionOf}, {pageRows}, {paint}, {plainText}] = await Promise.all([
		import('../screen/manual/pages.js'),
		import('../screen/manual/find-in-manual.js'),
		import('../screen/manual/page-rows.js'),
		import('../terminal/paint/theme.js'),
		import('../screen/paint/text.js'),
	]);
	const columns = Math.min(widest, streams.columns ?? 80);
	const [word, ...others] = words;
	if (word === undefined) {
		const width = Math.max(...topics().map(({name}) => name.length));
		const groups = topicGroups().map(({title, topics: those}) =>
			[title, ...those.map(({name, about}) => `  ${name.padEnd(width)}  ${about}`)].join('\n'),
		);
		streams.stdout(
			`k8s-walkthrough help TOPIC prints a page of the manual; help WORD finds a word in it, such as help webhook.\nk8s-walkthrough --help lists commands and flags.\n\n${groups.join('\n\n')}\n`,
		);
		return;
	}

	const command = words.reduce<Command | undefined>(
		(found, name) => found?.commands.find((one) => one.name() === name),
		program,
	);
	// The page "dumps" for `help dump`.
	const page = pageOf(word) ?? (command ? undefined : pageOf(`${word}s`));
	if (page !== undefined) {
		const rows = pageRows(sectionOf(page, others), columns).map((row) =>
			streams.screen ? paint(row) : plainText(row).trimEnd(),
		);
		printPaged(`${rows.join('\n')}\n`, streams);
		return;
	}

	if (!command) {
		const places = await placesOf(words, columns);
		if (places !== undefined) {
			streams.stdout(places);
			return;
		}

		const names = [...topics().map(({name}) => name), ...program.commands.map((one) => one.name())];
		const near = closest(word, names);
		throw new Mistake(
			`no page and no command is called "${words.join(' ')}"`,
			{},
			near ? `did you mean "${near}"?` : 'no page has the word; k8s-walkthrough help lists the topics',
		);
	}

	command.outputHelp();
};

/** `help`: the manual. */
export const defineHelp = (program: Command, host: CommandHost): void => {
	program
		.command('help')
		.argument('[topic...]')
		.description(
			'print a page of the manual or the help of a command, or find a word; without a topic, list the topics',
		)
		.action(async (words: readonly string[]) => {
			await showHelp(program, host, words);
		});
};

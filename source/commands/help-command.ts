import {spawnSync} from 'node:child_process';
import process from 'node:process';
import type {Command} from 'commander';
import {closest, Mistake} from '../scenario/mistake.js';
import {pageOf, topicGroups, topics} from '../screen/manual/pages.js';
import type {CommandHost, Streams} from './command-host.js';

/** The widest text that is easy to read. */
const widest = 100;

/** Shows a text in the user's pager ($PAGER, or less) if the output is a terminal; otherwise prints it. */
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

/** The words around the manual, in the user's language. */
const manualWords = async (host: CommandHost) => {
	const {screenWords} = await import('../screen/words/words.js');
	return screenWords(await host.language()).manual;
};

/** The topics of the manual by their groups, with the reason to read each. */
const listOfTopics = async (columns: number, host: CommandHost): Promise<string> => {
	const [{wrapRow}, {line, plainText}, {intro, texts}] = await Promise.all([
		import('../screen/paint/text-layout.js'),
		import('../screen/paint/text.js'),
		manualWords(host),
	]);
	const longest = Math.max(...topics().map(({name}) => name.length));
	const wrapped = (text: string, indent = 0): readonly string[] =>
		wrapRow(line(text), columns, indent).map((row) => plainText(row).trimEnd());
	const groups = topicGroups().map(({title, topics: those}) => [
		texts[title] ?? title,
		...those.flatMap(({name, about}) =>
			wrapped(`  ${name.padEnd(longest)}  ${(texts[about] ?? about).replaceAll('`', '')}`, longest + 4),
		),
	]);
	return `${[intro.split('\n').flatMap((text) => wrapped(text)), ...groups].map((rows) => rows.join('\n')).join('\n\n')}\n`;
};

/** The sections of the manual that have the words, one excerpt each; `undefined` when none has. */
const placesOf = async (words: readonly string[], columns: number, host: CommandHost): Promise<string | undefined> => {
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
	const said = await manualWords(host);
	return [
		said.found(words.join(' ')),
		...shown,
		...(more > 0 ? [`  ${said.more(more)}`] : []),
		`${said.prints(places[0]?.topic ?? '')}\n`,
	].join('\n\n');
};

/**
The manual in the terminal: its topics, one of its pages, or the help of a command that has no page.
Further words choose the sections of a page by their headings; words that do not name a page are looked for in all pages.
*/
const showHelp = async (program: Command, host: CommandHost, words: readonly string[]): Promise<void> => {
	const {streams} = host;
	const [{sectionOf}, {pageRows}, {paint}, {plainText}] = await Promise.all([
		import('../screen/manual/find-in-manual.js'),
		import('../screen/manual/page-rows.js'),
		import('../terminal/paint/theme.js'),
		import('../screen/paint/text.js'),
	]);
	const columns = Math.min(widest, streams.columns ?? 80);
	const [word, ...others] = words;
	if (word === undefined) {
		printPaged(await listOfTopics(columns, host), streams);
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
		const places = await placesOf(words, columns, host);
		if (places !== undefined) {
			printPaged(places, streams);
			return;
		}

		const names = [...topics().map(({name}) => name), ...program.commands.map((one) => one.name())];
		const near = closest(word, names);
		throw new Mistake(
			`no page or command is called "${words.join(' ')}"`,
			{},
			near ? `did you mean "${near}"?` : 'no page contains this text; k8s-walkthrough help lists the topics',
		);
	}

	command.outputHelp();
};

/** The page of the manual about a command, where it has another name. */
const pages: Readonly<Record<string, string>> = {
	run: 'debugger',
	trace: 'verdicts',
	lesson: 'lessons',
	drill: 'drills',
	exam: 'exams',
	compare: 'schedulers',
	assets: 'envtest',
	ctl: 'serve',
	dap: 'editor',
};

/** Names the page of the manual below the flags of each command that has one. */
const namePages = ({commands}: Command, {said}: CommandHost): void => {
	for (const command of commands) {
		command.addHelpText('after', () => {
			const page = pages[command.name()] ?? command.name();
			return pageOf(page) === undefined ? '' : `\n${said('Manual page: ')}k8s-walkthrough help ${page}`;
		});
	}
};

/** `help`: the manual. */
export const defineHelp = (program: Command, host: CommandHost): void => {
	namePages(program, host);
	program
		.command('help')
		.argument('[topic...]')
		.description('print a manual page or the help for a command, or find a word; without a topic, list the topics')
		.action(async (words: readonly string[]) => {
			await showHelp(program, host, words);
		});
};

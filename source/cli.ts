#!/usr/bin/env node
import {readFileSync} from 'node:fs';
import {Command, CommanderError, InvalidArgumentError, Option} from 'commander';
import {Mistake, Mistakes} from './scenario/mistake.js';
import {completeScenario, readScenario, type Scenario} from './scenario/scenario.js';
import type {Start} from './terminal/open.js';

const {version} = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {version: string};

interface CommonOptions {
	readonly cluster?: string;
	readonly seed?: number;
}

const readText = (file: string): string => {
	try {
		return readFileSync(file, 'utf8');
	} catch {
		throw new Mistake('no such file', {file}, 'check the spelling');
	}
};

const scenarioOf = ({cluster, seed}: CommonOptions): Scenario => {
	const scenario = cluster === undefined ? completeScenario() : readScenario(readText(cluster), cluster);
	return seed === undefined ? scenario : {...scenario, seed};
};

const seedNumber = (value: string): number => {
	if (!/^\d{1,9}$/.test(value)) {
		throw new InvalidArgumentError('a seed is a whole number from 0 to 999999999.');
	}

	return Number(value);
};

const stdin = (): string => readFileSync(0, 'utf8');
const write = (text: string): void => {
	process.stdout.write(text);
};

const collect = (value: string, previous: readonly string[] = []): readonly string[] => [...previous, value];

/** Whether a screen can be drawn: a terminal on both ends and no CI. */
const interactive = (): boolean =>
	Boolean(process.stdin.isTTY && process.stdout.isTTY && !process.env.CI && process.env.TERM !== 'dumb');

const program = new Command('k8s-walkthrough')
	.description(
		'A debugger for Kubernetes itself, in a terminal: the whole path of a Pod, simulated, step by step, forwards and backwards.',
	)
	.version(version)
	.option('--ascii', 'plain characters only')
	.option('--lang <language>', 'language of the lessons: en, zh, ru')
	.showHelpAfterError('(--help lists commands and options)')
	.enablePositionalOptions()
	.exitOverride()
	.addHelpText(
		'after',
		`
Exit codes: 0 all went well · 1 something was refused, failed, stalled or differs · 2 the command, a file or a flag is wrong.
Without a command: the home screen.`,
	)
	.action(async () => {
		await screen({view: 'home'});
	});

/** Opens the screen; without a terminal, says what there is instead. */
const screen = async (start: Start): Promise<void> => {
	if (!interactive()) {
		program.outputHelp();
		return;
	}

	process.env.NODE_ENV ??= 'production';
	const [{openScreen}, {openManifests}, {doors}, {readManifestFiles}] = await Promise.all([
		import('./terminal/open.js'),
		import('./commands/open.js'),
		import('./commands/doors.js'),
		import('./commands/manifests.js'),
	]);
	const {ascii, lang} = program.opts<{ascii?: boolean; lang?: string}>();
	const utf8 = /utf-?8/i.test(process.env.LC_ALL || process.env.LC_CTYPE || process.env.LANG || 'utf-8');
	process.exitCode = await openScreen(
		{...start, ascii: ascii ?? !utf8, language: lang},
		(file) => openManifests(completeScenario(), readManifestFiles([file], stdin)),
		doors,
	);
};

const withCluster = (command: Command): Command =>
	command
		.option(
			'--cluster <file>',
			'scenario of the cluster: nodes, latencies, images, users, traffic (default: three nodes)',
		)
		.option('--seed <number>', 'where all randomness comes from (default: 1)', seedNumber);

withCluster(program.command('run'))
	.description('open the debugger on your manifests; it stops where one is refused or stalls')
	.argument('<files...>', 'manifests in YAML or JSON: files, folders, or - for standard input')
	.option('--break <words>', 'a breakpoint, such as "apiserver.store object=pod/web"; may be repeated', collect)
	.action(async (files: string[], options: CommonOptions & {break?: readonly string[]}) => {
		const {readManifestFiles} = await import('./commands/manifests.js');
		const manifests = readManifestFiles(files, stdin);
		const scenario = scenarioOf(options);
		const {readBreakpoint, trace} = await import('./commands/trace.js');
		for (const [index, line] of (options.break ?? []).entries()) {
			readBreakpoint(line, index + 1);
		}

		if (interactive()) {
			const {openManifests} = await import('./commands/open.js');
			await screen(openManifests(scenario, manifests, options.break));
		} else {
			process.exitCode = trace(scenario, manifests, {output: 'text', write});
		}
	});

withCluster(program.command('trace'))
	.description('the same without a screen: prints every stop until everything is ready, complete, refused or stalled')
	.argument('<files...>', 'manifests in YAML or JSON: files, folders, or - for standard input')
	.addOption(new Option('-o, --output <format>', 'how to print').choices(['text', 'json', 'jsonl']).default('text'))
	.option('--until <words>', 'end at this place instead, such as "kubelet.status object=pod/web"')
	.option('--all', 'also the start of the cluster and periodic work')
	.action(
		async (
			files: string[],
			options: CommonOptions & {output: 'text' | 'json' | 'jsonl'; until?: string; all?: boolean},
		) => {
			const {readManifestFiles} = await import('./commands/manifests.js');
			const manifests = readManifestFiles(files, stdin);
			const {trace} = await import('./commands/trace.js');
			process.exitCode = trace(scenarioOf(options), manifests, {...options, write});
		},
	);

program
	.command('lesson')
	.description('one lesson; without a name, the next one')
	.argument('[name]', 'number or name of the lesson')
	.action(async (name?: string) => {
		const {findLesson} = await import('./lessons/course.js');
		const lesson = findLesson(name);
		await screen({view: 'lesson', lesson: lesson.name});
	});

const lessons = program
	.command('lessons')
	.description('list the course')
	.action(async () => {
		const {listLessons} = await import('./commands/lessons.js');
		write(listLessons());
	});

lessons
	.command('check')
	.description('lint and play every lesson, verify every answer, print which claims are covered')
	.argument('[files...]', 'lesson files (default: the course)')
	.action(async (files: string[]) => {
		const {checkLessons} = await import('./commands/lessons.js');
		process.exitCode = checkLessons(files, write);
	});

withCluster(program.command('record'))
	.description('apply manifests without a screen and write the recording to a file')
	.argument('<files...>', 'manifests')
	.requiredOption('--to <file>', 'where to write it')
	.action(async (files: string[], options: CommonOptions & {to: string}) => {
		const {readManifestFiles} = await import('./commands/manifests.js');
		const {record} = await import('./commands/replay.js');
		record(scenarioOf(options), readManifestFiles(files, stdin), options.to, write);
	});

program
	.command('replay')
	.description('replay a recording')
	.argument('<file>', 'recording')
	.option('--check', 'only compare its fingerprint; exit code 1 when the run differs')
	.action(async (file: string, options: {check?: boolean}) => {
		const {readRecording, checkRecording} = await import('./commands/replay.js');
		const recording = readRecording(readText(file), file);
		if (options.check || !interactive()) {
			process.exitCode = checkRecording(recording, file, write);
		} else {
			const {openRecording} = await import('./commands/open.js');
			await screen(openRecording(recording));
		}
	});

try {
	await program.parseAsync();
} catch (error) {
	if (error instanceof CommanderError) {
		process.exitCode = error.exitCode === 0 ? 0 : 2;
	} else if (error instanceof Mistake || error instanceof Mistakes) {
		process.stderr.write(`${error.toString()}\n`);
		process.exitCode = 2;
	} else {
		throw error;
	}
}

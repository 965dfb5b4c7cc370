import {Command, CommanderError, InvalidArgumentError, Option} from 'commander';
import {closest, Mistake, Mistakes} from '../scenario/mistake.js';
import type {Scenario} from '../scenario/scenario.js';
import {defineServe} from './serve-flags.js';
import type {Start} from '../terminal/start.js';
import {readTextFile} from './text-file.js';
import {version} from './version.js';

/** What a command reads from and writes to. */
export interface Streams {
	readonly stdout: (text: string) => void;
	readonly stderr: (text: string) => void;
	/** All of standard input. */
	readonly stdin: () => Uint8Array;
	/** Whether a screen can be drawn: a terminal on both ends and no CI. */
	readonly screen: boolean;
	/** Width that help is wrapped to. */
	readonly columns?: number;
}

interface ClusterOptions {
	readonly cluster?: string;
	readonly seed?: number;
}

interface ScreenOptions {
	readonly ascii?: boolean;
	readonly lang?: string;
}

/** Exit codes of every command. */
export const exitCodes: ReadonlyArray<readonly [code: number, meaning: string]> = [
	[0, 'all went well'],
	[1, 'something was refused, failed, stalled or differs'],
	[2, 'the command, a file or a flag is wrong'],
];

const scenarioOf = async ({cluster, seed}: ClusterOptions): Promise<Scenario> => {
	const {completeScenario, readScenario} = await import('../scenario/scenario.js');
	const scenario = cluster === undefined ? completeScenario() : readScenario(readTextFile(cluster), cluster);
	return seed === undefined ? scenario : {...scenario, seed};
};

const seedNumber = (value: string): number => {
	if (!/^\d{1,9}$/.test(value)) {
		throw new InvalidArgumentError('A seed is a whole number from 0 to 999999999.');
	}

	return Number(value);
};

const collect = (value: string, previous: readonly string[] = []): readonly string[] => [...previous, value];

const withCluster = (command: Command): Command =>
	command
		.option(
			'--cluster <file>',
			'scenario of the cluster: nodes, latencies, images, users, traffic (default: three nodes)',
		)
		.option('--seed <number>', 'where all randomness comes from (default: 1)', seedNumber);

const withThen = (command: Command): Command =>
	command.option(
		'--then <command>',
		'a kubectl command line to give when all has settled, such as "delete pod web"; may be repeated',
		collect,
	);

const withScreen = (command: Command): Command => command.option('--ascii', 'plain characters only');

const manifestFiles = 'manifests in YAML or JSON: files, folders, or - for standard input';

/** Checks breakpoint words before anything is simulated. */
const checkBreakpoints = async (lines: readonly string[] = []): Promise<void> => {
	const {readBreakpoint} = await import('./trace.js');
	for (const [index, line] of lines.entries()) {
		readBreakpoint(line, index + 1);
	}
};

/** The commands, their flags and what they do; each sets the exit code. */
export const createProgram = (streams: Streams, exit: (code: number) => void): Command => {
	const {stdout: write, stdin} = streams;
	const program = new Command('k8s-walkthrough');

	const screen = async (start: Start | undefined, options: ScreenOptions): Promise<void> => {
		Object.assign(process.env, {NODE_ENV: process.env.NODE_ENV ?? 'production'});
		const {showScreen} = await import('../terminal/show-app.js');
		const utf8 = /utf-?8/i.test(process.env.LC_ALL || process.env.LC_CTYPE || process.env.LANG || 'utf-8');
		const look = {ascii: options.ascii ?? !utf8, language: options.lang};
		exit(await showScreen(start, look, async () => (await import('./screen-backend.js')).screenBackend));
	};

	program
		.description(
			'A debugger for Kubernetes itself, in a terminal: the whole path of a Pod, simulated, step by step, forwards and backwards. Without a command it opens the home screen.',
		)
		.version(version())
		.option('--ascii', 'plain characters only')
		.option('--lang <language>', 'language of the lessons: en, zh, ru')
		.showHelpAfterError('(--help lists commands and options)')
		.enablePositionalOptions()
		.helpCommand('help [command]', 'what a command takes and does')
		.exitOverride()
		.configureOutput({
			writeOut: write,
			writeErr: streams.stderr,
			getOutHelpWidth: () => streams.columns ?? 80,
			getErrHelpWidth: () => streams.columns ?? 80,
		})
		.addHelpText('after', `\nExit codes:\n${exitCodes.map(([code, meaning]) => `  ${code}  ${meaning}\n`).join('')}`)
		.argument('[command]')
		.usage('[options] [command]')
		.allowExcessArguments()
		.action(async (word: string | undefined, options: ScreenOptions) => {
			if (word !== undefined) {
				const names = program.commands.map((command) => command.name());
				const near = closest(word, names);
				throw new Mistake(
					`unknown command "${word}"`,
					{},
					near
						? `did you mean "${near}"?`
						: /\.(?:ya?ml|json)$/i.test(word)
							? `to open a manifest: k8s-walkthrough run ${word}`
							: `commands: ${names.join(', ')}`,
				);
			}

			if (streams.screen) {
				await screen(undefined, options);
			} else {
				program.outputHelp();
			}
		});

	withScreen(withCluster(program.command('run')))
		.description('open the debugger on your manifests; it stops where one is refused or stalls')
		.argument('<files...>', manifestFiles)
		.option('--break <words>', 'a breakpoint, such as "apiserver.store object=pod/web"; may be repeated', collect)
		.action(async (files: string[], options: ClusterOptions & ScreenOptions & {break?: readonly string[]}) => {
			const {readManifestFiles} = await import('./manifests.js');
			const manifests = readManifestFiles(files, stdin);
			const scenario = await scenarioOf(options);
			await checkBreakpoints(options.break);
			if (streams.screen && !files.includes('-')) {
				const {startOfManifests} = await import('./screen-starts.js');
				await screen(startOfManifests(scenario, manifests, options.break), options);
			} else {
				const {trace} = await import('./trace.js');
				exit(trace(scenario, manifests, {output: 'text', write}));
			}
		});

	withThen(withCluster(program.command('trace')))
		.description(
			'the same without a screen: prints every stop until everything is ready, complete, refused or stalled, and why',
		)
		.argument('<files...>', manifestFiles)
		.addOption(new Option('-o, --output <format>', 'how to print').choices(['text', 'json', 'jsonl']).default('text'))
		.option('--until <words>', 'end at this place instead, such as "kubelet.status object=pod/web"')
		.option('--all', 'also the start of the cluster and periodic work')
		.action(
			async (
				files: string[],
				options: ClusterOptions & {
					output: 'text' | 'json' | 'jsonl';
					until?: string;
					all?: boolean;
					then?: readonly string[];
				},
			) => {
				const {readManifestFiles} = await import('./manifests.js');
				const manifests = readManifestFiles(files, stdin);
				const scenario = await scenarioOf(options);
				const {trace} = await import('./trace.js');
				exit(trace(scenario, manifests, {...options, write}));
			},
		);

	withScreen(program.command('lesson'))
		.description('one lesson; without a name, the next one')
		.argument('[name]', 'number or name of the lesson')
		.option('--lang <language>', 'its language: en, zh, ru')
		.action(async (name: string | undefined, options: ScreenOptions) => {
			const [{findLesson, nextLesson}, {readProgress}] = await Promise.all([
				import('../lessons/course.js'),
				import('../lessons/progress.js'),
			]);
			const lesson = findLesson(name ?? nextLesson(readProgress()));
			if (!streams.screen) {
				throw new Mistake(
					`the lesson "${lesson.title}" is taken on a screen, and this is no terminal`,
					{},
					'open it in a terminal; `lessons check` plays the course without one',
				);
			}

			const look = {...program.opts<ScreenOptions>(), ...options};
			await screen({view: 'lesson', lesson: lesson.name, language: look.lang}, look);
		});

	const lessons = program
		.command('lessons')
		.description('list the course, with what is done')
		.argument('[command]')
		.usage('[command]')
		.action(async (word?: string) => {
			if (word !== undefined) {
				throw new Mistake(
					`unknown command "lessons ${word}"`,
					{},
					'`lessons` lists the course, `lessons check` proves it',
				);
			}

			const {listLessons} = await import('./lessons.js');
			write(listLessons());
		});

	lessons
		.command('check')
		.description('lint and play every lesson, verify every answer, print which claims are covered')
		.argument('[files...]', 'lesson files (default: the course)')
		.action(async (files: string[]) => {
			const {checkLessons} = await import('./lessons.js');
			exit(checkLessons(files, write));
		});

	withThen(withCluster(program.command('record')))
		.description('apply manifests without a screen and write the recording to a file, whatever becomes of them')
		.argument('<files...>', manifestFiles)
		.requiredOption('--to <file>', 'where to write it')
		.action(async (files: string[], options: ClusterOptions & {to: string; then?: readonly string[]}) => {
			const {readManifestFiles} = await import('./manifests.js');
			const manifests = readManifestFiles(files, stdin);
			const scenario = await scenarioOf(options);
			const {record} = await import('./replay.js');
			record(scenario, manifests, options.to, write, options.then);
		});

	withScreen(program.command('replay'))
		.description('replay a recording')
		.argument('<file>', 'recording')
		.option('--check', 'only compare its fingerprint')
		.action(async (file: string, options: ScreenOptions & {check?: boolean}) => {
			const {readRecording, checkRecording} = await import('./replay.js');
			const recording = readRecording(readTextFile(file), file);
			if (options.check || !streams.screen) {
				exit(checkRecording(recording, file, write));
			} else {
				const {startOfRecording} = await import('./screen-starts.js');
				await screen(startOfRecording(recording), options);
			}
		});

	defineServe(withCluster(program.command('serve')), {
		write,
		exit,
		...(streams.screen ? {screen} : {}),
		async start(options) {
			const scenario = await scenarioOf(options);
			await checkBreakpoints(options.break);
			return scenario;
		},
	});
	return program;
};

/**
Runs one command line.

@returns the exit code.
*/
export const run = async (words: readonly string[], streams: Streams): Promise<number> => {
	let code = 0;
	try {
		await createProgram(streams, (value) => {
			code = value;
		}).parseAsync(words, {from: 'user'});
		return code;
	} catch (error) {
		if (error instanceof CommanderError) {
			return error.exitCode === 0 ? 0 : 2;
		}

		if (error instanceof Mistake || error instanceof Mistakes) {
			streams.stderr(`${error.toString()}\n`);
			return 2;
		}

		throw error;
	}
};

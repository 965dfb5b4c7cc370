import {InvalidArgumentError, type Command} from 'commander';
import type {Scenario} from '../scenario/scenario.js';
import type {Start} from '../terminal/start.js';
import {Mistake} from '../scenario/mistake.js';
import {readTextFile} from './text-file.js';

/** The flags of `serve`, as given. */
export interface ServeFlags {
	readonly cluster?: string;
	readonly seed?: number;
	readonly port: number;
	readonly host: string;
	readonly tokenAuthFile?: string;
	readonly speed: number | 'max';
	readonly break?: readonly string[];
	readonly kubeconfig?: string;
	readonly record?: string;
	readonly screen?: boolean;
	readonly ascii?: boolean;
}

const portNumber = (value: string): number => {
	if (!/^\d{1,5}$/.test(value) || Number(value) > 65_535) {
		throw new InvalidArgumentError('A port is a whole number from 0 to 65535; 0 takes any that is free.');
	}

	return Number(value);
};

const speedOf = (value: string): number | 'max' => {
	const speed = Number(value);
	if (value !== 'max' && !(speed > 0 && speed <= 10_000)) {
		throw new InvalidArgumentError('A speed is a number above 0, times the wall clock, or max.');
	}

	return value === 'max' ? 'max' : speed;
};

const collect = (value: string, previous: readonly string[] = []): readonly string[] => [...previous, value];

/** Resolves at the first signal that asks the program to end. */
const signalled = async (): Promise<string> =>
	new Promise((resolve) => {
		for (const signal of ['SIGINT', 'SIGTERM'] as const) {
			process.once(signal, () => {
				resolve(signal);
			});
		}
	});

/**
Gives the command `serve` its flags.

@param start reads the scenario and checks the breakpoints. @throws {Mistake}
*/
export const defineServe = (
	command: Command,
	{
		write,
		exit,
		start,
		screen,
	}: {
		readonly write: (text: string) => void;
		readonly exit: (code: number) => void;
		readonly start: (flags: ServeFlags) => Promise<Scenario>;
		/** Opens the screen until the user leaves; `undefined`: there is no terminal for it. */
		readonly screen?: (start: Start, flags: ServeFlags) => Promise<unknown>;
	},
): void => {
	command
		.description('serve the simulated API over HTTPS to real kubectl and other clients, until Ctrl-C')
		.option('--port <number>', 'where to listen; 0 takes any port that is free', portNumber, 6443)
		.option('--host <address>', 'address to listen at; others than this machine can reach it when told so', '127.0.0.1')
		.option('--token-auth-file <file>', 'users by bearer token: token,user,uid,"group1,group2" a line')
		.option('--speed <speed>', 'times the wall clock, or max: nobody waits for what is simulated', speedOf, 1)
		.option(
			'--break <words>',
			'hold everything at such a stop; keys of the screen go on, or lines on standard input: step, continue, …',
			collect,
		)
		.option('--kubeconfig <file>', 'where to write the kubeconfig for clients')
		.option('--record <file>', 'write a recording of the session when it ends')
		.option('--screen', 'open the debugger on it: follow what clients do, hold it, step through their requests')
		.option('--ascii', 'plain characters only')
		.action(async (flags: ServeFlags) => {
			if (flags.screen && !screen) {
				throw new Mistake(
					'--screen needs a terminal, and this is none',
					{},
					'without it, lines on standard input steer the server: step, continue, …',
				);
			}

			const [{serve}, {steerByLines}, {startOfServed}, {readTokenFile}] = await Promise.all([
				import('./serve.js'),
				import('./serve-console.js'),
				import('./serve-screen.js'),
				import('../serve/token-file.js'),
			]);
			const scenario = await start(flags);
			const {tokenAuthFile, break: breakpoints = [], ...rest} = flags;
			const users = tokenAuthFile === undefined ? [] : readTokenFile(readTextFile(tokenAuthFile), tokenAuthFile);
			exit(
				await serve(
					{
						...rest,
						scenario: {...scenario, users: [...scenario.users, ...users]},
						breakpoints,
						keepsHistory: flags.screen === true || flags.record !== undefined,
						write,
						tell(text) {
							if (!flags.screen) {
								write(`${text}\n`);
							}
						},
					},
					async (served) => {
						if (flags.screen) {
							await screen!(startOfServed(served), flags);
							return 'left';
						}

						return steerByLines(served, process.stdin, write, signalled());
					},
				),
			);
			process.stdin.destroy();
		});
};

import {InvalidArgumentError, type Command} from 'commander';
import type {Scenario} from '../scenario/scenario.js';
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
	}: {
		readonly write: (text: string) => void;
		readonly exit: (code: number) => void;
		readonly start: (flags: ServeFlags) => Promise<Scenario>;
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
			'hold everything at such a stop; lines on standard input go on: step, continue, …',
			collect,
		)
		.option('--kubeconfig <file>', 'where to write the kubeconfig for clients')
		.option('--record <file>', 'write a recording of the session when it ends')
		.action(async (flags: ServeFlags) => {
			const [{serve}, {readTokenFile}] = await Promise.all([import('./serve.js'), import('../serve/token-file.js')]);
			const scenario = await start(flags);
			const {tokenAuthFile, break: breakpoints = [], ...rest} = flags;
			const users = tokenAuthFile === undefined ? [] : readTokenFile(readTextFile(tokenAuthFile), tokenAuthFile);
			exit(
				await serve(
					{
						...rest,
						scenario: {...scenario, users: [...scenario.users, ...users]},
						breakpoints,
						input: process.stdin,
						write,
					},
					signalled(),
				),
			);
			process.stdin.destroy();
		});
};

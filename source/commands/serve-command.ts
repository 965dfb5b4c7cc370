import {InvalidArgumentError, Option, type Command} from 'commander';
import {Mistake} from '../scenario/mistake.js';
import {growSlowly} from './grow-slowly.js';
import {
	checkBreakpoints,
	clusterOf,
	collect,
	manifestFiles,
	withDump,
	type DumpFlags,
	type CommandHost,
} from './command-host.js';
import type {ServeOptions} from './serve.js';
import {controlSocket} from './control.js';
import {untilSignalled} from './until-signalled.js';
import {socketOf} from './dap/socket.js';
import {withMeasuredLatencies} from '../scenario/latency-profiles.js';
import {readTextFile} from '../scenario/read-text-file.js';

/** The flags of `serve`, as given. */
interface ServeFlags
	extends DumpFlags, Pick<ServeOptions, 'host' | 'port' | 'speed' | 'record' | 'recordTokens' | 'webhooks'> {
	readonly clock: 'wall' | 'virtual';
	readonly kubeconfig?: string;
	readonly tokenAuthFile?: string;
	readonly break?: readonly string[];
	readonly screen?: boolean;
	readonly dap?: boolean;
	readonly control?: string | true;
	readonly ascii?: boolean;
	readonly mouse?: boolean;
}

const portNumber = (value: string): number => {
	if (!/^\d{1,5}$/.test(value) || Number(value) > 65_535) {
		throw new InvalidArgumentError('A port is a whole number from 0 to 65535; 0 takes any free port.');
	}

	return Number(value);
};

const speedOf = (value: string): ServeOptions['speed'] => {
	const speed = Number(value);
	if (value !== 'max' && !(speed > 0 && speed <= 10_000)) {
		throw new InvalidArgumentError('A speed is max, or a factor of the wall clock, above 0 and at most 10000.');
	}

	return value === 'max' ? 'max' : speed;
};

/** The options of a server, from the flags. @throws {Mistake} */
const optionsOf = async (
	names: readonly string[],
	flags: ServeFlags,
	{streams, language}: CommandHost,
): Promise<ServeOptions> => {
	const {readManifestFiles} = await import('./manifests.js');
	const manifests = names.length === 0 ? undefined : readManifestFiles(names, streams.stdin);
	const {readTokenFile} = await import('../serve/token-file.js');
	if (flags.redact && flags.from === undefined && flags.record === undefined && flags.control === undefined) {
		throw new Mistake('--redact needs a recording or a dump', {}, 'name one with --record or --from');
	}

	const {scenario} = await clusterOf(flags, streams, true);
	await checkBreakpoints(flags.break);
	const {tokenAuthFile, break: breakpoints = [], clock, dap, ...rest} = flags;
	const users = tokenAuthFile === undefined ? [] : readTokenFile(readTextFile(tokenAuthFile), tokenAuthFile);
	return {
		...rest,
		...(clock === 'virtual' ? {speed: clock} : {}),
		manifests,
		scenario: {...withMeasuredLatencies(scenario), users: [...scenario.users, ...users]},
		breakpoints,
		...(dap ? {dap: socketOf} : {}),
		keepsHistory: flags.screen === true || dap === true || flags.control !== undefined || flags.record !== undefined,
		language: await language(),
		write: streams.stdout,
		tell(text) {
			if (!flags.screen) {
				streams.stdout(`${text}\n`);
			}
		},
	};
};

const serveWith = async (names: readonly string[], flags: ServeFlags, host: CommandHost): Promise<void> => {
	const {streams, exit, openScreen} = host;
	if (flags.screen && !streams.screen) {
		throw new Mistake(
			'--screen needs a terminal, but there is none',
			{},
			'without --screen, lines on standard input steer the server: step, continue, …',
		);
	}

	if (flags.screen && flags.dap) {
		throw new Mistake('only one of --screen and --dap can steer the server', {}, 'leave one out');
	}

	const [{serve}, {steerByLines}, {startOfServed}] = await Promise.all([
		import('./serve.js'),
		import('./serve-console.js'),
		import('./serve-screen.js'),
	]);
	const options = await optionsOf(names, flags, host);
	if (!options.keepsHistory) {
		growSlowly();
	}

	exit(
		await serve(options, async (served) => {
			if (flags.screen) {
				await openScreen(startOfServed(served, options.language), flags);
				return 'left';
			}

			const {control} = flags;
			return untilSignalled(async (signalled) =>
				steerByLines(
					served,
					process.stdin,
					options,
					signalled,
					control === true ? controlSocket(Number(new URL(served.address).port)) : control,
				),
			);
		}),
	);
	process.stdin.destroy();
};

/** `serve`: the simulated API for real clients. */
export const defineServe = (program: Command, host: CommandHost): void => {
	withDump(
		program.command('serve'),
		'leave Secret values out of the dump, and client-written ones out of the recording',
	)
		.description('serve the simulated API over HTTPS to real kubectl and other clients, until Ctrl-C')
		.argument('[files...]', `${manifestFiles}; they are applied before the first client connects`)
		.option('--port <number>', 'port to listen on; 0 takes any free port', portNumber, 6443)
		.option('--host <address>', 'address to listen on; by default, only this machine can connect', '127.0.0.1')
		.option('--token-auth-file <file>', 'bearer tokens, one per line: token,user,uid,"group1,group2"')
		.option('--speed <speed>', 'speed relative to the wall clock, or max: never wait for simulated time', speedOf, 1)
		.addOption(
			new Option(
				'--clock <clock>',
				'wall: simulated time follows your clock; virtual: it never waits, even at rest, regardless of --speed',
			)
				.choices(['wall', 'virtual'])
				.default('wall'),
		)
		.option(
			'--break <words>',
			'hold everything at a matching stop; continue with keys on the screen, or with lines on standard input: step, continue, …',
			collect,
		)
		.option('--webhooks', 'call external servers that webhooks name by URL')
		.option('--kubeconfig <file>', 'where to write the kubeconfig for clients')
		.option('--record <file>', 'write a recording of the session when it ends')
		.option('--record-tokens', "keep the users' bearer tokens in the recording; by default, they are replaced")
		.option('--screen', 'open the debugger on the server: follow clients, hold the server, step through requests')
		.option(
			'--dap',
			'let an editor attach with `k8s-walkthrough dap`: hold clients, step through their requests, step back',
		)
		.option('--control [socket]', 'let k8s-walkthrough ctl steer the server: faults, breakpoints, steps, a recording')
		.option('--ascii', 'plain characters only')
		.option('--no-mouse', 'leave the mouse to the terminal')
		.action(async (names: string[], flags: ServeFlags) => {
			await serveWith(names, flags, host);
		});
};

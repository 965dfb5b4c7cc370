import {chmodSync, mkdirSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {createInterface} from 'node:readline';
import envPaths from 'env-paths';
import {createCluster} from '../cluster.js';
import {Recording} from '../debugger/recording.js';
import {breakpointLine} from '../lessons/place.js';
import {printable, Mistake} from '../scenario/mistake.js';
import type {Scenario} from '../scenario/scenario.js';
import {CertificateAuthority} from '../serve/certificates.js';
import {Hold} from '../serve/hold.js';
import {kubeconfigText} from '../serve/kubeconfig.js';
import {Pace, type Speed} from '../serve/pace.js';
import {ApiFace} from '../serve/server.js';
import {printRecording} from './replay.js';
import {boot} from './run-manifests.js';
import {consoleLine} from './serve-console.js';
import {formatTime, stopLine} from './stop-line.js';

export interface ServeOptions {
	readonly scenario: Scenario;
	readonly host: string;
	readonly port: number;
	readonly speed: Speed;
	readonly breakpoints: readonly string[];
	/** Where the kubeconfig goes; a file of the user's data folder when not given. */
	readonly kubeconfig?: string;
	/** Where the recording of the session goes when it ends. */
	readonly record?: string;
	readonly input: NodeJS.ReadableStream;
	readonly write: (text: string) => void;
}

const writePrivately = (file: string, text: string): void => {
	try {
		mkdirSync(path.dirname(file), {recursive: true});
		writeFileSync(file, text, {mode: 0o600});
		chmodSync(file, 0o600);
	} catch (error) {
		throw new Mistake(
			`the kubeconfig cannot be written: ${(error as Error).message}`,
			{file},
			'name another with --kubeconfig',
		);
	}
};

/** Why a server cannot listen, and what to do about it. */
const cannotListen = (error: NodeJS.ErrnoException, {host, port}: ServeOptions): Mistake =>
	error.code === 'EADDRINUSE'
		? new Mistake(`port ${port} of ${host} is taken`, {}, 'choose another with --port, or 0 for any that is free')
		: error.code === 'EACCES'
			? new Mistake(`port ${port} needs more rights than you have`, {}, 'choose one above 1023 with --port')
			: new Mistake(`cannot listen at ${host}: ${error.message}`, {}, 'name an address of this machine with --host');

/**
Serves a simulated cluster to real clients until it is told to end.

@param ended resolves when the user wants it to end: a signal.
@returns exit code.
@throws {Mistake} when it cannot begin.
*/
export const serve = async (options: ServeOptions, ended: Promise<string>): Promise<number> => {
	const {write} = options;
	const scenario: Scenario = {
		...options.scenario,
		startsAt: options.scenario.startsAt ?? `${new Date().toISOString().slice(0, 19)}Z`,
	};
	const hold = new Hold((text) => {
		write(`${printable(text)}\n`);
	});
	const recording = new Recording(scenario, createCluster);
	boot(recording);
	for (const line of options.breakpoints) {
		hold.add(breakpointLine(line, recording.kernel.now));
	}

	const pace: Pace = new Pace(recording, {
		speed: options.speed,
		holdAt(stop) {
			const held = hold.isAt(pace, stop);
			if (held) {
				write(`held at ${stopLine(stop, 0)}\n`);
			}

			return held;
		},
		onFailure(error) {
			write(`${printable(String((error as Error).stack ?? error))}\n`);
		},
	});
	const authority = new CertificateAuthority();
	const face = new ApiFace(pace, {authority, host: options.host, port: options.port});
	let address: string;
	try {
		address = await face.listen();
	} catch (error) {
		throw cannotListen(error as NodeJS.ErrnoException, options);
	}

	try {
		const file =
			options.kubeconfig ??
			path.join(envPaths('k8s-walkthrough', {suffix: ''}).data, `kubeconfig-${new URL(address).port}.yaml`);
		writePrivately(file, kubeconfigText(address, authority, scenario.users));
		write(
			`Kubernetes v1.36, simulated, at ${address} · ${scenario.nodes.length} nodes · speed ${options.speed}\nexport KUBECONFIG=${path.resolve(file)}\nCtrl-C ends it.\n`,
		);
		pace.run();
		const lines = createInterface({input: options.input, terminal: false});
		const quit = new Promise<string>((resolve) => {
			lines.on('line', (line) => {
				const answer = consoleLine(line, pace, hold);
				if (answer === 'quit') {
					resolve('quit');
				} else if (answer !== '') {
					write(`${answer}\n`);
				}
			});
		});
		const why = await Promise.race([ended, quit]);
		lines.close();
		const {open, count} = face.clients;
		write(
			`${why}: served ${count} requests${open > 0 ? `, hung up on ${open}` : ''}; ${recording.stops.length} stops, ${formatTime(recording.kernel.now)} s of virtual time\n`,
		);
	} finally {
		pace.end();
		await face.close();
	}

	if (options.record !== undefined) {
		writeFileSync(options.record, printRecording(recording));
		write(`recording in ${options.record}, fingerprint ${recording.fingerprint}\n`);
	}

	return 0;
};

import {randomBytes} from 'node:crypto';
import path from 'node:path';
import envPaths from 'env-paths';
import {createCluster, type ClusterRecording} from '../cluster.js';
import {breakpointLine} from '../classroom/place.js';
import {minorIn, simulatedMinor} from '../objects/versions/kubernetes-version.js';
import {kwokNodeNames} from '../scenario/kwok.js';
import {printable, Mistake} from '../scenario/mistake.js';
import type {Scenario} from '../scenario/scenario.js';
import {CertificateAuthority} from '../serve/certificates.js';
import {Hold} from '../serve/hold.js';
import {kubeconfigText} from '../serve/kubeconfig.js';
import {Pace, type Speed} from '../serve/pace.js';
import {callServers} from '../serve/outside-servers.js';
import {ApiFace, type ServerOptions} from '../serve/server.js';
import {redactedRemark, secretsRemark} from './recorded-secrets.js';
import {withoutSecrets} from './redact-secrets.js';
import {printRecording} from './replay.js';
import {bootedRun} from '../booted.js';
import {runUntilPrinted} from './run-manifests.js';
import {formatTime, stopLine} from '../exports/stop-line.js';
import type {Language} from '../stages/language.js';
import {errorText} from '../kernel/error-text.js';
import {errorCode} from '../scenario/error-code.js';
import type {Manifests} from './manifests.js';
import {commandWords, type CommandWords} from './words/words.js';
import {checkWritable, writeTextFile} from './text-file.js';
import type {Served} from './served.js';

export interface ServeOptions {
	readonly scenario: Scenario;
	readonly host: string;
	readonly port: number;
	readonly speed: Speed;
	readonly breakpoints: readonly string[];
	/** Manifests that are applied before the first client connects. */
	readonly manifests?: Manifests;
	/** The file of the kubeconfig; by default in the user's data folder; `false` if clients have certificates of another authority. */
	readonly kubeconfig?: string | false;
	/** The server's certificate, and the authority of its clients', where they are not made here. */
	readonly certificates?: Pick<ServerOptions, 'identity' | 'clientAuthority'>;
	/** The file for the recording of the session, written at its end. */
	readonly record?: string;
	/** Whether servers beyond the simulation that webhooks name are called. */
	readonly webhooks?: boolean;
	/** Whether the recording has other texts in place of the values of Secrets. */
	readonly redact?: boolean;
	/** Whether the recording keeps the bearer tokens of users. */
	readonly recordTokens?: boolean;
	/** The place where editors attach, if allowed: the socket of a port. */
	readonly dap?: (port: number) => string;
	/** Whether the past is kept; only a recording, a screen or an editor needs it. */
	readonly keepsHistory?: boolean;
	/** The language of the stages' descriptions. */
	readonly language: Language;
	readonly write: (text: string) => void;
	/** Reports holds, output of logpoints and failures; silent while a screen shows them. */
	readonly tell: (text: string) => void;
}

/** A server that can be steered by words. */
export interface Steerable extends Served {
	/** Whether its past is kept. */
	readonly keepsHistory: boolean;
	/** The text of a recording of the session so far. */
	readonly printed: () => string;
}

const writeKubeconfig = (file: string, text: string): void => {
	try {
		writeTextFile(file, text, {mode: 0o600, folders: true});
	} catch (error) {
		throw error instanceof Mistake
			? new Mistake(`the kubeconfig cannot be written: ${error.message}`, {file}, 'name another file with --kubeconfig')
			: error;
	}
};

/** Writes the kubeconfig for clients. @returns the line that configures kubectl for it; empty if none is needed. */
const exportKubeconfig = (
	{kubeconfig, scenario}: ServeOptions,
	address: string,
	authority: CertificateAuthority,
): string => {
	if (kubeconfig === false) {
		return '';
	}

	const file =
		kubeconfig ?? path.join(envPaths('k8s-walkthrough', {suffix: ''}).data, `kubeconfig-${new URL(address).port}.yaml`);
	writeKubeconfig(file, kubeconfigText(address, authority, scenario.users));
	return `export KUBECONFIG=${path.resolve(file)}`;
};

/** Why a server cannot listen, and the remedy. */
const cannotListen = (error: unknown, {host, port}: ServeOptions): Mistake => {
	const code = errorCode(error);
	if (code === 'EADDRINUSE') {
		return new Mistake(
			`port ${port} on ${host} is already in use`,
			{},
			'choose another with --port, or 0 for any free port',
		);
	}

	if (code === 'EACCES') {
		return new Mistake(`port ${port} needs more privileges than you have`, {}, 'choose one above 1023 with --port');
	}

	return new Mistake(
		`cannot listen on ${host}: ${errorText(error)}`,
		{},
		'name an address of this machine with --host',
	);
};

/**
How far the clock of a cluster at full speed begins behind the user's. It never overtakes the user's clock, because clients print an age
from the future as invalid; once it has caught up, both run equally fast. Less than two minutes, so that kubectl still prints ages in
seconds.
*/
const leadMs = 100_000;

/** The longest start of the cluster. */
const bootMs = 5000;

/** A booted cluster at the requested pace, with its breakpoints; it does not run yet. */
const begin = (
	{
		scenario,
		speed,
		breakpoints,
		tell,
		language,
		record,
		webhooks = false,
		keepsHistory = record !== undefined,
	}: ServeOptions,
	authority: CertificateAuthority,
): Pick<Served, 'recording' | 'pace' | 'hold'> => {
	const words = commandWords(language).serve;
	const hold = new Hold((text) => {
		tell(printable(text));
	});
	const nowMs = Date.now();
	const startMs = nowMs - (typeof speed === 'string' ? leadMs : bootMs);
	const now: Scenario = {
		...scenario,
		signsCertificates: true,
		...(webhooks ? {callsServers: true, proxyAuthority: authority.certificate} : {}),
		tokenKey: scenario.tokenKey ?? randomBytes(32).toString('base64url'),
		startsAt: scenario.startsAt ?? `${new Date(startMs).toISOString().slice(0, 19)}Z`,
	};
	const recording = bootedRun(now, (complete) => createCluster(complete, {keepsHistory}));
	for (const line of breakpoints) {
		hold.add(breakpointLine(line, recording.kernel.now, recording));
	}

	const pace: Pace = new Pace(recording, {
		speed,
		leadMs: scenario.startsAt === undefined ? nowMs - recording.kernel.wallClockMs : undefined,
		holdAt(stop) {
			const held = hold.isAt(pace, stop);
			if (held) {
				tell(words.heldAt(stopLine(stop, 0, language)));
			}

			return held;
		},
		onLag(ms) {
			tell(lagLine(ms, words));
		},
		onFailure(error) {
			tell(printable(error instanceof Error ? (error.stack ?? error.message) : String(error)));
		},
	});
	callServers(pace, authority);

	return {recording, pace, hold};
};

/** How far a clock that follows the user's is behind it after the start. */
const behindMs = ({speed, scenario}: ServeOptions, {kernel}: ClusterRecording): number =>
	typeof speed === 'string' || scenario.startsAt !== undefined ? 0 : Math.max(0, Date.now() - kernel.wallClockMs);

/** The line about a lag. @param ms 0: it is over. */
const lagLine = (ms: number, words: CommandWords['serve']): string =>
	ms === 0 ? words.caughtUp : words.behind(Math.round(ms / 1000));

/** Whether clients on other machines can connect to an address. */
const isOpen = (host: string): boolean => host !== 'localhost' && host !== '::1' && !host.startsWith('127.');

/** Lets editors attach if a flag allows it, and prints how. @returns a function that ends it. */
const editorsOf = async ({dap, write, language}: ServeOptions, served: Served): Promise<() => void> => {
	if (!dap) {
		return () => {};
	}

	const port = Number(new URL(served.address).port);
	const {takeEditors} = await import('./dap/editors.js');
	const leave = await takeEditors(served, dap(port));
	write(`${commandWords(language).serve.editors(port)}\n`);
	return leave;
};

/** Applies manifests as the user would. @returns the output of kubectl. */
const applied = (recording: ClusterRecording, {command, files}: Manifests): string => {
	recording.submit({kubectl: command, files});
	const {stdout, stderr} = runUntilPrinted(recording);
	return printable(stdout + stderr);
};

/** The text of a recording of the session, and the run that it replays. */
const printedSession = (
	{redact, recordTokens}: ServeOptions,
	recording: ClusterRecording,
): {readonly text: string; readonly session: ClusterRecording} => {
	const session = redact === true ? withoutSecrets(recording) : recording;
	return {text: printRecording(session, {redacts: recordTokens !== true}), session};
};

/** The version whose APIs the cluster serves, where that is another one. */
const apisOf = ({kubernetesVersion}: Scenario): string | undefined =>
	kubernetesVersion === undefined || minorIn(kubernetesVersion) === simulatedMinor ? undefined : kubernetesVersion;

/** The number of nodes at the start, with those that KWOK manages. */
const firstNodes = ({nodes, kwok}: Scenario): number =>
	nodes.length + (kwok?.nodes ?? []).flatMap((group) => kwokNodeNames(group)).length;

/** The first lines: the cluster and its pace, the kubeconfig, and a warning where other machines can connect. */
const headOf = ({scenario, host, speed, language}: ServeOptions, address: string, exported: string): string => {
	const words = commandWords(language).serve;
	return [
		words.head(
			apisOf(scenario),
			address,
			firstNodes(scenario),
			speed === 'virtual' ? words.virtualClock : words.speed(String(speed)),
		),
		...(exported === '' ? [] : [exported]),
		...(isOpen(host) ? [words.open(host)] : []),
	]
		.map(
			(line) => `${line}
`,
		)
		.join('');
};

/**
Serves a simulated cluster to real clients until `steer` resolves.

@param steer resolves to the reason of the end: a signal, or the user's command.
@returns exit code.
@throws {Mistake} when it cannot begin.
*/
export const serve = async (options: ServeOptions, steer: (served: Steerable) => Promise<string>): Promise<number> => {
	const {write, manifests, language} = options;
	const words = commandWords(language).serve;
	if (options.record !== undefined) {
		checkWritable(options.record);
	}

	const authority = new CertificateAuthority();
	const {recording, pace, hold} = begin(options, authority);
	if (manifests) {
		write(applied(recording, manifests));
	}

	const face = new ApiFace(pace, {authority, host: options.host, port: options.port, ...options.certificates});
	let leaveEditors = () => {};
	let address: string;
	try {
		address = await face.listen();
	} catch (error) {
		throw cannotListen(error, options);
	}

	try {
		const exported = exportKubeconfig(options, address, authority);
		write(headOf(options, address, exported));
		const printed = (): string => printedSession(options, recording).text;
		const served: Steerable = {
			recording,
			pace,
			hold,
			face,
			address,
			exported,
			printed,
			keepsHistory: options.keepsHistory ?? options.record !== undefined,
		};
		leaveEditors = await editorsOf(options, served);
		pace.run(behindMs(options, recording));
		const why = await steer(served);
		const {open, count} = face.clients;
		write(
			`${words.end(why, count, open, recording.stops.length, formatTime(recording.kernel.now))}
`,
		);
	} finally {
		leaveEditors();
		pace.end();
		await face.close();
	}

	if (options.record !== undefined) {
		const {text, session} = printedSession(options, recording);
		writeTextFile(options.record, text, {mode: 0o600});
		write(`${words.recorded(options.record, session.fingerprint)}\n`);
		write(options.redact === true ? redactedRemark(recording, session, words) : secretsRemark(recording, words));
	}

	return 0;
};

import {once} from 'node:events';
import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {parse, stringify} from 'yaml';
import type {Scenario} from '../../scenario/scenario.js';
import type {Language} from '../../stages/language.js';
import type {Manifests} from '../manifests.js';
import {serve, type Steerable} from '../serve.js';
import {writeTextFile} from '../text-file.js';
import {Controller} from './controller.js';
import {inject} from './inject.js';
import type {GivenPlan} from './plan-file.js';
import {Program, type Ended} from './program.js';
import {runHook} from './hook.js';
import type {RawRun} from './run.js';
import {isTelling, trafficOf} from './writes.js';

/** The programs of the user, and the cluster for them. */
export interface Setup {
	readonly scenario: Scenario;
	/** Applied before the programs start. */
	readonly manifests?: Manifests;
	readonly webhooks?: boolean;
	readonly command: readonly string[];
	/** Commands of controllers, each with its own kubeconfig. */
	readonly controllers: readonly string[];
	/** A command that restarts the controller. */
	readonly restart?: string;
	/** The time without writes after which a run is over, in milliseconds. */
	readonly settleMs: number;
	/** Time limit of the command, in milliseconds. */
	readonly limitMs: number;
	readonly language: Language;
	/** Ends a run at once. */
	readonly signal?: AbortSignal;
}

/** How long a run may continue after the command's end. */
const restLimitMs = 60_000;

const lookMs = 100;

/** The user of the kubeconfig of a controller: its requests are known by it. */
export const controllerUser = (index: number): string => `chaos-controller-${index + 1}`;

/** The scenario with a user for each controller. */
const withUsers = (scenario: Scenario, controllers: readonly string[]): Scenario => ({
	...scenario,
	users: [
		...scenario.users,
		...controllers.map((_, index) => ({name: controllerUser(index), groups: ['system:masters']})),
	],
});

/** Writes the kubeconfig of one user. @returns its path. */
const kubeconfigFor = (folder: string, kubeconfig: string, user: string): string => {
	const file = path.join(folder, `kubeconfig-${user}`);
	const config: unknown = parse(readFileSync(kubeconfig, 'utf8'));
	writeTextFile(file, stringify({...Object(config), 'current-context': `${user}@k8s-walkthrough`}), {mode: 0o600});
	return file;
};

/** Waits for the end of the command, without a limit. */
export const endOf = async (
	program: Program,
	{limitMs, signal}: Setup,
): Promise<{readonly end: Ended; readonly isCut: boolean}> => {
	const timer = new AbortController();
	const stopping = signal ?? new EventTarget();
	const end = await Promise.race([
		program.ended,
		sleep(limitMs, undefined, {signal: timer.signal, ref: false}).catch(() => undefined),
		once(stopping, 'abort', {signal: timer.signal}).catch(() => undefined),
	]);
	timer.abort();
	await program.kill();
	const isOver = end !== undefined && 'code' in end;
	return {end: isOver ? end : {code: undefined, signal: 'SIGKILL'}, isCut: !isOver};
};

/** Waits until the cluster rests and no client has written for a while. @returns whether that happened in time. */
const restOf = async ({recording}: Steerable, {settleMs, signal}: Setup): Promise<boolean> => {
	const endMs = performance.now() + restLimitMs;
	let seen = recording.stops.length;
	let writtenMs = performance.now();
	const isOver = (): boolean => performance.now() >= endMs || signal?.aborted === true;
	while (!isOver()) {
		await sleep(lookMs);
		const {length} = recording.stops;
		const {writes} = trafficOf(
			recording.stops.slice(seen, length).filter(({process}) => process.startsWith('client/')),
		);
		seen = length;
		if (writes.some((write) => isTelling(write) && write.code < 300) || !recording.resting) {
			writtenMs = performance.now();
		} else if (performance.now() - writtenMs >= settleMs) {
			return true;
		}
	}

	return false;
};

/**
Runs the command and the controllers once, against a cluster of their own.

@param plan the faults of the run; absent for an undisturbed run.
@throws {Mistake} when a program cannot be started.
*/
export const runServed = async (setup: Setup, plan?: GivenPlan): Promise<RawRun> => {
	const folder = mkdtempSync(path.join(tmpdir(), 'k8s-walkthrough-chaos-'));
	const kubeconfig = path.join(folder, 'kubeconfig');
	const ended: RawRun[] = [];
	try {
		await serve(
			{
				scenario: withUsers(setup.scenario, setup.controllers),
				manifests: setup.manifests,
				host: '127.0.0.1',
				port: 0,
				speed: 1,
				breakpoints: [],
				kubeconfig,
				...(setup.webhooks ? {webhooks: true} : {}),
				keepsHistory: true,
				language: setup.language,
				write() {
					// The report has the important part.
				},
				tell() {
					// The report has the important part.
				},
			},
			async (served) => {
				ended.push(await runOn(served, setup, plan, {folder, kubeconfig}));
				return 'ended';
			},
		);
	} finally {
		rmSync(folder, {recursive: true, force: true});
	}

	const [run] = ended;
	if (!run) {
		throw new Error('a run has ended without a result');
	}

	return run;
};

const runOn = async (
	served: Steerable,
	setup: Setup,
	plan: GivenPlan | undefined,
	{folder, kubeconfig}: {readonly folder: string; readonly kubeconfig: string},
): Promise<RawRun> => {
	const startMs = performance.now();
	const environment = {KUBECONFIG: kubeconfig};
	const controllers: Controller[] = [];
	const restart = async (): Promise<void> => {
		const meant = controllers.filter(({user}) => user === plan?.client);
		await Promise.all((meant.length > 0 ? meant : controllers).map(async (controller) => controller.restart()));
		if (setup.restart !== undefined) {
			await runHook(setup.restart, environment);
		}
	};

	const leave = inject(served, plan?.faults ?? [], restart);
	for (const [index, command] of setup.controllers.entries()) {
		const user = controllerUser(index);
		controllers.push(new Controller(command, user, {KUBECONFIG: kubeconfigFor(folder, kubeconfig, user)}));
	}

	try {
		const program = new Program(setup.command, environment);
		const {end, isCut} = await endOf(program, setup);
		const isAtRest = await restOf(served, setup);
		await leave();
		return {
			command: end,
			isCut,
			tookMs: performance.now() - startMs,
			ends: controllers.flatMap(({ends}) => ends),
			isAtRest,
			outputs: [program.output, ...controllers.map(({output}) => output)],
			recordings: [served.recording],
		};
	} finally {
		await Promise.all(controllers.map(async (controller) => controller.end()));
	}
};

import {isSidecar} from '../../objects/pod.js';
import type {Container, EphemeralContainer, Pod} from '../../objects/kubernetes.generated.js';
import type {Resize} from '../allocation/resize.js';
import {willRestart} from './restart.js';
import type {Container as RuntimeContainer} from '../runtime/container.js';
import type {Sandbox} from '../runtime/sandbox.js';

/** What is to be done so that what runs is what the Pod asks for. */
export interface PodActions {
	readonly createSandbox: boolean;
	/** Attempt of the sandbox to be made. */
	readonly attempt: number;
	/** Nothing of the Pod is to go on. */
	readonly killPod: boolean;
	readonly kill: ReadonlyArray<{
		readonly container: RuntimeContainer;
		readonly message: string;
		readonly because?: 'liveness' | 'startup';
	}>;
	/** What runs and gets other limits. */
	readonly update: readonly RuntimeContainer[];
	readonly startInit: Container | undefined;
	readonly start: readonly Container[];
	readonly startEphemeral: readonly EphemeralContainer[];
}

export interface ActionInput {
	readonly pod: Pod;
	readonly sandbox: Sandbox | undefined;
	/** Newest first. */
	readonly containers: readonly RuntimeContainer[];
	/** `false`: the probe has failed for good. */
	readonly alive: (container: RuntimeContainer) => boolean;
	/** `true`: its startup probe has failed for good. */
	readonly startupFailed: (container: RuntimeContainer) => boolean;
	/** Whether its startup probe, if there is one, has succeeded. */
	readonly started: (container: RuntimeContainer) => boolean;
	/** What a change of resources means for a container that runs. */
	readonly resize: (container: Container, running: RuntimeContainer) => Resize;
	/** Full name of an image as the runtime knows it. */
	readonly imageName: (image: string) => string;
}

const nothing: Omit<PodActions, 'attempt'> = {
	createSandbox: false,
	killPod: false,
	kill: [],
	update: [],
	startInit: undefined,
	start: [],
	startEphemeral: [],
};

/**
Compares what runs with what the Pod asks for.

@mirrors kuberuntime computePodActions
*/
export const podActions = (input: ActionInput): PodActions => {
	const {pod, sandbox, containers} = input;
	const {initContainers = [], restartPolicy} = pod.spec;
	const attempt = sandbox ? sandbox.attempt + 1 : 0;
	const newest = (name: string) => containers.find((container) => container.name === name);
	if (sandbox?.state !== 'SANDBOX_READY') {
		if (sandbox && restartPolicy === 'Never' && containers.length > 0) {
			return {...nothing, attempt, killPod: true};
		}

		const start = pod.spec.containers.filter((container) => willRestart(pod, container, newest(container.name)));
		if (sandbox && start.length === 0) {
			return {...nothing, attempt, killPod: true};
		}

		return {
			...nothing,
			attempt,
			createSandbox: true,
			startInit: initContainers[0],
			start: initContainers.length > 0 ? [] : start,
		};
	}

	const startEphemeral = (pod.spec.ephemeralContainers ?? []).filter(({name}) => !newest(name));
	const begun = pod.spec.containers.some(({name}) => newest(name));
	const kill: Array<PodActions['kill'][number]> = [];
	const init = initAction(input, newest, begun, kill);
	if (!init.done) {
		const failed = init.failed;
		return {...nothing, attempt, killPod: failed, kill: failed ? [] : kill, startInit: init.start, startEphemeral};
	}

	const start: Container[] = [];
	const update = initContainers.flatMap((container) => {
		const own = newest(container.name);
		return own?.state === 'RUNNING' && input.resize(container, own) === 'update' ? [own] : [];
	});
	let kept = 0;
	for (const container of pod.spec.containers) {
		const own = newest(container.name);
		if (own?.state !== 'RUNNING') {
			if (willRestart(pod, container, own)) {
				start.push(container);
			}

			continue;
		}

		const policy = container.restartPolicy ?? restartPolicy;
		let message: string | undefined;
		let because: 'liveness' | 'startup' | undefined;
		let restart = policy !== 'Never';
		const resize = input.resize(container, own);
		if (own.imageName !== input.imageName(container.image ?? '')) {
			message = `Container ${container.name} definition changed`;
			restart = true;
		} else if (!input.alive(own)) {
			message = `Container ${container.name} failed liveness probe`;
			because = 'liveness';
		} else if (input.startupFailed(own)) {
			message = `Container ${container.name} failed startup probe`;
			because = 'startup';
		} else if (resize === 'restart') {
			kill.push({container: own, message: `Container ${container.name} resize requires restart`});
			start.push(container);
			continue;
		} else if (resize === 'update') {
			update.push(own);
		}

		if (message === undefined) {
			kept++;
			continue;
		}

		kill.push({container: own, message: restart ? `${message}, will be restarted` : message, because});
		if (restart) {
			start.push(container);
		}
	}

	if (kept === 0 && start.length === 0 && init.start === undefined) {
		return {...nothing, attempt, killPod: true};
	}

	return {...nothing, attempt, kill, update, startInit: init.start, start, startEphemeral};
};

interface InitAction {
	/** Main containers may run. */
	readonly done: boolean;
	readonly failed: boolean;
	readonly start: Container | undefined;
}

const initAction = (
	{pod, alive, started}: ActionInput,
	newest: (name: string) => RuntimeContainer | undefined,
	begun: boolean,
	kill: Array<PodActions['kill'][number]>,
): InitAction => {
	let restartedSidecar: Container | undefined;
	for (const container of pod.spec.initContainers ?? []) {
		const own = newest(container.name);
		if (isSidecar(container)) {
			if (own?.state !== 'RUNNING') {
				if (begun) {
					restartedSidecar ??= container;
					continue;
				}

				return {done: false, failed: false, start: container};
			}

			if (!alive(own)) {
				kill.push({
					container: own,
					message: `Init container ${container.name} failed liveness probe`,
					because: 'liveness',
				});
			}

			if (!begun && !started(own)) {
				return {done: false, failed: false, start: undefined};
			}

			continue;
		}

		if (begun) {
			continue;
		}

		if (own?.state === 'RUNNING') {
			return {done: false, failed: false, start: undefined};
		}

		if (own?.state === 'EXITED' && own.exitCode === 0) {
			continue;
		}

		const again = willRestart(pod, container, own, true);
		return {done: false, failed: !again, start: again ? container : undefined};
	}

	return {done: true, failed: false, start: restartedSidecar};
};

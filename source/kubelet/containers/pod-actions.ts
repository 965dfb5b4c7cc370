import {isSidecar} from '../../objects/pod.js';
import type {Container, EphemeralContainer, Pod} from '../../objects/kubernetes.generated.js';
import type {Resize} from '../allocation/resize.js';
import {behaves} from '../../objects/versions/changed-behaviour.js';
import {startsRestart} from './restart-all.js';
import {willRestart} from './restart.js';
import type {CRIContainer} from '../../cri/container.js';
import type {Sandbox} from '../../cri/pod-sandbox.js';

/** The steps that make the containers match the Pod's spec. */
export interface PodActions {
	readonly createSandbox: boolean;
	/** Attempt of the sandbox to be made. */
	readonly attempt: number;
	/** Whether all parts of the Pod must end. */
	readonly killPod: boolean;
	readonly kill: ReadonlyArray<{
		readonly container: CRIContainer;
		readonly message: string;
		readonly because?: 'liveness' | 'startup';
	}>;
	/** Containers that end without hooks and are removed so that all restart; those that requested the restart are at the end. */
	readonly reset: readonly CRIContainer[];
	/** Running containers whose limits change. */
	readonly update: readonly CRIContainer[];
	/** Whether a container restarts with other limits, or the limits of the Pod change. */
	readonly resizes: boolean;
	readonly startInit: Container | undefined;
	readonly start: readonly Container[];
	readonly startEphemeral: readonly EphemeralContainer[];
}

export interface ActionInput {
	readonly pod: Pod;
	readonly sandbox: Sandbox | undefined;
	/** Newest first. */
	readonly containers: readonly CRIContainer[];
	/** `false` if the probe has failed for good. */
	readonly alive: (container: CRIContainer) => boolean;
	/** `true` if its startup probe has failed for good. */
	readonly startupFailed: (container: CRIContainer) => boolean;
	/** Whether its startup probe, if there is one, has succeeded. */
	readonly started: (container: CRIContainer) => boolean;
	/** The effect of changed resources on a running container. */
	readonly resize: (container: Container, running: CRIContainer) => Resize;
	/** The Pod's own limits have changed. */
	readonly resizesWhole: boolean;
	/** All containers restart. */
	readonly restartsAll: boolean;
	/** The minor version of Kubernetes 1; the simulated one where it is left out. */
	readonly minor?: number | undefined;
	/** Full name of an image in the runtime. */
	readonly imageName: (image: string) => string;
}

const nothing: Omit<PodActions, 'attempt'> = {
	createSandbox: false,
	killPod: false,
	kill: [],
	reset: [],
	update: [],
	resizes: false,
	startInit: undefined,
	start: [],
	startEphemeral: [],
};

/** Finds the newest container with a name. */
type Newest = (name: string) => CRIContainer | undefined;

type Kill = PodActions['kill'][number];

/**
Compares the running containers with the Pod's spec.

@mirrors kuberuntime computePodActions
*/
export const podActions = (input: ActionInput): PodActions => {
	const {pod, sandbox, containers} = input;
	const attempt = sandbox ? sandbox.attempt + 1 : 0;
	if (input.restartsAll) {
		const isSource = (container: CRIContainer) => startsRestart(pod, container);
		const reset = [...containers.filter((one) => !isSource(one)), ...containers.filter(isSource)];
		return {...nothing, attempt, reset};
	}

	const newest: Newest = (name) => containers.find((container) => container.name === name);
	if (sandbox?.state !== 'SANDBOX_READY') {
		return {...nothing, attempt, ...withoutSandbox(input, newest)};
	}

	const startEphemeral = (pod.spec.ephemeralContainers ?? []).filter(({name}) => !newest(name));
	const begun = pod.spec.containers.some(({name}) => hasBegun(newest(name), input));
	const init = initAction(input, newest, begun);
	const {kill} = init;
	if (!init.done) {
		const {failed, start} = init;
		return {...nothing, attempt, killPod: failed, kill: failed ? [] : kill, startInit: start, startEphemeral};
	}

	const start: Container[] = [];
	const update = (pod.spec.initContainers ?? []).flatMap((container) => {
		const own = newest(container.name);
		return own?.isRunning && input.resize(container, own) === 'update' ? [own] : [];
	});
	let kept = 0;
	let isResized = input.resizesWhole;
	for (const container of pod.spec.containers) {
		const own = newest(container.name);
		if (!own?.isRunning) {
			if (willRestart(pod, container, own)) {
				start.push(container);
			}

			continue;
		}

		const {kills, restarts, updates, resizes = false} = runningAction(input, container, own);
		isResized ||= resizes;
		if (kills) {
			kill.push(kills);
		}

		if (restarts) {
			start.push(container);
		}

		if (updates) {
			update.push(own);
		}

		kept += kills ? 0 : 1;
	}

	return kept === 0 && start.length === 0 && init.start === undefined
		? {...nothing, attempt, killPod: true}
		: {...nothing, attempt, kill, update, resizes: isResized, startInit: init.start, start, startEphemeral};
};

/**
Whether a main container shows that the init containers have run in this sandbox. One that has ended in an earlier sandbox shows nothing. One
that was created there and not started counts until v1.36.

@mirrors kuberuntime computeInitContainerActions
*/
const hasBegun = (own: CRIContainer | undefined, {sandbox, minor}: ActionInput): boolean =>
	own !== undefined &&
	(own.sandbox.id === sandbox?.id || (own.state !== 'EXITED' && !behaves(minor, 'initInNewSandbox')));

/** A Pod needs its first sandbox, or a new one if one of its containers runs again. */
const withoutSandbox = ({pod, sandbox, containers}: ActionInput, newest: Newest): Partial<PodActions> => {
	const {initContainers = [], restartPolicy} = pod.spec;
	const start = pod.spec.containers.filter((container) => willRestart(pod, container, newest(container.name)));
	if (sandbox && ((restartPolicy === 'Never' && containers.length > 0) || start.length === 0)) {
		return {killPod: true};
	}

	const [startInit] = initContainers;
	return {createSandbox: true, startInit, start: startInit ? [] : start};
};

/** The action for a running main container. */
interface RunningAction {
	readonly kills?: Kill;
	readonly restarts?: boolean;
	readonly updates?: boolean;
	readonly resizes?: boolean;
}

const runningAction = (input: ActionInput, container: Container, own: CRIContainer): RunningAction => {
	const restarts = (container.restartPolicy ?? input.pod.spec.restartPolicy) !== 'Never';
	const killed = (message: string, again: boolean, because?: 'liveness' | 'startup'): RunningAction => ({
		kills: {container: own, message: again ? `${message}, will be restarted` : message, because},
		restarts: again,
	});
	if (own.imageName !== input.imageName(container.image ?? '')) {
		return killed(`Container ${container.name} definition changed`, true);
	}

	if (!input.alive(own)) {
		return killed(`Container ${container.name} failed liveness probe`, restarts, 'liveness');
	}

	if (input.startupFailed(own)) {
		return killed(`Container ${container.name} failed startup probe`, restarts, 'startup');
	}

	switch (input.resize(container, own)) {
		case 'restart': {
			const message = `Container ${container.name} resize requires restart`;
			return {kills: {container: own, message}, restarts: true, resizes: true};
		}

		case 'update': {
			return {updates: true};
		}

		case undefined: {
			return {};
		}
	}
};

/** The actions for init containers. */
interface InitAction {
	/** Main containers may run. */
	readonly done: boolean;
	readonly failed: boolean;
	readonly start: Container | undefined;
	readonly kill: Kill[];
}

/** Init containers of an earlier sandbox do not count. @param begun whether a main container was created: then only sidecars still count. */
const initAction = ({pod, sandbox, alive, started}: ActionInput, newest: Newest, begun: boolean): InitAction => {
	const kill: Kill[] = [];
	const waits: InitAction = {done: false, failed: false, start: undefined, kill};
	let restartedSidecar: Container | undefined;
	for (const container of pod.spec.initContainers ?? []) {
		const known = newest(container.name);
		const own = known?.sandbox.id === sandbox?.id ? known : undefined;
		if (!isSidecar(container)) {
			if (begun || (own?.state === 'EXITED' && own.exitCode === 0)) {
				continue;
			}

			if (own?.isRunning) {
				return waits;
			}

			const again = willRestart(pod, container, own, true);
			return {...waits, failed: !again, start: again ? container : undefined};
		}

		if (!own?.isRunning) {
			if (!begun) {
				return {...waits, start: container};
			}

			restartedSidecar ??= container;
			continue;
		}

		if (!alive(own)) {
			const message = `Init container ${container.name} failed liveness probe`;
			kill.push({container: own, message, because: 'liveness'});
		}

		if (!begun && !started(own)) {
			return waits;
		}
	}

	return {done: true, failed: false, start: restartedSidecar, kill};
};

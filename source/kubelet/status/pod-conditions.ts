import {behaves} from '../../objects/versions/changed-behaviour.js';
import {couldRestartAll} from '../containers/restart-all.js';
import {present} from '../../objects/copy.js';
import {isSidecar} from '../../objects/pod.js';
import type {ContainerStatus, Pod, PodCondition, PodStatus} from '../../objects/kubernetes.generated.js';
import {unsetTime} from '../../objects/unset-time.js';
import type {PodView} from './pod-view.js';

/** The kubelet's own conditions, in the order in which it writes them. */
export const ownConditions: ReadonlySet<string> = new Set([
	'PodResizePending',
	'PodReadyToStartContainers',
	'Initialized',
	'Ready',
	'ContainersReady',
	'PodScheduled',
	'AllContainersRestarting',
]);

/** A condition without its times. */
type Verdict = Omit<PodCondition, 'type' | 'lastTransitionTime' | 'lastProbeTime' | 'observedGeneration'>;

const yes: Verdict = {status: 'True'};

const listed = (names: readonly string[]): string => `[${names.join(' ')}]`;

/** @mirrors status.GeneratePodInitializedCondition */
export const initializedCondition = (
	pod: Pod,
	status: Pick<PodStatus, 'initContainerStatuses' | 'containerStatuses' | 'phase'>,
): Verdict => {
	const initContainers = pod.spec.initContainers ?? [];
	const unknown: string[] = [];
	const incomplete: string[] = [];
	for (const container of initContainers) {
		const own = status.initContainerStatuses?.find(({name}) => name === container.name);
		if (!own) {
			unknown.push(container.name);
		} else if (isSidecar(container) ? !own.started : !own.ready) {
			incomplete.push(container.name);
		}
	}

	if (status.phase === 'Succeeded' && unknown.length === 0) {
		return {reason: 'PodCompleted', status: 'True'};
	}

	// Once a main container has started, what init containers do no longer matters.
	if (
		status.containerStatuses?.some(
			({state, lastState}) => state?.running ?? (state?.terminated?.containerID || lastState?.terminated),
		)
	) {
		return yes;
	}

	const messages = [
		...(unknown.length > 0 ? [`containers with unknown status: ${listed(unknown)}`] : []),
		...(incomplete.length > 0 ? [`containers with incomplete status: ${listed(incomplete)}`] : []),
	];
	return messages.length > 0
		? {message: messages.join(', '), reason: 'ContainersNotInitialized', status: 'False'}
		: yes;
};

/** @mirrors status.GenerateContainersReadyCondition */
export const containersReadyCondition = (
	pod: Pod,
	status: Pick<PodStatus, 'initContainerStatuses' | 'containerStatuses' | 'phase'>,
): Verdict => {
	if (status.phase === 'Succeeded' || status.phase === 'Failed') {
		return {reason: status.phase === 'Succeeded' ? 'PodCompleted' : 'PodFailed', status: 'False'};
	}

	const unknown: string[] = [];
	const unready: string[] = [];
	const look = (name: string, statuses: readonly ContainerStatus[] | undefined): void => {
		const own = statuses?.find((each) => each.name === name);
		if (!own?.ready) {
			(own ? unready : unknown).push(name);
		}
	};

	for (const container of pod.spec.initContainers ?? []) {
		if (isSidecar(container)) {
			look(container.name, status.initContainerStatuses);
		}
	}

	for (const {name} of pod.spec.containers) {
		look(name, status.containerStatuses);
	}

	if (unknown.length + unready.length === 0) {
		return yes;
	}

	const messages = [
		...(unknown.length > 0 ? [`containers with unknown status: ${listed(unknown)}`] : []),
		...(unready.length > 0 ? [`containers with unready status: ${listed(unready)}`] : []),
	];
	return {message: messages.join(', '), reason: 'ContainersNotReady', status: 'False'};
};

/** @mirrors status.GeneratePodReadyCondition */
export const readyCondition = (pod: Pod, containersReady: Verdict, conditions: readonly PodCondition[]): Verdict => {
	if (containersReady.status !== 'True') {
		return containersReady;
	}

	const messages: string[] = [];
	for (const {conditionType} of pod.spec.readinessGates ?? []) {
		const gate = conditions.find(({type}) => type === conditionType);
		if (!gate) {
			messages.push(`corresponding condition of pod readiness gate "${conditionType}" does not exist.`);
		} else if (gate.status !== 'True') {
			messages.push(`the status of pod readiness gate "${conditionType}" is not "True", but ${gate.status}`);
		}
	}

	return messages.length > 0 ? {message: messages.join(', '), reason: 'ReadinessGatesNotReady', status: 'False'} : yes;
};

/** @mirrors status.GenerateAllContainersRestartingCondition */
const restartingCondition = ({restartsAll}: PodView, {phase}: PodStatus): Verdict => {
	if (phase === 'Succeeded' || phase === 'Failed') {
		return {status: 'False', reason: `Pod${phase === 'Failed' ? 'Failed' : 'Completed'}`};
	}

	if (restartsAll) {
		return {
			status: 'True',
			reason: 'RestartAllContainersStarted',
			message: 'container exited with restart policy rule',
		};
	}

	return {status: 'False'};
};

/** @mirrors status.GeneratePodReadyToStartContainersCondition, runtimeutil.PodSandboxChanged */
const sandboxCondition = ({sandbox, minor}: PodView, hasSandbox: boolean): Verdict => {
	if (hasSandbox) {
		return yes;
	}

	return behaves(minor, 'sandboxMessage')
		? {status: 'False', reason: 'PodSandboxNotReady', message: sandboxTrouble(sandbox)}
		: {status: 'False'};
};

const sandboxTrouble = (sandbox: PodView['sandbox']): string => {
	if (!sandbox) {
		return 'no pod sandbox exists';
	}

	return sandbox.state === 'SANDBOX_READY' ? 'pod sandbox has no IP address' : 'pod sandbox is not ready';
};

/** Conditions of other writers, then the kubelet's own. A condition keeps its time while its status stays. */
export const podConditions = (view: PodView, status: PodStatus, hasSandbox: boolean): PodCondition[] => {
	const {pod, previous, now, ending} = view;
	const known = [...(previous.conditions ?? []), ...(pod.status?.conditions ?? [])];
	const others = (pod.status?.conditions ?? []).filter(
		({type}) => !ownConditions.has(type) && type !== ending?.condition?.type,
	);
	const containersReady = containersReadyCondition(pod, status);
	const verdicts: ReadonlyArray<readonly [string, Verdict]> = [
		...(view.pendingResize ? ([['PodResizePending', {status: 'True', ...view.pendingResize}]] as const) : []),
		['PodReadyToStartContainers', sandboxCondition(view, hasSandbox)],
		['Initialized', initializedCondition(pod, status)],
		['Ready', readyCondition(pod, containersReady, others)],
		['ContainersReady', containersReady],
		['PodScheduled', yes],
		...(couldRestartAll(pod) ? ([['AllContainersRestarting', restartingCondition(view, status)]] as const) : []),
	];
	const generation = pod.metadata.generation;
	const own = verdicts.map(([type, verdict]): PodCondition => {
		const before = known.find((condition) => condition.type === type && condition.status === verdict.status);
		return present<PodCondition>({
			lastProbeTime: unsetTime,
			lastTransitionTime: before?.lastTransitionTime ?? now,
			observedGeneration: generation,
			...verdict,
			type,
		});
	});
	return [...(ending?.condition ? [ending.condition] : []), ...others, ...own];
};

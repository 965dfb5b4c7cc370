import {parseTimestamp} from '../../kernel/clock.js';
import type {Container, ContainerState, ContainerStatus, Pod} from '../../objects/kubernetes.generated.js';

/** A container, from its Pod's status. */
export interface FormerContainer {
	readonly spec: Container;
	readonly id: string;
	/** Digest of its image. */
	readonly imageID: string;
	readonly attempt: number;
	readonly state: 'RUNNING' | 'EXITED';
	readonly startedAt: string;
	readonly finishedAt: string;
	readonly exitCode: number;
	readonly reason: string;
	readonly message: string;
}

const withoutScheme = (id: string): string => id.replace(/^\w+:\/\//, '');

const former = (
	spec: Container,
	status: ContainerStatus,
	{running, terminated}: ContainerState,
	attempt: number,
): readonly FormerContainer[] => {
	const id = withoutScheme((running ? status.containerID : (terminated?.containerID ?? status.containerID)) ?? '');
	if (id === '' || (!running && !terminated)) {
		return [];
	}

	return [
		{
			spec,
			id,
			imageID: status.imageID,
			attempt,
			state: running ? 'RUNNING' : 'EXITED',
			startedAt: running?.startedAt ?? terminated?.startedAt ?? '',
			finishedAt: terminated?.finishedAt ?? '',
			exitCode: terminated?.exitCode ?? 0,
			reason: terminated?.reason ?? '',
			message: terminated?.message ?? '',
		},
	];
};

/** The instances of a container that the runtime still has, oldest first; while it waits for a restart, the newest is the last ended one. */
const livesOf = (spec: Container, status: ContainerStatus): readonly FormerContainer[] => {
	const {state = {}, lastState = {}, restartCount} = status;
	const current = former(spec, status, state, restartCount);
	const before = former(spec, status, lastState, current.length > 0 ? restartCount - 1 : restartCount);
	return before[0]?.id === current[0]?.id ? current : [...before, ...current];
};

/** The containers of a Pod in its node's runtime, as far as the Pod's status shows them, oldest first. */
export const formerContainers = ({spec, status}: Pod): readonly FormerContainer[] => {
	const statuses = [
		...(status?.initContainerStatuses ?? []),
		...(status?.containerStatuses ?? []),
		...(status?.ephemeralContainerStatuses ?? []),
	];
	return [...(spec.initContainers ?? []), ...spec.containers, ...(spec.ephemeralContainers ?? [])].flatMap((own) => {
		const found = statuses.find(({name}) => name === own.name);
		return found ? livesOf(own, found) : [];
	});
};

/** Whether a Pod has a sandbox on its node. */
export const hasSandbox = ({status}: Pod): boolean =>
	status?.phase !== 'Succeeded' &&
	status?.phase !== 'Failed' &&
	(Boolean(status?.podIP) ||
		(status?.conditions ?? []).some(
			({type, status: value}) => type === 'PodReadyToStartContainers' && value === 'True',
		));

/** The wall clock's text as milliseconds of virtual time: before its beginning they are negative. */
export const virtualMs = (text: string, nowMs: number, wallClockMs: number): number => {
	const ms = parseTimestamp(text);
	return Number.isNaN(ms) ? nowMs : ms - wallClockMs + nowMs;
};

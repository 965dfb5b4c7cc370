import type {Container, Pod, PodSpec} from '../../../objects/kubernetes.generated.js';

export interface PodToCheck {
	readonly metadata?: Pick<Pod['metadata'], 'annotations'>;
	readonly spec: PodSpec;
}

/** Why a Pod violates a standard: `hostPort (container "main" uses hostPort 80)` as two parts. */
export interface Violation {
	readonly reason: string;
	readonly detail: string;
}

/** One control of the Pod Security Standards. */
export interface Check {
	readonly id: string;
	/** The first version of the standards that has this check: the minor number of 1.x. Absent if every version has it. */
	readonly since?: number;
	/** A check of the baseline that this one of the restricted standard repeats more strictly. */
	readonly overrides?: string;
	/** @param minor the version of the standards, 1.x, that applies. */
	violation(pod: PodToCheck, minor: number): Violation | undefined;
}

/** All containers in the order in which violations name them. */
export const containersOf = ({initContainers, containers, ephemeralContainers}: PodSpec): readonly Container[] => [
	...(initContainers ?? []),
	...containers,
	...(ephemeralContainers ?? []),
];

export const quoted = (names: readonly string[]): string => names.map((name) => JSON.stringify(name)).join(', ');

/** `container "a"`, `containers "a", "b"`. */
export const containersNamed = (names: readonly string[]): string =>
	`container${names.length === 1 ? '' : 's'} ${quoted(names)}`;

/** Names of the containers that a test holds for. */
export const namesWhere = (pod: PodToCheck, test: (container: Container) => boolean): string[] =>
	containersOf(pod.spec).flatMap((container) => (test(container) ? [container.name] : []));

/** `pod and container "a"`: the parts that violate the control; empty if there are none. */
export const culprits = (pod: boolean, containers: readonly string[]): string =>
	[...(pod ? ['pod'] : []), ...(containers.length > 0 ? [containersNamed(containers)] : [])].join(' and ');

/** A Pod in a user namespace, whose root is unprivileged on the node: from 1.35 on it may do more. */
export const isInUserNamespace = ({hostUsers}: PodSpec, minor: number): boolean => minor >= 35 && hostUsers === false;

/** From 1.25 on, Linux-only settings are not required of Windows Pods. */
export const isWindows = ({os}: PodSpec, minor: number): boolean => minor >= 25 && os?.name === 'windows';

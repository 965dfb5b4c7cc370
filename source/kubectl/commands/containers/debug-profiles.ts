import {CommandFailure} from '../../failure.js';
import type {Container, ObjectMeta, PodSpec, SecurityContext} from '../../../objects/kubernetes.generated.js';
import {withValue} from '../../../objects/unstructured.js';

/** A Pod that has not been sent to the server yet. */
export type PodDraft = {
	readonly apiVersion: string;
	readonly kind: string;
	readonly metadata: Partial<ObjectMeta>;
	readonly spec: PodSpec;
};

/** The changes of a profile of `kubectl debug`: to the debugging container, to a copy of a Pod, and to a Pod on a node. */
interface Profile {
	/** Added to the security context of the container. */
	readonly securityContext?: SecurityContext;
	/** A copy that keeps all parts of the original: labels and probes stay, and processes are not shared. */
	readonly isLegacy?: boolean;
	/** A Pod on a node sees the node's network, processes and IPC. */
	readonly hostNamespaces?: boolean;
	/** A Pod on a node sees the node's file system. */
	readonly hostRoot?: boolean;
	/** A Pod on a node has the security context too. */
	readonly secureOnNode?: boolean;
}

const profiles: Readonly<Record<string, Profile | undefined>> = {
	legacy: {isLegacy: true, hostNamespaces: true, hostRoot: true},
	general: {securityContext: {capabilities: {add: ['SYS_PTRACE']}}, hostNamespaces: true, hostRoot: true},
	baseline: {},
	restricted: {
		securityContext: {
			allowPrivilegeEscalation: false,
			capabilities: {drop: ['ALL']},
			runAsNonRoot: true,
			seccompProfile: {type: 'RuntimeDefault'},
		},
		secureOnNode: true,
	},
	netadmin: {
		securityContext: {capabilities: {add: ['NET_ADMIN', 'NET_RAW']}},
		hostNamespaces: true,
		secureOnNode: true,
	},
	sysadmin: {securityContext: {privileged: true}, hostNamespaces: true, hostRoot: true, secureOnNode: true},
};

/** @throws {CommandFailure} for a profile that does not exist. */
export const profileOf = (name: string): Profile => {
	const profile = profiles[name];
	if (!profile || !Object.hasOwn(profiles, name)) {
		throw new CommandFailure(`unknown profile: ${name}`);
	}

	return profile;
};

/** A container with the additions and removals of the profile. */
export const secured = (container: Container, {securityContext}: Profile): Container =>
	securityContext ? {...container, securityContext: {...container.securityContext, ...securityContext}} : container;

/** The parts of the original that a copy keeps. */
export interface Kept {
	readonly labels: boolean;
	readonly annotations: boolean;
	readonly liveness: boolean;
	readonly readiness: boolean;
	readonly startup: boolean;
	readonly initContainers: boolean;
	readonly shareProcesses: boolean;
}

/** A copy of a Pod as the profile makes it. @mirrors kubectl/pkg/cmd/debug ProfileApplier */
export const profiledCopy = (copy: PodDraft, containerName: string, profile: Profile, kept: Kept): PodDraft => {
	if (profile.isLegacy) {
		return withValue(copy, ['metadata', 'labels'], undefined);
	}

	const probes = [
		...(kept.liveness ? [] : ['livenessProbe']),
		...(kept.readiness ? [] : ['readinessProbe']),
		...(kept.startup ? [] : ['startupProbe']),
	];
	const containers = copy.spec.containers.map((container) => {
		const plain = probes.reduce((one, probe) => withValue(one, [probe], undefined), container);
		return container.name === containerName ? secured(plain, profile) : plain;
	});
	const {labels, annotations, ...metadata} = copy.metadata;
	const {initContainers, ...spec} = copy.spec;
	return {
		...copy,
		metadata: {
			...metadata,
			...(kept.labels && labels ? {labels} : {}),
			...(kept.annotations && annotations ? {annotations} : {}),
		},
		spec: {
			...spec,
			...(kept.initContainers && initContainers ? {initContainers} : {}),
			containers,
			shareProcessNamespace: kept.shareProcesses,
		},
	};
};

/** The Pod that debugs a node. @mirrors kubectl/pkg/cmd/debug generateNodeDebugPod */
export const nodePod = (name: string, node: string, container: Container, profile: Profile): PodDraft => ({
	apiVersion: 'v1',
	kind: 'Pod',
	metadata: {name, labels: {'app.kubernetes.io/managed-by': 'kubectl-debug'}},
	spec: {
		containers: [
			{
				...(profile.secureOnNode ? secured(container, profile) : container),
				...(profile.hostRoot ? {volumeMounts: [{mountPath: '/host', name: 'host-root'}]} : {}),
			},
		],
		...(profile.hostNamespaces ? {hostIPC: true, hostNetwork: true, hostPID: true} : {}),
		nodeName: node,
		restartPolicy: 'Never',
		tolerations: [{operator: 'Exists'}],
		...(profile.hostRoot ? {volumes: [{name: 'host-root', hostPath: {path: '/'}}]} : {}),
	},
});

import type {Container, Pod} from '../../objects/kubernetes.generated.js';
import type {CgroupOptions} from '../../objects/pod-cgroup.js';
import {cgroupOf, containerResources, sandboxResources, type ContainerCPUs} from '../node/cgroup.js';
import {dnsConfig, type ResolverOptions} from './resolver.js';
import {Expansion} from './expansion.js';
import type {ContainerConfig, ImageSpec, Mount, PodSandboxConfig} from '../../cri/messages.js';
import {containerSecurity, sandboxSecurity} from './security.js';
import type {ImageUser} from '../../cri/image-service.js';
import {hostsPath, podDirectory} from '../node/pod-names.js';
import {annotation, isStaticPod} from '../node/pod-source.js';
import {subPathDirectory} from './sub-paths.js';

const podLabels = ({metadata}: Pod): Readonly<Record<string, string>> => ({
	'io.kubernetes.pod.name': metadata.name,
	'io.kubernetes.pod.namespace': metadata.namespace ?? '',
	'io.kubernetes.pod.uid': metadata.uid,
});

/** The parts of a sandbox request that are independent of its Pod. */
export interface SandboxInput {
	readonly attempt: number;
	/** The time when the kubelet first saw the Pod. */
	readonly seen: string;
	readonly resolver: ResolverOptions;
	/** A container has exclusive CPUs. */
	readonly ownCPUs: boolean;
	readonly cgroups?: CgroupOptions;
}

/** The request for a Pod's sandbox. @mirrors kuberuntime generatePodSandboxConfig */
export const sandboxConfig = (
	pod: Pod,
	{attempt, seen, resolver, ownCPUs, cgroups}: SandboxInput,
): PodSandboxConfig => {
	const {metadata, spec} = pod;
	const ports = spec.hostNetwork ? [] : spec.containers.flatMap((container) => container.ports ?? []);
	const sysctls = spec.securityContext?.sysctls;
	return {
		annotations: {
			...metadata.annotations,
			...(isStaticPod(pod) ? {} : {[annotation.seen]: seen, [annotation.source]: 'api'}),
		},
		dnsConfig: dnsConfig(pod, resolver),
		...(spec.hostNetwork ? {} : {hostname: (spec.hostname || metadata.name).slice(0, 63)}),
		labels: {...metadata.labels, ...podLabels(pod)},
		linux: {
			cgroupParent: cgroupOf(pod, cgroups),
			overhead: {},
			resources: sandboxResources(pod, ownCPUs),
			securityContext: sandboxSecurity(pod),
			...(sysctls?.length ? {sysctls: Object.fromEntries(sysctls.map(({name, value}) => [name, value]))} : {}),
		},
		logDirectory: `/var/log/pods/${metadata.namespace}_${metadata.name}_${metadata.uid}`,
		metadata: {
			name: metadata.name,
			namespace: metadata.namespace ?? '',
			uid: metadata.uid,
			...(attempt > 0 ? {attempt} : {}),
		},
		...(ports.length > 0
			? {
					portMappings: ports.map(({containerPort, hostPort, protocol, hostIP}) => ({
						containerPort,
						...(hostIP ? {hostIp: hostIP} : {}),
						...(hostPort ? {hostPort} : {}),
						...(protocol && protocol !== 'TCP' ? {protocol} : {}),
					})),
				}
			: {}),
	};
};

export interface ContainerInput {
	readonly attempt: number;
	/** Digest of the image's configuration. */
	readonly imageId: string;
	readonly image: ImageUser;
	readonly envs: ReadonlyArray<{readonly key: string; readonly value?: string}>;
	/** Path on the node of each volume, and whether its plug-in makes it read-only. */
	readonly volumes: ReadonlyMap<string, {readonly hostPath: string; readonly readonly: boolean}>;
	/** The indexes of its mounts of a part of a volume. */
	readonly parts: ReadonlySet<number>;
	/** Images that volumes show, by the name of the volume. */
	readonly imageVolumes?: ReadonlyMap<string, ImageSpec>;
	readonly memoryCapacity: number;
	/** The NUMA nodes of its memory; all if absent. */
	readonly memoryNodes?: string;
	/** The CPUs on which it runs. */
	readonly cpus: ContainerCPUs;
	/** Its devices, by their names for the runtime. */
	readonly devices?: readonly string[];
	/** Random name of the termination message's file. */
	readonly messageFile: string;
	/** Container whose processes an ephemeral container sees. */
	readonly target?: string;
}

/** @mirrors kuberuntime generateContainerConfig */
export const containerConfig = (pod: Pod, container: Container, input: ContainerInput): ContainerConfig => {
	const {attempt, envs, devices = []} = input;
	const {spec, metadata} = pod;
	const expansion = new Expansion(new Map(envs.map(({key, value = ''}) => [key, value])));
	const messagePath = container.terminationMessagePath ?? '/dev/termination-log';
	const {lifecycle, ports, command, args} = container;
	return {
		...(devices.length > 0 ? {CDIDevices: devices.map((name) => ({name}))} : {}),
		annotations: {
			...(ports?.length
				? {
						'io.kubernetes.container.ports': JSON.stringify(
							ports.map(({name, hostPort, containerPort, protocol, hostIP}) => ({
								name,
								hostPort,
								containerPort,
								protocol,
								hostIP,
							})),
						),
					}
				: {}),
			...(lifecycle?.preStop ? {'io.kubernetes.container.preStopHandler': JSON.stringify(lifecycle.preStop)} : {}),
			'io.kubernetes.container.restartCount': String(attempt),
			'io.kubernetes.container.terminationMessagePath': messagePath,
			'io.kubernetes.container.terminationMessagePolicy': container.terminationMessagePolicy ?? 'File',
			...(spec.terminationGracePeriodSeconds === undefined
				? {}
				: {'io.kubernetes.pod.terminationGracePeriod': String(spec.terminationGracePeriodSeconds)}),
			...(metadata.deletionGracePeriodSeconds === undefined
				? {}
				: {'io.kubernetes.pod.deletionGracePeriod': String(metadata.deletionGracePeriodSeconds)}),
		},
		...(args?.length ? {args: args.map((text) => expansion.expand(text))} : {}),
		...(command?.length ? {command: command.map((text) => expansion.expand(text))} : {}),
		envs,
		image: {image: input.imageId, userSpecifiedImage: container.image ?? ''},
		labels: {'io.kubernetes.container.name': container.name, ...podLabels(pod)},
		linux: {
			resources: {
				...containerResources(pod, container, input.memoryCapacity, input.cpus),
				...(input.memoryNodes === undefined ? {} : {cpusetMems: input.memoryNodes}),
			},
			securityContext: containerSecurity(pod, container, input.image, input.target),
		},
		logPath: `${container.name}/${attempt}.log`,
		metadata: {...(attempt > 0 ? {attempt} : {}), name: container.name},
		mounts: mountsOf(pod, container, input, messagePath),
		...(container.stdin ? {stdin: true} : {}),
		...(container.stdinOnce ? {stdinOnce: true} : {}),
		...(container.tty ? {tty: true} : {}),
		...(container.workingDir ? {workingDir: container.workingDir} : {}),
	};
};

const propagations: Readonly<Record<string, Pick<Mount, 'propagation'>>> = {
	HostToContainer: {propagation: 'PROPAGATION_HOST_TO_CONTAINER'},
	Bidirectional: {propagation: 'PROPAGATION_BIDIRECTIONAL'},
};

const mountsOf = (
	pod: Pod,
	container: Container,
	{volumes, parts, imageVolumes, messageFile}: ContainerInput,
	messagePath: string,
): readonly Mount[] => {
	const mounts: Mount[] = [];
	for (const [index, mount] of (container.volumeMounts ?? []).entries()) {
		const {name, mountPath, readOnly, subPath, mountPropagation} = mount;
		const image = imageVolumes?.get(name);
		if (image) {
			mounts.push({
				containerPath: mountPath,
				hostPath: '',
				readonly: true,
				image,
				...(subPath ? {imageSubPath: subPath} : {}),
			});
			continue;
		}

		const volume = volumes.get(name);
		const whole = volume?.hostPath ?? '';
		mounts.push({
			containerPath: mountPath,
			hostPath: parts.has(index) ? subPathDirectory(pod, container, mount, whole, index) : whole,
			...propagations[mountPropagation ?? ''],
			...(readOnly || volume?.readonly ? {readonly: true} : {}),
		});
	}

	const directory = podDirectory(pod);
	if (!mounts.some(({containerPath}) => containerPath === '/etc/hosts')) {
		mounts.push({containerPath: '/etc/hosts', hostPath: hostsPath(pod)});
	}

	mounts.push({containerPath: messagePath, hostPath: `${directory}/containers/${container.name}/${messageFile}`});
	return mounts;
};

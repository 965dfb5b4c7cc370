import {asKind} from '../objects/kubernetes-object.js';
import type {Container, Pod} from '../objects/kubernetes.generated.js';
import {bytes} from '../objects/quantity.js';
import {podIPsOf} from '../objects/pod.js';
import {registryKey} from '../objects/resources.js';
import {containerConfig, sandboxConfig} from '../kubelet/containers/container-config.js';
import {containerUse} from '../kubelet/containers/container-use.js';
import {ConfigurationError, environment, environmentSources} from '../kubelet/containers/environment.js';
import {bindParts, type PartInput} from '../kubelet/containers/sub-paths.js';
import {hostsFile} from '../kubelet/containers/hosts-file.js';
import type {NodeDisk} from '../kubelet/node-disk.js';
import type {FormerNode} from '../kubelet/node/former-node.js';
import {initialNode} from '../kubelet/node/initial-node.js';
import type {KubeletOptions} from '../kubelet/node/options.js';
import {hostsPath} from '../kubelet/node/pod-names.js';
import {annotation} from '../kubelet/node/pod-source.js';
import type {ContainerConfig} from '../cri/messages.js';
import {imageNamed, type ImageCatalogue} from '../machine/images/catalogue.js';
import type {Runtime} from '../containerd/runtime.js';
import type {Machine} from '../machine/machine.js';
import {type Sandbox, sandboxIPs} from '../cri/pod-sandbox.js';
import {formerContainers, hasSandbox, virtualMs, type FormerContainer} from '../kubelet/takeover/former-containers.js';
import {FormerKubelet} from '../kubelet/takeover/former-kubelet.js';

/** The parts of a node that it needs to continue with its former Pods. */
interface Place {
	readonly former: FormerNode;
	readonly runtime: Runtime;
	readonly machine: Machine;
	readonly catalogue: ImageCatalogue;
	readonly disk: NodeDisk;
	readonly options: KubeletOptions;
}

const defaultResolvConf = {servers: ['192.0.2.53'], searches: ['example.test']};

/** A Pod from its kubelet's view: a static one by the hash of its manifest. */
const asKnown = (pod: Pod): Pod => {
	const {[annotation.mirror]: mirror, [annotation.hash]: hash, ...annotations} = pod.metadata.annotations ?? {};
	const uid = mirror === undefined ? undefined : (hash ?? mirror);
	return uid === undefined
		? pod
		: {...pod, metadata: {...pod.metadata, uid, annotations: {...annotations, [annotation.hash]: uid}}};
};

/** The variables of a container; none where their sources are not known. */
const variables = (
	{former: {services, find}, options}: Place,
	pod: Pod,
	container: Container,
	sandbox: Sandbox,
): ReturnType<typeof environment> => {
	const {namespace} = pod.metadata;
	const names = environmentSources(container);
	const hostIPs = options.node.addresses;
	const configMap = (name: string) => find(registryKey('configmaps', namespace, name));
	const secret = (name: string) => find(registryKey('secrets', namespace, name));
	// A dump does not have the files of a volume.
	const env = container.env?.filter(({valueFrom}) => !valueFrom?.fileKeyRef);
	try {
		return environment(pod, env ? {...container, env} : container, {
			configMaps: new Map(
				[...names.configMaps].map((name) => [name, configMap(name) && asKind(configMap(name), 'v1 ConfigMap')]),
			),
			secrets: new Map([...names.secrets].map((name) => [name, secret(name) && asKind(secret(name), 'v1 Secret')])),
			services: services.filter(({metadata}) => metadata.namespace === namespace || metadata.namespace === 'default'),
			node: initialNode(options.node, [], ''),
			podIPs: pod.spec.hostNetwork ? hostIPs : sandboxIPs(sandbox),
			hostIPs,
			volume: () => undefined,
		});
	} catch (error) {
		if (error instanceof ConfigurationError) {
			return [];
		}

		throw error;
	}
};

/** The runtime's configuration of a container. Its mounts are known only once the kubelet has read the volumes. */
const configuration = (place: Place, pod: Pod, was: FormerContainer, sandbox: Sandbox): (() => ContainerConfig) => {
	const {catalogue, options, disk} = place;
	const {spec, attempt, id, imageID} = was;
	const envs = variables(place, pod, spec, sandbox);
	return () => {
		const volumes = disk.mounts.get(pod.metadata.uid) ?? new Map();
		return containerConfig(pod, spec, {
			attempt,
			imageId: imageID,
			image: imageNamed(catalogue, spec.image ?? '') ?? {},
			envs,
			volumes,
			parts: partsOf(place, pod, spec, {envs, volumes}),
			memoryCapacity: bytes(options.node.capacity['memory']),
			cpus: {isExclusive: false},
			messageFile: id.slice(0, 8),
		});
	};
};

/** The parts of volumes that a container mounts: once shown, they stay the same. */
const partsOf = ({machine}: Place, pod: Pod, spec: Container, input: PartInput): ReadonlySet<number> => {
	const {files} = machine;
	try {
		return bindParts(pod, spec, input, (path, of) => {
			if (!files.inside(path)) {
				files.provideBind(path, of);
			}
		});
	} catch (error) {
		if (error instanceof ConfigurationError) {
			return new Set();
		}

		throw error;
	}
};

/** The sandbox and the containers of one Pod. */
const takeOverPod = (place: Place, pod: Pod): void => {
	const {runtime, machine, options} = place;
	const {kernel, files} = machine;
	const {clusterDNS, clusterDomain, resolvConf: host = defaultResolvConf} = options;
	const config = sandboxConfig(pod, {
		attempt: 0,
		seen: pod.status.startTime ?? kernel.timestamp(),
		resolver: {clusterDNS, clusterDomain, host},
		ownCPUs: false,
		cgroups: options.node.kubelet,
	});
	const atMs = (text: string): number => virtualMs(text, kernel.now, kernel.wallClockMs);
	const ips = pod.spec.hostNetwork ? [] : podIPsOf(pod);
	const sandbox = runtime.sandboxes.restore(config, {ips, createdAtMs: atMs(pod.status.startTime ?? '')});
	files.provideFile(hostsPath(pod), () =>
		hostsFile(pod, {ips, clusterDomain, nodeHosts: files.all.read('/etc/hosts')}),
	);
	for (const was of formerContainers(pod)) {
		runtime.containers.restore(sandbox, configuration(place, pod, was, sandbox), {
			...was,
			startedAtMs: atMs(was.startedAt),
			finishedAtMs: atMs(was.finishedAt),
			use: {...containerUse(pod, was.spec, place.former.services), purpose: 'serve'},
		});
	}
};

/**
Gives a node its former sandboxes, containers and addresses, and its kubelet's knowledge, when the simulation begins. The caller makes the next stop.

Simplified: programs continue as their image does after its start; a script runs from its beginning.

@returns the number of running Pods.
*/
export const takeOver = (place: Place): number => {
	const pods = place.former.pods.map((pod) => asKnown(pod));
	const running = pods.filter((pod) => hasSandbox(pod));
	for (const pod of running) {
		takeOverPod(place, pod);
	}

	place.disk.former = new FormerKubelet(new Map(pods.map((pod) => [pod.metadata.uid, pod])));
	return running.length;
};

import type {Client} from '../client/client.js';
import {EventRecorder} from '../client/event-recorder.js';
import {Mailbox} from '../kernel/mailbox.js';
import type {Service} from '../objects/kubernetes.generated.js';
import {PodAdmission} from './admission/pod-admission.js';
import {Preemption} from './admission/preemption.js';
import {AllocationManager} from './allocation/allocation-manager.js';
import {ContainerGarbage} from './containers/container-garbage.js';
import {ImageGarbage} from './containers/image-garbage.js';
import {EvictionManager} from './eviction/eviction-manager.js';
import {diskUsed} from './eviction/node-usage.js';
import {bytes} from '../objects/quantity.js';
import {ContainerKiller} from './containers/container-killer.js';
import {ContainerStarter} from './containers/container-starter.js';
import {CPUManager} from './cpus/cpu-manager.js';
import {DRAManager} from './devices/dra-manager.js';
import {HandlerRunner} from './containers/handler-runner.js';
import {ImageManager} from './containers/image-manager.js';
import {ObjectCache} from './containers/object-cache.js';
import {ReasonCache} from './containers/reason-cache.js';
import {RuntimeManager} from './containers/runtime-manager.js';
import type {NodeDisk} from './node-disk.js';
import type {NodeNews} from './node/node-conditions.js';
import type {NodePod} from './node/node-pod.js';
import type {KubeletOptions} from './node/options.js';
import type {OwnNode} from './node/own-node.js';
import {OrphanPods} from './pods/orphan-pods.js';
import {PodFiles} from './pods/pod-files.js';
import {KubeletPodSyncer} from './pods/pod-syncer.js';
import {PodStartupLatencyTracker} from './pods/startup-latency.js';
import {ProbeManager} from './probes/probe-manager.js';
import type {ImageService} from '../cri/image-service.js';
import type {RuntimeService} from '../cri/runtime-service.js';
import type {Host} from '../host/host.js';
import {MirrorPods} from './static-pods/mirror-pods.js';
import {NodeShutdownManager} from './shutdown/node-shutdown-manager.js';
import {StatusGenerator} from './status/status-generator.js';
import {StatusManager} from './status/status-manager.js';
import {driversOf} from './registration/csi-node.js';
import {CSIMounter} from './storage/csi.js';
import {HostPaths} from './volumes/host-path.js';
import {VolumeFiles} from './volumes/volume-files.js';
import {VolumeManager} from './volumes/volume-manager.js';
import type {FormerKubelet} from './takeover/former-kubelet.js';
import {VolumePlugins} from './volumes/volume-plugins.js';
import {PLEG} from './workers/pleg.js';
import {PodWorkers} from './workers/pod-workers.js';

const defaultResolvConf = {servers: ['192.0.2.53'], searches: ['example.test']};

/** The basis for building a kubelet's parts. */
export interface KubeletBasis {
	readonly client: Client;
	/** Sends Events. */
	readonly eventClient: Client;
	readonly runtime: RuntimeService;
	readonly runtimeImages: ImageService;
	readonly host: Host;
	readonly disk: NodeDisk;
	/** The state of the node before the simulation. */
	readonly former?: FormerKubelet;
	readonly options: KubeletOptions;
	readonly node: OwnNode;
	/** Services of the cluster, as last seen. */
	readonly services: () => readonly Service[];
	/** Pods of the node that have not ended. */
	readonly pods: () => readonly NodePod[];
	/** Called when a Pod is completely removed from the node. */
	readonly finished: (uid: string) => void;
	/** Whether all Pods of the API were delivered once. */
	readonly isReady: () => boolean;
}

/** The parts that act when the node runs short of something, or shuts down. */
const pressureParts = (
	{client: {kernel}, runtime, runtimeImages, host, options, node, pods}: KubeletBasis,
	recorder: EventRecorder,
	workers: PodWorkers,
) => {
	const {name, capacity, kubelet: configuration = {}} = options.node;
	const garbage = new ContainerGarbage(runtime, host);
	const imageGarbage = new ImageGarbage({
		runtime,
		images: runtimeImages,
		host,
		recorder,
		configuration,
		disk: () => ({
			capacity: bytes(capacity['ephemeral-storage']),
			used: diskUsed({runtime, runtimeImages, host}),
		}),
	});
	const news = new Mailbox<NodeNews>(`kubelet/${name}/node-status`);
	const eviction = new EvictionManager({
		runtime,
		runtimeImages,
		host,
		recorder,
		node,
		configuration,
		workers,
		images: imageGarbage,
		containers: garbage,
		pods,
		news,
		minor: options.minor,
	});
	const report = () => kernel.send(news, 'shutdown');
	const shutdown = new NodeShutdownManager({host, recorder, node, configuration, workers, pods, report});
	return {garbage, imageGarbage, news, eviction, shutdown};
};

/** The parts that nearly every other part of a kubelet uses. */
const commonParts = (basis: KubeletBasis) => {
	const {client, eventClient, runtime, host, disk, former, options, node, pods, isReady} = basis;
	const {kernel} = client;
	const {name, capacity, kubelet: configuration = {}} = options.node;
	const recorder = new EventRecorder(eventClient, {
		component: 'kubelet',
		host: name,
		process: `kubelet/${name}/events`,
	});
	const pleg = new PLEG(runtime, host, options.relistsOnDemand ?? true);
	const workers = new PodWorkers(kernel, name, pleg);
	const objects = new ObjectCache(client);
	const cpus = new CPUManager({kernel, node: name, capacity, configuration, disk, runtime, pods, isReady});
	const drivers = options.deviceDrivers ?? [];
	const devices = new DRAManager({client, node: name, drivers, disk, devices: host.devices});
	return {
		...pressureParts(basis, recorder, workers),
		cpus,
		devices,
		recorder,
		pleg,
		workers,
		objects,
		reasons: new ReasonCache(),
		statuses: new StatusManager(client, name, workers, (uid) => former?.statusOf(uid)),
		latency: new PodStartupLatencyTracker(runtime, kernel, name),
		allocation: new AllocationManager(runtime, recorder, node, disk.allocations, cpus),
		probes: new ProbeManager({
			runtime,
			host,
			recorder,
			node,
			wake: (uid, because) => workers.of(uid)?.wake(because),
			former: (container) => former?.results(container),
		}),
	};
};

type CommonParts = ReturnType<typeof commonParts>;

/** The manager that mounts volumes. */
const volumeManager = (
	{client, node, disk, options, host}: KubeletBasis,
	{objects, recorder}: CommonParts,
): VolumeManager => {
	const csi = new CSIMounter(client, node, driversOf(options), () => host.failsCSI());
	const plugins = new VolumePlugins({
		files: new VolumeFiles(client, objects, node),
		csi,
		host: new HostPaths(host.files, options.node.hostPaths),
		nfsServers: options.nfsServers ?? [],
		clonesRepositories: options.clonesRepositories ?? false,
		minor: options.minor,
	});
	return new VolumeManager({client, recorder, plugins, node, mounts: disk.mounts, files: host.files});
};

/** The parts that start and end containers. */
const containerParts = (basis: KubeletBasis, common: CommonParts, volumes: VolumeManager) => {
	const {runtime, runtimeImages, host, options, node, services} = basis;
	const {recorder, pleg, objects, reasons, latency, probes, allocation, cpus, devices, statuses} = common;
	const hooks = new HandlerRunner(runtime, host.network, options.node.addresses[0] ?? '');
	const killer = new ContainerKiller(runtime, recorder, hooks);
	const images = new ImageManager(runtimeImages, host, recorder, reasons, (uid, ms) => {
		latency.pulled(uid, ms);
		common.imageGarbage.look();
		common.eviction.pulled();
	});
	const mounted = (uid: string) => volumes.mounted(uid);
	const {clusterDNS, clusterDomain, resolvConf = defaultResolvConf} = options;
	const starter = new ContainerStarter({
		runtime,
		runtimeImages,
		host,
		recorder,
		node,
		cpus,
		devices,
		started: (containerId) => common.eviction.started(containerId),
		objects,
		images,
		hooks,
		killer,
		reasons,
		services,
		clusterDomain,
		volumes: mounted,
	});
	const resolver = {clusterDNS, clusterDomain, host: resolvConf};
	const manager = {
		runtime,
		pleg,
		recorder,
		probes,
		allocation,
		cpus,
		devices,
		starter,
		killer,
		objects,
		reasons,
		statusOf: (local: NodePod) => statuses.of(local),
		resolver,
		cgroups: node.options.kubelet,
		minor: options.minor,
	};
	return {killer, images, containers: new RuntimeManager(manager)};
};

/**
Creates the parts of one kubelet, each connected to the others.

@mirrors k8s.io/kubernetes/pkg/kubelet NewMainKubelet
*/
export const kubeletParts = (basis: KubeletBasis) => {
	const {client, runtime, host, node, pods, finished, options} = basis;
	const common = commonParts(basis);
	const {recorder, workers, statuses, latency, allocation, cpus, probes, reasons, garbage, eviction, shutdown} = common;
	const {imageGarbage, news, pleg} = common;
	const volumes = volumeManager(basis, common);
	const {killer, containers, images} = containerParts(basis, common, volumes);
	basis.former?.remind({reasons, starts: containers.backoff, pulls: images.backoff}, client.kernel);
	const generator = new StatusGenerator({...common, runtime, node, minor: options.minor});
	const mirrors = new MirrorPods(client, node, statuses);
	const files = new PodFiles(client.kernel, node.options.name, host.files, cpus, node.options.kubelet);
	const syncer = new KubeletPodSyncer({
		kernel: client.kernel,
		node,
		allocation,
		containers,
		cpus,
		devices: common.devices,
		files,
		generator,
		killer,
		latency,
		mirrors,
		probes,
		statuses,
		volumes,
		pods,
		finished,
	});
	return {
		recorder,
		pleg,
		workers,
		statuses,
		latency,
		allocation,
		cpus,
		eviction,
		imageGarbage,
		news,
		shutdown,
		mirrors,
		syncer,
		volumes,
		admission: new PodAdmission({
			node,
			preemption: new Preemption(workers, recorder, node),
			cpus,
			eviction,
			shutdown,
			statuses,
			recorder,
			minor: options.minor,
		}),
		garbage,
		orphans: new OrphanPods(
			client.kernel,
			runtime,
			{allocation, devices: common.devices, files, garbage, killer, volumes},
			node.options.name,
		),
		/** Makes every part forget a completely removed Pod. */
		forget(uid: string) {
			for (const part of [workers, pleg, statuses, latency, reasons, allocation, probes, syncer]) {
				part.forget(uid);
			}
		},
	};
};

/** The parts that the main loop uses. */
export type KubeletParts = ReturnType<typeof kubeletParts>;

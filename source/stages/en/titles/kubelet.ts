import type {Title} from '../../stage.js';
import type {kubeletStages} from '../../kubelet.js';

/** Stages of the kubelet, its runtime and the plug-ins of network and storage, in English. */
export const kubeletTitles: Readonly<Record<keyof typeof kubeletStages, Title>> = {
	'kubelet.node': {title: 'Node registration', about: 'The kubelet creates its own Node object.'},
	'kubelet.lease': {
		title: 'Heartbeat',
		about: 'The kubelet renews a Lease every ten seconds to show that the node is alive.',
	},
	'kubelet.cpus': {
		title: 'CPU manager',
		about: 'Guaranteed containers can have whole CPUs to themselves; all others share the rest.',
	},
	'kubelet.usage': {
		title: 'Resource metrics',
		about: 'metrics-server asks each kubelet for the usage of its containers; kubectl top and autoscalers read it.',
	},
	'kubelet.shutdown': {
		title: 'Graceful shutdown',
		about: 'Before its node shuts down, the kubelet ends the Pods, the least important first.',
	},
	'kubelet.eviction': {
		title: 'Eviction',
		about: 'When memory, disk or process IDs run short, the kubelet ends Pods before the kernel steps in.',
	},
	'kubelet.garbage': {title: 'Garbage collection', about: 'The kubelet removes unused images when the disk fills up.'},
	'kubelet.resync': {
		title: 'Resync',
		about:
			'Early kubelets listed the Pods bound to them every 20 s, in case they had missed something. Today, kubelets only watch.',
	},
	'kubelet.static': {
		title: 'Static Pod',
		about: 'The kubelet reads manifests from its own disk and runs their Pods without the apiserver.',
	},
	'kubelet.mirror': {
		title: 'Mirror Pod',
		about: 'An object in the API mirrors a static Pod; deleting it does not stop the Pod.',
	},
	'kubelet.sync': {
		title: 'Pod worker',
		about: 'Each Pod has a worker that compares the Pod with its running containers and closes the gap.',
	},
	'kubelet.admit': {
		title: 'Kubelet admission',
		about: 'The node has the last word on resources, ports, selectors and security.',
	},
	'kubelet.cgroup': {title: 'Control group', about: 'The Pod gets a control group below that of its QoS class.'},
	'kubelet.directories': {title: 'Directories', about: "The kubelet creates the Pod's directories on the node."},
	'kubelet.volumes': {title: 'Volume manager', about: 'No container starts before all volumes are mounted.'},
	'kubelet.pull': {
		title: 'Image',
		about: 'Pull policy, secrets and back-off decide whether and when an image is pulled.',
	},
	'kubelet.status': {title: 'Status manager', about: "The kubelet writes its observations into the Pod's status."},
	'kubelet.pleg': {
		title: 'PLEG',
		about: 'The pod lifecycle event generator lists containers and wakes workers whose Pods have changed.',
	},
	'kubelet.probe': {
		title: 'Probe',
		about: 'The kubelet asks the container: have you started, are you alive, are you ready?',
	},
	'kubelet.hook': {title: 'Lifecycle hook', about: 'A hook runs right after a container starts or before it stops.'},
	'kubelet.restart': {
		title: 'Restart',
		about: 'A container that has ended is restarted, each time after a longer wait.',
	},
	'kubelet.resize': {
		title: 'Resize',
		about: 'A Pod asks for different resources: the node allocates them, or the Pod waits.',
	},
	'kubelet.kill': {title: 'Termination', about: 'Hooks, stop signal, grace period, SIGKILL.'},
	'kubelet.logs': {title: 'Logs', about: "The kubelet reads a container's log for a client."},
	'kubelet.metrics': {title: 'Metrics', about: 'How long the Pod took to start.'},
	cri: {title: 'Container runtime interface', about: 'The kubelet calls the container runtime over gRPC.'},
	cni: {
		title: 'Network plug-in',
		about: 'A program that reads and prints JSON connects the sandbox to the network.',
	},
	csi: {title: 'Storage plug-in', about: "The kubelet and the sidecars call the volume's driver over gRPC."},
	dra: {
		title: 'Device plug-in',
		about: "A driver publishes its node's devices; the kubelet asks it over gRPC to prepare them.",
	},
	container: {title: 'Container', about: 'What happens inside the container.'},
};

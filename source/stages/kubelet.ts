import type {Stage} from './stage.js';

/** Stages of the kubelet, its runtime and the plug-ins of network and storage. */
export const kubeletStages = {
	'kubelet.node': {
		documentation: 'concepts/architecture/nodes/',
		upstream: 'pkg/kubelet registerWithAPIServer',
		real: 'kubectl describe node',
	},
	'kubelet.lease': {
		documentation: 'concepts/architecture/leases/',
		upstream: 'k8s.io/component-helpers/apimachinery/lease',
		real: 'kubectl get leases -n kube-node-lease',
	},
	'kubelet.cpus': {
		documentation: 'tasks/administer-cluster/cpu-management-policies/',
		upstream: 'pkg/kubelet/cm/cpumanager reconcileState',
		real: 'on the node: cat /var/lib/kubelet/cpu_manager_state',
	},
	'kubelet.usage': {
		documentation: 'tasks/debug/debug-cluster/resource-metrics-pipeline/',
		upstream: 'kubernetes-sigs/metrics-server pkg/scraper',
		real: 'kubectl top pods',
	},
	'kubelet.shutdown': {
		documentation: 'concepts/cluster-administration/node-shutdown/',
		upstream: 'pkg/kubelet/nodeshutdown processShutdownEvent',
		real: 'on the node: systemd-inhibit --list',
	},
	'kubelet.eviction': {
		documentation: 'concepts/scheduling-eviction/node-pressure-eviction/',
		upstream: 'pkg/kubelet/eviction synchronize',
		real: 'kubectl describe node',
	},
	'kubelet.garbage': {
		documentation: 'concepts/architecture/garbage-collection/',
		upstream: 'pkg/kubelet/images GarbageCollect',
		real: 'on the node: crictl images',
	},
	'kubelet.resync': {
		documentation: 'concepts/architecture/nodes/',
		upstream: 'pkg/kubelet HandlePodSyncs',
		real: 'journalctl -u kubelet',
	},
	'kubelet.static': {
		documentation: 'tasks/configure-pod-container/static-pod/',
		upstream: 'pkg/kubelet/config applyDefaults',
		real: 'on the node: ls /etc/kubernetes/manifests',
	},
	'kubelet.mirror': {
		documentation: 'tasks/configure-pod-container/static-pod/',
		upstream: 'pkg/kubelet tryReconcileMirrorPods',
		real: 'kubectl get {object} -o yaml',
	},
	'kubelet.sync': {
		documentation: 'concepts/workloads/pods/pod-lifecycle/',
		upstream: 'pkg/kubelet SyncPod',
		real: 'journalctl -u kubelet',
	},
	'kubelet.admit': {
		documentation: 'concepts/workloads/pods/pod-lifecycle/',
		upstream: 'pkg/kubelet canAdmitPod',
		real: 'kubectl describe {object}',
	},
	'kubelet.cgroup': {
		documentation: 'concepts/workloads/pods/pod-qos/',
		upstream: 'pkg/kubelet/cm PodContainerManager',
		real: 'on the node: systemd-cgls',
	},
	'kubelet.directories': {
		documentation: 'concepts/storage/volumes/',
		upstream: 'pkg/kubelet makePodDataDirs',
		real: 'on the node: ls /var/lib/kubelet/pods',
	},
	'kubelet.volumes': {
		documentation: 'concepts/storage/volumes/',
		upstream: 'pkg/kubelet/volumemanager WaitForAttachAndMount',
		real: 'kubectl describe {object}',
	},
	'kubelet.pull': {
		documentation: 'concepts/containers/images/',
		upstream: 'pkg/kubelet/images EnsureImageExists',
		real: 'on the node: crictl images',
	},
	'kubelet.status': {
		documentation: 'concepts/workloads/pods/pod-lifecycle/',
		upstream: 'pkg/kubelet/status manager',
		real: 'kubectl get {object} -o yaml',
	},
	'kubelet.pleg': {
		documentation: 'concepts/workloads/pods/pod-lifecycle/',
		upstream: 'pkg/kubelet/pleg GenericPLEG',
		real: 'metrics kubelet_pleg_relist_duration_seconds',
	},
	'kubelet.probe': {
		documentation: 'concepts/configuration/liveness-readiness-startup-probes/',
		upstream: 'pkg/kubelet/prober',
		real: 'kubectl describe {object}',
	},
	'kubelet.hook': {
		documentation: 'concepts/containers/container-lifecycle-hooks/',
		upstream: 'pkg/kubelet/lifecycle',
		real: 'kubectl describe {object}',
	},
	'kubelet.restart': {
		documentation: 'concepts/workloads/pods/pod-lifecycle/',
		upstream: 'pkg/kubelet/kuberuntime doBackOff',
		real: 'kubectl get {object}',
	},
	'kubelet.resize': {
		documentation: 'tasks/configure-pod-container/resize-container-resources/',
		upstream: 'pkg/kubelet/allocation',
		real: 'kubectl patch {object} --subresource resize',
	},
	'kubelet.kill': {
		documentation: 'concepts/workloads/pods/pod-lifecycle/',
		upstream: 'pkg/kubelet/kuberuntime killContainer',
		real: 'kubectl get {object} -w',
	},
	'kubelet.logs': {
		documentation: 'concepts/cluster-administration/logging/',
		upstream: 'pkg/kubelet GetKubeletContainerLogs',
		real: 'kubectl logs {name}',
	},
	'kubelet.metrics': {
		documentation: 'reference/instrumentation/metrics/',
		upstream: 'pkg/kubelet/util podStartupLatencyTracker',
		real: 'metrics kubelet_pod_start_sli_duration_seconds',
	},
	cri: {
		documentation: 'concepts/architecture/cri/',
		upstream: 'k8s.io/cri-api RuntimeService',
		real: 'on the node: crictl ps -a',
	},
	cni: {
		documentation: 'concepts/extend-kubernetes/compute-storage-net/network-plugins/',
		upstream: 'containernetworking/cni',
		real: 'on the node: ls /etc/cni/net.d; ip addr',
	},
	csi: {
		documentation: 'concepts/storage/volumes/',
		upstream: 'container-storage-interface spec',
		real: 'kubectl get volumeattachments',
	},
	dra: {
		documentation: 'concepts/scheduling-eviction/dynamic-resource-allocation/',
		upstream: 'k8s.io/dynamic-resource-allocation/kubeletplugin Start',
		real: 'kubectl get resourceslices,resourceclaims -A',
	},
	container: {
		documentation: 'concepts/containers/',
		upstream: "the container's own process",
		real: 'kubectl logs {name}',
	},
} satisfies Readonly<Record<string, Stage>>;

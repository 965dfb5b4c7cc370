/** The rules of objects, nodes, devices, caches and the tape, each with its source: a page of documentation, a specification, or a function. */
export const sources = {
	'time only moves forward': 'https://pkg.go.dev/time#hdr-Monotonic_Clocks',
	'a cause comes before its effect': 'https://lamport.azurewebsites.net/pubs/time-clocks.pdf',
	'etcd revisions only grow': 'https://etcd.io/docs/v3.6/learning/data_model/',
	'a uid never changes': 'k8s.io/apimachinery/pkg/api/validation ValidateObjectMetaAccessorUpdate',
	'a creationTimestamp never changes': 'k8s.io/apimachinery/pkg/api/validation ValidateObjectMetaAccessorUpdate',
	'a deletion is never taken back': 'k8s.io/apimachinery/pkg/apis/meta/v1 ObjectMeta.DeletionTimestamp',
	'generations only grow': 'k8s.io/apimachinery/pkg/api/validation ValidateObjectMetaAccessorUpdate',
	'a Pod never changes its node': 'k8s.io/kubernetes/pkg/registry/core/pod/storage BindingREST.setPodNodeAndMetadata',
	'what is over stays over':
		'https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#pod-phase, k8s.io/kubernetes/pkg/registry/batch/job jobStatusStrategy.ValidateUpdate',
	'no finalizer, no goodbye': 'https://kubernetes.io/docs/concepts/overview/working-with-objects/finalizers/',
	'at rest, what lost its last owner is collected':
		'https://kubernetes.io/docs/concepts/architecture/garbage-collection/#owners-dependents',
	'a Service address is given once': 'https://kubernetes.io/docs/concepts/services-networking/cluster-ip-allocation/',
	'a ReplicaSet never makes more Pods than it was ever asked for':
		'k8s.io/kubernetes/pkg/controller/replicaset ReplicaSetController.manageReplicas',
	'no Pod runs on two nodes': 'https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#pod-lifetime',
	'a sandbox keeps its address': 'k8s.io/cri-api/pkg/apis/runtime/v1 PodSandboxNetworkStatus',
	'an address belongs to one sandbox at a time': 'https://www.cni.dev/plugins/current/ipam/host-local/',
	'an address ends with its sandbox':
		'https://www.cni.dev/docs/spec/#del-remove-container-from-network-or-un-apply-modifications',
	'an address lives as long as its sandbox':
		'https://www.cni.dev/docs/spec/#add-add-container-to-network-or-apply-modifications',
	'the kubelet lets go of a Pod only when nothing of it runs':
		'k8s.io/kubernetes/pkg/kubelet/status manager.canBeDeleted',
	'at rest, no sandbox outlives its Pod': 'k8s.io/kubernetes/pkg/kubelet/kuberuntime containerGC.evictSandboxes',
	'at rest, a running Pod has the address of its sandbox':
		'k8s.io/kubernetes/pkg/kubelet/kuberuntime kubeGenericRuntimeManager.determinePodSandboxIPs',
	'at rest, a driver has attached only what a VolumeAttachment asks for':
		'https://kubernetes-csi.github.io/docs/external-attacher.html',
	'at rest, a node reports what is attached to it':
		'k8s.io/kubernetes/pkg/controller/volume/attachdetach/statusupdater nodeStatusUpdater.UpdateNodeStatuses',
	'a device belongs to one claim':
		'https://kubernetes.io/docs/concepts/scheduling-eviction/dynamic-resource-allocation/',
	'at rest, a claim is reserved for Pods that exist':
		'k8s.io/kubernetes/pkg/controller/resourceclaim Controller.syncClaim',
	'a watcher sees each revision once and in order': 'https://etcd.io/docs/v3.6/learning/api_guarantees/#watch-apis',
	'at rest, a cache equals the store':
		'https://kubernetes.io/docs/reference/using-api/api-concepts/#efficient-detection-of-changes',
} as const satisfies Readonly<Record<string, `${'https://' | 'k8s.io/'}${string}`>>;

/** The name of a rule that has its source in this table. */
export type SourcedRule = keyof typeof sources;

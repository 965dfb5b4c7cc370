/** Something that happens on the way of a Pod: a place to stop, a lesson and a test name it by its id. */
export interface Claim {
	readonly says: string;
	/** Why nothing shows it yet. */
	readonly missing?: string;
}

/** The claims about the pipeline, by the ids that lessons name in `claims` and tests in their titles. */
export const claimsById: Readonly<Record<string, Claim>> = {
	K1: {says: "discovers the API's endpoints through OpenAPI"},
	K2: {says: "negotiates the resource's version"},
	K3: {says: 'validates the YAML on the client; simple mistakes never reach the apiserver'},
	K4: {says: 'converts YAML to JSON'},
	K5: {says: 'issues the REST request (run, create, apply)'},
	K6: {says: "finds and parses kubeconfig, puts the user's credentials in the request"},
	K7: {says: 'kubectl run makes a Pod now, and made a Deployment in old versions'},
	K8: {says: 'builds an object from flags'},
	A1: {
		says: 'start-up: server chain with aggregation, generic apiserver, OpenAPI, API groups installed as REST storage',
	},
	A2: {says: 'routing: registered route, else path-based handler, else 404'},
	A3: {says: 'authentication; the Authorization header is removed, the user is put in the context'},
	A4: {says: 'authorization'},
	A5: {says: 'authorizer modes: Webhook, ABAC, RBAC, Node'},
	A6: {says: 'admission: a chain; one refusal ends it; not for reads; mutates or validates'},
	A7: {says: 'the admission plug-ins, each'},
	A8: {
		says: 'create handler: decode, check against the API version, audit, admission, storage, errors caught, read-back, post-create hooks and decorators, response',
	},
	A9: {says: 'Initializers: pending ones listed, the first acts, the object seen when the list is empty'},
	E1: {says: 'the object is stored; only then is it real; etcd is the one source of truth'},
	E2: {says: 'the key is <namespace>/<name> under the resource, customisable'},
	E3: {says: 'the binding is written to etcd; endpoints are stored in etcd'},
	E4: {says: 'until a kubelet acts the Pod is only a record; phase Pending'},
	E5: {says: 'watch: components follow changes through the apiserver'},
	C1: {says: 'controller-manager runs many controllers, each a loop from current to desired state'},
	C2: {says: 'informers: local cache, callbacks, fewer API calls, safe sharing'},
	C3: {
		says: 'Deployment controller: callback, work queue, sync; ReplicaSet with selector, revision 1 and copied template; status; loop; progress deadline',
	},
	C4: {says: 'ReplicaSet controller: compares and creates Pods in slow-start batches'},
	C5: {says: 'owner references; cascading deletion by the garbage collector'},
	C6: {says: 'orphans: parent deleted without children, or policy orphan; adoption; one winner among competing owners'},
	C7: {says: 'restart of a controller does not disturb the system'},
	C8: {says: 'self-healing: a Pod that dies or is deleted is replaced'},
	S1: {says: 'watches for Pods with empty nodeName; queue'},
	S2: {says: 'filter: resources, taints, node selector, storage, affinity and anti-affinity, image factors'},
	S3: {says: 'score: resource balance, affinity; sorted; best wins'},
	S4: {says: 'Binding object POSTed; the apiserver sets nodeName, annotations, PodScheduled=True'},
	S5: {says: 'policy file and custom schedulers (schedulerName)'},
	L1: {says: 'follows Pods bound to its node (watch, and a 20 s resync by nodeName), compares with its cache'},
	L2: {says: 'start-up latency metrics'},
	L3: {says: 'PodStatus: phase from sync handlers, init and app container states; conditions'},
	L4: {says: 'status manager sends status to the apiserver, which stores it'},
	L5: {says: 'kubelet admission handlers: refused Pods stay Pending'},
	L6: {says: 'QoS cgroups'},
	L7: {says: 'pod, volume and plug-in directories'},
	L8: {says: 'volume manager and CSI: attach, mount, wait; slow volumes'},
	L9: {says: 'imagePullSecrets fetched and used'},
	L10: {says: 'CRI over gRPC and protobuf; RunPodSandbox; pause container and its shared namespaces; zombie reaping'},
	L11: {says: 'CNI: config JSON, CNI_ARGS, bridge, veth pair, IPAM host-local, routes, resolv.conf, JSON result'},
	L12: {says: 'cross-host traffic: overlay'},
	L13: {says: 'image pull, init containers first, ContainerConfig with labels, create, start'},
	L14: {says: 'CPU manager: UpdateContainerResources'},
	L15: {says: 'lifecycle hooks Exec and HTTP; a hanging or failing PostStart keeps the container from running'},
	L16: {says: "probes while the Pod runs; the kubelet reports the Pod's IP"},
	N1: {says: 'endpoint = IP:port; Endpoints object and EndpointSlice per Service'},
	N2: {says: 'kube-proxy installs iptables rules'},
	N3: {says: 'CoreDNS updates entries'},
	N4: {says: 'ingress controllers set upstreams'},
	N5: {says: 'service mesh'},
	N6: {says: 'further operators'},
	N7: {says: 'consumers are told at once; the Pod is usable only when propagation is done'},
	D1: {says: 'the same path in reverse: stop accepting connections; endpoint removed; drain; shut down'},
	D2: {says: 'endpoint removal and SIGTERM start together, seen as dropped requests and avoided'},
	W1: {says: 'two phases: the control plane decides, the node executes'},
	W2: {says: 'declarative API; watch and cooperation; etcd as single source of truth; separation of duties'},
	W3: {says: 'the whole path in one picture'},
};

/** All ids, in the order of the pipeline. */
export const claims: readonly string[] = Object.keys(claimsById);

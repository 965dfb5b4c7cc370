/** Something that happens on the way of a Pod: a place to stop, a lesson and a test name it by its id. */
export interface Claim {
	readonly says: string;
	/** The arguments of `k8s-walkthrough trace` for a run that ends at a stop showing the claim, with the files of the manual's page `pipeline`. */
	readonly see: string;
	/** Why no run shows it yet. */
	readonly missing?: string;
}

/** The claims about the pipeline, by the ids that lessons name in `claims` and tests in their titles. */
export const claimsById: Readonly<Record<string, Claim>> = {
	K1: {
		says: "kubectl discovers the API's resources through the OpenAPI and discovery documents",
		see: 'web.yaml --until kubectl.discover',
	},
	K2: {
		says: 'kubectl maps a kind and its version to a resource and its URL',
		see: 'web.yaml --until kubectl.negotiate',
	},
	K3: {
		says: 'kubectl checks the YAML on the client: simple mistakes never reach the apiserver',
		see: 'web.yaml --until kubectl.validate',
	},
	K4: {says: 'kubectl converts YAML to JSON', see: 'web.yaml --until kubectl.parse'},
	K5: {
		says: 'kubectl sends the request; run, create and apply send different requests',
		see: "web.yaml --until 'kubectl.request hits=2'",
	},
	K6: {
		says: "kubectl finds and reads the kubeconfig, and puts the user's credentials in the request",
		see: 'web.yaml --until kubectl.kubeconfig',
	},
	K7: {
		says: 'kubectl run makes a Pod today, but made a Deployment in old versions',
		see: "web.yaml --cluster museum.yaml --then 'run old --image=busybox' --until 'etcd.txn deployment/old'",
	},
	K8: {
		says: 'kubectl builds an object from flags',
		see: "web.yaml --then 'run new --image=busybox' --until kubectl.generate",
	},
	A1: {
		says: 'On startup, kube-apiserver builds a chain of servers with aggregation and OpenAPI, and installs API groups with their REST storage',
		see: "web.yaml --then ':restart kube-apiserver' --until apiserver.start",
	},
	A2: {
		says: 'kube-apiserver tries registered routes, then handlers by path, and otherwise answers 404',
		see: 'web.yaml --until apiserver.route',
	},
	A3: {
		says: 'Authentication identifies the user, adds the user to the context and removes the Authorization header',
		see: 'web.yaml --until apiserver.authenticate',
	},
	A4: {
		says: 'Authorization decides whether the user may make this request',
		see: 'web.yaml --until apiserver.authorize',
	},
	A5: {
		says: 'Each authorizer gives its opinion in turn: Webhook, ABAC, RBAC, Node',
		see: 'web.yaml --cluster museum.yaml --until apiserver.authorizer.ABAC',
	},
	A6: {
		says: 'Admission is a chain of plug-ins that change or check the object; one refusal ends the chain, and reads skip it',
		see: 'web.yaml --until apiserver.admit.mutate.ServiceAccount',
	},
	A7: {says: 'Each admission plug-in has its own stop', see: "web.yaml --until 'apiserver.admit.* hits=5'"},
	A8: {
		says: 'The create handler decodes, checks the version, audits, admits, stores, reads back, runs hooks and decorators, and answers',
		see: "web.yaml --until 'apiserver.respond pod/web hits=2'",
	},
	A9: {
		says: 'Before v1.14, an object lists its pending initializers; the first one acts, and an empty list makes the object visible',
		see: "web.yaml --cluster museum.yaml --then 'create configmap late --from-literal=a=b' --until apiserver.admit.mutate.Initializers",
	},
	E1: {
		says: 'An object is real only once etcd stores it; etcd is the single source of truth',
		see: "web.yaml --until 'etcd.txn pod/web'",
	},
	E2: {
		says: 'The key joins a configurable prefix, the resource, the namespace and the name',
		see: "web.yaml --until 'apiserver.store pod/web'",
	},
	E3: {
		says: 'The binding and the endpoints cause writes to etcd too',
		see: "web.yaml --until 'etcd.txn pod/web hits=2'",
	},
	E4: {
		says: 'Until a kubelet acts, the Pod is only a record in phase Pending',
		see: "web.yaml --then ':pause kubelet/node-a' --then 'get pod web' --until kubectl.print",
	},
	E5: {
		says: 'Components follow changes through watches on the apiserver',
		see: "web.yaml --until 'apiserver.watch pod/web'",
	},
	C1: {
		says: 'kube-controller-manager runs many controllers, each a loop from the current to the desired state',
		see: "shop.yaml --until 'controller.*.sync'",
	},
	C2: {
		says: 'Informers keep a cache, call handlers, spare the apiserver requests and share their objects safely',
		see: "shop.yaml --until 'informer.deliver deployment/shop'",
	},
	C3: {
		says: 'The Deployment controller queues and syncs the Deployment, and creates a ReplicaSet with selector, revision and template; status and progress deadline follow',
		see: 'shop.yaml --until controller.deployment.create',
	},
	C4: {
		says: 'The ReplicaSet controller counts Pods, and creates the missing ones in doubling batches',
		see: 'shop.yaml --until controller.replicaset.batch',
	},
	C5: {
		says: 'The garbage collector follows owner references: it deletes the dependents of a deleted owner',
		see: "shop.yaml --then 'delete deployment shop' --until controller.garbage-collector.delete",
	},
	C6: {
		says: 'Orphans survive the deletion of their owner; another owner can adopt them, and only one owner wins',
		see: "shop.yaml --then 'delete deployment shop --cascade=orphan' --until controller.garbage-collector.orphan",
	},
	C7: {
		says: 'A controller can restart without disturbing the system',
		see: "shop.yaml --then ':restart controller-manager' --until 'controller.deployment.sync deployment/shop'",
	},
	C8: {
		says: 'A controller replaces a dead or deleted Pod',
		see: "shop.yaml --then 'delete pod -l app=shop' --until controller.replicaset.create",
	},
	S1: {says: 'The scheduler watches for Pods without a node, and queues them', see: 'web.yaml --until scheduler.queue'},
	S2: {
		says: 'The scheduler filters nodes by resources, taints, selectors, storage and affinity',
		see: 'web.yaml --until scheduler.filter.NodeResourcesFit',
	},
	S3: {
		says: 'The scheduler scores the remaining nodes by balance, affinity and images, and takes the best',
		see: 'web.yaml --until scheduler.select',
	},
	S4: {
		says: 'The scheduler posts a Binding; the apiserver sets nodeName, annotations and PodScheduled=True',
		see: 'web.yaml --until scheduler.bind',
	},
	S5: {
		says: "A policy file configures a scheduler; a Pod's schedulerName selects one",
		see: "web.yaml --cluster museum.yaml --then ':restart kube-scheduler' --until scheduler.queue",
	},
	L1: {
		says: 'The kubelet follows the Pods of its node through a watch; early kubelets also listed them every 20 s',
		see: 'web.yaml --cluster museum.yaml --until kubelet.resync',
	},
	L2: {says: 'Metrics measure how long a Pod takes to start', see: 'web.yaml --until kubelet.metrics'},
	L3: {
		says: 'The kubelet computes the status: phase, container states and conditions',
		see: "web.yaml --until 'kubelet.status pod/web'",
	},
	L4: {
		says: 'The status manager sends the status to the apiserver, which stores it',
		see: "web.yaml --until 'kubelet.status pod/web hits=2'",
	},
	L5: {says: "The kubelet's handlers admit or refuse the Pod", see: 'web.yaml --until kubelet.admit'},
	L6: {says: 'The kubelet creates control groups by QoS class', see: 'web.yaml --until kubelet.cgroup'},
	L7: {
		says: 'The kubelet creates directories for the Pod, its volumes and plug-ins',
		see: 'web.yaml --until kubelet.directories',
	},
	L8: {
		says: 'The volume manager and CSI attach and mount volumes; the Pod waits for slow ones',
		see: "full.yaml --until 'csi.*'",
	},
	L9: {says: 'The kubelet reads and uses pull secrets', see: 'full.yaml --until kubelet.pull'},
	L10: {
		says: 'The kubelet calls the runtime through CRI; the pause container holds the namespaces and reaps zombies',
		see: 'web.yaml --until container.pause',
	},
	L11: {
		says: 'CNI: configuration, CNI_ARGS, bridge, veth pair, addresses from host-local, routes, resolv.conf, result',
		see: 'web.yaml --until cni.add.bridge',
	},
	L12: {says: 'A packet to another node crosses the overlay network', see: "web.yaml --then ':packet node-c web:80'"},
	L13: {
		says: 'The order: image, init containers, ContainerConfig with labels, create, start',
		see: "full.yaml --until 'cri.CreateContainer pod/full'",
	},
	L14: {
		says: 'The CPU manager changes the CPUs of containers',
		see: 'web.yaml full.yaml --cluster town.yaml --until cri.UpdateContainerResources',
	},
	L15: {
		says: 'Exec and HTTP hooks: a postStart hook that hangs or fails keeps the container from running',
		see: 'full.yaml --until kubelet.hook.postStart',
	},
	L16: {
		says: "Probes run as long as the Pod runs; the kubelet reports the Pod's address",
		see: 'full.yaml --until kubelet.probe.readiness',
	},
	N1: {
		says: 'An endpoint is an address and a port; each Service has Endpoints and EndpointSlices',
		see: 'shop.yaml --until endpoints.publish',
	},
	N2: {says: 'kube-proxy writes iptables rules', see: 'shop.yaml --until kube-proxy.sync'},
	N3: {says: 'CoreDNS updates its names', see: 'shop.yaml --until dns.update'},
	N4: {says: 'The ingress controller sets its upstreams', see: 'full.yaml --until ingress.update'},
	N5: {says: 'The service mesh updates its sidecars', see: 'full.yaml --until mesh.push'},
	N6: {
		says: 'Other operators, such as external-dns, react too',
		see: 'full.yaml --cluster town.yaml --until external-dns.sync',
	},
	N7: {
		says: 'Consumers learn of an endpoint in parallel, each with its own delay; the Pod is usable only when all of them know it',
		see: 'shop.yaml --cluster town.yaml --until traffic.request',
	},
	D1: {
		says: 'The path in reverse: the container stops accepting connections, loses its endpoint, drains and ends',
		see: "full.yaml --then 'delete pod full' --until kubelet.kill",
	},
	D2: {
		says: 'The endpoint disappears while SIGTERM is on its way: without a pause, requests are lost',
		see: "shop.yaml --cluster town.yaml --then 'delete pod -l app=shop' --until 'traffic.* failure'",
	},
	W1: {says: 'Two phases: the control plane decides, and the node executes', see: 'web.yaml --until scheduler.bind'},
	W2: {
		says: 'A declarative API, cooperation through watches, etcd as the single source of truth, and separate duties',
		see: "shop.yaml --until 'informer.deliver component=kubelet'",
	},
	W3: {says: 'The whole path in one run', see: 'web.yaml'},
};

/** All ids, in the order of the pipeline. */
export const claims: readonly string[] = Object.keys(claimsById);

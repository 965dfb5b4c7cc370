import test from 'ava';
import type {Kernel} from '../kernel/kernel.js';
import {Trial} from '../testing/trial.js';

/** Rooms of components. Other rooms only observe: a debugger, a diagnosis and an invariant may read all areas. */
const components = [
	'kubectl',
	'autoscaler',
	'kwok',
	'controllers',
	'scheduler',
	'kubelet',
	'containerd',
	'machine',
	'network',
] as const;

type Component = (typeof components)[number];

/** Areas of the ledger, and the components that own them. etcd and the apiserver share theirs. */
const areas: ReadonlyArray<readonly [area: string, keys: RegExp, owners: readonly Component[]]> = [
	['registry', /^\/registry\//, []],
	['containers of a node', /^\/nodes\/[^/]+\/(?:sandboxes|containers|logs|files|images)\b/, ['containerd', 'machine']],
	['rules and routes of a node', /^\/nodes\/[^/]+\/(?:iptables|nftables|routes)/, ['network']],
	['addresses of a CNI plug-in', /^\/nodes\/[^/]+\/(?:cni|ipam)/, ['containerd']],
	['kubelet', /^\/nodes\//, ['kubelet']],
	['open ports', /^\/network\/(?:addresses|hosts)\//, ['machine']],
	['network', /^\/network\//, ['network']],
	['kubelet', /^\/components\/kubelet\//, ['kubelet']],
	['scheduler', /^\/components\/kube-scheduler/, ['scheduler']],
	['controllers', /^\/components\/(?:controller-manager|metrics-server|csi-)/, ['controllers']],
	['network', /^\/components\/(?:kube-proxy|coredns|ingress-controller|mesh|flanneld|external-dns)/, ['network']],
	['autoscaler', /^\/components\/cluster-autoscaler/, ['autoscaler']],
	['apiserver', /^\/components\/kube-apiserver\//, []],
	['terminal of kubectl', /^\/terminal\//, ['kubectl']],
	// A key that no line above has: add its owner.
	['without an owner', /^/, []],
];

/** The component whose code reads: the innermost of our modules above the ledger. */
const reader = (stack: string): Component | undefined => {
	const rooms = [...stack.matchAll(/\/(?:source|dist)\/([\w-]+)\//g)].map(([, room]) => room);
	const room = rooms.find((one) => one !== 'kernel' && one !== 'pipeline');
	return components.find((one) => one === room);
};

/** Counts the reads of components in areas of other components, from now on. */
const watchReads = ({ledger}: Kernel): ReadonlyMap<string, number> => {
	const counts = new Map<string, number>();
	const count = (key: string): void => {
		const by = reader(new Error('read').stack ?? '');
		const [area, , owners = []] = areas.find(([, keys]) => keys.test(key)) ?? [];
		if (by && area !== undefined && !owners.includes(by)) {
			counts.set(`${by}: ${area}`, (counts.get(`${by}: ${area}`) ?? 0) + 1);
		}
	};
	for (const method of ['read', 'readAt', 'versions', 'keys', 'entries'] as const) {
		const plain = Reflect.get(ledger, method).bind(ledger);
		Object.defineProperty(ledger, method, {
			value(...given: Parameters<typeof plain>) {
				count(String(given[0]));
				return Reflect.apply(plain, ledger, given);
			},
		});
	}

	return counts;
};

const manifest = `
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 2
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
      - name: web
        image: nginx:1.27
        ports: [{containerPort: 80}]
        readinessProbe: {httpGet: {port: 80}}
---
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {selector: {app: web}, ports: [{port: 80}]}
---
apiVersion: v1
kind: Pod
metadata: {name: asks}
spec:
  restartPolicy: Never
  containers: [{name: asks, image: "busybox:1.37", command: [sh, -c, "sleep 20; wget -qO- http://web"]}]
---
apiVersion: v1
kind: Pod
metadata: {name: private}
spec:
  imagePullSecrets: [{name: registry}]
  containers: [{name: main, image: "registry.example.com/team/app:1"}]
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: web}
spec: {podSelector: {matchLabels: {app: web}}, ingress: [{}]}
`;

/**
The known reads of another component's area; this list may only shrink. The network's traffic simulates the kernels of all nodes on a
packet's path, and the network plug-in that applies policies.
*/
const known: readonly string[] = [
	'network: containers of a node',
	'network: kubelet',
	'network: open ports',
	'network: registry',
];

test('components read no area of the ledger that another component owns', (t) => {
	const trial = new Trial({nodes: [{name: 'node-a'}, {name: 'node-b'}], metrics: {}});
	const counts = watchReads(trial.recording.kernel);
	trial.apply(manifest);
	trial.pass(60_000);
	trial.kubectl('get pods -o wide');
	trial.kubectl('logs asks');
	trial.kubectl('exec deploy/web -- cat /etc/hostname');
	trial.kubectl('scale deployment web --replicas=1');
	trial.pass(20_000);
	t.deepEqual([...counts.keys()].sort(), known);
});

test('the probe sees a read of another’s area', (t) => {
	t.is(reader('Error\n at read (/x/source/kernel/ledger.ts:1)\n at f (/x/source/kubelet/a/b.ts:2)'), 'kubelet');
	t.is(reader('Error\n at read (/x/source/kernel/ledger.ts:1)\n at f (/x/source/invariants/b.ts:2)'), undefined);
});

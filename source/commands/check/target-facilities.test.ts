import test from 'ava';
import {runCommand} from '../../testing/command-line.js';
import {put, temporaryFolder} from '../../testing/temporary-folder.js';

const folder = temporaryFolder();
const check = async (...words: string[]) => runCommand(['check', '--jobs', '1', ...words], '', 4000);

const claim = (name: string, storageClass: string): string =>
	`apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {name: ${name}}\nspec:\n  storageClassName: ${storageClass}\n  accessModes: [ReadWriteOnce]\n  resources: {requests: {storage: 1Gi}}\n`;
const pod = (name: string, spec: string): string =>
	`apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}}\nspec:\n  containers: [{name: main, image: 'nginx:1.27'}]\n${spec}`;
const using = (name: string): string => `  volumes: [{name: data, persistentVolumeClaim: {claimName: ${name}}}]\n`;
const storageClass = (name: string, provisioner: string): string =>
	`apiVersion: storage.k8s.io/v1\nkind: StorageClass\nmetadata: {name: ${name}}\nprovisioner: ${provisioner}\n`;
const ingress = (name: string, line: string): string =>
	`apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata: {name: ${name}}\nspec:\n${line}  defaultBackend: {service: {name: web, port: {number: 80}}}\n`;
const service = (type: string): string =>
	`apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {type: ${type}, selector: {app: web}, ports: [{port: 80}]}\n`;
const labelled = pod('web', '').replace('{name: web}', '{name: web, labels: {app: web}}');

test('a storage class of managed clusters is assumed with its driver, and a name that none of them has is not', async (t) => {
	const file = put(folder, 'claims.yaml', [claim('a', 'managed-csi'), pod('a', using('a'))].join('---\n'));
	const {code, out} = await check(file);
	t.is(code, 0, out);
	t.regex(out, /✓ persistentvolumeclaim\/default\/a {2}Bound\n {2}✓ pod\/default\/a {2}Ready/);
	t.regex(out, /! W110-assumed-facility {2}no file defines the StorageClass managed-csi: .* disk\.csi\.azure\.com/);
	t.is((await check(file, '--fail-on', 'assumed')).code, 1);
	const wrong = await check(put(folder, 'wrong.yaml', [claim('a', 'managed-cis'), pod('a', using('a'))].join('---\n')));
	t.is(wrong.code, 1);
	t.regex(wrong.out, /storageclass\.storage\.k8s\.io "managed-cis" not found/);
});

test('a driver that a storage class or a volume of the files names is assumed to be installed', async (t) => {
	const volume =
		'apiVersion: v1\nkind: PersistentVolume\nmetadata: {name: disk}\nspec: {capacity: {storage: 1Gi}, accessModes: [ReadWriteOnce], storageClassName: "", csi: {driver: ebs.csi.aws.com, volumeHandle: vol-1}}\n';
	const {code, out} = await check(
		put(
			folder,
			'drivers.yaml',
			[
				storageClass('own', 'kubernetes.io/azure-file'),
				claim('a', 'own'),
				pod('a', using('a')),
				volume,
				claim('b', '""'),
				pod('b', using('b')),
			].join('---\n'),
		),
	);
	t.is(code, 0, out);
	t.is(out.match(/✓ pod\/default\/\w {2}Ready/g)?.length, 2, out);
	t.regex(out, /the volume driver file\.csi\.azure\.com is assumed/);
	t.regex(out, /the volume driver ebs\.csi\.aws\.com is assumed/);
});

test('a driver whose volumes a Pod names inline is assumed, with the Secrets that its class makes', async (t) => {
	const {code, out} = await check(
		'--ignore-missing-schemas',
		put(
			folder,
			'inline.yaml',
			[
				pod('a', '  volumes: [{name: s, csi: {driver: secrets-store.csi.k8s.io}}]\n').replace(
					"'nginx:1.27'",
					"'nginx:1.27', envFrom: [{secretRef: {name: synced}}]",
				),
				pod('b', '  volumes: [{name: s, awsElasticBlockStore: {volumeID: vol-1}}]\n'),
				'apiVersion: secrets-store.csi.x-k8s.io/v1\nkind: SecretProviderClass\nmetadata: {name: own}\nspec: {provider: aws, secretObjects: [{secretName: synced, type: Opaque, data: [{objectName: x, key: PASSWORD}]}]}\n',
			].join('---\n'),
		),
	);
	t.is(code, 0, out);
	t.is(out.match(/✓ pod\/default\/\w {2}Ready/g)?.length, 2, out);
	t.regex(out, /the volume driver secrets-store\.csi\.k8s\.io is assumed/);
	t.regex(out, /the volume driver ebs\.csi\.aws\.com is assumed/);
});

test('a driver whose CSIDriver the files have is assumed without one, and works as they say', async (t) => {
	const driver = (modes: string): string =>
		`apiVersion: storage.k8s.io/v1\nkind: CSIDriver\nmetadata: {name: nfs.example.com}\nspec: {attachRequired: false, volumeLifecycleModes: ${modes}}\n`;
	const inline = pod('b', '  volumes: [{name: s, csi: {driver: nfs.example.com}}]\n').replace(
		"'nginx:1.27'",
		"'nginx:1.27', volumeMounts: [{name: s, mountPath: /s}]",
	);
	const both = [
		driver('[Ephemeral, Persistent]'),
		storageClass('nfs', 'nfs.example.com'),
		claim('data', 'nfs'),
		pod('a', using('data')),
		inline,
	];
	const {code, out} = await check(put(folder, 'driver.yaml', both.join('---\n')));
	t.is(code, 0, out);
	t.regex(out, /✓ csidriver\/nfs\.example\.com {2}stored/);
	t.is(out.match(/✓ pod\/default\/\w {2}Ready/g)?.length, 2, out);
	const without = await check(put(folder, 'persistent.yaml', `${driver('[Persistent]')}---\n${inline}`));
	t.is(without.code, 1, without.out);
	t.regex(without.out, /volume mode "Ephemeral" not supported by driver nfs\.example\.com/);
});

test('an image that must not be pulled is assumed to be on the nodes, unless a target is described', async (t) => {
	const own = pod('a', '').replace("'nginx:1.27'", 'example.com/team/built-here:dev, imagePullPolicy: Never');
	const file = put(folder, 'never.yaml', own);
	const {code, out} = await check(file);
	t.is(code, 0, out);
	t.regex(out, /W110-assumed-facility {2}the image example\.com\/team\/built-here:dev is assumed to be on the nodes/);
	const known = await check(
		put(folder, 'known.yaml', pod('a', '').replace("'nginx:1.27'", "'nginx:1.27', imagePullPolicy: Never")),
	);
	t.is(known.code, 1);
	t.regex(known.out, /ErrImageNeverPull/);
	const target = await check('--cluster', put(folder, 'target.yaml', 'nodes: [{name: a}]\n'), file);
	t.is(target.code, 1);
	t.regex(target.out, /ErrImageNeverPull/);
});

test('nodes of a target may enforce AppArmor, which is an assumption', async (t) => {
	const armored = '  securityContext: {appArmorProfile: {type: RuntimeDefault}}\n';
	const old = pod('b', '').replace(
		'{name: b}',
		'{name: b, annotations: {container.apparmor.security.beta.kubernetes.io/main: runtime/default}}',
	);
	const {code, out} = await check(put(folder, 'armor.yaml', [pod('a', armored), old].join('---\n')));
	t.is(code, 0, out);
	t.is(out.match(/✓ pod\/default\/\w {2}Ready/g)?.length, 2, out);
	t.regex(out, /! W110-assumed-facility {2}nodes are assumed to enforce AppArmor/);
	const free = pod('a', armored.replace('RuntimeDefault', 'Unconfined'));
	t.notRegex((await check(put(folder, 'free.yaml', free))).out, /AppArmor/);
});

test('a Pod or replicas for which three small nodes have no room get a larger node, but a slip of the amount is an error', async (t) => {
	const asking = (name: string, requests: string): string =>
		pod(name, '').replace("'nginx:1.27'", `'nginx:1.27', resources: {requests: {${requests}}}`);
	const {code, out} = await check(put(folder, 'large.yaml', asking('a', 'cpu: 6, memory: 20Gi')));
	t.is(code, 0, out);
	t.regex(out, /! W110-assumed-facility {2}a node with room for 6 cpu, 20Gi memory is assumed to exist/);
	const many = `apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec:\n  replicas: 14\n  selector: {matchLabels: {app: web}}\n  template:\n    metadata: {labels: {app: web}}\n    spec: {containers: [{name: main, image: 'nginx:1.27', resources: {requests: {cpu: 1}}}]}\n`;
	t.is((await check(put(folder, 'many.yaml', many))).code, 0);
	t.notRegex((await check(put(folder, 'few.yaml', many.replace('14', '12')))).out, /W110/);
	const slip = await check(put(folder, 'slip.yaml', asking('a', 'cpu: 500')));
	t.is(slip.code, 1);
	t.regex(slip.out, /W030-unschedulable/);
});

test('labels that only a cloud gives to nodes are assumed, others are asked of the nodes that are known', async (t) => {
	const {code, out} = await check(
		put(folder, 'pools.yaml', pod('a', '  nodeSelector: {agentpool: linux, kubernetes.io/os: linux}\n')),
	);
	t.is(code, 0, out);
	t.regex(out, /✓ pod\/default\/a {2}Ready on assumed-1/);
	t.regex(out, /a node with the labels agentpool=linux,kubernetes\.io\/os=linux is assumed to exist/);
	const windows = await check(
		put(folder, 'windows.yaml', pod('a', '  nodeSelector: {beta.kubernetes.io/os: windows}\n')),
	);
	t.is(windows.code, 0, windows.out);
	const {out: other} = await check(
		put(folder, 'pool.yaml', pod('a', '  nodeSelector: {agentpool: linux, disk: ssd}\n')),
	);
	t.regex(other, /✗ W030-unschedulable\n.*0\/3 nodes are available/);
});

test('an ingress class of a known controller is assumed; without a class, the target decides', async (t) => {
	const known = await check(
		put(folder, 'alb.yaml', [labelled, service('ClusterIP'), ingress('a', '  ingressClassName: alb\n')].join('---\n')),
	);
	t.is(known.code, 0, known.out);
	t.regex(known.out, /no file defines the IngressClass alb: .* ingress\.k8s\.aws\/alb/);
	const none = await check(put(folder, 'none.yaml', [labelled, service('ClusterIP'), ingress('a', '')].join('---\n')));
	t.is(none.code, 0, none.out);
	t.regex(none.out, /! W072-ingress-class\n/);
	const wrong = await check(
		put(
			folder,
			'typo.yaml',
			[labelled, service('ClusterIP'), ingress('a', '  ingressClassName: ngnix\n')].join('---\n'),
		),
	);
	t.is(wrong.code, 1);
});

test('a load balancer is assumed where no target is described, and a warning where one is', async (t) => {
	const file = put(folder, 'balanced.yaml', [labelled, service('LoadBalancer')].join('---\n'));
	const {out} = await check(file);
	t.regex(out, /! W071-load-balancer {2}the cluster is assumed to have a provider of load balancers/);
	t.notRegex(out, /does not work/);
	const cluster = put(folder, 'cluster.yaml', 'nodes: [{name: node-a}]\n');
	const {out: described} = await check(file, '--cluster', cluster);
	t.regex(described, /! W071-load-balancer\n {4}says/);
});

test('devices of vendors are assumed on a node with room for all that asks for them, and an ephemeral claim has its class', async (t) => {
	const file = put(
		folder,
		'gpu.yaml',
		`apiVersion: apps/v1
kind: Deployment
metadata: {name: llm}
spec:
  replicas: 2
  selector: {matchLabels: {app: llm}}
  template:
    metadata: {labels: {app: llm}}
    spec:
      nodeSelector: {cloud.google.com/gke-accelerator: nvidia-l4}
      containers:
      - name: llm
        image: registry.example.com/llm:1
        resources: {limits: {cpu: 12, memory: 80Gi, nvidia.com/gpu: 2}}
        volumeMounts: [{name: data, mountPath: /data}]
      volumes:
      - name: data
        ephemeral:
          volumeClaimTemplate:
            spec: {accessModes: [ReadWriteOnce], storageClassName: premium-rwo, resources: {requests: {storage: 1Gi}}}
---
apiVersion: v1
kind: Pod
metadata: {name: bare}
spec:
  containers: [{name: a, image: 'registry.example.com/a:1', resources: {limits: {amd.com/gpu: 1}}}]
---
apiVersion: v1
kind: Pod
metadata: {name: own}
spec:
  containers: [{name: a, image: 'registry.example.com/a:1', resources: {limits: {shop.example.com/thing: 1}}}]
`,
	);
	const {out} = await check(file);
	t.regex(out, /✓ deployment\/default\/llm {2}2\/2 ready/);
	t.regex(
		out,
		/gke-accelerator=nvidia-l4 and with room for 24 cpu, 160Gi memory, 4 nvidia\.com\/gpu is assumed to exist/,
	);
	t.regex(out, /✓ pod\/default\/bare {2}Ready/);
	t.regex(out, /a node with room for 1 amd\.com\/gpu is assumed/);
	t.regex(out, /✗ pod\/default\/own/);
});

test('zones are assumed where Pods must be spread over them, and other labels are not', async (t) => {
	const spread = (key: string): string => `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 3
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      topologySpreadConstraints:
      - {maxSkew: 1, topologyKey: ${key}, whenUnsatisfiable: DoNotSchedule, labelSelector: {matchLabels: {app: web}}}
      containers: [{name: web, image: 'nginx:1.27'}]
`;
	const {code, out} = await check(put(folder, 'zones.yaml', spread('topology.kubernetes.io/zone')));
	t.is(code, 0, out);
	t.regex(out, /✓ deployment\/default\/web {2}3\/3 ready/);
	t.regex(out, /! W110-assumed-facility {2}nodes are assumed to have the label topology\.kubernetes\.io\/zone/);
	t.is((await check(put(folder, 'racks.yaml', spread('example.com/rack')))).code, 1);
});

test('a provisioner that is older than CSI makes volumes, and an NFS server outside of the cluster answers', async (t) => {
	const text = (server: string): string => `apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata: {name: local-path}
provisioner: rancher.io/local-path
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: data}
spec: {storageClassName: local-path, accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
---
apiVersion: v1
kind: Service
metadata: {name: files}
spec: {ports: [{port: 2049}]}
---
apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers: [{name: web, image: 'nginx:1.27', volumeMounts: [{name: data, mountPath: /data}, {name: shared, mountPath: /shared}]}]
  volumes:
  - {name: data, persistentVolumeClaim: {claimName: data}}
  - {name: shared, nfs: {server: ${server}, path: /exports}}
`;
	const file = put(folder, 'nfs.yaml', text('10.3.243.101'));
	const {code, out} = await check(file);
	t.is(code, 0, out);
	t.regex(out, /✓ persistentvolumeclaim\/default\/data {2}Bound/);
	t.regex(out, /! W110-assumed-facility {2}the volume driver rancher\.io\/local-path is assumed/);
	t.regex(out, /! W110-assumed-facility {2}the NFS server 10\.3\.243\.101 is assumed to answer/);
	// A node does not resolve the names of Services.
	t.is((await check(put(folder, 'nfs-service.yaml', text('files.default.svc.cluster.local')))).code, 1);
	t.is((await check(file, '--cluster', put(folder, 'bare.yaml', 'nodes: [{name: a}]\n'))).code, 1);
});

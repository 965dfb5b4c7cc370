import test from 'ava';
import {bootedRun} from '../../booted.js';
import type {Node} from '../../objects/kubernetes.generated.js';
import {completeScenario} from '../../scenario/scenario.js';
import {assumedScenario} from './assumed-scenario.js';

test('a finding is opened in the cluster that its check assumed: namespace, node, class and Secret are there', (t) => {
	const scenario = assumedScenario(completeScenario({}), {
		'web.yaml': `apiVersion: v1
kind: Pod
metadata: {name: web, namespace: shop}
spec:
  nodeSelector: {cloud.google.com/gke-accelerator: nvidia-l4}
  containers: [{name: web, image: 'nginx:1.27', volumeMounts: [{name: tls, mountPath: /tls}]}]
  volumes: [{name: tls, secret: {secretName: web-tls}}]
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: data, namespace: shop}
spec: {storageClassName: premium-rwo, accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
---
apiVersion: cert-manager.io/v1
kind: Certificate
metadata: {name: web, namespace: shop}
spec: {secretName: web-tls}
`,
	});
	const {ledger} = bootedRun(scenario).kernel;
	for (const key of [
		'/registry/namespaces/shop',
		'/registry/secrets/shop/web-tls',
		'/registry/storageclasses/premium-rwo',
		'/registry/minions/assumed-1',
	]) {
		t.truthy(ledger.read(key), key);
	}
});

test('a Pod for the nodes of a role meets the assumed node with its taint, whose role no kubelet may set', (t) => {
	const scenario = assumedScenario(completeScenario({}), {
		'agent.yaml': `apiVersion: v1
kind: Pod
metadata: {name: agent}
spec:
  nodeSelector: {node-role.kubernetes.io/control-plane: ''}
  containers: [{name: agent, image: nginx}]
`,
	});
	const {ledger} = bootedRun(scenario).kernel;
	const node = ledger.read<Node>('/registry/minions/assumed-1');
	t.is(node?.metadata.labels?.['node-role.kubernetes.io/control-plane'], '');
	t.deepEqual(node?.spec?.taints, [{key: 'node-role.kubernetes.io/control-plane', effect: 'NoSchedule'}]);
	t.is(node?.status?.conditions?.find(({type}) => type === 'Ready')?.status, 'True');
});

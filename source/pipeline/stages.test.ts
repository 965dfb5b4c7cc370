import test from 'ava';
import {sentenceOf, stageKeyOf} from '../stages/sentence.js';
import {must} from '../testing/must.js';
import {Trial} from '../testing/trial.js';
import {deployment, documents, ingress, pod, service} from '../testing/manifests.js';
import {Fingerprint} from '../kernel/fingerprint.js';
import {catalogueKeys, documentationURL} from '../stages/catalogue.js';
import {tableOf} from '../stages/language.js';
import type {Pod} from '../objects/kubernetes.generated.js';
import {stageOf} from '../stages/stage-entry.js';

/** Stages of the catalogue that no run reaches, each with its reason. The list only shrinks. */
const unreachable: Readonly<Record<string, string>> = {};

const claim = `apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: data}
spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
`;

const busy = `apiVersion: v1
kind: Pod
metadata: {name: busy, labels: {sidecar.istio.io/inject: "true"}}
spec:
  containers:
  - name: main
    image: nginx:1.27
    resources: {requests: {cpu: 100m}}
    ports: [{containerPort: 80}]
    startupProbe: {httpGet: {path: /, port: 80}, periodSeconds: 1}
    livenessProbe: {tcpSocket: {port: 80}, periodSeconds: 5}
    lifecycle: {postStart: {exec: {command: [sh, -c, "true"]}}, preStop: {sleep: {seconds: 1}}}
    volumeMounts: [{name: data, mountPath: /data}]
  volumes: [{name: data, persistentVolumeClaim: {claimName: data}}]
`;

const gpu = `apiVersion: resource.k8s.io/v1
kind: ResourceClaim
metadata: {name: gpu}
spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu.example.com}}]}}
---
apiVersion: v1
kind: Pod
metadata: {name: train}
spec:
  resourceClaims: [{name: gpu, resourceClaimName: gpu}]
  containers: [{name: main, image: 'nginx:1.27', resources: {claims: [{name: gpu}]}}]
`;

const published = `apiVersion: v1
kind: Service
metadata: {name: pods, annotations: {external-dns.alpha.kubernetes.io/hostname: pods.example.test}}
spec: {clusterIP: None, selector: {app: web}, ports: [{port: 80}]}
`;

const crashing = pod
	.replace('name: web\n', 'name: crashing\n')
	.replace('    ports', '    command: [sh, -c, "exit 3"]\n    ports')
	.replace('nginx', 'busybox')
	.replace('1.27', '1.36');

const budget = `apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: web}
spec: {minAvailable: 1, selector: {matchLabels: {app: web}}}
`;

const definition = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: shops.example.test}
spec:
  group: example.test
  scope: Namespaced
  names: {plural: shops, singular: shop, kind: Shop, listKind: ShopList}
  versions:
  - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}
  - {name: v2, served: true, storage: false, schema: {openAPIV3Schema: {type: object}}}
  conversion:
    strategy: Webhook
    webhook: {conversionReviewVersions: [v1], clientConfig: {url: 'https://convert.example.test/'}}
`;

const shop = `apiVersion: example.test/v2
kind: Shop
metadata: {name: corner}
`;

const aggregated = `apiVersion: apiregistration.k8s.io/v1
kind: APIService
metadata: {name: v1.other.example.test}
spec: {group: other.example.test, version: v1, groupPriorityMinimum: 10, versionPriority: 10, service: {namespace: default, name: other}}
`;

const pinned = {
	apiVersion: 'v1',
	kind: 'Pod',
	metadata: {name: 'pinned'},
	spec: {containers: [{name: 'main', image: 'nginx:1.27'}]},
};

/** The fingerprint, computed when the stops were made. */
const fingerprint = new Fingerprint();

/** Performs one action for every stage of a cluster. */
const everything = (): Trial => {
	const trial = new Trial({
		nodes: [
			{
				name: 'node-a',
				images: ['alpine:3.20'],
				staticPods: [pinned],
				kubelet: {cpuManagerPolicy: 'static', reservedSystemCPUs: '0'},
			},
			{name: 'node-b'},
		],
		kubelet: {eventBurst: 1, shutdownGracePeriod: '10s'},
		authorization: {modes: ['Node', 'RBAC']},
		kubeScheduler: {instances: 2, extenders: [{urlPrefix: 'http://extender.example.test', filterVerb: 'filter'}]},
		schedulerExtenders: [{urlPrefix: 'http://extender.example.test', refuses: [{nodes: 'disk=tape', reason: 'tape'}]}],
		legacy: {kubeletResync: true},
		metrics: {intervalMs: 600_000},
		externalDNS: {},
		nodeGroups: [{name: 'ssds', max: 1, template: {labels: {disk: 'ssd'}}}],
		kwok: {nodes: [{taints: [{key: 'fake', effect: 'NoSchedule'}]}]},
		admission: {webhooks: [{url: 'https://convert.example.test/'}]},
		deviceDrivers: [{name: 'gpu.example.com', devices: [{name: 'gpu-0'}]}],
		images: {'writer:1': {usage: [{fromMs: 150_000, disk: '95Gi'}], program: {term: {exit: 0}}}},
	});
	const {recording} = trial;
	const extend = recording.extend.bind(recording);
	for (const stop of recording.stops) {
		fingerprint.mix(stop);
	}

	recording.extend = (...limits) => {
		const stop = extend(...limits);
		if (stop) {
			fingerprint.mix(stop);
		}

		return stop;
	};
	trial.apply(documents(definition, claim, deployment(), service, published, ingress, budget, busy, gpu));
	trial.recording.submit({traffic: {name: 'shopper', target: 'web.default.svc.cluster.local:80', everyMs: 20_000}});
	trial.pass(1000);
	trial.kubectl('scale deployment web --replicas=3');
	trial.kubectl('apply --server-side -f budget.yaml', {'budget.yaml': budget.replaceAll('web', 'other')});
	trial.kubectl('apply -f shop.yaml', {'shop.yaml': shop});
	trial.kubectl('apply -f aggregated.yaml', {'aggregated.yaml': aggregated});
	trial.kubectl('create token default');
	trial.kubectl(
		'patch pod busy --subresource=resize --patch={"spec":{"containers":[{"name":"main","resources":{"requests":{"cpu":"200m"}}}]}}',
	);
	trial.kubectl('logs busy');
	trial.kubectl('exec busy -- ls');
	trial.kubectl('run big --image=nginx:1.27 --overrides={"spec":{"nodeSelector":{"disk":"ssd"}}}');
	trial.begin('apply -f crashing.yaml', {'crashing.yaml': crashing});
	trial.pass(30_000);
	const web = trial.list<Pod>('/registry/pods/default/').find(({metadata: {labels}}) => labels?.app === 'web');
	trial.begin(`delete pod ${web?.metadata.name}`);
	trial.pass(5000);
	trial.kubectl('drain node-b --ignore-daemonsets --force --delete-emptydir-data');
	trial.crash('kube-scheduler');
	trial.restart('kube-scheduler');
	trial.kubectl('delete pod busy');
	trial.begin('run writer --image=writer:1');
	trial.pass(3_800_000);
	return trial;
};

const trial = everything();

test('every stage that a run comes to has an entry in the catalogue', (t) => {
	const unknown = new Set(
		trial.recording.stops.map(({stage}) => stage).filter((stage) => stageOf(stage) === undefined),
	);
	t.deepEqual([...unknown], []);
});

test('the facts of a stop stay as they were', (t) => {
	t.is(trial.recording.fingerprint, fingerprint.text);
});

test('a run comes to every stage of the catalogue', (t) => {
	const reached = new Set(trial.recording.stops.map(({stage}) => stageOf(stage)?.key));
	t.deepEqual(
		catalogueKeys.filter((key) => !reached.has(key)),
		Object.keys(unreachable),
	);
});

test('no stop says what a programmer forgot to say', (t) => {
	const careless = trial.recording.stops.filter(
		(stop) => /\bundefined\b|\bNaN\b|\[object |  /.test(sentenceOf(stop)) || sentenceOf(stop).trim() === '',
	);
	t.deepEqual(
		careless.slice(0, 20).map((stop) => `${stop.stage}: ${sentenceOf(stop)}`),
		[],
	);
});

test('every entry of the catalogue has a title, a sentence, a page of the documentation, a place upstream and a real command', (t) => {
	for (const key of catalogueKeys) {
		const {title, about, upstream, real, ...stage} = must(stageOf(key), `entry of ${key}`);
		t.true(title.length > 0 && upstream.length > 0 && real.length > 0, key);
		t.regex(about, /[.?]$/, key);
		t.regex(documentationURL({...stage, upstream, real}), /^https:\/\/kubernetes\.io\/docs\/\S+$/, key);
	}
});

test('every stop has a sentence of its stage', (t) => {
	const silent = new Set(
		trial.recording.stops.map(({stage}) => stage).filter((stage) => stageKeyOf(stage) === undefined),
	);
	t.deepEqual([...silent], []);
});

test('every stage that has facts has an entry in the catalogue', (t) => {
	t.deepEqual(
		Object.keys(tableOf().sentences).filter((key) => stageOf(key.replace('*', 'x')) === undefined),
		[],
	);
});

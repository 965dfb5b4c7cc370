import test from 'ava';
import {validateUpdate} from '../../testing/intake.js';

const metadata = {name: 'a', namespace: 'b', uid: 'u', resourceVersion: '1', creationTimestamp: '2026-01-01T00:00:00Z'};
const cluster = {...metadata, namespace: undefined};

interface Case {
	readonly old: object;
	readonly now: object;
	readonly errors: readonly string[];
}

const told = ({old, now}: Case): string[] =>
	validateUpdate(now, old).map(({field, badValue, detail, type}) => {
		const value = type === 'FieldValueInvalid' ? `: ${JSON.stringify(badValue)}` : '';
		return `${field}${value}: ${detail}`;
	});

const storageClass = (changes: object): object => ({
	apiVersion: 'storage.k8s.io/v1',
	kind: 'StorageClass',
	metadata: cluster,
	provisioner: 'a.b/c',
	parameters: {a: 'b'},
	reclaimPolicy: 'Delete',
	volumeBindingMode: 'Immediate',
	...changes,
});

const podSpec = {
	restartPolicy: 'Never',
	dnsPolicy: 'ClusterFirst',
	terminationGracePeriodSeconds: 30,
	containers: [
		{
			name: 'a',
			image: 'a',
			imagePullPolicy: 'Always',
			terminationMessagePath: '/a',
			terminationMessagePolicy: 'File',
			resources: {},
		},
	],
};
const job = (spec: object, status: object = {}): object => ({
	apiVersion: 'batch/v1',
	kind: 'Job',
	metadata,
	spec: {
		parallelism: 1,
		completions: 1,
		completionMode: 'Indexed',
		backoffLimit: 1,
		manualSelector: true,
		suspend: true,
		podReplacementPolicy: 'Failed',
		selector: {matchLabels: {a: 'b'}},
		template: {metadata: {labels: {a: 'b'}}, spec: podSpec},
		...spec,
	},
	status,
});
const needing = {
	metadata: {labels: {a: 'b'}},
	spec: {
		...podSpec,
		nodeSelector: {a: 'b'},
		containers: [{...podSpec.containers[0], resources: {requests: {cpu: '1'}}}],
	},
};
const started = {startTime: '2026-01-01T00:00:00Z'};

const cases: readonly Case[] = [
	{
		old: storageClass({}),
		now: storageClass({
			provisioner: '',
			parameters: {},
			reclaimPolicy: 'Retain',
			volumeBindingMode: 'WaitForFirstConsumer',
		}),
		errors: [
			'provisioner: ',
			'parameters: {}: field is immutable',
			'provisioner: "": field is immutable',
			'reclaimPolicy: "Retain": field is immutable',
			'volumeBindingMode: "WaitForFirstConsumer": field is immutable',
		],
	},
	{
		old: {apiVersion: 'node.k8s.io/v1', kind: 'RuntimeClass', metadata: cluster, handler: 'a'},
		now: {apiVersion: 'node.k8s.io/v1', kind: 'RuntimeClass', metadata: cluster, handler: 'b'},
		errors: ['handler: "b": field is immutable'],
	},
	{
		old: {
			apiVersion: 'networking.k8s.io/v1',
			kind: 'IPAddress',
			metadata: {...cluster, name: '10.0.0.1'},
			spec: {parentRef: {resource: 'services', name: 'a'}},
		},
		now: {
			apiVersion: 'networking.k8s.io/v1',
			kind: 'IPAddress',
			metadata: {...cluster, name: '10.0.0.1'},
			spec: {parentRef: {resource: 'services', name: 'b'}},
		},
		errors: ['spec.parentRef: {"Group":"","Resource":"services","Namespace":"","Name":"b"}: field is immutable'],
	},
	{
		old: {
			apiVersion: 'networking.k8s.io/v1',
			kind: 'NetworkPolicy',
			metadata,
			spec: {podSelector: {}, policyTypes: ['Ingress']},
		},
		now: {
			apiVersion: 'networking.k8s.io/v1',
			kind: 'NetworkPolicy',
			metadata,
			spec: {podSelector: {}, policyTypes: ['x']},
		},
		errors: [
			'spec.policyTypes[0]: supported values: "Ingress", "Egress"',
			'spec.policyTypes[0]: supported values: "Ingress", "Egress"',
		],
	},
	{
		old: job({}),
		now: job({podFailurePolicy: {rules: [{action: 'Ignore', onPodConditions: [{type: 'A', status: 'True'}]}]}}),
		errors: [
			'spec.podFailurePolicy: {"Rules":[{"Action":"Ignore","OnExitCodes":null,"OnPodConditions":[{"Type":"A","Status":"True"}]}]}: field is immutable',
		],
	},
	{
		old: job({}),
		now: job({successPolicy: {rules: [{succeededCount: 1}]}}),
		errors: ['spec.successPolicy: {"Rules":[{"SucceededIndexes":null,"SucceededCount":1}]}: field is immutable'],
	},
	{old: job({}), now: job({template: needing}), errors: []},
	{
		old: job({}, {...started, conditions: [{type: 'Suspended', status: 'True'}]}),
		now: job({template: needing}),
		errors: [],
	},
];

test('an update tells which fields stay as they are', (t) => {
	for (const each of cases) {
		t.deepEqual(told(each), [...each.errors]);
	}
});

test('the template of a Job stays but for what a Job at rest may change', (t) => {
	const other = {...needing, spec: {...podSpec, containers: [{...podSpec.containers[0], image: 'b'}]}};
	const fields = (old: object, now: object): string[] =>
		validateUpdate(now, old).map(({field, badValue}) => `${field} ${JSON.stringify(badValue).slice(0, 30)}`);
	t.deepEqual(fields(job({}), job({template: other})), ['spec.template.spec {"Volumes":null,"InitContainer']);
	for (const status of [started, {active: 1}]) {
		t.deepEqual(fields(job({}, status), job({template: needing})), ['spec.template {"labels":{"a":"b"},"Spec":{"V']);
	}

	t.deepEqual(fields(job({suspend: false}), job({template: needing})), [
		'spec.template {"labels":{"a":"b"},"Spec":{"V',
	]);
});

test('the template of a Job with a volume of its own is quoted with the claim, whose metadata is embedded', (t) => {
	const withVolume = (image: string) => ({
		...needing,
		spec: {
			...podSpec,
			containers: [{...podSpec.containers[0], image}],
			volumes: [
				{
					name: 'scratch',
					ephemeral: {
						volumeClaimTemplate: {
							metadata: {labels: {b: '1', a: '2'}},
							spec: {accessModes: ['ReadWriteOnce'], resources: {requests: {storage: '1Gi'}}, volumeMode: 'Filesystem'},
						},
					},
				},
			],
		},
	});
	const [error] = validateUpdate(job({template: withVolume('b')}, started), job({template: withVolume('a')}, started));
	t.is(error?.field, 'spec.template');
	const claim =
		'{"VolumeClaimTemplate":{"labels":{"a":"2","b":"1"},"Spec":{"AccessModes":["ReadWriteOnce"],"Selector":null,"Resources":{"Limits":null,"Requests":{"storage":"1Gi"}},"VolumeName":"","StorageClassName":null,"VolumeMode":"Filesystem","DataSource":null,"DataSourceRef":null,"VolumeAttributesClassName":null}}';
	t.true(JSON.stringify(error?.badValue).includes(`"Ephemeral":${claim}`));
});

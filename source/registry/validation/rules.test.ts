import {readFileSync} from 'node:fs';
import {gunzipSync} from 'node:zlib';
import test from 'ava';
import {formatError} from '../../objects/field-error.js';
import type {ObjectMeta} from '../../objects/kubernetes.generated.js';
import {apiVersionOf, resourceAt} from '../../objects/resources.js';
import {setDefaults, validateCreate, validateUpdate} from '../../testing/intake.js';

const fresh = JSON.parse(
	gunzipSync(readFileSync(new URL('../../../snapshots/cluster/fresh-cluster.json.gz', import.meta.url))).toString(),
) as Record<string, ReadonlyArray<{readonly metadata: ObjectMeta}>>;

/** The recording has placeholders for their addresses and times. */
const withPlaceholders = new Set(['services', 'ipaddresses', 'servicecidrs', 'leases']);

test('what a control plane holds when it has just started is valid, and may be replaced by itself', (t) => {
	let count = 0;
	for (const [path, objects] of Object.entries(fresh)) {
		const [plural = '', version = '', group = ''] = path.split('/').reverse();
		const resource = resourceAt(group === 'api' ? '' : group, version, plural)!;
		for (const object of withPlaceholders.has(plural) ? [] : objects) {
			const full = setDefaults({...object, apiVersion: apiVersionOf(resource), kind: resource.kind});
			const name = `${resource.kind} ${object.metadata.name}`;
			t.deepEqual(
				validateCreate(full).map((error) => formatError(error)),
				[],
				name,
			);
			t.deepEqual(
				validateUpdate(full, full).map((error) => formatError(error)),
				[],
				name,
			);
			count++;
		}
	}

	t.true(count > 100);
});

const refusals: ReadonlyArray<readonly [string, string, object, readonly string[]]> = [
	[
		'node.k8s.io/v1',
		'RuntimeClass',
		{handler: 'Run_C', scheduling: {tolerations: [{operator: 'Exists'}, {operator: 'Exists'}]}},
		['handler: Invalid value: "Run_C"', 'scheduling.tolerations[1]: Duplicate value: {"operator":"Exists"}'],
	],
	[
		'storage.k8s.io/v1',
		'CSIDriver',
		{spec: {volumeLifecycleModes: ['Some'], serviceAccountTokenInSecrets: false}},
		[
			'spec.volumeLifecycleModes: Unsupported value: "Some": supported values: "Persistent", "Ephemeral"',
			'spec.serviceAccountTokenInSecrets: Invalid value: false: serviceAccountTokenInSecrets is set but no tokenRequests are specified',
		],
	],
	[
		'storage.k8s.io/v1',
		'CSIDriver',
		{spec: {fsGroupPolicy: 'Some', tokenRequests: [{audience: 'a', expirationSeconds: 10}, {audience: 'a'}]}},
		[
			'spec.fsGroupPolicy: Unsupported value: "Some": supported values: "File", "None", "ReadWriteOnceWithFSType"',
			'spec.tokenRequests[0].expirationSeconds: Invalid value: 10: may not specify a duration less than 10 minutes',
			'spec.tokenRequests[1].audience: Duplicate value: "a"',
		],
	],
	[
		'storage.k8s.io/v1',
		'VolumeAttachment',
		{spec: {attacher: 'a.b', nodeName: 'node-a', source: {}}},
		['spec.source: Required value: must specify exactly one of inlineVolumeSpec and persistentVolumeName'],
	],
	[
		'storage.k8s.io/v1',
		'VolumeAttachment',
		{
			spec: {attacher: 'a_b', nodeName: 'node-a', source: {persistentVolumeName: 'A'}},
			status: {attached: false, attachError: {message: 'x'.repeat(1025), errorCode: -1}},
		},
		[
			'status.attachError.message: Too long: may not be more than 262144 bytes',
			'status.attachError.errorCode: Invalid value: -1: must be between 0 and 2147483647, inclusive',
			'spec.attacher: Invalid value: "a_b": a lowercase RFC 1123 subdomain',
			'spec.source.persistentVolumeName: Invalid value: "A": a lowercase RFC 1123 subdomain',
		],
	],
	[
		'storage.k8s.io/v1',
		'VolumeAttachment',
		{
			spec: {
				attacher: 'a.b',
				nodeName: 'node-a',
				source: {
					inlineVolumeSpec: {
						capacity: {storage: '1Gi'},
						accessModes: ['ReadWriteOnce'],
						persistentVolumeReclaimPolicy: 'Delete',
						storageClassName: 'fast',
						volumeMode: 'Block',
						hostPath: {path: '/a'},
					},
				},
			},
		},
		[
			'spec.source.inlineVolumeSpec.capacity: Forbidden: may not be specified in the context of inline volumes',
			'spec.source.inlineVolumeSpec.csi: Required value: has to be specified in the context of inline volumes',
			'spec.source.inlineVolumeSpec.persistentVolumeReclaimPolicy: Forbidden: may only be Retain in the context',
			'spec.source.inlineVolumeSpec.storageClassName: Forbidden: may not be specified in the context of inline volumes',
			'spec.source.inlineVolumeSpec.volumeMode: Forbidden: may not specify volumeMode other than Filesystem in the',
		],
	],
	[
		'storage.k8s.io/v1',
		'VolumeAttributesClass',
		{driverName: 'A!', parameters: Object.fromEntries(Array.from({length: 513}, (_, index) => [String(index), '']))},
		[
			'driverName: Invalid value: "a!": name part must consist of',
			'parameters: Too long: may not be more than 512 bytes',
		],
	],
	[
		'storage.k8s.io/v1',
		'StorageClass',
		{provisioner: 'A!'},
		['provisioner: Invalid value: "a!": name part must consist of'],
	],
	[
		'discovery.k8s.io/v1',
		'EndpointSlice',
		{
			addressType: 'IPv4',
			endpoints: [{addresses: ['10.0.0.1'], deprecatedTopology: {'a b': 'c', 'topology.kubernetes.io/zone': 'z'}}],
			ports: Array.from({length: 101}, (_, index) => ({name: `p${index}`, port: 80, protocol: 'TCP'})),
		},
		[
			'endpoints[0].deprecatedTopology: Invalid value: "a b": name part must consist of',
			'endpoints[0].deprecatedTopology[topology.kubernetes.io/zone]: Internal error: reserved key was not removed in conversion',
		],
	],
	[
		'networking.k8s.io/v1',
		'ServiceCIDR',
		{spec: {cidrs: ['10.0.0.0/8', '11.0.0.0/8']}},
		['spec.cidrs: Invalid value: {"CIDRs":["10.0.0.0/8","11.0.0.0/8"]}: may specify no more than one IP'],
	],
	[
		'networking.k8s.io/v1',
		'IPAddress',
		{spec: {parentRef: {resource: 'services', name: 'web'}}},
		['metadata.name: Invalid value: "web": ParseAddr("web"): unable to parse IP'],
	],
	[
		'flowcontrol.apiserver.k8s.io/v1',
		'FlowSchema',
		{spec: {matchingPrecedence: 1, priorityLevelConfiguration: {name: 'a'}, rules: [{subjects: [{kind: 'User'}]}]}},
		[
			"spec.matchingPrecedence: Invalid value: 1: only the schema named 'exempt' may have matchingPrecedence 1",
			"spec.rules[0].subjects[0].user: Required value: user is required when subject kind is 'User'",
			'spec.rules[0]: Required value: at least one of resourceRules and nonResourceRules has to be non-empty',
		],
	],
	[
		'flowcontrol.apiserver.k8s.io/v1',
		'FlowSchema',
		{
			spec: {
				matchingPrecedence: 5,
				priorityLevelConfiguration: {name: 'a'},
				rules: [
					{
						subjects: [{kind: 'User', user: {name: 'a'}}],
						resourceRules: [{verbs: ['get'], apiGroups: ['*'], resources: ['*'], namespaces: null}],
					},
				],
			},
		},
		['spec.rules[0].resourceRules[0].namespaces: Required value: resource rules that are not cluster scoped'],
	],
	[
		'flowcontrol.apiserver.k8s.io/v1',
		'PriorityLevelConfiguration',
		{spec: {type: 'Limited', limited: {limitResponse: {type: 'Queue', queuing: {queues: 4}}}}},
		['spec.limited.limitResponse.queuing.handSize: Invalid value: 8: should not be greater than queues (4)'],
	],
	[
		'apiregistration.k8s.io/v1',
		'APIService',
		{spec: {group: 'a.b', version: 'v1', groupPriorityMinimum: 1, versionPriority: 0}},
		[
			'metadata.name: Invalid value: "web": must be `spec.version+"."+spec.group`: "v1.a.b"',
			'spec.versionPriority: Invalid value: 0: must be positive and less than 1000',
		],
	],
	[
		'apps/v1',
		'ControllerRevision',
		{revision: -1},
		['revision: Invalid value: -1', 'data: Required value: data is mandatory'],
	],
	[
		'apps/v1',
		'ControllerRevision',
		{revision: 1, data: [1]},
		['data: Required value: data must be a valid JSON object'],
	],
];

test('kinds that people seldom write themselves are checked like the others', (t) => {
	for (const [apiVersion, kind, fields, expected] of refusals) {
		const namespaced = kind === 'ControllerRevision' || kind === 'EndpointSlice';
		const metadata = {name: 'web', ...(namespaced && {namespace: 'default'})};
		const found = validateCreate(setDefaults({apiVersion, kind, metadata, ...fields})).map((error) =>
			formatError(error),
		);
		t.is(found.length, expected.length, `${kind}: ${found.join('; ')}`);
		for (const [index, start] of expected.entries()) {
			t.true(found[index]!.startsWith(start), `${kind}: ${found[index]}`);
		}
	}
});

test('the status of a policy says what is wrong with which expression', (t) => {
	const policy = (status: object): object => ({
		apiVersion: 'admissionregistration.k8s.io/v1',
		kind: 'ValidatingAdmissionPolicy',
		metadata: {name: 'web', resourceVersion: '1'},
		spec: {},
		status,
	});
	const status = {typeChecking: {expressionWarnings: [{warning: '', fieldRef: ' '}]}, conditions: [{}]};
	const found = validateUpdate(policy(status), policy({}), 'status').map((error) => formatError(error));
	t.deepEqual(
		found.map((line) => line.replace(/name part .*/, '…')),
		[
			'status.typeChecking.expressionWarnings[0].warning: Required value',
			'status.typeChecking.expressionWarnings[0].fieldRef: Required value',
			'status.conditions[0].type: Invalid value: "": …',
			'status.conditions[0].type: Invalid value: "": …',
			'status.conditions[0].status: Unsupported value: "": supported values: "False", "True", "Unknown"',
			'status.conditions[0].lastTransitionTime: Required value: must be set',
			'status.conditions[0].reason: Required value: must be set',
		],
	);
});

test('terms of a volume that an update leaves out are refused', (t) => {
	const volume = (nodeSelectorTerms: unknown): object => ({
		apiVersion: 'v1',
		kind: 'PersistentVolume',
		metadata: {name: 'a', resourceVersion: '1'},
		spec: {
			capacity: {storage: '1Gi'},
			accessModes: ['ReadWriteOnce'],
			local: {path: '/a'},
			nodeAffinity: {required: {nodeSelectorTerms}},
		},
	});
	const old = volume([{matchExpressions: [{key: 'a', operator: 'Exists'}]}]);
	const fields = validateUpdate(volume(null), old).map(({field}) => field);
	t.true(fields.includes('spec.nodeAffinity.required.nodeSelectorTerms'), fields.join());
	t.true(fields.includes('nodeAffinity'), fields.join());
});

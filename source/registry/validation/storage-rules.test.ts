import test from 'ava';
import {formatError} from '../../objects/field-error.js';
import {prepareForCreate, setDefaults, validateCreate, validateUpdate} from '../../testing/intake.js';

const updated = (object: object, old: object, subresource = ''): string[] => [
	...new Set(validateUpdate(setDefaults(object), setDefaults(old), subresource).map((error) => formatError(error))),
];
const volume = (spec: object): object => ({
	apiVersion: 'v1',
	kind: 'PersistentVolume',
	metadata: {name: 'disk', resourceVersion: '1'},
	spec: {accessModes: ['ReadWriteOnce'], capacity: {storage: '1Gi'}, csi: {driver: 'a.b', volumeHandle: 'h'}, ...spec},
});
const on = (key: string, value = 'a'): object => ({
	nodeAffinity: {required: {nodeSelectorTerms: [{matchExpressions: [{key, operator: 'In', values: [value]}]}]}},
});
const claim = (spec: object, metadata: object = {}, status: object = {phase: 'Pending'}): object => ({
	apiVersion: 'v1',
	kind: 'PersistentVolumeClaim',
	metadata: {name: 'data', namespace: 'default', resourceVersion: '1', ...metadata},
	spec: {accessModes: ['ReadWriteOnce'], resources: {requests: {storage: '1Gi'}}, ...spec},
	status,
});

test('where a volume is reachable from stays, but for old names of labels', (t) => {
	const old = volume(on('failure-domain.beta.kubernetes.io/zone'));
	t.deepEqual(updated(volume(on('topology.kubernetes.io/zone')), old), []);
	t.deepEqual(updated(volume(on('topology.kubernetes.io/zone', 'b')), old), [
		'nodeAffinity: Invalid value: {"Required":{"NodeSelectorTerms":[{"MatchExpressions":[{"Key":"topology.kubernetes.io/zone","Operator":"In","Values":["b"]}],"MatchFields":null}]}}: field is immutable, except for updating from beta label to GA',
	]);
	t.deepEqual(updated(old, volume({})), []);
});

test('the secret for expansion may be added to a CSI volume', (t) => {
	const secret = {controllerExpandSecretRef: {name: 's', namespace: 'default'}};
	t.deepEqual(updated(volume({csi: {driver: 'a.b', volumeHandle: 'h', ...secret}}), volume({})), []);
});

test('the portal of a volume with an initiator is limited by the name of the volume', (t) => {
	const iscsi = {targetPortal: 'x'.repeat(64), iqn: 'iqn.2020-01.org:a', lun: 1, initiatorName: 'iqn.2020-01.org:b'};
	const errors = validateCreate(setDefaults(volume({csi: undefined, iscsi})));
	t.deepEqual(
		errors.map(({field, detail}) => `${field}: ${detail}`),
		[
			'spec.iscsi.targetportal: Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.',
		],
	);
});

test('a class is not taken from a volume again', (t) => {
	t.deepEqual(updated(volume({}), volume({volumeAttributesClassName: 'gold'})), [
		'spec.volumeAttributesClassName: Forbidden: update from non-nil value to nil is forbidden',
	]);
});

const key = 'volume.beta.kubernetes.io/storage-class';

test('the old annotation for the class of a claim is immutable, and may become the field', (t) => {
	const old = claim({}, {annotations: {[key]: 'fast'}});
	t.deepEqual(updated(claim({storageClassName: 'fast'}, {annotations: {[key]: 'fast'}}), old), []);
	t.deepEqual(updated(claim({}, {annotations: {[key]: 'slow'}}), old), [
		`metadata.annotations.${key}: Invalid value: "slow": field is immutable`,
	]);
});

const statusRefusals: ReadonlyArray<readonly [object, readonly string[]]> = [
	[{capacity: {storage: '-1'}}, ['status.capacity[storage]: Invalid value: -1: must be a valid resource quantity']],
	[
		{allocatedResources: {cpu: '1'}},
		['status.allocatedResources: Unsupported value: "cpu": supported values: "storage"'],
	],
	[
		{allocatedResourceStatuses: {storage: 'Soon'}},
		[
			'status.allocatedResourceStatuses: Unsupported value: "storage": supported values: "ControllerResizeInProgress", "ControllerResizeInfeasible", "NodeResizeInProgress", "NodeResizeInfeasible", "NodeResizePending"',
		],
	],
];

test('the status of a claim speaks of storage only', (t) => {
	for (const [status, errors] of statusRefusals) {
		t.deepEqual(updated(claim({}, {}, status), claim({}), 'status'), errors);
	}
});

test('content from another namespace is a feature that is off', (t) => {
	const source = {kind: 'PersistentVolumeClaim', name: 'a'};
	const specOf = (spec: object) => (prepareForCreate(claim(spec)) as {spec: Record<string, unknown>}).spec;
	t.is(specOf({dataSourceRef: {...source, namespace: 'other'}})['dataSourceRef'], undefined);
	t.deepEqual(specOf({dataSourceRef: {...source, namespace: ''}})['dataSource'], source);
	t.like(specOf({dataSource: {...source, apiGroup: null}}), {dataSource: source, dataSourceRef: source});
});

test('a claim keeps its attributes once they have been applied', (t) => {
	const applied = {phase: 'Bound', currentVolumeAttributesClassName: 'fast'};
	const fast = claim({volumeAttributesClassName: 'fast'}, {}, applied);
	const detail = 'is forbidden when status.currentVolumeAttributesClassName is not nil';
	t.deepEqual(updated(claim({volumeAttributesClassName: 'slow'}, {}, applied), fast), []);
	t.deepEqual(updated(claim({}, {}, applied), fast), [
		`spec.volumeAttributesClassName: Forbidden: update to nil ${detail}`,
	]);
	t.deepEqual(updated(claim({volumeAttributesClassName: ''}, {}, applied), fast), [
		`spec.volumeAttributesClassName: Forbidden: update to empty string ${detail}`,
	]);
	const bound = {phase: 'Bound'};
	t.deepEqual(updated(claim({}, {}, bound), claim({volumeAttributesClassName: 'fast'}, {}, bound)), []);
});

test('features that a node declares have names, each once, in order', (t) => {
	const node = (declaredFeatures: string[]): object => ({
		apiVersion: 'v1',
		kind: 'Node',
		metadata: {name: 'a', resourceVersion: '1'},
		status: {declaredFeatures},
	});
	t.deepEqual(updated(node(['A/b', 'Bc']), node([]), 'status'), []);
	const form =
		"must start with an UpperCamelCase segment, with subsequent segments separated by '/' (e.g., MyFeature or MyFeature/mySubFeature), and contain only alphanumeric characters and slashes";
	t.deepEqual(updated(node(['b', 'A', 'A']), node([]), 'status'), [
		`status.declaredFeatures[0]: Invalid value: "b": invalid feature name "b": ${form}`,
		'status.declaredFeatures[1]: Invalid value: "A": list must be sorted alphabetically',
		'status.declaredFeatures[2]: Duplicate value: "A"',
	]);
});

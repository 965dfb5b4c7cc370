import test from 'ava';
import type {Fields} from '../../../kernel/record.js';
import type {ManagedFieldsEntry} from '../../../objects/kubernetes.generated.js';
import type {Unstructured} from '../../../objects/unstructured.js';
import {upgradePatch} from './upgrade-fields.js';

const annotation = {'f:metadata': {'f:annotations': {'f:kubectl.kubernetes.io/last-applied-configuration': {}}}};

const objectOf = (...managedFields: readonly ManagedFieldsEntry[]): Unstructured => ({
	apiVersion: 'v1',
	kind: 'ConfigMap',
	metadata: {name: 'a', resourceVersion: '7', managedFields},
});

const entry = (manager: string, operation: string, fieldsV1: Fields, apiVersion = 'v1') => ({
	manager,
	operation,
	apiVersion,
	fieldsV1,
});

test('what client-side apply owned becomes the server-side applier’s', (t) => {
	const old = entry('kubectl-client-side-apply', 'Update', {...annotation, 'f:data': {'.': {}, 'f:old': {}}});
	const replaced = (value: readonly object[]) => [
		{op: 'replace', path: '/metadata/managedFields', value},
		{op: 'replace', path: '/metadata/resourceVersion', value: '7'},
	];
	t.is(upgradePatch(objectOf(entry('editor', 'Update', {'f:data': {}})), 'kubectl'), undefined);
	t.deepEqual(upgradePatch(objectOf(old), 'kubectl'), replaced([{...old, manager: 'kubectl', operation: 'Apply'}]));
	const applied = entry('kubectl', 'Apply', {'f:data': {'f:new': {}}});
	const other = entry('editor', 'Update', {'f:data': {'f:other': {}}});
	t.deepEqual(
		upgradePatch(objectOf(applied, old, other), 'kubectl'),
		replaced([entry('kubectl', 'Apply', {'f:data': {'.': {}, 'f:old': {}, 'f:new': {}}, ...annotation}), other]),
	);
	const elsewhere = {...old, apiVersion: 'v2'};
	t.deepEqual(upgradePatch(objectOf(applied, elsewhere), 'kubectl'), replaced([applied]));
});

import test from 'ava';
import {
	isObjectOf,
	nestedField,
	nestedMap,
	nestedMapSlice,
	nestedNumber,
	nestedSlice,
	nestedString,
	nestedStringMap,
	nestedStringSlice,
	withValue,
	type Unstructured,
} from './unstructured.js';

const web: Unstructured = {
	apiVersion: 'apps/v1',
	kind: 'Deployment',
	metadata: {name: 'web', labels: {app: 'web'}},
	spec: {replicas: 2, template: {spec: {containers: [{name: 'main', args: ['-v', 3]}, 'no container']}}},
};

test('a field is read by its path, through lists as well', (t) => {
	t.is(nestedString(web, 'metadata', 'name'), 'web');
	t.is(nestedString(web, 'spec', 'template', 'spec', 'containers', 0, 'name'), 'main');
	t.is(nestedNumber(web, 'spec', 'replicas'), 2);
	t.deepEqual(nestedStringMap(web, 'metadata', 'labels'), {app: 'web'});
	t.deepEqual(nestedField(web, 'spec', 'template', 'spec', 'containers', 1), 'no container');
});

test('what is missing or of another type is not found', (t) => {
	t.is(nestedString(web, 'spec', 'replicas'), undefined);
	t.is(nestedNumber(web, 'metadata', 'name'), undefined);
	t.is(nestedString(web, 'metadata', 'name', 'length'), undefined);
	t.is(nestedField(web, 'metadata', 'constructor'), undefined);
	t.is(nestedMap(web, 'spec', 'template', 'spec', 'containers'), undefined);
	t.is(nestedStringMap(web, 'spec'), undefined);
	t.deepEqual(nestedSlice(web, 'spec'), []);
	t.is(nestedField(null, 'spec'), undefined);
});

test('items of another type are left out of a list', (t) => {
	t.deepEqual(nestedMapSlice(web, 'spec', 'template', 'spec', 'containers'), [{name: 'main', args: ['-v', 3]}]);
	t.deepEqual(nestedStringSlice(web, 'spec', 'template', 'spec', 'containers', 0, 'args'), ['-v']);
});

test('a value is set in a copy, and the way to it is made', (t) => {
	const changed = withValue(web, ['metadata', 'annotations', 'a'], 'b');
	t.deepEqual(changed.metadata, {name: 'web', labels: {app: 'web'}, annotations: {a: 'b'}});
	t.is(changed.spec, web.spec);
	t.deepEqual(withValue(changed, ['metadata', 'annotations'], undefined), web);
});

test('an object is of a built-in kind when kind and group are, whatever the version', (t) => {
	t.true(isObjectOf(web, 'deployments.apps'));
	t.true(isObjectOf({...web, apiVersion: 'apps/v1beta1'}, 'deployments.apps'));
	t.false(isObjectOf(web, 'pods'));
	t.false(isObjectOf({...web, apiVersion: 'example.com/v1'}, 'deployments.apps'));
	t.is(isObjectOf(web, 'deployments.apps') ? web.spec.template.spec?.containers[0]?.name : '', 'main');
});

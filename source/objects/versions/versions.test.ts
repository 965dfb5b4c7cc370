import test from 'ava';
import {apiFacts} from '../facts.js';
import {apiVersionOf, resources} from '../resources.js';
import {versionFacts} from './facts.js';
import {changedFields, pathText, withoutPaths} from './fields.js';
import {knownMinors, minorIn, simulatedMinor} from './kubernetes-version.js';
import {isGateOn, isServed, servedInstead, standingOf} from './served.js';

const isSimulated = (range: readonly [number, number] | undefined): boolean =>
	range === undefined || (range[0] <= simulatedMinor && simulatedMinor <= range[1]);

test('what the published modules say of the simulated version is what a real cluster of it served', (t) => {
	const {kinds, schemas, releases} = versionFacts();
	t.deepEqual(Object.keys(releases).map(Number), knownMinors);
	t.is(releases[simulatedMinor], apiFacts().version);
	t.deepEqual(
		Object.entries(kinds)
			.flatMap(([word, {served, resource}]) => (served && isSimulated(served) ? [`${word} ${resource}`] : []))
			.sort(),
		[...new Set(resources.map((one) => `${apiVersionOf(one)} ${one.kind} ${one.plural}`))].sort(),
	);
	for (const [id, {properties = {}}] of Object.entries(apiFacts().schemas)) {
		const fields = Object.entries(schemas[id] ?? {}).flatMap(([name, one]) => (isSimulated(one.in) ? [name] : []));
		t.deepEqual(fields.sort(), Object.keys(properties).sort(), id);
	}
});

test('versions are read as people write them', (t) => {
	t.deepEqual(['1.33', 'v1.33', '1.33.4', 'v1.33.4', '1.3x', '2.1', '33'].map(minorIn), [
		33,
		33,
		33,
		33,
		undefined,
		undefined,
		undefined,
	]);
});

for (const [minor, apiVersion, kind, expected] of [
	[33, 'resource.k8s.io/v1', 'ResourceClaim', {is: 'later', since: 34, isOn: true}],
	[34, 'resource.k8s.io/v1', 'ResourceClaim', {is: 'served'}],
	[34, 'resource.k8s.io/v1beta1', 'ResourceClaim', {is: 'off'}],
	[31, 'flowcontrol.apiserver.k8s.io/v1beta3', 'FlowSchema', {is: 'served'}],
	[32, 'flowcontrol.apiserver.k8s.io/v1beta3', 'FlowSchema', {is: 'gone', since: 32}],
	[32, 'extensions/v1beta1', 'Ingress', {is: 'gone', since: 22}],
	[31, 'scheduling.k8s.io/v1alpha1', 'Workload', {is: 'later', since: 35, isOn: false}],
	[33, 'example.com/v1', 'Tea', {is: 'unknown'}],
	[33, 'constructor', 'constructor', {is: 'unknown'}],
] as const) {
	test(`1.${minor} and ${kind} of ${apiVersion}: ${expected.is}`, (t) => {
		t.deepEqual(standingOf(minor, apiVersion, kind), expected);
	});
}

test('the API version to write is of the same group', (t) => {
	t.is(servedInstead(34, 'resource.k8s.io/v1beta1', 'ResourceClaim'), 'resource.k8s.io/v1 ResourceClaim');
	t.is(servedInstead(33, 'resource.k8s.io/v1beta1', 'ResourceClaim'), undefined);
});

test('gates have the default of their version', (t) => {
	t.deepEqual(
		[31, 32, 33, 36].map((minor) => isGateOn(minor, 'InPlacePodVerticalScaling')),
		[false, false, true, true],
	);
	t.is(isGateOn(31, 'PodLevelResources'), undefined);
	t.is(isGateOn(33, 'constructor'), undefined);
});

test('a resource of the simulated version is served where the version serves it', (t) => {
	const claims = {group: 'resource.k8s.io', version: 'v1', plural: 'resourceclaims'};
	t.deepEqual(
		[33, 34, undefined].map((minor) => isServed(minor, claims)),
		[false, true, true],
	);
});

const pod = (spec: object) => ({apiVersion: 'v1', kind: 'Pod', metadata: {name: 'a'}, spec});

for (const [minor, spec, expected] of [
	[33, {hostnameOverride: 'x'}, ['spec.hostnameOverride unknown']],
	[34, {hostnameOverride: 'x'}, ['spec.hostnameOverride off']],
	[35, {hostnameOverride: 'x'}, []],
	[36, {workloadRef: {}}, ['spec.workloadRef unknown']],
	[31, {volumes: [{name: 'e'}, {name: 'm', image: {}}]}, ['spec.volumes[1].image off']],
	[34, {tolerations: [{operator: 'Gt'}]}, ['spec.tolerations[0].operator no value']],
	[36, {tolerations: [{operator: 'Gt'}]}, ['spec.tolerations[0].operator refused']],
	[34, {containers: [{restartPolicy: 'Always'}]}, ['spec.containers[0].restartPolicy refused']],
	[34, {initContainers: [{restartPolicy: 'Always'}]}, []],
	[33, {nothing: {like: 'it'}, containers: 'text', volumes: {a: 1}}, []],
] as const) {
	test(`1.${minor} and ${JSON.stringify(spec)}`, (t) => {
		t.deepEqual(
			changedFields(minor, 'v1', 'Pod', pod(spec)).map(({path, is}) => `${pathText(path)} ${is}`),
			expected,
		);
	});
}

test('the status is not looked at, nor are kinds that no release has', (t) => {
	t.deepEqual(changedFields(31, 'v1', 'Pod', {status: {observedGeneration: 1}}), []);
	t.deepEqual(changedFields(31, 'example.com/v1', 'Pod', pod({hostnameOverride: 'x'})), []);
});

test('what paths lead to is taken out of a copy that shares the rest', (t) => {
	const value = {a: {b: [1, {c: 2, d: 3}]}, e: {f: 1}};
	const without = withoutPaths(value, [
		['a', 'b', 0],
		['a', 'b', 1, 'c'],
	]);
	t.deepEqual(without, {a: {b: [{d: 3}]}, e: {f: 1}});
	t.is(Reflect.get(Object(without), 'e'), value.e);
});

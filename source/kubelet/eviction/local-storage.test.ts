import test from 'ava';
import type {Pod} from '../../objects/kubernetes.generated.js';
import {hasLocalLimit, localStorageExcess, type LocalUse} from './local-storage.js';

const mib = 1_048_576;

/** A Pod with these container limits and emptyDir sizes; `memory` is an emptyDir with the medium Memory. */
const podOf = (
	limits: Readonly<Record<string, string | undefined>>,
	sizes: Readonly<Record<string, string | undefined>> = {},
): Pod => ({
	apiVersion: 'v1',
	kind: 'Pod',
	metadata: {name: 'web', namespace: 'default', uid: 'u', resourceVersion: '1', creationTimestamp: ''},
	spec: {
		containers: Object.entries(limits).map(([name, limit]) => ({
			name,
			...(limit === undefined ? {} : {resources: {limits: {'ephemeral-storage': limit}}}),
		})),
		volumes: Object.entries(sizes).map(([name, sizeLimit]) => ({
			name,
			emptyDir: {...(sizeLimit === undefined ? {} : {sizeLimit}), ...(name === 'memory' ? {medium: 'Memory'} : {})},
		})),
	},
	status: {},
});

const parts = (used: Readonly<Record<string, number>>) =>
	Object.entries(used).map(([name, mebibytes]) => ({name, used: mebibytes * mib}));

const table: ReadonlyArray<
	readonly [
		string,
		pod: Pod,
		containers: Readonly<Record<string, number>>,
		volumes: Readonly<Record<string, number>>,
		string | undefined,
	]
> = [
	['nothing is limited', podOf({a: undefined}, {cache: undefined}), {a: 900}, {cache: 900}, undefined],
	['a volume is at its limit', podOf({a: undefined}, {cache: '10Mi'}), {}, {cache: 10}, undefined],
	[
		'a volume is beyond its limit',
		podOf({a: undefined}, {cache: '10Mi'}),
		{},
		{cache: 11},
		'Usage of EmptyDir volume "cache" exceeds the limit "10Mi". ',
	],
	[
		'a volume in memory is beyond its limit',
		podOf({a: undefined}, {memory: '1024Ki'}),
		{},
		{memory: 2},
		'Usage of EmptyDir volume "memory" exceeds the limit "1Mi". ',
	],
	[
		'volumes and containers are beyond the sum of the limits',
		podOf({a: '10Mi', b: '20Mi'}, {cache: undefined}),
		{a: 5, b: 15},
		{cache: 11},
		'Pod ephemeral local storage usage exceeds the total limit of containers 30Mi. ',
	],
	['what is in memory is not on the disk', podOf({a: '10Mi'}, {memory: undefined}), {a: 5}, {memory: 50}, undefined],
	[
		'one container is beyond its limit',
		podOf({a: '10Mi', b: '20Mi'}),
		{a: 11, b: 1},
		{},
		'Container a exceeded its local ephemeral storage limit "10Mi". ',
	],
];

for (const [name, pod, containers, volumes, message] of table) {
	test(name, (t) => {
		const use: LocalUse = {pod, containers: parts(containers), emptyDirs: parts(volumes)};
		t.is(localStorageExcess(use), message);
	});
}

for (const [minor, restartPolicy, expected] of [
	[36, 'Always', undefined],
	[37, 'Always', 'Container side exceeded its local ephemeral storage limit "10Mi". '],
	[37, undefined, undefined],
] as const) {
	test(`v1.${minor}: an init container ${restartPolicy ? 'that keeps running' : 'that ends'} ${expected ? 'has a limit' : 'has no limit of its own'}`, (t) => {
		const pod = podOf({a: '20Mi'});
		const resources = {limits: {'ephemeral-storage': '10Mi'}};
		const initContainers = [{name: 'side', restartPolicy, resources}];
		const use: LocalUse = {
			pod: {...pod, spec: {...pod.spec, initContainers}},
			containers: parts({side: 11}),
			emptyDirs: [],
		};
		t.is(localStorageExcess(use, minor), expected);
	});
}

test('a Pod has a limit if a container or an emptyDir has', (t) => {
	t.false(hasLocalLimit(podOf({a: undefined}, {cache: undefined})));
	t.true(hasLocalLimit(podOf({a: undefined}, {cache: '1Mi'})));
	t.true(hasLocalLimit(podOf({a: '1Mi'})));
});

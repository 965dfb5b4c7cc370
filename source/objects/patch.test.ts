import test from 'ava';
import {comparedWithLibrary} from '../testing/library-answers.js';
import {applyJSONPatch} from './json-patch.js';
import {applyMergePatch} from './merge-patch.js';
import {schemaOfKind} from './schema.js';
import {applyStrategicMergePatch} from './strategic-merge-patch/apply.js';
import {createThreeWayPatch, createTwoWayPatch} from './strategic-merge-patch/create.js';

const deployment = schemaOfKind('apps/v1', 'Deployment')!;
const configMap = schemaOfKind('v1', 'ConfigMap')!;
const withContainers = (...containers: object[]) => ({spec: {template: {spec: {containers}}}});

test('JSON patch: each operation', (t) => {
	const before = {
		data: {colour: 'blue', size: 'small', old: 'x'},
		metadata: {annotations: {'example.com/note': 'first'}, finalizers: ['a']},
	};
	const after = applyJSONPatch(before, [
		{op: 'test', path: '/data/colour', value: 'blue'},
		{op: 'replace', path: '/data/colour', value: 'red'},
		{op: 'add', path: '/data/shape', value: 'round'},
		{op: 'remove', path: '/data/old'},
		{op: 'copy', from: '/data/size', path: '/data/copied'},
		{op: 'move', from: '/data/size', path: '/data/moved'},
		{op: 'replace', path: '/metadata/annotations/example.com~1note', value: 'second'},
		{op: 'add', path: '/metadata/finalizers/-', value: 'b'},
		{op: 'add', path: '/metadata/finalizers/0', value: 'c'},
	]);
	t.deepEqual(after, {
		data: {colour: 'red', shape: 'round', copied: 'small', moved: 'small'},
		metadata: {annotations: {'example.com/note': 'second'}, finalizers: ['c', 'a', 'b']},
	});
	t.is(before.data.colour, 'blue');
});

test('JSON patch: a place that does not exist refuses the whole patch, but replacing adds a key', (t) => {
	const object = {data: {colour: 'blue'}, metadata: {finalizers: ['a']}};
	for (const operation of [
		{op: 'remove', path: '/data/absent'},
		{op: 'add', path: '/metadata/labels/app', value: 'web'},
		{op: 'add', path: '/metadata/finalizers/3', value: 'a'},
		{op: 'test', path: '/data/colour', value: 'red'},
		{op: 'shake', path: '/data'},
		{op: 'add', path: 'data'},
		{op: 'add', path: '/__proto__/polluted', value: 1},
	]) {
		t.throws(() => applyJSONPatch(object, [operation]), {name: 'JSONPatchError'}, operation.path);
	}

	t.deepEqual(applyJSONPatch(object, [{op: 'replace', path: '/data/absent', value: 'x'}]), {
		...object,
		data: {colour: 'blue', absent: 'x'},
	});
});

test('merge patch: null deletes, lists are replaced, the rest is shared', (t) => {
	const before = {metadata: {labels: {app: 'web', tier: 'front'}, finalizers: ['a', 'b']}, data: {size: 'small'}};
	const after = applyMergePatch(before, {
		metadata: {labels: {tier: null, team: 'blue'}, finalizers: ['c']},
	}) as typeof before;
	t.deepEqual(after.metadata as unknown, {labels: {app: 'web', team: 'blue'}, finalizers: ['c']});
	t.is(after.data, before.data);
	t.is(applyMergePatch(before, {data: {absent: null}}), before);
	t.deepEqual(applyMergePatch({}, {a: {b: null, c: 1}}), {a: {c: 1}});
});

test('without a schema, a three-way patch is a JSON merge patch: lists are replaced', (t) => {
	t.deepEqual(createThreeWayPatch({a: 1, b: 1}, {a: 2}, {a: 1, b: 1, other: 1}, undefined), {a: 2, b: null});
	const [before, after] = [{l: [{name: 'a'}, {name: 'b'}]}, {l: [{name: 'a', x: 1}]}];
	t.deepEqual(createThreeWayPatch(before, after, {...before, other: 1}, undefined), after);
});

test('strategic merge patch: lists with a merge key are merged, what the patch names comes first', (t) => {
	const before = withContainers(
		{
			name: 'web',
			image: 'nginx:1.27',
			env: [
				{name: 'A', value: '1'},
				{name: 'B', value: '2'},
			],
			ports: [{containerPort: 80}],
		},
		{name: 'log', image: 'busybox'},
	);
	const once = applyStrategicMergePatch(
		before,
		withContainers({
			name: 'web',
			image: 'nginx:1.28',
			env: [
				{name: 'B', value: '3'},
				{name: 'C', value: '4'},
			],
			ports: [{containerPort: 8080}],
		}),
		deployment,
	);
	const web = {
		name: 'web',
		image: 'nginx:1.28',
		env: [
			{name: 'A', value: '1'},
			{name: 'B', value: '3'},
			{name: 'C', value: '4'},
		],
		ports: [{containerPort: 8080}, {containerPort: 80}],
	};
	t.deepEqual(once as unknown, withContainers(web, {name: 'log', image: 'busybox'}));
	const twice = applyStrategicMergePatch(once, withContainers({name: 'extra', image: 'busybox'}), deployment);
	t.deepEqual(
		twice as unknown,
		withContainers({name: 'extra', image: 'busybox'}, web, {name: 'log', image: 'busybox'}),
	);
});

test('strategic merge patch: directives', (t) => {
	const before = withContainers({name: 'a', image: '1'}, {name: 'b', image: '1'}, {name: 'c', image: '1'});
	const patched = (podSpec: object) =>
		applyStrategicMergePatch(before, {spec: {template: {spec: podSpec}}}, deployment);
	t.deepEqual(
		patched({containers: [{$patch: 'delete', name: 'b'}]}),
		withContainers({name: 'a', image: '1'}, {name: 'c', image: '1'}),
	);
	t.deepEqual(
		patched({containers: [{$patch: 'replace'}, {name: 'z', image: '2'}]}),
		withContainers({name: 'z', image: '2'}),
	);
	t.deepEqual(
		patched({
			'$setElementOrder/containers': [{name: 'c'}, {name: 'new'}, {name: 'a'}],
			containers: [{name: 'new', image: '2'}],
		}),
		withContainers(
			{name: 'b', image: '1'},
			{name: 'c', image: '1'},
			{name: 'new', image: '2'},
			{name: 'a', image: '1'},
		),
	);
	t.deepEqual(
		applyStrategicMergePatch(
			{metadata: {finalizers: ['a', 'b']}},
			{metadata: {'$deleteFromPrimitiveList/finalizers': ['a'], finalizers: ['c']}},
			configMap,
		),
		{metadata: {finalizers: ['c', 'b']}},
	);
	t.deepEqual(
		applyStrategicMergePatch(
			{spec: {strategy: {type: 'RollingUpdate', rollingUpdate: {maxSurge: 1}}}},
			{spec: {strategy: {$retainKeys: ['type'], type: 'Recreate'}}},
			deployment,
		),
		{spec: {strategy: {type: 'Recreate'}}},
	);
});

test('strategic merge patch: mistakes in the words of upstream', (t) => {
	const before = withContainers({name: 'a', image: '1'}, {name: 'c', image: '1'});
	t.throws(() => applyStrategicMergePatch(before, withContainers({image: 'nameless'}), deployment), {
		message: 'map: map[image:nameless] does not contain declared merge key: name',
	});
	const disordered = {
		spec: {
			template: {
				spec: {'$setElementOrder/containers': [{name: 'c'}, {name: 'new'}], containers: [{name: 'new'}, {name: 'c'}]},
			},
		},
	};
	t.throws(() => applyStrategicMergePatch(before, disordered, deployment), {message: /^The order in patch list:/});
	t.throws(() => applyStrategicMergePatch(before, {$patch: 'shake'}, deployment), {
		message: 'unknown patch type: shake in map: map[$patch:shake]',
	});
	t.throws(() => applyStrategicMergePatch(before, {$patch: 'merge', metadata: {name: 'a'}}, deployment), {
		message: 'unknown patch type: merge in map: map[$patch:merge metadata:map[name:a]]',
	});
	t.throws(() => applyStrategicMergePatch(before, withContainers({name: 'a', $patch: 'shake'}), deployment), {
		message: 'unknown patch type: shake in map: map[$patch:shake name:a]',
	});
	t.throws(() => applyStrategicMergePatch(before, withContainers({name: 'a', $patch: 'merge'}), deployment), {
		message: 'merging lists cannot yet be specified in the patch',
	});
});

test('strategic merge patch: a list that is called __proto__ is a field like any other', (t) => {
	for (const more of ['', '"$retainKeys":["__proto__"],']) {
		const patch: unknown = JSON.parse(`{"data":{${more}"$setElementOrder/__proto__":["b","a"],"__proto__":["b","a"]}}`);
		const after = applyStrategicMergePatch({data: {}}, patch, configMap);
		t.is(JSON.stringify(after), '{"data":{"__proto__":["b","a"]}}', more);
	}
});

test('strategic merge patch: nothing to change gives the same object', (t) => {
	const before = withContainers({name: 'a', image: '1'});
	t.is(applyStrategicMergePatch(before, withContainers({name: 'a', image: '1'}), deployment), before);
});

test('apply changes what is in the file, removes what was in it before, and leaves what others added', (t) => {
	const original = {
		spec: {
			replicas: 1,
			paused: true,
			template: {
				spec: {
					containers: [
						{name: 'a', image: '1'},
						{name: 'old', image: '1'},
					],
				},
			},
		},
	};
	const modified = {spec: {replicas: 2, template: {spec: {containers: [{name: 'a', image: '2'}]}}}};
	const current = {
		spec: {
			replicas: 1,
			paused: true,
			revisionHistoryLimit: 10,
			template: {
				spec: {
					containers: [
						{name: 'injected', image: '9'},
						{name: 'a', image: '1', tty: true},
						{name: 'old', image: '1'},
					],
				},
			},
		},
	};
	const patch = createThreeWayPatch(original, modified, current, deployment);
	t.deepEqual(patch as unknown, {
		spec: {
			replicas: 2,
			paused: null,
			template: {
				spec: {
					'$setElementOrder/containers': [{name: 'a'}],
					containers: [
						{image: '2', name: 'a'},
						{$patch: 'delete', name: 'old'},
					],
				},
			},
		},
	});
	t.deepEqual(applyStrategicMergePatch(current, patch, deployment) as unknown, {
		spec: {
			replicas: 2,
			revisionHistoryLimit: 10,
			template: {
				spec: {
					containers: [
						{name: 'injected', image: '9'},
						{name: 'a', image: '2', tty: true},
					],
				},
			},
		},
	});
	t.deepEqual(createThreeWayPatch(modified, modified, modified, deployment), {});
});

test('apply pairs items of one merge key in their order: a Service with TCP and UDP on one port stays as it is', (t) => {
	const ports = [
		{name: 'dns', port: 53, protocol: 'UDP'},
		{name: 'dns-tcp', port: 53, protocol: 'TCP'},
	];
	const service = {spec: {ports}};
	const schema = schemaOfKind('v1', 'Service');
	t.deepEqual(createThreeWayPatch(service, service, service, schema), {});
	const moved = {spec: {ports: [ports[0], {...ports[1], targetPort: 5353}]}};
	t.deepEqual(createThreeWayPatch(service, moved, service, schema), {
		spec: {'$setElementOrder/ports': [{port: 53}, {port: 53}], ports: [{port: 53, targetPort: 5353}]},
	});
});

test('apply sends a map that is replaced as a whole even if it is the same', (t) => {
	const budget = {spec: {maxUnavailable: 1, selector: {matchLabels: {app: 'web'}}}};
	t.deepEqual(createThreeWayPatch(budget, budget, budget, schemaOfKind('policy/v1', 'PodDisruptionBudget')), {
		spec: {selector: {matchLabels: {app: 'web'}}},
	});
});

test('strategic merge patch: a list without a merge key is taken as it is, directives included', (t) => {
	const account = {imagePullSecrets: [{name: 'registry'}]};
	const patch = {imagePullSecrets: [{name: 'registry', $patch: 'delete'}]};
	t.deepEqual(applyStrategicMergePatch(account, patch, schemaOfKind('v1', 'ServiceAccount')), patch);
});

test('a two-way patch leads from one object to the other', (t) => {
	const before = {
		spec: {
			strategy: {type: 'RollingUpdate', rollingUpdate: {maxSurge: 1}},
			template: {spec: {containers: [{name: 'a', env: [{name: 'X', value: '1'}]}], tolerations: [{key: 'a'}]}},
		},
		metadata: {finalizers: ['a', 'b']},
	};
	const after = {
		spec: {
			strategy: {type: 'Recreate'},
			template: {spec: {containers: [{name: 'b'}, {name: 'a', env: [{name: 'X', value: '2'}]}], tolerations: []}},
		},
		metadata: {finalizers: ['c', 'b']},
	};
	const patch = createTwoWayPatch(before, after, deployment);
	t.deepEqual((patch['spec'] as Record<string, unknown>)['strategy'], {
		type: 'Recreate',
		rollingUpdate: null,
		$retainKeys: ['type'],
	});
	t.deepEqual(applyStrategicMergePatch(before, patch, deployment) as unknown, after);
});

test('copies of one patch add no more than 3 MiB, however few they are', (t) => {
	const copies = (count: number) =>
		Array.from({length: count}, (_, index) => ({op: 'copy', from: '', path: `/copy${index}`}));
	t.notThrows(() => applyJSONPatch({text: 'a'.repeat(1000)}, copies(10)));
	t.throws(() => applyJSONPatch({text: 'a'.repeat(1000)}, copies(61)), {
		name: 'JSONPatchError',
		message: /the accumulated size increase of copy is \d+, exceeding the limit 3145728/,
	});
});

test('strategic merge patch: long lists are merged as short ones are, and cost as much an item', (t) => {
	const schema = schemaOfKind('v1', 'ConfigMap');
	const owners = (from: number, to: number) =>
		Array.from({length: to - from}, (_, index) => ({uid: `u${from + index}`, name: 'a'}));
	const patched = (before: readonly object[], change: readonly object[]) =>
		applyStrategicMergePatch({metadata: {ownerReferences: before}}, {metadata: {ownerReferences: change}}, schema);
	for (const length of [4, 40]) {
		const [same, fresh] = [owners(0, length), owners(length, 2 * length)];
		t.deepEqual(patched(same, fresh), {metadata: {ownerReferences: [...fresh, ...same]}}, `${length} new`);
		t.deepEqual(patched(same, same.toReversed()), {metadata: {ownerReferences: same.toReversed()}}, `${length} turned`);
		const deletions = same.slice(2).map(({uid}) => ({uid, $patch: 'delete'}));
		t.deepEqual(patched(same, deletions), {metadata: {ownerReferences: same.slice(0, 2)}}, `${length} less two`);
	}

	const many = owners(0, 40_000);
	const before = process.cpuUsage().user;
	patched(many, owners(40_000, 80_000));
	patched(many, many.toReversed());
	// Comparing every pair of items took minutes.
	t.true((process.cpuUsage().user - before) / 1e6 < 5);
});

interface RecordedPatch {
	readonly kind: readonly [apiVersion: string, kind: string];
	readonly original?: Readonly<Record<string, unknown>>;
	readonly patch: Readonly<Record<string, unknown>>;
	readonly modified: Readonly<Record<string, unknown>>;
	readonly current: Readonly<Record<string, unknown>>;
}

test('strategic merge patches change objects as in Go', (t) => {
	comparedWithLibrary<RecordedPatch>(t, 'strategic-merge-patch', 200, ({kind, original, patch}) =>
		applyStrategicMergePatch(original, patch, schemaOfKind(...kind)),
	);
});

test('the patches of apply are those of kubectl', (t) => {
	comparedWithLibrary<RecordedPatch>(t, 'three-way-patch', 200, ({kind, original, modified, current}) =>
		createThreeWayPatch(original, modified, current, schemaOfKind(...kind)),
	);
});

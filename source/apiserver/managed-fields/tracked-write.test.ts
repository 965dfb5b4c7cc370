import test from 'ava';
import {isDeferred} from '../../kernel/deferred-list.js';
import {freeze} from '../../kernel/freeze.js';
import {hashOf} from '../../kernel/fingerprint.js';
import {Random} from '../../kernel/random.js';
import {isRecord, type Fields} from '../../kernel/record.js';
import {asObject, withMetadata, type KubernetesObject} from '../../objects/kubernetes-object.js';
import {apiVersionOf, resourceNamed, type Resource} from '../../objects/resources.js';
import {must} from '../../testing/must.js';
import {RequestFailure} from '../request/failure.js';
import {applyFields, type Application} from './apply.js';
import {readEntries} from './entries.js';
import {ownershipOf} from './ownership.js';
import {writeOf} from './tracked-write.js';
import {keepTimes, updateFields} from './update.js';
import type {Writer} from './managed-entry.js';

const resource = (name: string): Resource => must(resourceNamed(name), name);

/** Objects of one kind, with much in them: random states of the kind are mixed from these. */
interface Kind {
	readonly resource: Resource;
	readonly subresources: readonly string[];
	readonly full: readonly object[];
}

const condition = (type: string, status: string, time: string) => ({type, status, lastTransitionTime: time});

const kinds: readonly Kind[] = [
	{
		resource: resource('pods'),
		subresources: ['', 'status'],
		full: [
			{
				spec: {
					nodeName: 'a',
					containers: [
						{
							name: 'web',
							image: 'nginx:1',
							ports: [{containerPort: 80, protocol: 'TCP'}],
							env: [{name: 'A', value: '1'}],
						},
						{name: 'side', image: 'x', resources: {requests: {cpu: '1', memory: '1Gi'}}, volumeMounts: []},
					],
					tolerations: [{key: 'a', operator: 'Exists'}],
					securityContext: {},
					volumes: [{name: 'v', emptyDir: {}}],
				},
				status: {
					phase: 'Pending',
					conditions: [condition('Ready', 'False', '1'), condition('PodScheduled', 'True', '1')],
					podIPs: [{ip: '10.0.0.1'}],
				},
			},
			{
				spec: {
					containers: [
						{name: 'side', image: 'y', args: ['a'], command: null, volumeMounts: [{name: 'v', mountPath: '/v'}]},
						{
							name: 'web',
							image: 'nginx:2',
							ports: [{containerPort: 80, protocol: 'TCP'}, {containerPort: 80}],
							env: [],
						},
					],
					hostNetwork: true,
					imagePullSecrets: [{}],
				},
				status: {
					phase: 'Running',
					conditions: [condition('PodScheduled', 'True', '1'), condition('Ready', 'True', '2')],
					podIPs: [{ip: '10.0.0.1'}, {ip: 'fd00::1'}],
					containerStatuses: [{name: 'web', ready: true, state: {running: {startedAt: '1'}}}],
				},
			},
		],
	},
	{
		resource: resource('deployments.apps'),
		subresources: ['', 'status'],
		full: [
			{spec: {replicas: 1, selector: {matchLabels: {a: 'b'}}, strategy: {}}, status: {replicas: 1}},
			{
				spec: {replicas: 2, paused: true, template: {spec: {containers: []}}},
				status: {conditions: [condition('A', 'True', '1')]},
			},
		],
	},
	{
		resource: resource('configmaps'),
		subresources: [''],
		full: [{data: {a: '1', b: '1'}}, {data: {b: '2'}, immutable: true}],
	},
	{
		resource: resource('leases.coordination.k8s.io'),
		subresources: [''],
		full: [{spec: {renewTime: '1', holderIdentity: 'x'}}, {spec: {renewTime: '2', holderIdentity: 'x'}}],
	},
	{
		// Served in two versions: the fields that it owns have to be converted.
		resource: resource('horizontalpodautoscalers.autoscaling'),
		subresources: ['', 'status'],
		full: [
			{spec: {minReplicas: 1, maxReplicas: 3}, status: {currentReplicas: 1}},
			{spec: {maxReplicas: 4, metrics: [{type: 'Resource', resource: {name: 'cpu'}}]}, status: {desiredReplicas: 2}},
		],
	},
];

const fullMetadata = [
	{labels: {a: '1', b: '1'}, finalizers: ['x', 'y'], ownerReferences: [{uid: '1', kind: 'A', name: 'a'}]},
	{labels: {b: '2'}, annotations: {n: 'o'}, finalizers: ['y'], ownerReferences: [{uid: '1', kind: 'A', name: 'b'}]},
];

/** A value mixed from parts of two values. A part that is copied as a whole keeps its identity, as in a real write. */
const mixed = (random: Random, now: unknown, other: unknown): unknown => {
	switch (random.below(8)) {
		case 0: {
			return other;
		}

		case 1:
		case 2: {
			return now;
		}

		default: {
			if (isRecord(now) && isRecord(other)) {
				return merged(random, now, other);
			}

			if (Array.isArray(now) && Array.isArray(other)) {
				const items: readonly unknown[] = random.below(2) === 0 ? now : [...now, ...other];
				return items
					.filter(() => random.below(5) > 0)
					.map((item, index) => (index < other.length ? mixed(random, item, other[index]) : item));
			}

			return typeof now === 'string' ? `${random.below(4)}` : random.below(3) === 0 ? other : now;
		}
	}
};

const merged = (random: Random, now: Fields, other: Fields): Fields => {
	const names = Object.keys({...now, ...other}).filter(() => random.below(20) > 0);
	return Object.fromEntries(names.map((name) => [name, mixed(random, now[name], other[name])]));
};

const withoutNothing = (value: unknown): unknown =>
	Array.isArray(value)
		? value.filter((item) => item !== undefined).map((item) => withoutNothing(item))
		: isRecord(value)
			? Object.fromEntries(
					Object.entries(value).flatMap(([name, item]) => (item === undefined ? [] : [[name, withoutNothing(item)]])),
				)
			: value;

const pick = <T>(random: Random, from: readonly T[]): T => must(from[random.below(from.length)], 'item');

/** The next state of an object, its `managedFields` aside. */
const nextOf = (random: Random, {resource, full}: Kind, live: KubernetesObject | undefined): KubernetesObject => {
	const {metadata, ...rest} = live ?? {apiVersion: apiVersionOf(resource), kind: resource.kind, metadata: {name: 'a'}};
	const {managedFields: _, ...plain} = metadata;
	const same = random.below(6) === 0;
	const {apiVersion, kind} = rest;
	const other = {...pick(random, full), apiVersion, kind};
	const fields = live ? (same ? rest : merged(random, rest, other)) : other;
	const meta = same || random.below(3) > 0 ? plain : mixed(random, plain, pick(random, fullMetadata));
	return asObject({
		...fields,
		apiVersion,
		kind,
		metadata: {...(isRecord(meta) ? meta : {}), name: 'a'},
	});
};

/** The result of a write when nothing is deferred. */
const atOnce = (
	resource: Resource,
	live: KubernetesObject | undefined,
	next: KubernetesObject,
	writer: Writer,
): KubernetesObject => {
	const start = readEntries(live?.metadata.managedFields) ?? [];
	return start.length === 0 && live
		? next
		: withMetadata(next, {
				managedFields: ownershipOf(resource, writer.subresource).entriesAfter(live, next, writer, start),
			});
};

const copy = (object: KubernetesObject): KubernetesObject => asObject(JSON.parse(JSON.stringify(object)));

const applied = (
	resource: Resource,
	live: KubernetesObject,
	application: Application,
): KubernetesObject | undefined => {
	try {
		return applyFields(resource, live, application);
	} catch (error) {
		if (error instanceof RequestFailure) {
			return undefined;
		}

		throw error;
	}
};

const managers = ['kubectl', 'kubelet', 'kube-controller-manager', ''];

/** Two histories of an object with the same writes: one is computed at once, the other only when it is read. */
const histories = (random: Random, kind: Kind, length: number, look: (stored: KubernetesObject) => void) => {
	const eager: KubernetesObject[] = [];
	const deferred: KubernetesObject[] = [];
	for (let index = 0; index < length; index++) {
		const [before, open] = [eager.at(-1), deferred.at(-1)];
		const next = nextOf(random, kind, open);
		const writer: Writer = {
			manager: pick(random, managers),
			operation: 'Update',
			apiVersion: apiVersionOf(kind.resource),
			subresource: before ? pick(random, kind.subresources) : '',
			now: `2026-01-01T00:00:${String(random.below(4) + (index >> 1)).padStart(2, '0')}Z`,
		};
		let made: readonly [KubernetesObject, KubernetesObject];
		if (before && open && random.below(8) === 0) {
			const {metadata: _1, status: _2, ...patch} = {status: undefined, ...next};
			const application: Application = {
				patch: {...asObject(withoutNothing({...patch, metadata: {name: 'a'}}))},
				force: true,
				writer: {...writer, operation: 'Apply', subresource: ''},
				convert: asObject,
			};
			const [first, second] = [before, open].map((live) => applied(kind.resource, live, application));
			if (!first || !second) {
				// Refused either way.
				if (first !== second) {
					throw new Error('only one of the two was refused');
				}

				continue;
			}

			made = [first, second];
		} else {
			// A client that sends the object back sends its managedFields along.
			const sent =
				open && random.below(2) === 0 ? withMetadata(next, {managedFields: open.metadata.managedFields}) : next;
			made = [atOnce(kind.resource, before, copy(next), writer), updateFields(kind.resource, open, sent, writer)];
		}

		eager.push(freeze(copy(before ? keepTimes(made[0], before) : made[0])));
		const stored = freeze(open ? keepTimes(made[1], open) : made[1]);
		deferred.push(stored);
		look(stored);
	}

	return {eager, deferred};
};

test('managedFields made when somebody looks are those made at once, byte for byte, whenever and wherever one looks', (t) => {
	let tracked = 0;
	for (let seed = 0; seed < 400; seed++) {
		const kind = must(kinds[seed % kinds.length], 'kind');
		const looks = new Random(seed, 'looks');
		const {eager, deferred} = histories(new Random(seed), kind, 20, (stored) => {
			if (seed % 3 === 0 && looks.below(4) === 0) {
				hashOf(stored);
			}
		});
		tracked += deferred.filter(({metadata}) => writeOf(metadata.managedFields)).length;
		const order = deferred.map((_, index) => index);
		for (const index of seed % 2 === 0 ? order : order.toReversed()) {
			const [expected, found] = [must(eager[index], 'version'), must(deferred[index], 'version')];
			t.is(
				JSON.stringify(found.metadata.managedFields),
				JSON.stringify(expected.metadata.managedFields),
				`${kind.resource.plural}, seed ${seed}, version ${index}`,
			);
			t.is(hashOf(found), hashOf(expected));
		}
	}

	// The comparison proves something only if many were deferred.
	t.true(tracked > 3000, `${tracked} were deferred`);
});

test('an object that is written again and again keeps a stated number of its past states at most', (t) => {
	const {resource} = must(kinds[3], 'leases');
	let live: KubernetesObject | undefined;
	const versions: KubernetesObject[] = [];
	for (let index = 0; index < 100; index++) {
		const next = asObject({
			apiVersion: apiVersionOf(resource),
			kind: resource.kind,
			metadata: {name: 'a'},
			spec: {renewTime: String(index)},
		});
		live = updateFields(resource, live, next, {
			manager: 'kubelet',
			operation: 'Update',
			apiVersion: apiVersionOf(resource),
			subresource: '',
			now: '2026-01-01T00:00:00Z',
		});
		versions.push(live);
	}

	const made = versions.flatMap(({metadata}, index) => (isDeferred(metadata.managedFields) ? [] : [index]));
	t.deepEqual(made, [12, 25, 38, 51, 64, 77, 90]);
});

import type {Routine} from '../kernel/routine.js';
import {isRecord} from '../kernel/record.js';
import {errorOf, isNotFound} from '../client/errors.js';
import type {Namespace, NamespaceCondition, ObjectMeta} from '../objects/kubernetes.generated.js';
import {apiVersionOf, registryKey, resources, type Resource} from '../objects/resources.js';
import {nestedSlice} from '../objects/unstructured.js';
import {note} from '../stages/note.js';
import {SyncFailure, type Controller, type Tools} from './controller.js';
import {allow} from './controller-roles.js';

const gracePeriodMs = 5000;
const finalizerEstimateSeconds = 15;

const deletable = resources.filter(
	({namespaced, verbs, preferred}) =>
		namespaced && preferred && verbs.includes('deletecollection') && verbs.includes('list'),
);

/**
Empties a namespace that is being deleted, and then removes its finalizer `kubernetes`, so that it is deleted.

@see https://kubernetes.io/docs/concepts/overview/working-with-objects/namespaces/
@mirrors k8s.io/kubernetes/pkg/controller/namespace
*/
export const namespace: Controller = {
	name: 'namespace',
	reportsAs: 'namespace-controller',
	rules: [
		allow('delete get list watch', 'namespaces'),
		allow('update', 'namespaces/finalize namespaces/status'),
		allow('delete deletecollection get list watch', '*', '*'),
	],
	// It lists and deletes objects of every kind.
	limit: ({qps, burst}) => ({qps: qps * 20, burst: burst * 100}),
	build: (tools) => ({
		handlers: {
			// The pause lets requests in flight finish that were admitted before the deletion.
			namespaces: ({type, object}) =>
				type !== 'DELETED' && object.metadata.deletionTimestamp !== undefined
					? [{key: object.metadata.name, afterMs: gracePeriodMs}]
					: [],
		},
		sync: (key) => sync(tools, key),
	}),
};

/** All that deleting objects of a resource needs to know about it. */
type Deletable = Pick<Resource, 'group' | 'version' | 'plural'>;

interface Rest {
	readonly resource: Deletable;
	readonly items: readonly Listed[];
}

/** An object of any kind, as an item of a list. */
interface Listed {
	readonly metadata: Pick<ObjectMeta, 'finalizers' | 'deletionGracePeriodSeconds'>;
}

const isListed = (item: unknown): item is Listed => isRecord(item) && isRecord(item['metadata']);

function* sync({client, informer, queue, kernel}: Tools, name: string): Routine {
	const object = registryKey('namespaces', undefined, name);
	const cached = informer('namespaces').get(undefined, name);
	const going = cached?.metadata.deletionTimestamp !== undefined;
	yield* note('controller.namespace.sync', {going, finalizers: cached?.spec?.finalizers}, {object});
	if (!going || !cached?.spec?.finalizers?.includes('kubernetes')) {
		return;
	}

	const rest: Rest[] = [];
	let estimateSeconds = 0;
	const {custom, failing} = yield* customResources(client);
	for (const resource of [...deletable, ...custom]) {
		const left = yield* empty(client, resource, name);
		if (left.length > 0) {
			rest.push({resource, items: left});
			estimateSeconds = Math.max(estimateSeconds, estimate(resource, left));
		}
	}

	const latest = yield* client.get('namespaces', undefined, name);
	if (rest.length === 0 && failing.length === 0) {
		yield* finalize(client, latest);
		return;
	}

	const conditions = deletionConditions(latest, rest, kernel.timestamp(), failing);
	if (conditions !== latest.status?.conditions) {
		yield* client.updateStatus('namespaces', {...latest, status: {...latest.status, conditions}});
	}

	if (failing.length > 0) {
		throw new SyncFailure(discoveryFailure(failing));
	}

	const afterMs = (Math.floor(estimateSeconds / 2) + 1) * 1000;
	queue.addAfter(name, afterMs, {periodic: true});
	yield* note(
		'controller.namespace.wait',
		{
			rest: rest.map(({resource: {plural, group}, items}) => ({resource: plural, group, count: items.length})),
			afterMs,
		},
		{object},
	);
}

interface DiscoveredGroup {
	readonly metadata: {readonly name: string};
	readonly versions: ReadonlyArray<{
		readonly version: string;
		readonly freshness: string;
		readonly resources?: ReadonlyArray<{
			readonly resource: string;
			readonly scope: string;
			readonly verbs: readonly string[];
		}>;
	}>;
}

const builtInGroups = new Set(resources.map(({group}) => group));

/** The namespaced resources beside the built-in kinds, and the group versions whose server does not answer. */
interface Discovered {
	/** Each in its preferred version. */
	readonly custom: readonly Deletable[];
	/** `group/version`. */
	readonly failing: readonly string[];
}

/** The namespaced resources of CustomResourceDefinitions and other servers, as discovery lists them. */
function* customResources(client: Tools['client']): Routine<Discovered> {
	const answer = yield* client.exchange('GET', '/apis', {
		headers: {accept: 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList'},
	});
	const {items = []} = (answer.body ?? {}) as {readonly items?: readonly DiscoveredGroup[]};
	const failing = items
		.flatMap(({metadata, versions}) =>
			versions.flatMap(({version, freshness}) => (freshness === 'Stale' ? [`${metadata.name}/${version}`] : [])),
		)
		.sort();
	const custom = items
		.filter(({metadata}) => !builtInGroups.has(metadata.name))
		.flatMap(({metadata, versions}) => {
			const seen = new Set<string>();
			return versions.flatMap(({version, resources: listed = []}) =>
				listed
					.filter(({resource, scope, verbs}) => {
						const isNew = scope === 'Namespaced' && verbs.includes('deletecollection') && !seen.has(resource);
						seen.add(resource);
						return isNew;
					})
					.map(({resource}) => ({group: metadata.name, version, plural: resource})),
			);
		});
	return {custom, failing};
}

/** @mirrors k8s.io/client-go/discovery ErrGroupDiscoveryFailed.Error */
const discoveryFailure = (failing: readonly string[]): string =>
	`unable to retrieve the complete list of server APIs: ${failing.map((name) => `${name}: stale GroupVersion discovery: ${name}`).join(', ')}`;

const pathOf = (resource: Deletable, namespace: string): string =>
	`/${resource.group ? `apis/${apiVersionOf(resource)}` : 'api/v1'}/namespaces/${namespace}/${resource.plural}`;

/** Deletes a collection, if there is something in it. @returns the remaining objects. */
function* empty(client: Tools['client'], resource: Deletable, namespace: string): Routine<Rest['items']> {
	const path = pathOf(resource, namespace);
	// Simplified: upstream deletes first and lists afterwards, for each resource.
	const before = yield* list(client, path);
	if (before.length === 0) {
		return before;
	}

	yield* note(
		'controller.namespace.delete',
		{resource: resource.plural, count: before.length},
		{object: registryKey('namespaces', undefined, namespace)},
	);
	const answer = yield* client.exchange('DELETE', path, {
		body: {kind: 'DeleteOptions', apiVersion: 'v1', propagationPolicy: 'Background'},
	});
	if (answer.status >= 400) {
		throw errorOf(answer);
	}

	return yield* list(client, path);
}

function* list(client: Tools['client'], path: string): Routine<Rest['items']> {
	const answer = yield* client.exchange('GET', path);
	if (answer.status >= 400) {
		if (answer.status === 404 || answer.status === 405) {
			return [];
		}

		throw errorOf(answer);
	}

	return nestedSlice(answer.body, 'items').filter((item) => isListed(item));
}

const estimate = (resource: Deletable, items: Rest['items']): number => {
	const finalizing = items.some(({metadata}) => (metadata.finalizers?.length ?? 0) > 0) ? finalizerEstimateSeconds : 0;
	const grace = Math.max(0, ...items.map(({metadata}) => metadata.deletionGracePeriodSeconds ?? 0));
	return resource.plural === 'pods' ? Math.max(finalizing, grace) : finalizing;
};

const describe = (rest: readonly Rest[]): string =>
	rest
		.map(
			({resource, items}) =>
				`${resource.plural}${resource.group ? `.${resource.group}` : '.'} has ${items.length} resource instances`,
		)
		.join(', ');

/** The five conditions that report the progress of the deletion. */
export const deletionConditions = (
	{status}: Namespace,
	rest: readonly Rest[],
	now: string,
	failing: readonly string[] = [],
): readonly NamespaceCondition[] | undefined => {
	const held = new Map<string, number>();
	for (const {items} of rest) {
		for (const finalizer of items.flatMap(({metadata}) => metadata.finalizers ?? [])) {
			held.set(finalizer, (held.get(finalizer) ?? 0) + 1);
		}
	}

	const finalizers = [...held].map(([finalizer, count]) => `${finalizer} in ${count} resource instances`).sort();
	const wanted = [
		failing.length > 0
			? [
					'NamespaceDeletionDiscoveryFailure',
					'True',
					'DiscoveryFailed',
					`Discovery failed for some groups, ${failing.length} failing: ${discoveryFailure(failing)}`,
				]
			: ['NamespaceDeletionDiscoveryFailure', 'False', 'ResourcesDiscovered', 'All resources successfully discovered'],
		[
			'NamespaceDeletionGroupVersionParsingFailure',
			'False',
			'ParsedGroupVersions',
			'All legacy kube types successfully parsed',
		],
		[
			'NamespaceDeletionContentFailure',
			'False',
			'ContentDeleted',
			'All content successfully deleted, may be waiting on finalization',
		],
		rest.length > 0
			? ['NamespaceContentRemaining', 'True', 'SomeResourcesRemain', `Some resources are remaining: ${describe(rest)}`]
			: ['NamespaceContentRemaining', 'False', 'ContentRemoved', 'All content successfully removed'],
		finalizers.length > 0
			? [
					'NamespaceFinalizersRemaining',
					'True',
					'SomeFinalizersRemain',
					`Some content in the namespace has finalizers remaining: ${finalizers.join(', ')}`,
				]
			: [
					'NamespaceFinalizersRemaining',
					'False',
					'ContentHasNoFinalizers',
					'All content-preserving finalizers finished',
				],
	] as const;
	const before = status?.conditions ?? [];
	const after = wanted.map(([type, value, reason, message]) => {
		const known = before.find((condition) => condition.type === type);
		return known?.status === value && known.message === message
			? known
			: {
					type,
					status: value,
					lastTransitionTime: known?.status === value ? known.lastTransitionTime : now,
					reason,
					message,
				};
	});
	return after.length === before.length && after.every((condition) => before.includes(condition))
		? status?.conditions
		: after;
};

function* finalize(client: Tools['client'], latest: Namespace): Routine {
	const {name} = latest.metadata;
	const finalizers = latest.spec?.finalizers?.filter((finalizer) => finalizer !== 'kubernetes');
	yield* note(
		'controller.namespace.finalize',
		{before: latest.spec?.finalizers, after: finalizers},
		{object: registryKey('namespaces', undefined, name)},
	);
	const answer = yield* client.exchange('PUT', `/api/v1/namespaces/${name}/finalize`, {
		body: {...latest, spec: {...latest.spec, finalizers}},
	});
	if (answer.status >= 400 && !isNotFound(errorOf(answer))) {
		throw errorOf(answer);
	}
}

import type {Routine} from '../kernel/routine.js';
import {isAlreadyExists} from '../client/errors.js';
import type {ControllerRevision, LabelSelector, ObjectMeta, PodTemplateSpec} from '../objects/kubernetes.generated.js';
import {ownerReference} from '../objects/owner.js';
import {registryKey} from '../objects/resources.js';
import {podTemplateHash, revisionHash} from '../objects/workload.js';
import {note} from '../stages/note.js';
import {claim} from './claim.js';
import type {Tools} from './controller.js';
import {equal} from '../kernel/equality.js';

/** The label with the revision from which a Pod was made. A DaemonSet's revisions have it too; a StatefulSet's revisions have the next label. */
export const revisionLabel = 'controller-revision-hash';
const ownHashLabel = 'controller.kubernetes.io/hash';

// Names of revisions are no longer than 253 characters with their hash.
const longestPrefix = 223;

interface Versioned {
	readonly apiVersion: string;
	readonly kind: string;
	readonly metadata: ObjectMeta;
	readonly spec: {readonly template: PodTemplateSpec; readonly selector: LabelSelector};
	readonly status?: {readonly collisionCount?: number};
}

type Sets = 'statefulsets.apps' | 'daemonsets.apps';

/** A controller that keeps its templates as revisions. */
type RevisionController = 'statefulset' | 'daemonset';

interface Revisions {
	readonly all: readonly ControllerRevision[];
	readonly current: ControllerRevision;
	/** The number of name collisions so far; `undefined` before the first. */
	readonly collisionCount: number | undefined;
}

/** The template of a revision. */
export const templateOf = (revision: ControllerRevision): PodTemplateSpec | undefined =>
	(revision.data as {readonly spec?: {readonly template?: PodTemplateSpec}} | undefined)?.spec?.template;

/** The data of a revision: a patch that restores the template. */
const dataOf = (template: PodTemplateSpec) => ({spec: {template: {...template, $patch: 'replace'}}});

type Data = ReturnType<typeof dataOf>;

/** A set's revisions, oldest first, and the revision of its present template, which is created if it is new. */
export function* revisionsOf(
	tools: Tools,
	controller: RevisionController,
	resource: Sets,
	set: Versioned,
): Routine<Revisions> {
	const {client, informer} = tools;
	const cache = informer('controllerrevisions.apps');
	const {namespace, name, uid} = set.metadata;
	const candidates = [...cache.byIndex('controller', uid), ...cache.byIndex('controller', `${namespace}/`)];
	const owned = yield* claim(
		tools,
		controller,
		resource,
		set,
		set.spec.selector,
		'controllerrevisions.apps',
		candidates,
	);
	const all = owned.sort((a, b) => a.revision - b.revision);
	const highest = all.at(-1)?.revision ?? 0;
	const data = dataOf(set.spec.template);
	const unchanged = all.filter((revision) => equal(revision.data, data)).at(-1);
	if (unchanged) {
		if (unchanged.revision === highest) {
			return {all, current: unchanged, collisionCount: set.status?.collisionCount};
		}

		// A template that is restored becomes the newest revision again.
		yield* note(
			`controller.${controller}.revision`,
			{case: 'back', set: name, revision: highest + 1, before: unchanged},
			{object: registryKey('controllerrevisions.apps', namespace, unchanged.metadata.name)},
		);
		const current = yield* client.update('controllerrevisions.apps', {...unchanged, revision: highest + 1});
		return {
			all: [...all.filter((revision) => revision !== unchanged), current],
			current,
			collisionCount: set.status?.collisionCount,
		};
	}

	const {current, collisionCount} = yield* createRevision(tools, controller, resource, set, data, highest + 1);
	return {all: [...all, current], current, collisionCount};
}

/** Creates a revision; if another template has its name, it counts the collision and tries another name. */
function* createRevision(
	{client}: Tools,
	controller: RevisionController,
	resource: Sets,
	set: Versioned,
	data: Data,
	revision: number,
): Routine<{readonly current: ControllerRevision; readonly collisionCount: number | undefined}> {
	const {namespace, name, annotations} = set.metadata;
	for (let collisionCount = set.status?.collisionCount; ; collisionCount = (collisionCount ?? 0) + 1) {
		const {label, hash} = hashFor(resource, set.spec.template, data, collisionCount);
		const draft = {
			apiVersion: 'apps/v1',
			kind: 'ControllerRevision',
			metadata: {
				name: `${name.slice(0, longestPrefix)}-${hash}`,
				namespace,
				labels: {...set.spec.template.metadata?.labels, [label]: hash},
				...(annotations ? {annotations} : {}),
				ownerReferences: [ownerReference(set)],
			},
			data,
			revision,
		};
		yield* note(
			`controller.${controller}.revision`,
			{case: 'new', set: name, revision},
			{object: registryKey('controllerrevisions.apps', namespace, draft.metadata.name)},
		);
		try {
			return {current: yield* client.create('controllerrevisions.apps', namespace, draft), collisionCount};
		} catch (error) {
			if (!isAlreadyExists(error)) {
				throw error;
			}

			const existing = yield* client.get('controllerrevisions.apps', namespace, draft.metadata.name);
			if (equal(existing.data, data)) {
				return {current: existing, collisionCount};
			}
		}
	}
}

/**
The identity of revisions. A DaemonSet's is the hash of the template, a StatefulSet's one of the patch, without collisions counted
as 0.

@mirrors daemon.snapshot, history.NewControllerRevision
*/
const hashFor = (resource: Sets, template: PodTemplateSpec, data: Data, collisionCount: number | undefined) =>
	resource === 'daemonsets.apps'
		? {label: revisionLabel, hash: podTemplateHash(template, collisionCount)}
		: {label: ownHashLabel, hash: revisionHash(data, collisionCount ?? 0)};

/** Deletes the oldest unused revisions beyond the limit. */
export function* trimRevisions(
	{client}: Tools,
	controller: RevisionController,
	all: readonly ControllerRevision[],
	used: ReadonlySet<string>,
	limit: number,
): Routine {
	const idle = all.filter(
		({metadata}) => !used.has(metadata.name) && !used.has(metadata.labels?.[revisionLabel] ?? ''),
	);
	for (const {metadata} of idle.slice(0, Math.max(0, idle.length - limit))) {
		yield* note(
			`controller.${controller}.cleanup`,
			{limit},
			{object: registryKey('controllerrevisions.apps', metadata.namespace, metadata.name)},
		);
		yield* client.delete('controllerrevisions.apps', metadata.namespace, metadata.name);
	}
}

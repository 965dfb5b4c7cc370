import {note, type Routine} from '../kernel/routine.js';
import {isAlreadyExists} from '../client/errors.js';
import type {ControllerRevision, LabelSelector, ObjectMeta, PodTemplateSpec} from '../objects/kubernetes.generated.js';
import {ownerReference} from '../objects/owner.js';
import {registryKey} from '../objects/resources.js';
import {podTemplateHash} from '../objects/workload.js';
import {claim} from './claim.js';
import type {Tools} from './controller.js';
import {same} from './deployment/revision.js';

export const revisionLabel = 'controller-revision-hash';

interface Versioned {
	readonly apiVersion: string;
	readonly kind: string;
	readonly metadata: ObjectMeta;
	readonly spec: {readonly template: PodTemplateSpec; readonly selector: LabelSelector};
	readonly status?: {readonly collisionCount?: number};
}

/** The template that a revision stands for. */
export const templateOf = (revision: ControllerRevision): PodTemplateSpec | undefined =>
	(revision.data as {readonly spec?: {readonly template?: PodTemplateSpec}} | undefined)?.spec?.template;

/** What a revision keeps: a patch that puts the template back. */
const dataOf = (template: PodTemplateSpec) => ({spec: {template: {...template, $patch: 'replace'}}});

/** A set's revisions, oldest first, and the one of its present template, which is made if it is new. */
export function* revisionsOf(
	tools: Tools,
	controller: string,
	resource: 'statefulsets.apps' | 'daemonsets.apps',
	set: Versioned,
): Routine<{readonly all: readonly ControllerRevision[]; readonly current: ControllerRevision}> {
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
	const equal = all.filter((revision) => same(revision.data, data)).at(-1);
	if (equal) {
		if (equal.revision === highest) {
			return {all, current: equal};
		}

		// A template that comes back becomes the newest revision again.
		const current = yield* client.update('controllerrevisions.apps', {...equal, revision: highest + 1});
		yield* note(
			`controller.${controller}.revision`,
			`${set.kind} ${name} is back at an old template: revision ${highest + 1}.`,
			{before: equal, after: current},
			{object: registryKey('controllerrevisions.apps', namespace, equal.metadata.name)},
		);
		return {all: [...all.filter((revision) => revision !== equal), current], current};
	}

	const hash = podTemplateHash(set.spec.template, set.status?.collisionCount);
	const draft = {
		apiVersion: 'apps/v1',
		kind: 'ControllerRevision',
		metadata: {
			name: `${name}-${hash}`,
			namespace,
			labels: {...set.spec.template.metadata?.labels, [revisionLabel]: hash},
			ownerReferences: [ownerReference(set)],
		},
		data,
		revision: highest + 1,
	};
	let current: ControllerRevision;
	try {
		current = yield* client.create('controllerrevisions.apps', namespace, draft);
	} catch (error) {
		if (!isAlreadyExists(error)) {
			throw error;
		}

		current = yield* client.get('controllerrevisions.apps', namespace, draft.metadata.name);
	}

	yield* note(
		`controller.${controller}.revision`,
		`${set.kind} ${name} has a new template: revision ${current.revision}, kept as ${current.metadata.name}.`,
		{after: current},
		{object: registryKey('controllerrevisions.apps', namespace, current.metadata.name)},
	);
	return {all: [...all, current], current};
}

/** Deletes the oldest revisions beyond the limit that nobody uses. */
export function* trimRevisions(
	{client}: Tools,
	controller: string,
	all: readonly ControllerRevision[],
	used: ReadonlySet<string>,
	limit: number,
): Routine {
	const idle = all.filter(
		({metadata}) => !used.has(metadata.name) && !used.has(metadata.labels?.[revisionLabel] ?? ''),
	);
	for (const {metadata} of idle.slice(0, Math.max(0, idle.length - limit))) {
		yield* client.delete('controllerrevisions.apps', metadata.namespace, metadata.name);
		yield* note(
			`controller.${controller}.cleanup`,
			`Revision ${metadata.name} is older than the last ${limit}: it is deleted.`,
			{limit},
			{object: registryKey('controllerrevisions.apps', metadata.namespace, metadata.name)},
		);
	}
}

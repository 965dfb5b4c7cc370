import type {Routine} from '../../kernel/routine.js';
import type {Draft} from '../../client/client.js';
import {isAlreadyExists} from '../../client/errors.js';
import {keyOf} from '../../client/informer.js';
import type {Pod, PodTemplateSpec, StatefulSet, StatefulSetStatus} from '../../objects/kubernetes.generated.js';
import {matchesLabelSelector} from '../../objects/labels.js';
import {controllerOf, ownerReference} from '../../objects/owner.js';
import {isPodReady} from '../../objects/pod.js';
import {registryKey} from '../../objects/resources.js';
import {note} from '../../stages/note.js';
import {claim} from '../claim.js';
import type {Controller, Tools} from '../controller.js';
import {podFromTemplate} from '../pod-control.js';
import {isPodAvailable, returnWhenAvailable} from '../pod-availability.js';
import {revisionLabel, revisionsOf, templateOf, trimRevisions} from '../revision-history.js';
import {createClaims, ownClaims} from './claims.js';
import {behaves} from '../../objects/versions/changed-behaviour.js';
import {ordinalOf, planStatefulSet, type Revisions, type Step} from './plan.js';
import {equal} from '../../kernel/equality.js';
import {allow} from '../controller-roles.js';

/**
Gives each Pod a stable name, an ordinal, and its own storage, which outlives it.

@see https://kubernetes.io/docs/concepts/workloads/controllers/statefulset/
@mirrors k8s.io/kubernetes/pkg/controller/statefulset
*/
export const statefulSet: Controller = {
	name: 'statefulset',
	reportsAs: 'statefulset-controller',
	rules: [
		allow('list watch', 'pods'),
		allow('get list watch', 'statefulsets', 'apps'),
		allow('update', 'statefulsets/status', 'apps'),
		allow('update', 'statefulsets/finalizers', 'apps'),
		allow('create delete get patch update', 'pods'),
		allow('create delete get list patch update watch', 'controllerrevisions', 'apps'),
		allow('create get list watch', 'persistentvolumeclaims'),
		allow('delete update', 'persistentvolumeclaims'),
		allow('update', 'pods/finalizers'),
		allow('create patch update', 'events', 'core events.k8s.io'),
	],
	build: (tools) => ({
		handlers: {
			'statefulsets.apps': ({object}) => [keyOf(object)],
			*pods({object, type, old}) {
				const owner = controllerOf(object);
				if (owner?.kind === 'StatefulSet') {
					yield `${object.metadata.namespace}/${owner.name}`;
				} else if (!owner && type !== 'DELETED' && old?.metadata.labels !== object.metadata.labels) {
					for (const set of tools.informer('statefulsets.apps').list(object.metadata.namespace)) {
						if (matchesLabelSelector(set.spec.selector, object.metadata.labels)) {
							yield keyOf(set);
						}
					}
				}
			},
			persistentvolumeclaims: () => [],
			'controllerrevisions.apps': () => [],
		},
		sync: (key) => sync(tools, key),
	}),
};

function* sync(tools: Tools, key: string): Routine {
	const {informer, kernel} = tools;
	const set = informer('statefulsets.apps').getByKey(key);
	if (!set || set.metadata.deletionTimestamp !== undefined) {
		yield* note('controller.statefulset.sync', {case: 'gone', key});
		return;
	}

	const {namespace, uid} = set.metadata;
	const cache = informer('pods');
	const mine = cache.byIndex('controller', uid);
	yield* note(
		'controller.statefulset.sync',
		{
			case: 'compare',
			want: set.spec.replicas,
			have: mine.map(({metadata}) => metadata.name),
			ready: mine.filter((pod) => isPodReady(pod)).length,
		},
		{object: registryKey('statefulsets.apps', namespace, set.metadata.name)},
	);
	const orphans = cache.byIndex('controller', `${namespace}/`).filter((pod) => ordinalOf(set, pod) >= 0);
	const pods = yield* claim(tools, 'statefulset', 'statefulsets.apps', set, set.spec.selector, 'pods', [
		...mine,
		...orphans,
	]);
	const history = yield* revisionsOf(tools, 'statefulset', 'statefulsets.apps', set);
	const {all, current: update} = history;
	const current = all.find(({metadata}) => metadata.name === set.status?.currentRevision) ?? update;
	const revisions = {current: current.metadata.name, update: update.metadata.name};
	for (const pod of pods) {
		yield* ownClaims(tools, set, pod);
	}

	const created: Pod[] = [];
	const hasBudget = behaves(tools.minor, 'statefulSetBudget');
	for (const step of planStatefulSet(set, pods, revisions, kernel.wallClockMs, hasBudget)) {
		const revision = step.do === 'create' && step.revision === revisions.current ? current : update;
		const pod = yield* take(tools, set, step, templateOf(revision) ?? set.spec.template);
		if (pod) {
			created.push(pod);
		}
	}

	yield* updateStatus(tools, set, [...pods, ...created], revisions, history.collisionCount ?? 0);
	const used = new Set([
		...pods.map(({metadata}) => metadata.labels?.[revisionLabel] ?? ''),
		...Object.values(revisions),
	]);
	yield* trimRevisions(tools, 'statefulset', all, used, set.spec.revisionHistoryLimit ?? 10);
}

function* take(tools: Tools, set: StatefulSet, step: Step, template: PodTemplateSpec): Routine<Pod | undefined> {
	const {client, recorder} = tools;
	const {namespace, name} = set.metadata;
	if (step.do === 'wait') {
		const object = registryKey('pods', namespace, step.pod.metadata.name);
		yield* note('controller.statefulset.wait', {set: name, for: step.for}, {object});
		return undefined;
	}

	if (step.do === 'delete') {
		const podName = step.pod.metadata.name;
		yield* note(
			'controller.statefulset.delete',
			{set: name, why: step.why},
			{object: registryKey('pods', namespace, podName)},
		);
		if (step.why === 'failed') {
			yield* recorder.event(
				set,
				'Warning',
				'RecreatingFailedPod',
				`StatefulSet ${namespace}/${name} is recreating failed Pod ${podName}`,
			);
		}

		yield* client.delete('pods', namespace, podName);
		yield* recorder.event(set, 'Normal', 'SuccessfulDelete', `Delete Pod ${podName} in StatefulSet ${name} successful`);
		return undefined;
	}

	const podName = `${name}-${step.ordinal}`;
	yield* createClaims(tools, set, step.ordinal);
	const input = podFor(set, template, step.ordinal, step.revision);
	yield* note(
		'controller.statefulset.create',
		{case: 'pod', set: name, revision: step.revision, input},
		{object: registryKey('pods', namespace, podName)},
	);
	try {
		const after = yield* client.create('pods', namespace, input);
		yield* recorder.event(set, 'Normal', 'SuccessfulCreate', `Create Pod ${podName} in StatefulSet ${name} successful`);
		yield* ownClaims(tools, set, after);
		return after;
	} catch (error) {
		if (isAlreadyExists(error)) {
			return undefined;
		}

		yield* recorder.event(
			set,
			'Warning',
			'FailedCreate',
			`create Pod ${podName} in StatefulSet ${name} failed error: ${error instanceof Error ? error.message : ''}`,
		);
		throw error;
	}
}

/** The Pod for a place in the order. */
export const podFor = (set: StatefulSet, template: PodTemplateSpec, ordinal: number, revision: string): Draft<Pod> => {
	const {metadata, spec} = podFromTemplate(set, template);
	const name = `${set.metadata.name}-${ordinal}`;
	const claims = (set.spec.volumeClaimTemplates ?? []).map(({metadata: {name: volume}}) => ({
		name: volume,
		persistentVolumeClaim: {claimName: `${volume}-${name}`},
	}));
	const others = (template.spec?.volumes ?? []).filter((volume) => !claims.some((one) => one.name === volume.name));
	const volumes = [...claims, ...others];
	return {
		apiVersion: 'v1',
		kind: 'Pod',
		metadata: {
			...metadata,
			name,
			labels: {
				...metadata?.labels,
				'statefulset.kubernetes.io/pod-name': name,
				'apps.kubernetes.io/pod-index': String(ordinal),
				[revisionLabel]: revision,
			},
			ownerReferences: [ownerReference(set)],
		},
		spec: {
			...spec,
			hostname: name,
			...(set.spec.serviceName ? {subdomain: set.spec.serviceName} : {}),
			...(volumes.length > 0 ? {volumes} : {}),
		},
	};
};

function* updateStatus(
	{client, kernel, queue, minor}: Tools,
	set: StatefulSet,
	pods: readonly Pod[],
	revisions: Revisions,
	collisionCount: number,
): Routine {
	const live = pods.filter(({metadata}) => metadata.deletionTimestamp === undefined);
	const count = (revision: string) => live.filter(({metadata}) => metadata.labels?.[revisionLabel] === revision).length;
	const ready = live.filter((pod) => isPodReady(pod)).length;
	const updated = count(revisions.update);
	const completes = set.spec.updateStrategy?.type !== 'OnDelete' || behaves(minor, 'onDeleteRevision');
	const done = completes && updated === pods.length && ready === pods.length && updated === (set.spec.replicas ?? 1);
	const current = done ? updated : count(revisions.current);
	const status: StatefulSetStatus = {
		replicas: pods.length,
		availableReplicas: live.filter((pod) => isPodAvailable(pod, set.spec.minReadySeconds ?? 0, kernel.wallClockMs))
			.length,
		...(ready ? {readyReplicas: ready} : {}),
		...(current ? {currentReplicas: current} : {}),
		...(updated ? {updatedReplicas: updated} : {}),
		currentRevision: done ? revisions.update : revisions.current,
		updateRevision: revisions.update,
		observedGeneration: set.metadata.generation,
		collisionCount,
	};
	returnWhenAvailable(queue, keyOf(set), live, set.spec.minReadySeconds ?? 0, kernel.wallClockMs);

	if (equal(status, set.status)) {
		return;
	}

	yield* note(
		'controller.statefulset.status',
		{before: set.status, after: status},
		{object: registryKey('statefulsets.apps', set.metadata.namespace, set.metadata.name)},
	);
	yield* client.updateStatus('statefulsets.apps', {...set, status});
}

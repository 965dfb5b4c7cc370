import {isKind, withMetadata, type KubernetesObject} from '../../objects/kubernetes-object.js';
import {parseTimestamp, timestamp} from '../../kernel/clock.js';
import type {DeleteOptions, Namespace, ObjectMeta, Pod} from '../../objects/kubernetes.generated.js';
import type {DeletionReason, GraceReason} from '../../stages/facts/apiserver/verbs.js';
import type {Resource} from '../../objects/resources.js';
import {cleanupFinalizer} from '../custom-resources/definition-controller.js';
import {kindOf} from '../../registry/kinds.js';

/** The effect of a deletion on an object. */
export interface Deletion {
	/** `pending`: its deletion is in progress. `marked`: it stays until its finalizers are removed. `gone`: it is removed now. */
	readonly verdict: 'pending' | 'marked' | 'gone';
	/** The object with its deletion written on it, where that is to be stored first. */
	readonly marked?: KubernetesObject;
	readonly because: DeletionReason;
}

/**
Decides what a deletion does with an object.

@param nowMs milliseconds since 1970.
@mirrors k8s.io/apiserver/pkg/registry/rest BeforeDelete
*/
export const deletion = (
	resource: Resource,
	object: KubernetesObject,
	options: Partial<DeleteOptions>,
	nowMs: number,
): Deletion => {
	if (isKind(object, 'v1 Namespace')) {
		return namespaceDeletion(object, nowMs);
	}

	const finalizers = isDefinition(resource)
		? withCleanup(finalizersFor(resource, object, options))
		: finalizersFor(resource, object, options);
	const held = finalizers.length > 0;
	const changed = finalizers.join(',') !== (object.metadata.finalizers ?? []).join(',');
	const change = changed ? {finalizers: held ? finalizers : undefined} : {};
	if (isKind(object, 'v1 Pod')) {
		return podDeletion(object, change, held, options, nowMs);
	}

	if (!held) {
		return {
			verdict: 'gone',
			marked: changed ? withMetadata(object, change) : undefined,
			because: {case: 'no-finalizer'},
		};
	}

	const {deletionTimestamp, generation} = object.metadata;
	if (deletionTimestamp !== undefined && !changed) {
		return {verdict: 'pending', because: {case: 'finalizers', finalizers}};
	}

	return {
		verdict: 'marked',
		marked: withMetadata(object, {
			...change,
			deletionTimestamp: deletionTimestamp ?? timestamp(nowMs),
			deletionGracePeriodSeconds: 0,
			generation: deletionTimestamp === undefined && generation ? generation + 1 : generation,
		}),
		because: {case: 'finalizers', finalizers},
	};
};

/**
Adds the finalizer that keeps a definition until its last object is deleted.

@mirrors apiextensions-apiserver/pkg/registry/customresourcedefinition REST.Delete
*/
const withCleanup = (finalizers: readonly string[]): readonly string[] =>
	finalizers.includes(cleanupFinalizer) ? finalizers : [...finalizers, cleanupFinalizer];

const isDefinition = ({group, plural}: Resource): boolean =>
	group === 'apiextensions.k8s.io' && plural === 'customresourcedefinitions';

const namespaceDeletion = (namespace: Namespace, nowMs: number): Deletion => {
	const {metadata, spec, status} = namespace;
	const held = (spec?.finalizers ?? []).length > 0 || (metadata.finalizers ?? []).length > 0;
	if (metadata.deletionTimestamp === undefined) {
		const marked: Namespace = {
			...withMetadata(namespace, {deletionTimestamp: timestamp(nowMs)}),
			status: {...status, phase: 'Terminating'},
		};
		return {verdict: held ? 'marked' : 'gone', marked, because: {case: 'namespace-terminates'}};
	}

	return held
		? {verdict: 'pending', because: {case: 'namespace-not-empty'}}
		: {verdict: 'gone', because: {case: 'namespace-empty'}};
};

/** Pods end gracefully: the kubelet has time, and deletes the record when the containers have stopped. */
const podDeletion = (
	pod: Pod,
	change: Partial<ObjectMeta>,
	held: boolean,
	options: Partial<DeleteOptions>,
	nowMs: number,
): Deletion => {
	const {metadata} = pod;
	const asked = options.gracePeriodSeconds;
	if (metadata.deletionTimestamp !== undefined) {
		const before = metadata.deletionGracePeriodSeconds ?? 0;
		if (asked === undefined || asked >= before) {
			return before === 0 && !held
				? {verdict: 'gone', because: {case: 'no-time-left'}}
				: {verdict: 'pending', because: {case: 'no-less-time', graceSeconds: before}};
		}

		const seconds = Math.max(0, asked);
		const marked = withMetadata(pod, {
			...change,
			deletionTimestamp: timestamp(parseTimestamp(metadata.deletionTimestamp) + (seconds - before) * 1000),
			deletionGracePeriodSeconds: seconds,
		});
		return {
			verdict: seconds === 0 && !held ? 'gone' : 'marked',
			marked,
			because: {case: 'less-time', beforeSeconds: before, graceSeconds: seconds},
		};
	}

	const [seconds, because] = gracePeriod(pod, asked);
	const marked = withMetadata(pod, {
		...change,
		deletionTimestamp: timestamp(nowMs + seconds * 1000),
		deletionGracePeriodSeconds: seconds,
		generation: metadata.generation ? metadata.generation + 1 : metadata.generation,
	});
	if (seconds > 0) {
		return {
			verdict: 'marked',
			marked,
			because: {case: 'grace', graceSeconds: seconds, because, node: pod.spec.nodeName},
		};
	}

	return held
		? {verdict: 'marked', marked, because: {case: 'pod-finalizer'}}
		: {verdict: 'gone', marked, because: {case: 'no-time', because}};
};

/** The grace period of a Pod in seconds, and the reason for it. @mirrors podStrategy.CheckGracefulDelete */
const gracePeriod = ({spec, status}: Pod, asked: number | undefined): readonly [number, GraceReason] => {
	const seconds = asked ?? spec.terminationGracePeriodSeconds ?? 0;
	if (!spec.nodeName) {
		return [0, 'no-node'];
	}

	if (status?.phase === 'Failed' || status?.phase === 'Succeeded') {
		return [0, status.phase];
	}

	if (seconds < 0) {
		return [1, 'negative'];
	}

	return [seconds, asked === undefined ? 'spec' : 'request'];
};

/**
Finalizers with the choice for dependents added: `orphan`, `foregroundDeletion`, or neither.

@mirrors deletionFinalizersForGarbageCollection
*/
export const finalizersFor = (
	resource: Resource,
	{metadata}: KubernetesObject,
	options: Partial<DeleteOptions>,
): readonly string[] => {
	const present = metadata.finalizers ?? [];
	const oldPolicy = options.orphanDependents ? 'Orphan' : 'Background';
	const policy = options.orphanDependents === undefined ? options.propagationPolicy : oldPolicy;
	const orphan =
		policy === undefined
			? present.includes('orphan') ||
				(!present.includes('foregroundDeletion') && kindOf(resource)?.store?.orphansByDefault === true)
			: policy === 'Orphan';
	const foreground = policy === undefined ? present.includes('foregroundDeletion') && !orphan : policy === 'Foreground';
	const wanted = [
		...present.filter((item) => item !== 'orphan' && item !== 'foregroundDeletion'),
		...(orphan ? ['orphan'] : []),
		...(foreground ? ['foregroundDeletion'] : []),
	];
	return wanted.length === present.length && wanted.every((item) => present.includes(item)) ? present : wanted;
};

import type {KubernetesObject} from '../../objects/kubernetes-object.js';
import {parseTimestamp, timestamp} from '../../kernel/clock.js';
import type {DeleteOptions, Pod} from '../../objects/kubernetes.generated.js';
import type {Resource} from '../../objects/resources.js';
import {withMetadata} from '../storage/changed-object.js';
import {cleanupFinalizer} from '../custom-resources/definition-controller.js';
import {kindOf} from '../../registry/kinds.js';

/** What is to become of an object that shall be deleted. */
export interface Deletion {
	/** `pending`: it is already on its way. `marked`: it stays until somebody lets it go. `gone`: it is removed now. */
	readonly verdict: 'pending' | 'marked' | 'gone';
	/** The object with its deletion written on it, where that is to be stored first. */
	readonly marked?: KubernetesObject;
	readonly why: string;
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
	const what = `${resource.kind} ${object.metadata.name}`;
	if (resource.plural === 'namespaces' && resource.group === '') {
		return namespaceDeletion(object, nowMs);
	}

	const finalizers = isDefinition(resource)
		? withCleanup(finalizersFor(resource, object, options))
		: finalizersFor(resource, object, options);
	const held = finalizers.length > 0;
	const changed = finalizers.join(',') !== (object.metadata.finalizers ?? []).join(',');
	const withFinalizers = changed ? withMetadata(object, {finalizers: held ? finalizers : undefined}) : object;
	if (resource.plural === 'pods' && resource.group === '') {
		return podDeletion(object as Pod, withFinalizers as Pod, held, options, nowMs);
	}

	if (!held) {
		return {
			verdict: 'gone',
			marked: changed ? withFinalizers : undefined,
			why: `${what} has no finalizer: it goes at once.`,
		};
	}

	const {deletionTimestamp, generation} = object.metadata;
	if (deletionTimestamp !== undefined && !changed) {
		return {verdict: 'pending', why: `${what} is already being deleted, and ${finalizers.join(', ')} still holds it.`};
	}

	return {
		verdict: 'marked',
		marked: withMetadata(withFinalizers, {
			deletionTimestamp: deletionTimestamp ?? timestamp(nowMs),
			deletionGracePeriodSeconds: 0,
			generation: deletionTimestamp === undefined && generation ? generation + 1 : generation,
		}),
		why: `${what} is only marked: ${finalizers.join(', ')} holds it until whoever put that there takes it away.`,
	};
};

/** A definition stays until nothing of its kind is left. @mirrors apiextensions-apiserver/pkg/registry/customresourcedefinition REST.Delete */
const withCleanup = (finalizers: readonly string[]): readonly string[] =>
	finalizers.includes(cleanupFinalizer) ? finalizers : [...finalizers, cleanupFinalizer];

const isDefinition = ({group, plural}: Resource): boolean =>
	group === 'apiextensions.k8s.io' && plural === 'customresourcedefinitions';

const namespaceDeletion = (object: KubernetesObject, nowMs: number): Deletion => {
	const namespace = object as KubernetesObject & {readonly spec?: {readonly finalizers?: readonly string[]}};
	const held = (namespace.spec?.finalizers ?? []).length > 0 || (object.metadata.finalizers ?? []).length > 0;
	if (object.metadata.deletionTimestamp === undefined) {
		const marked = {
			...withMetadata(object, {deletionTimestamp: timestamp(nowMs)}),
			status: {...(object as {readonly status?: object}).status, phase: 'Terminating'},
		};
		return {
			verdict: held ? 'marked' : 'gone',
			marked,
			why: `Namespace ${object.metadata.name} becomes Terminating: nothing new is let in, and the namespace controller empties it.`,
		};
	}

	return held
		? {verdict: 'pending', why: `Namespace ${object.metadata.name} is already being deleted and is not empty yet.`}
		: {verdict: 'gone', why: `Namespace ${object.metadata.name} is empty: it goes.`};
};

/** Pods go gracefully: the kubelet is given time, and it deletes the record when the containers have stopped. */
const podDeletion = (
	pod: Pod,
	withFinalizers: Pod,
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
				? {verdict: 'gone', why: `Pod ${metadata.name} has no time left: its record goes.`}
				: {
						verdict: 'pending',
						why: `Pod ${metadata.name} is already being deleted, with ${before} s of grace; the time can only be shortened.`,
					};
		}

		const seconds = Math.max(0, asked);
		const marked = withMetadata(withFinalizers, {
			deletionTimestamp: timestamp(parseTimestamp(metadata.deletionTimestamp) + (seconds - before) * 1000),
			deletionGracePeriodSeconds: seconds,
		});
		return seconds === 0 && !held
			? {
					verdict: 'gone',
					marked,
					why: `The grace of Pod ${metadata.name} is cut from ${before} s to 0: its record goes.`,
				}
			: {verdict: 'marked', marked, why: `The grace of Pod ${metadata.name} is cut from ${before} s to ${seconds} s.`};
	}

	const [seconds, because] = gracePeriod(pod, asked);
	const marked = withMetadata(withFinalizers, {
		deletionTimestamp: timestamp(nowMs + seconds * 1000),
		deletionGracePeriodSeconds: seconds,
		generation: metadata.generation ? metadata.generation + 1 : metadata.generation,
	});
	return seconds === 0 && !held
		? {verdict: 'gone', marked, why: `Pod ${metadata.name} goes at once: ${because}.`}
		: {
				verdict: 'marked',
				marked,
				why:
					held && seconds === 0
						? `Pod ${metadata.name} is only marked: a finalizer holds it.`
						: `Pod ${metadata.name} is only marked: it has ${seconds} s of grace (${because}), and the kubelet of ${pod.spec.nodeName} is to stop it in that time.`,
			};
};

/** Seconds that a Pod gets, and why. @mirrors podStrategy.CheckGracefulDelete */
const gracePeriod = ({spec, status}: Pod, asked: number | undefined): readonly [number, string] => {
	const seconds = asked ?? spec.terminationGracePeriodSeconds ?? 0;
	if (!spec.nodeName) {
		return [0, 'no node has it'];
	}

	if (status?.phase === 'Failed' || status?.phase === 'Succeeded') {
		return [0, `it has ${status.phase}`];
	}

	if (seconds < 0) {
		return [1, 'the time asked for is negative'];
	}

	return [seconds, asked === undefined ? 'its terminationGracePeriodSeconds' : 'as the request asks'];
};

/**
Finalizers after the wish for dependents is written into them: `orphan`, `foregroundDeletion`, or neither.

@mirrors deletionFinalizersForGarbageCollection
*/
export const finalizersFor = (
	resource: Resource,
	{metadata}: KubernetesObject,
	options: Partial<DeleteOptions>,
): readonly string[] => {
	const present = metadata.finalizers ?? [];
	const policy =
		options.orphanDependents === undefined
			? options.propagationPolicy
			: options.orphanDependents
				? 'Orphan'
				: 'Background';
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

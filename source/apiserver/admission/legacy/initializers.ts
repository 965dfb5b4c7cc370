import {withValue} from '../../../objects/unstructured.js';
import {asObject, type KubernetesObject} from '../../../objects/kubernetes-object.js';
import type {Kernel} from '../../../kernel/kernel.js';
import {Mailbox} from '../../../kernel/mailbox.js';
import {receive, sleep, type Routine} from '../../../kernel/routine.js';
import {frame, note} from '../../../stages/note.js';
import {applyJSONPatch, JSONPatchError, type JSONPatchOperation} from '../../../objects/json-patch.js';
import {applyMergePatch} from '../../../objects/merge-patch.js';
import {registryKey, resourceName, type Resource} from '../../../objects/resources.js';
import type {AdmissionRule} from '../../../registry/admissionregistration/admission-rules.js';
import {conditionOf, type Condition} from '../condition.js';
import {matchRules} from '../matching.js';
import {failure, forbidden, RequestFailure} from '../../request/failure.js';
import {pendingOf} from '../../storage/pending-initializers.js';
import type {AdmissionContext, AdmissionPlugin} from '../plugin.js';

/** One entry of an admissionregistration.k8s.io/v1alpha1 InitializerConfiguration, with the actions of the program behind it. */
interface Initializer {
	readonly name: string;
	readonly rules?: readonly AdmissionRule[];
	/** A CEL expression over `object`: selects the objects that it changes or refuses; without one, all. */
	readonly when?: string;
	/** How it changes such an object: a merge patch, or the operations of a JSON patch. */
	readonly patch?: Readonly<Record<string, unknown>> | readonly JSONPatchOperation[];
	/** Why it refuses such an object, which is removed then. */
	readonly deny?: string;
	readonly takesMs?: number;
}

interface Planned extends Initializer {
	readonly holds: Condition;
}

const withPending = (object: KubernetesObject, pending: readonly string[]): KubernetesObject =>
	withValue(
		object,
		['metadata', 'initializers'],
		pending.length === 0 ? undefined : {pending: pending.map((name) => ({name}))},
	);

const patienceMs = 30_000;

/** The object with a patch; a patch that does not fit changes nothing. */
const patched = (object: KubernetesObject, patch: NonNullable<Initializer['patch']>): unknown => {
	try {
		return Array.isArray(patch) ? applyJSONPatch(object, patch) : applyMergePatch(object, patch);
	} catch (error) {
		if (error instanceof JSONPatchError) {
			return object;
		}

		throw error;
	}
};

/**
Puts a list of initializers on new objects. Until the list is empty, only requests with `includeUninitialized` see the object; the first initializer in the list changes the object and removes itself.

@see https://kubernetes.io/blog/2017/ (alpha from v1.7, removed in v1.14)
@mirrors initialization.initializer.Admit
*/
export const initializers = (configuration: unknown): AdmissionPlugin<'Initializers'> => {
	// Simplified: objects of the scenario are used without validation.
	const listed: readonly Initializer[] = Array.isArray(configuration) ? configuration : [];
	const configured = listed.map((one): Planned => ({
		...one,
		holds: conditionOf(one.when, `the initializer ${one.name}`),
	}));
	return {
		name: 'Initializers',

		concerns: ({operation, subresource}) => operation === 'CREATE' && subresource === '',

		admit(attributes, context) {
			const chosen = configured.filter(
				({rules}) =>
					matchRules(
						(rules ?? []).map((rule) => ({operations: ['*'], ...rule})),
						attributes,
						context.reader,
					) !== undefined,
			);
			if (chosen.length === 0 || !attributes.object) {
				return {object: attributes.object, found: {pending: []}};
			}

			const pending = chosen.map(({name}) => name);
			return {
				object: withPending(attributes.object, pending),
				found: {pending},
			};
		},

		*created({object, resource, namespace, name}, context, waits) {
			const pending = pendingOf(object);
			const chosen = pending.flatMap((one) => configured.find((planned) => planned.name === one) ?? []);
			if (chosen.length === 0) {
				return object;
			}

			const outcome = new Mailbox<Initialized>(`initialization of ${resource.plural}/${namespace}/${name}`);
			const {kernel} = context;
			kernel.spawn(
				freeName(kernel, `initializers/${resource.plural}/${namespace}/${name}`),
				'initializers',
				function* () {
					kernel.send(outcome, yield* initialize(chosen, resource, namespace, name, context));
				},
			);
			return waits ? answerOf(resource, name, yield* receive(outcome)) : object;
		},
	};
};

/** The object with an empty list, the message of the initializer that refused it, or nothing after its timeout. */
type Initialized = {readonly object?: KubernetesObject; readonly refused?: string};

/** The answer of that era's registry to a POST. @mirrors registry Store.WaitForInitialized */
const answerOf = (resource: Resource, name: string, {object, refused}: Initialized): KubernetesObject => {
	if (object) {
		return object;
	}

	throw new RequestFailure(
		refused === undefined
			? failure(
					504,
					'Timeout',
					'Timeout: request did not complete within requested timeout - context deadline exceeded',
				)
			: forbidden(resource, name, refused),
	);
};

/** A name for a separate process, unique while another process does the same work. */
const freeName = (kernel: Kernel, name: string): string => {
	const state = kernel.processes.get(name)?.state;
	return state === undefined || state === 'ended' || state === 'crashed'
		? name
		: `${name}-${kernel.random('initializers').suffix(5)}`;
};

/** The programs behind the initializers, one after the other, as the list says. */
function* initialize(
	chosen: readonly Planned[],
	resource: Resource,
	namespace: string,
	name: string,
	{reader, update, remove, kernel}: AdmissionContext,
): Routine<Initialized> {
	const plural = resourceName(resource);
	const where = resource.namespaced ? namespace : undefined;
	const object = registryKey(resource, where, name);
	const deadlineMs = kernel.now + patienceMs;
	for (const {name: initializer, patch, deny, holds, takesMs = 10} of chosen) {
		let found: KubernetesObject | undefined;
		while (kernel.now < deadlineMs && !found) {
			yield* sleep(takesMs);
			const current = reader.get(plural, where, name);
			found = current && pendingOf(current)[0] === initializer ? current : undefined;
		}

		if (!found) {
			return {};
		}

		const before = found;
		const concerns = holds({request: null, object: before, oldObject: null});
		if (concerns && deny !== undefined && remove) {
			yield* frame({name: `initializer ${initializer}`}, refuse(before, remove));
			return {refused: deny};
		}

		yield* frame({name: `initializer ${initializer}`}, act());

		/** A refused object is never initialized: it is removed. */
		function* refuse(refused: KubernetesObject, gone: NonNullable<AdmissionContext['remove']>): Routine {
			yield* note(
				'apiserver.admit.mutate.Initializers',
				{case: 'initializer-refuses', initializer, before: refused, message: deny ?? ''},
				{object, outcome: 'refused'},
			);
			yield* gone(plural, refused);
		}

		function* act(): Routine {
			const changed = concerns && patch ? asObject(patched(before, patch)) : before;
			const after = withPending(changed, pendingOf(before).slice(1));
			const left = pendingOf(after);
			yield* note(
				'apiserver.admit.mutate.Initializers',
				{case: 'initializer', initializer, before, after, pending: left, changes: changed !== before},
				{object},
			);
			yield* update(plural, after);
		}
	}

	// The watch cache is a little behind.
	let current = reader.get(plural, where, name);
	while (current && pendingOf(current).length > 0 && kernel.now < deadlineMs) {
		yield* sleep(1);
		current = reader.get(plural, where, name);
	}

	return current && pendingOf(current).length === 0 ? {object: current} : {};
}

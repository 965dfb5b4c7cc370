import type {KubernetesObject} from '../../objects/kubernetes-object.js';
import type {Routine} from '../../kernel/routine.js';
import {memoised} from '../../kernel/memoised.js';
import {copyOf} from '../../objects/copy.js';
import {registryKey, type Resource} from '../../objects/resources.js';
import {couldEscalate, refuseEscalation} from './escalation.js';
import {RequestFailure} from '../request/failure.js';
import type {AdmissionName} from '../../stages/facts/apiserver/admission.js';
import {note} from '../../stages/note.js';
import {changedFields, unchanged} from './changes.js';
import type {AdmissionAttributes, AdmissionContext, AdmissionPlugin, AdmissionRequest} from './plugin.js';
import {Reinvocation} from './reinvocation.js';
import {getOrInsert} from '../../kernel/get-or-insert.js';

/**
Lets each plug-in that handles the request change the object, in order; a second time, if a webhook or a policy requires it.
The first refusal ends the request.

@returns the object to continue with.
@throws {RequestFailure} the refusal of a plug-in.
*/
export function* mutate<A extends AdmissionAttributes>(
	attributes: A,
	plugins: readonly AdmissionPlugin[],
	given: AdmissionContext,
): Routine<KubernetesObject | A['object']> {
	const reinvocation = new Reinvocation();
	const context = withReinvocation(given, reinvocation);
	let current: AdmissionAttributes = yield* round(attributes, plugins, context);
	if (reinvocation.wanted) {
		reinvocation.again = true;
		current = yield* round(current, plugins, context);
	}

	// Not a plug-in: the storage of RBAC objects itself checks this, before anything is validated.
	if (couldEscalate(current)) {
		yield* refuseEscalation(current, context);
	}

	return current.object ?? attributes.object;
}

/** Every plug-in once. */
function* round(
	attributes: AdmissionAttributes,
	plugins: readonly AdmissionPlugin[],
	context: AdmissionContext,
): Routine<AdmissionAttributes> {
	let current = attributes;
	const again = context.reinvocation?.again;
	const object = keyOf(attributes);
	for (const plugin of concerned(plugins, attributes)) {
		if (!plugin.admit || (plugin.handles && !plugin.handles(current, context))) {
			continue;
		}

		const stage = mutateStages(plugin.name);
		try {
			const result = plugin.admit(current, context);
			const {object: after, found} = 'found' in result ? result : yield* result;
			const before = current.object;
			current = after === before ? current : Object.assign(copyOf(current), {object: after});
			const {operation} = current;
			const changed = changedFields(before, after);
			yield* note(
				stage,
				{
					operation,
					before,
					after,
					changed,
					found,
					...(again ? {reinvocation: true} : {}),
					...(plugin.legacy === undefined ? {} : {legacy: plugin.legacy}),
				},
				{object},
			);
		} catch (error) {
			yield* refused(error, stage, plugin, current, object);
			throw error;
		}
	}

	return current;
}

/**
Lets each plug-in that handles the request refuse the object, in order. The object is final here: it is defaulted, mutated and valid.

@throws {RequestFailure} the refusal of a plug-in.
*/
export function* validateAdmission(
	attributes: AdmissionAttributes,
	plugins: readonly AdmissionPlugin[],
	context: AdmissionContext,
): Routine {
	const object = keyOf(attributes);
	for (const plugin of concerned(plugins, attributes)) {
		if (!plugin.validate || (plugin.handles && !plugin.handles(attributes, context))) {
			continue;
		}

		const stage = validateStages(plugin.name);
		try {
			const result = plugin.validate(attributes, context);
			const found = Symbol.iterator in result ? yield* result : result;
			yield* note(
				stage,
				{
					operation: attributes.operation,
					before: attributes.oldObject,
					after: attributes.object,
					changed: unchanged,
					found,
					...(plugin.legacy === undefined ? {} : {legacy: plugin.legacy}),
				},
				{object},
			);
		} catch (error) {
			yield* refused(error, stage, plugin, attributes, object);
			throw error;
		}
	}
}

type ByRequest = WeakMap<Resource, Map<string, readonly AdmissionPlugin[]>>;

// Resources, operations and subresources are few.
const concernedPlugins = new WeakMap<readonly AdmissionPlugin[], ByRequest>();

/** The plug-ins that may have work in such a request, in their order. */
const concerned = (plugins: readonly AdmissionPlugin[], request: AdmissionRequest): readonly AdmissionPlugin[] => {
	const {operation, resource, subresource} = request;
	const byResource = getOrInsert(concernedPlugins, plugins, () => new WeakMap());
	const byOperation = getOrInsert(byResource, resource, () => new Map());
	const key = subresource === '' ? operation : `${operation} ${subresource}`;
	return getOrInsert(byOperation, key, () => plugins.filter((plugin) => plugin.concerns?.(request) ?? true));
};

const withReinvocation = (context: AdmissionContext, reinvocation: Reinvocation): AdmissionContext => ({
	kernel: context.kernel,
	reader: context.reader,
	authorize: context.authorize,
	update: context.update,
	create: context.create,
	remove: context.remove,
	webhooks: context.webhooks,
	outward: context.outward,
	convert: context.convert,
	reinvocation,
	warn: context.warn,
	annotate: context.annotate,
});

type AdmissionStage = `apiserver.admit.mutate.${AdmissionName}` | `apiserver.admit.validate.${AdmissionName}`;

// The tape keeps one text for each stage.
const mutateStages = memoised((plugin: AdmissionName): AdmissionStage => `apiserver.admit.mutate.${plugin}`, 100);
const validateStages = memoised((plugin: AdmissionName): AdmissionStage => `apiserver.admit.validate.${plugin}`, 100);

const keyOf = ({resource, namespace, name}: AdmissionAttributes): string | undefined =>
	name === '' ? undefined : registryKey(resource, resource.namespaced ? namespace : undefined, name);

function* refused(
	error: unknown,
	stage: AdmissionStage,
	plugin: AdmissionPlugin,
	attributes: AdmissionAttributes,
	object: string | undefined,
): Routine {
	if (error instanceof RequestFailure) {
		const {reason, message} = error.status;
		yield* note(
			stage,
			{
				operation: attributes.operation,
				before: attributes.object,
				reason,
				message,
				verdict: 'refused',
				...(plugin.legacy === undefined ? {} : {legacy: plugin.legacy}),
			},
			{object, outcome: 'refused'},
		);
	}
}

import type {KubernetesObject} from '../../objects/kubernetes-object.js';
import {note, type Routine} from '../../kernel/routine.js';
import {copyOf} from '../../objects/copy.js';
import {registryKey} from '../../objects/resources.js';
import {couldEscalate, refuseEscalation} from '../authorization/escalation.js';
import {RequestFailure} from '../request/failure.js';
import {sharedText} from '../../kernel/shared-text.js';
import {changedFields, unchanged} from './changes.js';
import type {AdmissionAttributes, AdmissionContext, AdmissionPlugin} from './plugin.js';
import {Reinvocation} from './reinvocation.js';

/**
Lets each plug-in that handles the request change the object, in order; a second time, where a webhook or a policy wants that.
The first refusal ends the request.

@returns the object to go on with.
@throws {RequestFailure} whatever a plug-in refused with.
*/
export function* mutate(
	attributes: AdmissionAttributes,
	plugins: readonly AdmissionPlugin[],
	given: AdmissionContext,
): Routine<KubernetesObject> {
	const reinvocation = new Reinvocation();
	const context = Object.assign(copyOf(given), {reinvocation});
	let current = yield* round(attributes, plugins, context);
	if (reinvocation.wanted) {
		reinvocation.again = true;
		current = yield* round(current, plugins, context);
	}

	// Not a plug-in, but the storage of RBAC objects itself asks this, before anything is validated.
	if (couldEscalate(current)) {
		yield* refuseEscalation(current, context);
	}

	return current.object!;
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
	for (const plugin of plugins) {
		if (!plugin.admit || !plugin.handles(current, context)) {
			continue;
		}

		const stage = mutateStages(plugin.name);
		try {
			const result = plugin.admit(current, context);
			const {object: after, text} = 'text' in result ? result : yield* result;
			const before = current.object;
			current = after === before ? current : Object.assign(copyOf(current), {object: after});
			const {operation} = current;
			const changed = changedFields(before, after);
			yield* note(
				stage,
				sharedText(told(plugin, again ? `Once more, as the object has changed: ${text}` : text)),
				again ? {operation, before, after, changed, reinvocation: true} : {operation, before, after, changed},
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

@throws {RequestFailure} whatever a plug-in refused with.
*/
export function* validateAdmission(
	attributes: AdmissionAttributes,
	plugins: readonly AdmissionPlugin[],
	context: AdmissionContext,
): Routine {
	const object = keyOf(attributes);
	for (const plugin of plugins) {
		if (!plugin.validate || !plugin.handles(attributes, context)) {
			continue;
		}

		const stage = validateStages(plugin.name);
		try {
			const result = plugin.validate(attributes, context);
			const text = typeof result === 'string' ? result : yield* result;
			yield* note(
				stage,
				sharedText(told(plugin, text)),
				{operation: attributes.operation, before: attributes.oldObject, after: attributes.object, changed: unchanged},
				{object},
			);
		} catch (error) {
			yield* refused(error, stage, plugin, attributes, object);
			throw error;
		}
	}
}

/** Stages by the names of plug-ins; the tape has one text for each. */
const stagesOf = (prefix: string): ((plugin: string) => string) => {
	const stages = new Map<string, string>();
	return (plugin) => {
		let stage = stages.get(plugin);
		if (stage === undefined) {
			stage = `${prefix}.${plugin}`;
			stages.set(plugin, stage);
		}

		return stage;
	};
};

const mutateStages = stagesOf('apiserver.admit.mutate');
const validateStages = stagesOf('apiserver.admit.validate');

const keyOf = ({resource, namespace, name}: AdmissionAttributes): string | undefined =>
	name === '' ? undefined : registryKey(resource, resource.namespaced ? namespace : undefined, name);

/** What a plug-in of the legacy mode does is marked: no cluster of today does it. */
const told = ({legacy}: AdmissionPlugin, text: string): string =>
	legacy === undefined ? text : `${text} (Removed from Kubernetes in ${legacy}.)`;

function* refused(
	error: unknown,
	stage: string,
	plugin: AdmissionPlugin,
	attributes: AdmissionAttributes,
	object: string | undefined,
): Routine {
	if (error instanceof RequestFailure) {
		const {reason, message} = error.status;
		yield* note(
			stage,
			told(plugin, `${plugin.name} refuses the request, which ends here: ${message}`),
			{operation: attributes.operation, before: attributes.object, reason, message, verdict: 'refused'},
			{object, outcome: 'refused'},
		);
	}
}

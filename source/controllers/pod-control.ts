import type {Routine} from '../kernel/routine.js';
import type {Draft} from '../client/client.js';
import {ApiError, isNotFound} from '../client/errors.js';
import type {ObjectMeta, Pod, PodTemplateSpec} from '../objects/kubernetes.generated.js';
import {ownerReference} from '../objects/owner.js';
import {registryKey} from '../objects/resources.js';
import {note} from '../stages/note.js';
import type {Tools} from './controller.js';

/** A controller that makes Pods from a template and deletes them. */
export type PodController = 'replicaset' | 'replicationcontroller' | 'daemonset' | 'job';

/** Something that makes Pods from a template. */
export interface PodOwner {
	readonly apiVersion: string;
	readonly kind: string;
	readonly metadata: ObjectMeta;
}

/** The Pod that a template describes: its labels, annotations and finalizers, its spec, and a reference to the owner. */
export const podFromTemplate = (owner: PodOwner, template: PodTemplateSpec): Draft<Pod> => {
	const {labels, annotations, finalizers} = template.metadata ?? {};
	return {
		apiVersion: 'v1',
		kind: 'Pod',
		metadata: {
			generateName: `${owner.metadata.name}-`,
			...(labels ? {labels} : {}),
			...(annotations ? {annotations} : {}),
			...(finalizers ? {finalizers} : {}),
			ownerReferences: [ownerReference(owner)],
		},
		spec: template.spec,
	};
};

/** Whether the apiserver refused because the namespace is being deleted: that is not reported as an error. */
export const isNamespaceTerminating = (error: ApiError): boolean =>
	error.status.details?.causes?.some(({reason}) => reason === 'NamespaceTerminating') ?? false;

/**
Creates a Pod and reports it.

@throws {ApiError} the apiserver's refusal; the event FailedCreate is recorded then.
@mirrors k8s.io/kubernetes/pkg/controller.RealPodControl
*/
export function* createPod(
	{client, recorder}: Tools,
	controller: PodController,
	owner: PodOwner,
	pod: Draft<Pod>,
): Routine<Pod> {
	const {namespace, name} = owner.metadata;
	yield* note(`controller.${controller}.create`, {case: 'create', owner: name, input: pod});
	try {
		const created = yield* client.create('pods', namespace, pod);
		yield* recorder.event(owner, 'Normal', 'SuccessfulCreate', `Created pod: ${created.metadata.name}`);
		return created;
	} catch (error) {
		if (error instanceof ApiError && !isNamespaceTerminating(error)) {
			yield* recorder.event(owner, 'Warning', 'FailedCreate', `Error creating: ${error.message}`);
			yield* note(
				`controller.${controller}.create`,
				{case: 'refused', owner: name, input: pod, reason: error.reason, message: error.message},
				{outcome: 'refused'},
			);
		}

		throw error;
	}
}

/**
Deletes a Pod and reports it. A missing one is not an error.

@throws {ApiError} the apiserver's other errors; the event FailedDelete is recorded then.
@returns whether the Pod existed.
*/
export function* deletePod(
	{client, recorder}: Tools,
	controller: PodController,
	owner: PodOwner,
	pod: Pod,
): Routine<boolean> {
	const {namespace, name} = pod.metadata;
	yield* note(
		`controller.${controller}.delete`,
		{owner: owner.metadata.name, before: pod},
		{object: registryKey('pods', namespace, name)},
	);
	try {
		yield* client.delete('pods', namespace, name);
		yield* recorder.event(owner, 'Normal', 'SuccessfulDelete', `Deleted pod: ${name}`);
		return true;
	} catch (error) {
		if (isNotFound(error)) {
			return false;
		}

		if (error instanceof ApiError) {
			yield* recorder.event(owner, 'Warning', 'FailedDelete', `Error deleting: ${error.message}`);
		}

		throw error;
	}
}

import type {Routine} from '../../kernel/routine.js';
import {ignoreNotFound} from '../../client/errors.js';
import type {Job, Pod} from '../../objects/kubernetes.generated.js';
import {controllerOf} from '../../objects/owner.js';
import {registryKey} from '../../objects/resources.js';
import {note} from '../../stages/note.js';
import type {Tools} from '../controller.js';
import {finalizer, isFinished, isManagedElsewhere, isTracked} from './plan.js';

const prefix = 'orphan/';

/** Key of a Pod that may have lost its Job. It waits in the queue of the Jobs, whose keys have only two parts. */
export const orphanKey = ({metadata: {namespace, name}}: Pod): string => `${prefix}${namespace}/${name}`;

/** The Job that controls a Pod; `undefined` if it does not exist, or was replaced by another with the same name. @mirrors job.resolveControllerRef */
export const jobOf = ({informer}: Pick<Tools, 'informer'>, pod: Pod): Job | undefined => {
	const owner = controllerOf(pod);
	const found = owner?.kind === 'Job' ? informer('jobs.batch').get(pod.metadata.namespace, owner.name) : undefined;
	return found?.metadata.uid === owner?.uid ? found : undefined;
};

/** Whether a tracked Pod belongs to a Job whose controller will release it. */
const isLookedAfter = (tools: Tools, pod: Pod): boolean => {
	const owner = controllerOf(pod);
	if (!owner) {
		return false;
	}

	if (owner.kind !== 'Job' || owner.apiVersion !== 'batch/v1') {
		return true;
	}

	const found = jobOf(tools, pod);
	return found !== undefined && (isManagedElsewhere(found) || !isFinished(found.status));
};

/**
Removes the finalizer of a Pod without a Job, since no controller will count it, and it could never be deleted.

@returns `false` if the key is one of a Job.
@mirrors job.syncOrphanPod
*/
export function* syncOrphanPod(tools: Tools, key: string): Routine<boolean> {
	if (!key.startsWith(prefix)) {
		return false;
	}

	const pod = tools.informer('pods').getByKey(key.slice(prefix.length));
	const isOrphan = pod !== undefined && isTracked(pod) && !isLookedAfter(tools, pod);
	const object = pod && registryKey('pods', pod.metadata.namespace, pod.metadata.name);
	yield* note('controller.job.sync', {case: 'orphan', key, isOrphan}, {object});
	if (isOrphan) {
		yield* untrack(tools, pod, 'orphan');
	}

	return true;
}

/** Removes a Pod's finalizer. @param why `orphan` if no Job counts it, `leaving` if its Job is being deleted. */
export function* untrack({client}: Tools, {metadata}: Pod, why?: 'leaving' | 'orphan'): Routine {
	const {namespace, name, uid} = metadata;
	// The newest version may have lost or gained other finalizers: only this one is removed.
	const patch = {metadata: {uid, '$deleteFromPrimitiveList/finalizers': [finalizer]}};
	yield* note('controller.job.untrack', why ? {finalizer, why} : {finalizer}, {
		object: registryKey('pods', namespace, name),
	});
	yield* ignoreNotFound(client.patch('pods', namespace, name, patch));
}

import type {Routine} from '../../../../kernel/routine.js';
import type {DaemonSet, Deployment, StatefulSet} from '../../../../objects/kubernetes.generated.js';
import {isObjectOf, type Unstructured} from '../../../../objects/unstructured.js';
import {CommandFailure, throwAll} from '../../../failure.js';
import type {Invocation} from '../../../invocation.js';
import {selectItems, type Item} from '../../../selection.js';

/** A workload that replaces its Pods step by step. */
export type RollingWorkload = Unstructured & (DaemonSet | Deployment | StatefulSet);

/** Whether a workload replaces its Pods step by step and keeps its revisions. */
export const isRolling = (object: Unstructured): object is RollingWorkload =>
	isObjectOf(object, 'deployments.apps') ||
	isObjectOf(object, 'daemonsets.apps') ||
	isObjectOf(object, 'statefulsets.apps');

/** The annotation with the revision number of a Deployment and its ReplicaSets. */
export const revisionAnnotation = 'deployment.kubernetes.io/revision';

/** The objects that `kubectl rollout …` names. @throws {CommandFailure} if nothing is named, and for objects that the server does not return. */
export function* rolloutItems(invocation: Invocation): Routine<readonly Item[]> {
	if (invocation.words.length === 0 && invocation.flags.list('filename').length === 0) {
		throw new CommandFailure('required resource not specified');
	}

	yield* invocation.target();
	const {items, errors} = yield* selectItems(invocation, {everything: true});
	throwAll(errors);
	return items;
}

/** `Deployment.apps`, `Pod`. */
export const kindAndGroup = ({kind, group}: Item['resource']): string => (group ? `${kind}.${group}` : kind);

/** Workloads known to kubectl that keep no revisions. */
const withoutRevisions = new Set(['Job.batch', 'CronJob.batch', 'Pod', 'ReplicaSet.apps', 'ReplicationController']);

/** Why a command about revisions cannot work on an object. */
export const notRolling = ({resource}: Item, what: string, tool: string): CommandFailure => {
	const name = kindAndGroup(resource);
	return new CommandFailure(
		withoutRevisions.has(name)
			? `no ${tool} has been implemented for "${name}"`
			: `error retrieving ${what} for "${name}", no visitor method exists for {${resource.group} ${resource.kind}}`,
	);
};

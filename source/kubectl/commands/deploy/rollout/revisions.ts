import type {Routine} from '../../../../kernel/routine.js';
import type {LabelSelector, PodTemplateSpec} from '../../../../objects/kubernetes.generated.js';
import {isObjectOf, nestedMap, withValue, type Unstructured} from '../../../../objects/unstructured.js';
import {selectorText} from '../../../selected-pods.js';
import {resolveResource, type Item} from '../../../selection.js';
import type {Invocation} from '../../../invocation.js';
import {revisionAnnotation, type RollingWorkload} from './workloads.js';

/** The annotation for the user's reason for a revision. */
export const causeAnnotation = 'kubernetes.io/change-cause';

/** A state that a workload had. */
export interface Revision {
	readonly number: number;
	/** The ReplicaSet, or the former state of the workload. */
	readonly whole: Unstructured;
	readonly cause: string;
	readonly template: PodTemplateSpec;
	readonly annotations: Readonly<Record<string, string>>;
}

/**
The revisions that a workload keeps, the oldest first: ReplicaSets of a Deployment, ControllerRevisions of other workloads.

@mirrors kubectl/pkg/polymorphichelpers HistoryViewer
*/
export function* revisionsOf(
	invocation: Invocation,
	item: Item,
	workload: RollingWorkload,
): Routine<readonly Revision[]> {
	const isDeployment = isObjectOf(workload, 'deployments.apps');
	const source = yield* resolveResource(invocation, isDeployment ? 'replicasets.apps' : 'controllerrevisions.apps');
	const selector: LabelSelector | undefined = workload.spec.selector;
	const kept = yield* invocation.list(source, item.namespace, {labelSelector: selectorText(selector)});
	return kept
		.filter(({metadata}) => metadata?.ownerReferences?.some(({uid}) => uid === workload.metadata.uid))
		.flatMap((one) => revisionOf(one, workload))
		.sort((a, b) => a.number - b.number);
}

const revisionOf = (kept: Unstructured, workload: RollingWorkload): readonly Revision[] => {
	const annotations = kept.metadata?.annotations ?? {};
	const cause = annotations[causeAnnotation] || '<none>';
	if (isObjectOf(kept, 'replicasets.apps')) {
		const number = Number(annotations[revisionAnnotation] ?? 0);
		return [{number, whole: kept, cause, template: kept.spec.template ?? {}, annotations}];
	}

	if (isObjectOf(kept, 'controllerrevisions.apps')) {
		const template = withoutKey(nestedMap(kept.data, 'spec', 'template'), '$patch');
		const whole = withValue(workload, ['spec', 'template'], template);
		return [{number: Number(kept.revision), whole, cause, template: whole.spec.template, annotations}];
	}

	return [];
};

/** All fields of a map but one. */
export const withoutKey = <T>(map: Readonly<Record<string, T>> | undefined, key: string): Record<string, T> =>
	Object.fromEntries(Object.entries(map ?? {}).filter(([name]) => name !== key));

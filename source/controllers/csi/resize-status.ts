import type {
	PersistentVolumeClaim,
	PersistentVolumeClaimCondition,
	PersistentVolumeClaimStatus,
} from '../../objects/kubernetes.generated.js';
import {compareQuantities} from '../../objects/quantity.js';

/** The component that must act on a claim that requests more than its size: none, the driver's controller, or a kubelet. */
export type ResizePlan = 'none' | 'controller' | 'node';

/**
The action on a claim's size.

@mirrors external-resizer pvcNeedResize, expandAndRecover
*/
export const resizePlan = ({spec, status}: PersistentVolumeClaim): ResizePlan => {
	const wanted = spec?.resources?.requests?.['storage'];
	const has = status?.capacity?.['storage'];
	if (status?.phase !== 'Bound' || wanted === undefined || has === undefined || compareQuantities(wanted, has) <= 0) {
		return 'none';
	}

	const progress = status.allocatedResourceStatuses?.['storage'];
	const allocated = status.allocatedResources?.['storage'];
	return (progress === 'NodeResizePending' || progress === 'NodeResizeInProgress') &&
		allocated !== undefined &&
		compareQuantities(allocated, wanted) >= 0
		? 'node'
		: 'controller';
};

/** A step on the way to a larger volume. */
export type ResizeStep =
	| {readonly case: 'begin'; readonly size: string}
	| {readonly case: 'failed'; readonly message: string}
	| {readonly case: 'node-pending'};

const resizeConditions = ['Resizing', 'FileSystemResizePending', 'ControllerResizeError', 'NodeResizeError'];

const merged = (
	conditions: readonly PersistentVolumeClaimCondition[],
	added: PersistentVolumeClaimCondition,
	keepsOld: boolean,
): readonly PersistentVolumeClaimCondition[] => [
	...conditions.filter(({type}) => type !== added.type && (keepsOld || !resizeConditions.includes(type))),
	added,
];

/** A claim's status after a step. @mirrors external-resizer resize_status.go */
export const withResize = (
	{status = {}}: PersistentVolumeClaim,
	step: ResizeStep,
	now: string,
): PersistentVolumeClaimStatus => {
	const {conditions = [], allocatedResources, allocatedResourceStatuses} = status;
	const at = {status: 'True', lastTransitionTime: now} as const;
	switch (step.case) {
		case 'begin': {
			return {
				...status,
				conditions: merged(conditions, {type: 'Resizing', ...at}, allocatedResources?.['storage'] === step.size),
				allocatedResources: {...allocatedResources, storage: step.size},
				allocatedResourceStatuses: {...allocatedResourceStatuses, storage: 'ControllerResizeInProgress'},
			};
		}

		case 'failed': {
			const message = `failed to expand pvc with ${step.message}`;
			const isInfeasible = /code = (?:InvalidArgument|OutOfRange|NotFound)\b/.test(step.message);
			return {
				...status,
				conditions: merged(conditions, {type: 'ControllerResizeError', ...at, message}, true),
				...(isInfeasible
					? {allocatedResourceStatuses: {...allocatedResourceStatuses, storage: 'ControllerResizeInfeasible' as const}}
					: {}),
			};
		}

		case 'node-pending': {
			const message = 'Waiting for user to (re-)start a pod to finish file system resize of volume on node.';
			return {
				...status,
				conditions: merged(conditions, {type: 'FileSystemResizePending', ...at, message}, true),
				allocatedResourceStatuses: {...allocatedResourceStatuses, storage: 'NodeResizePending'},
			};
		}
	}
};

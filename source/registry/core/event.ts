import {describeKind} from '../kind.js';
import type {Event} from '../../objects/kubernetes.generated.js';
import type {Errors} from '../validation/checks.js';
import {checkCommon} from './event-fields.js';

/** An Event lies in the namespace of the object that it is about. The older form takes nearly everything else. */
export const checkCoreEvent = (errors: Errors, event: Event): void => {
	checkCommon(errors, event, 'reportingComponent');
};

/** @see https://kubernetes.io/docs/reference/kubernetes-api/cluster-resources/event-v1/ */
export const coreEvent = describeKind('v1 Event', {
	validate: {create: checkCoreEvent, update: checkCoreEvent, plainMetadata: true},
	store: {createOnUpdate: true},
});

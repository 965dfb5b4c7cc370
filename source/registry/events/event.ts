import {describeVersion} from '../kind.js';
import {invalid, required} from '../../objects/field-error.js';
import type {Event} from '../../objects/kubernetes.generated.js';
import {checkImmutable, type Errors} from '../validation/checks.js';
import {checkCommon} from '../core/event-fields.js';

/**
An Event of the newer form says more of itself.

@mirrors k8s.io/kubernetes/pkg/apis/core/validation ValidateEventCreate
*/
export const checkEvent = (errors: Errors, event: Event): void => {
	checkCommon(errors, event, 'reportingController');
	if (!event.eventTime) {
		errors.push(required('eventTime'));
	}

	if (event.type !== 'Normal' && event.type !== 'Warning') {
		errors.push(invalid('type', '', `has invalid value: ${event.type ?? ''}`));
	}

	for (const field of ['firstTimestamp', 'lastTimestamp', 'count'] as const) {
		if (event[field]) {
			errors.push(invalid(field, '', 'needs to be unset'));
		}
	}

	if (event.source?.component || event.source?.host) {
		errors.push(invalid('source', '', 'needs to be unset'));
	}
};

/** Only the series of an event goes on. @mirrors ValidateEventUpdate */
export const checkEventUpdate = (errors: Errors, event: Event, old: Event): void => {
	checkCommon(errors, event, 'reportingController');
	for (const [field, name] of [
		['involvedObject', 'involvedObject'],
		['reason', 'reason'],
		['message', 'message'],
		['firstTimestamp', 'firstTimestamp'],
		['lastTimestamp', 'lastTimestamp'],
		['count', 'count'],
		['reason', 'reason'],
		['type', 'type'],
		['eventTime', 'eventTime'],
		['action', 'action'],
		['related', 'related'],
		['reportingController', 'reportingComponent'],
		['reportingInstance', 'reportingInstance'],
	] as const) {
		checkImmutable(errors, field, event[name], old[name]);
	}
};

/** The newer form of an event. It is stored as the older one. */
export const event = describeVersion('events.k8s.io/v1 Event', 'v1 Event', {
	validate: {create: checkEvent, update: checkEventUpdate, plainMetadata: true},
	store: {createOnUpdate: true},
});

import {present} from '../../objects/copy.js';
import {describeVersion, type Conversion} from '../kind.js';
import {invalid, required} from '../../objects/field-error.js';
import type {Event, EventsV1Event} from '../../objects/kubernetes.generated.js';
import {checkImmutable, type Errors} from '../validation/checks.js';
import {checkCommon} from '../core/event-fields.js';

/**
An Event of the newer form has more required fields.

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

/** Checks that an update changes only the series of an event. @mirrors ValidateEventUpdate */
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

const conversion: Conversion<EventsV1Event, Event> = {
	toStorage: (newer) =>
		present({
			metadata: newer.metadata,
			involvedObject: newer.regarding ?? {},
			related: newer.related,
			reason: newer.reason,
			message: newer.note,
			source: newer.deprecatedSource ?? {},
			firstTimestamp: newer.deprecatedFirstTimestamp,
			lastTimestamp: newer.deprecatedLastTimestamp,
			count: newer.deprecatedCount,
			type: newer.type,
			eventTime: newer.eventTime,
			series: newer.series,
			action: newer.action,
			reportingComponent: newer.reportingController,
			reportingInstance: newer.reportingInstance,
		}),
	fromStorage: (older) =>
		present({
			metadata: older.metadata,
			eventTime: older.eventTime ?? null,
			series: older.series,
			reportingController: older.reportingComponent,
			reportingInstance: older.reportingInstance,
			action: older.action,
			reason: older.reason,
			regarding: older.involvedObject,
			related: older.related,
			note: older.message,
			type: older.type,
			deprecatedSource: older.source,
			deprecatedFirstTimestamp: older.firstTimestamp,
			deprecatedLastTimestamp: older.lastTimestamp,
			deprecatedCount: older.count,
		}),
};

/** The newer form of an event, stored as the older one. */
export const event = describeVersion('events.k8s.io/v1 Event', 'v1 Event', conversion, {
	validate: {create: checkEvent, update: checkEventUpdate, plainMetadata: true},
	store: {createOnUpdate: true, lifetimeSeconds: 3600},
	fields: {
		'regarding.kind': ({involvedObject}) => involvedObject?.kind,
		'regarding.namespace': ({involvedObject}) => involvedObject?.namespace,
		'regarding.name': ({involvedObject}) => involvedObject?.name,
		'regarding.uid': ({involvedObject}) => involvedObject?.uid,
		'regarding.apiVersion': ({involvedObject}) => involvedObject?.apiVersion,
		'regarding.resourceVersion': ({involvedObject}) => involvedObject?.resourceVersion,
		'regarding.fieldPath': ({involvedObject}) => involvedObject?.fieldPath,
		reason: ({reason}) => reason,
		type: ({type}) => type,
		reportingController: ({reportingComponent}) => reportingComponent,
	},
});

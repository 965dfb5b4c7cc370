import {invalid, required} from '../../objects/field-error.js';
import type {Event} from '../../objects/kubernetes.generated.js';
import {dnsSubdomainErrors, qualifiedNameErrors} from '../../objects/names.js';
import {checkImmutable, refuseEach, requireValue, type Errors} from '../validation/checks.js';

/** @mirrors k8s.io/kubernetes/pkg/apis/core/validation legacyValidateEvent */
const checkCommon = (errors: Errors, event: Event, controllerField: string): void => {
	const about = event.involvedObject.namespace ?? '';
	const own = event.metadata.namespace ?? '';
	const elsewhere = invalid('involvedObject.namespace', about, 'does not match event.namespace');
	if (event.eventTime) {
		if (about === '' && own !== 'default' && own !== 'kube-system') {
			errors.push(elsewhere);
		}

		checkReport(errors, event, controllerField);
	} else if (about === '' ? own !== '' && own !== 'default' : about !== own) {
		errors.push(elsewhere);
	}

	refuseEach(errors, 'namespace', own, dnsSubdomainErrors(own));
};

/** What an event of the newer form says of who saw what. */
const checkReport = (errors: Errors, event: Event, controllerField: string): void => {
	const controller = event.reportingComponent ?? '';
	requireValue(errors, controllerField, controller);
	refuseEach(errors, controllerField, controller, qualifiedNameErrors(controller));
	for (const [field, value = '', most] of [
		['reportingInstance', event.reportingInstance, 128],
		['action', event.action, 128],
		['reason', event.reason, 128],
		['message', event.message, 1024],
	] as const) {
		if (value === '' && field !== 'message') {
			errors.push(required(field));
		}

		if (Buffer.byteLength(value) > most) {
			errors.push(invalid(field, '', `can have at most ${most} characters`));
		}
	}
};

/** An Event lies in the namespace of the object that it is about. The older form takes nearly everything else. */
export const checkCoreEvent = (errors: Errors, event: Event): void => {
	checkCommon(errors, event, 'reportingComponent');
};

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

import {invalid, required} from '../../objects/field-error.js';
import type {Event} from '../../objects/kubernetes.generated.js';
import {dnsSubdomainErrors, qualifiedNameErrors} from '../../objects/names.js';
import {refuseEach, requireValue, type Errors} from '../validation/checks.js';

/** @mirrors k8s.io/kubernetes/pkg/apis/core/validation legacyValidateEvent */
export const checkCommon = (errors: Errors, event: Event, controllerField: string): void => {
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

/** The report of an event of the newer form: its observer, action and subject. */
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

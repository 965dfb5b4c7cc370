import {invalid} from '../field-error.js';
import type {Event} from '../kubernetes.generated.js';
import type {Errors} from './checks.js';
import {checkMetadata, nameRules} from './metadata.js';

/**
An Event lies in the namespace of the object that it is about.

@mirrors k8s.io/kubernetes/pkg/apis/core/validation legacyValidateEvent
*/
export const checkEvent = (errors: Errors, {metadata, involvedObject, eventTime}: Event): void => {
	const about = involvedObject.namespace ?? '';
	const own = metadata.namespace ?? '';
	const clusterWide = about === '' && ['', 'default', ...(eventTime ? ['kube-system'] : [])].includes(own);
	// Events of the newer form may be told about another namespace.
	if (!clusterWide && about !== own && !(eventTime && about !== '')) {
		errors.push(invalid('involvedObject.namespace', about, 'does not match event.namespace'));
	}

	if (errors.length === 0) {
		checkMetadata(errors, metadata, true, nameRules.pathSegment);
	}
};

import {securePort} from '../admissionregistration/defaults.js';
import {defaultsOf} from '../defaults/type-defaults.js';
import {describeKind} from '../kind.js';
import {invalid, required} from '../../objects/field-error.js';
import type {APIService} from '../../objects/kubernetes.generated.js';
import {dns1035LabelErrors, dnsSubdomainErrors, pathSegmentErrors, portNumberErrors} from '../../objects/names.js';
import {refuseEach, requireValue, type Errors} from '../validation/checks.js';
import {checkAnyMetadata, checkAnyMetadataUpdate} from '../validation/metadata.js';
import {ageColumn, nameColumn} from '../table/columns.js';

/** @mirrors k8s.io/kube-aggregator/pkg/apis/apiregistration/validation ValidateAPIService */
export const checkAPIService = (errors: Errors, apiService: APIService, old?: APIService): void => {
	if (old) {
		checkAnyMetadataUpdate(errors, apiService.metadata, old.metadata);
	}

	const {group = '', version = '', groupPriorityMinimum, versionPriority} = apiService.spec ?? {};
	const name = `${version}.${group}`;
	checkAnyMetadata(errors, apiService.metadata, false, (given) => {
		const wrong = pathSegmentErrors(given);
		return wrong.length > 0 || given === name
			? wrong
			: [`must be \`spec.version+"."+spec.group\`: ${JSON.stringify(name)}`];
	});
	if (group !== '') {
		refuseEach(errors, 'spec.group', group, dnsSubdomainErrors(group));
	} else if (version !== 'v1') {
		errors.push(required('spec.group', 'only v1 may have an empty group and it better be legacy kube'));
	}

	refuseEach(errors, 'spec.version', version, dns1035LabelErrors(version));
	checkPriority(errors, 'spec.groupPriorityMinimum', groupPriorityMinimum ?? 0, 20_000);
	checkPriority(errors, 'spec.versionPriority', versionPriority ?? 0, 1000);
	checkTarget(errors, apiService);
};

const checkPriority = (errors: Errors, field: string, value: number, most: number): void => {
	if (value <= 0 || value > most) {
		errors.push(invalid(field, value, `must be positive and less than ${most}`));
	}
};

const checkTarget = (errors: Errors, {spec}: APIService): void => {
	const {service, caBundle = '', insecureSkipTLSVerify = false} = spec ?? {};
	if (!service) {
		if (caBundle !== '') {
			const size = `${Buffer.from(caBundle, 'base64').length} bytes`;
			errors.push(invalid('spec.caBundle', size, 'local APIServices may not have a caBundle'));
		}

		if (insecureSkipTLSVerify) {
			const detail = 'local APIServices may not have insecureSkipTLSVerify';
			errors.push(invalid('spec.insecureSkipTLSVerify', insecureSkipTLSVerify, detail));
		}

		return;
	}

	requireValue(errors, 'spec.service.namespace', service.namespace);
	requireValue(errors, 'spec.service.name', service.name);
	const wrong = portNumberErrors(service.port ?? 0);
	if (wrong.length > 0) {
		errors.push(invalid('spec.service.port', service.port ?? 0, `port is not valid: ${wrong.join(',')}`));
	}

	if (insecureSkipTLSVerify && caBundle !== '') {
		errors.push(invalid('spec.insecureSkipTLSVerify', true, 'may not be true if caBundle is present'));
	}
};

/** @see https://kubernetes.io/docs/concepts/extend-kubernetes/api-extension/apiserver-aggregation/ */
export const apiService = describeKind('apiregistration.k8s.io/v1 APIService', {
	validate: {create: checkAPIService, update: checkAPIService},
	statusEndpoint: {keeps: ['labels', 'annotations', 'finalizers', 'ownerReferences']},
	store: {needsVersion: true},
	table: {
		columns: [
			nameColumn,
			{
				name: 'Service',
				cell: ({spec}) => (spec?.service ? `${spec.service.namespace ?? ''}/${spec.service.name ?? ''}` : 'Local'),
			},
			{
				name: 'Available',
				cell({status}) {
					const available = status?.conditions?.find(({type}) => type === 'Available');
					if (!available) {
						return 'Unknown';
					}

					return available.status === 'True' ? 'True' : `${available.status} (${available.reason ?? ''})`;
				},
			},
			ageColumn,
		],
	},
	defaults: [defaultsOf('apiregistration.v1.ServiceReference', securePort)],
});

import {defaultsOf} from '../defaults/type-defaults.js';
import {describeKind} from '../kind.js';
import {forbidden, required, tooLong} from '../../objects/field-error.js';
import type {IngressClass} from '../../objects/kubernetes.generated.js';
import {dnsLabelErrors} from '../../objects/names.js';
import {checkImmutable, checkSupported, refuseEach, type Errors} from '../validation/checks.js';
import {checkDomainPath} from '../validation/domain-path.js';
import {checkMetadata, checkMetadataUpdate, nameRules} from '../validation/metadata.js';
import {checkReference} from './object-reference.js';
import {ageColumn} from '../table/columns.js';

/** @mirrors k8s.io/kubernetes/pkg/apis/networking/validation ValidateIngressClass */
export const checkIngressClass = (errors: Errors, ingressClass: IngressClass, old?: IngressClass): void => {
	const {metadata, spec} = ingressClass;
	if (old) {
		checkMetadataUpdate(errors, metadata, old.metadata);
		checkImmutable(errors, 'spec.controller', spec?.controller ?? '', old.spec?.controller ?? '');
	}

	checkMetadata(errors, metadata, false, nameRules.subdomain);
	const controller = spec?.controller ?? '';
	if (controller.length > 250) {
		errors.push(tooLong('spec.controller', '', 250));
	}

	checkDomainPath(errors, 'spec.controller', controller);
	const parameters = spec?.parameters;
	if (!parameters) {
		return;
	}

	const path = 'spec.parameters';
	checkReference(errors, path, parameters);
	if (parameters.scope !== 'Cluster' && parameters.scope !== 'Namespace') {
		checkSupported(errors, `${path}.scope`, parameters.scope, ['Cluster', 'Namespace']);
	} else if (parameters.scope === 'Namespace') {
		if (parameters.namespace === undefined) {
			errors.push(required(`${path}.namespace`, "`parameters.scope` is set to 'Namespace'"));
		} else {
			refuseEach(errors, `${path}.namespace`, parameters.namespace, dnsLabelErrors(parameters.namespace));
		}
	} else if (parameters.namespace !== undefined) {
		errors.push(forbidden(`${path}.namespace`, "`parameters.scope` is set to 'Cluster'"));
	}
};

/** @see https://kubernetes.io/docs/concepts/services-networking/ingress/#ingress-class */
export const ingressClass = describeKind('networking.k8s.io/v1 IngressClass', {
	validate: {create: checkIngressClass, update: checkIngressClass},
	generation: 'counts changes',
	table: {
		columns: [
			{
				name: 'Name',
				cell: ({metadata}) =>
					metadata.annotations?.['ingressclass.kubernetes.io/is-default-class'] === 'true'
						? `${metadata.name} (default)`
						: metadata.name,
			},
			{name: 'Controller', cell: ({spec}) => spec?.controller ?? ''},
			{
				name: 'Parameters',
				cell: ({spec}) =>
					spec?.parameters
						? `${spec.parameters.kind}${spec.parameters.apiGroup === undefined ? '' : `.${spec.parameters.apiGroup}`}/${spec.parameters.name}`
						: '<none>',
			},
			ageColumn,
		],
	},
	defaults: [
		defaultsOf('networking.v1.IngressClassParametersReference', (draft) => {
			draft.scope ??= 'Cluster';
		}),
	],
});

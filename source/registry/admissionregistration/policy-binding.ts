import type {
	MutatingAdmissionPolicyBinding,
	ValidatingAdmissionPolicyBinding,
} from '../../objects/kubernetes.generated.js';
import {dnsSubdomainErrors} from '../../objects/names.js';
import {checkParameters} from './admission-expressions.js';
import {checkMatchResources} from './admission-rules.js';
import {refuseEach, requireValue, type Errors} from '../validation/checks.js';
import {checkAnyMetadata, checkAnyMetadataUpdate, nameRules} from '../validation/metadata.js';
import {goLabelSelector} from '../../objects/labels.js';
import {ageColumn, nameColumn, type Printer} from '../table/columns.js';

type Binding = MutatingAdmissionPolicyBinding | ValidatingAdmissionPolicyBinding;

/** The common part of bindings of validating and of mutating policies: the policy, its parameters, its requests. */
export const checkPolicyBinding = (errors: Errors, binding: Binding, old?: Binding): void => {
	if (old) {
		checkAnyMetadataUpdate(errors, binding.metadata, old.metadata);
	}

	checkAnyMetadata(errors, binding.metadata, false, nameRules.subdomain);
	const {policyName = '', paramRef, matchResources} = binding.spec ?? {};
	if (requireValue(errors, 'spec.policyName', policyName)) {
		refuseEach(errors, 'spec.policyName', policyName, dnsSubdomainErrors(policyName));
	}

	checkParameters(errors, 'spec.paramRef', paramRef);
	checkMatchResources(errors, 'spec.matchResources', matchResources);
};

const paramRef = ({spec}: ValidatingAdmissionPolicyBinding): string => {
	const {name, namespace, selector} = spec?.paramRef ?? {};
	if (name) {
		return `${namespace || '*'}/${name}`;
	}

	if (selector) {
		return goLabelSelector(selector);
	}

	return '<unset>';
};

export const bindingTable: Printer<ValidatingAdmissionPolicyBinding> = {
	columns: [
		nameColumn,
		{name: 'PolicyName', cell: ({spec}) => spec?.policyName ?? ''},
		{name: 'ParamRef', cell: paramRef},
		ageColumn,
	],
};

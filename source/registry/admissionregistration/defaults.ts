import type {Draft, TypeDefaults} from '../defaults/type-defaults.js';

const webhook = (draft: Draft): void => {
	draft.failurePolicy ??= 'Fail';
	matchResources(draft);
	draft.timeoutSeconds ??= 10;
};

const matchResources = (draft: Draft): void => {
	draft.matchPolicy ??= 'Equivalent';
	draft.namespaceSelector ??= {};
	draft.objectSelector ??= {};
};

const rule = (draft: Draft): void => {
	draft.scope ??= '*';
};

const securePort = (draft: Draft): void => {
	draft.port ??= 443;
};

const failurePolicy = (draft: Draft): void => {
	draft.failurePolicy ??= 'Fail';
};

/** Defaults of webhooks and admission policies. @mirrors k8s.io/kubernetes/pkg/apis/admissionregistration/v1 defaults.go */
export const admissionDefaults: TypeDefaults = {
	'admissionregistration.v1.ValidatingWebhook': webhook,
	'admissionregistration.v1.MutatingWebhook': (draft) => {
		webhook(draft);
		draft.reinvocationPolicy ??= 'Never';
	},
	'admissionregistration.v1.RuleWithOperations': rule,
	'admissionregistration.v1.NamedRuleWithOperations': rule,
	'admissionregistration.v1.ServiceReference': securePort,
	'apiregistration.v1.ServiceReference': securePort,
	'admissionregistration.v1.ValidatingAdmissionPolicySpec': failurePolicy,
	'admissionregistration.v1.MutatingAdmissionPolicySpec': failurePolicy,
	'admissionregistration.v1.MatchResources': matchResources,
};

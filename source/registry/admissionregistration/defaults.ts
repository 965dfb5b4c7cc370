import type {LabelSelector} from '../../objects/kubernetes.generated.js';
import {defaultsOf, type Given, type TypeDefaults} from '../defaults/type-defaults.js';

interface Matching {
	matchPolicy?: string;
	namespaceSelector?: Given<LabelSelector>;
	objectSelector?: Given<LabelSelector>;
}

const matchResources = (draft: Matching): void => {
	draft.matchPolicy ??= 'Equivalent';
	draft.namespaceSelector ??= {};
	draft.objectSelector ??= {};
};

const rule = (draft: {scope?: string}): void => {
	draft.scope ??= '*';
};

/** A reference to the Service of a webhook or an aggregated API. */
export const securePort = (draft: {port?: number}): void => {
	draft.port ??= 443;
};

/** A policy that cannot be evaluated refuses the request. */
export const failurePolicy = (draft: {failurePolicy?: string}): void => {
	draft.failurePolicy ??= 'Fail';
};

/** Defaults of a webhook. */
export const setWebhook = (draft: Matching & {failurePolicy?: string; timeoutSeconds?: number}): void => {
	failurePolicy(draft);
	matchResources(draft);
	draft.timeoutSeconds ??= 10;
};

/** The common defaults of webhooks and policies. @mirrors k8s.io/kubernetes/pkg/apis/admissionregistration/v1 defaults.go */
export const admissionDefaults: readonly TypeDefaults[] = [
	defaultsOf('admissionregistration.v1.RuleWithOperations', rule),
	defaultsOf('admissionregistration.v1.NamedRuleWithOperations', rule),
	defaultsOf('admissionregistration.v1.ServiceReference', securePort),
	defaultsOf('admissionregistration.v1.MatchResources', matchResources),
];

import {duplicate, invalid, required} from '../../objects/field-error.js';
import type {
	MutatingWebhook,
	MutatingWebhookConfiguration,
	ValidatingWebhook,
	ValidatingWebhookConfiguration,
} from '../../objects/kubernetes.generated.js';
import {dnsSubdomainErrors} from '../../objects/names.js';
import {checkMatchConditions} from './admission-expressions.js';
import {checkAdmissionRule, checkFailurePolicy, type AdmissionRule} from './admission-rules.js';
import {checkSupported, requireValue, type Errors} from '../validation/checks.js';
import {checkAnyMetadata, nameRules} from '../validation/metadata.js';
import {checkLabelSelector} from '../validation/selectors.js';
import {checkReviewVersions, checkWebhookService, checkWebhookURL} from '../validation/webhook-client.js';
import {ageColumn, nameColumn, type Printer} from '../table/columns.js';

const checkName = (errors: Errors, field: string, name: string): void => {
	if (!requireValue(errors, field, name)) {
		return;
	}

	const messages = dnsSubdomainErrors(name);
	if (messages.length > 0) {
		errors.push(invalid(field, name, messages.join(',')));
	} else if (name.split('.').length < 3) {
		errors.push(invalid(field, name, 'should be a domain with at least three segments separated by dots'));
	}
};

/** @mirrors k8s.io/kubernetes/pkg/apis/admissionregistration/validation validateValidatingWebhook, validateMutatingWebhook */
const checkWebhook = (errors: Errors, path: string, webhook: ValidatingWebhook | MutatingWebhook): void => {
	checkName(errors, `${path}.name`, webhook.name);
	for (const [index, rule] of ((webhook.rules ?? []) as readonly AdmissionRule[]).entries()) {
		checkAdmissionRule(errors, `${path}.rules[${index}]`, rule);
	}

	checkFailurePolicy(errors, `${path}.failurePolicy`, webhook.failurePolicy);
	if (webhook.matchPolicy !== undefined) {
		checkSupported(errors, `${path}.matchPolicy`, webhook.matchPolicy, ['Equivalent', 'Exact']);
	}

	if (webhook.sideEffects) {
		checkSupported(errors, `${path}.sideEffects`, webhook.sideEffects, ['None', 'NoneOnDryRun']);
	} else {
		errors.push(required(`${path}.sideEffects`, 'must specify one of None, NoneOnDryRun'));
	}

	if (webhook.timeoutSeconds !== undefined && (webhook.timeoutSeconds > 30 || webhook.timeoutSeconds < 1)) {
		errors.push(
			invalid(`${path}.timeoutSeconds`, webhook.timeoutSeconds, 'the timeout value must be between 1 and 30 seconds'),
		);
	}

	checkLabelSelector(errors, `${path}.namespaceSelector`, webhook.namespaceSelector);
	checkLabelSelector(errors, `${path}.objectSelector`, webhook.objectSelector);
	if ('reinvocationPolicy' in webhook && webhook.reinvocationPolicy !== undefined) {
		checkSupported(errors, `${path}.reinvocationPolicy`, webhook.reinvocationPolicy, ['IfNeeded', 'Never']);
	}

	const {url, service} = webhook.clientConfig;
	if ((url === undefined) === (service === undefined)) {
		errors.push(required(`${path}.clientConfig`, 'exactly one of url or service is required'));
	} else if (service) {
		checkWebhookService(errors, `${path}.clientConfig.service`, service);
	} else if (url !== undefined) {
		checkWebhookURL(errors, `${path}.clientConfig.url`, url);
	}

	checkMatchConditions(errors, `${path}.matchConditions`, webhook.matchConditions);
	checkReviewVersions(
		errors,
		`${path}.admissionReviewVersions`,
		webhook.admissionReviewVersions ?? [],
		'must specify one of v1, v1beta1',
	);
};

type Configuration = ValidatingWebhookConfiguration | MutatingWebhookConfiguration;

export const checkWebhookConfiguration = (errors: Errors, configuration: Configuration): void => {
	checkAnyMetadata(errors, configuration.metadata, false, nameRules.subdomain);
	const names = new Set<string>();
	for (const [index, webhook] of (configuration.webhooks ?? []).entries()) {
		checkWebhook(errors, `webhooks[${index}]`, webhook);
		if (names.has(webhook.name)) {
			errors.push(duplicate(`webhooks[${index}].name`, webhook.name));
		}

		if (webhook.name) {
			names.add(webhook.name);
		}
	}
};

export const webhooksTable: Printer<MutatingWebhookConfiguration> = {
	columns: [nameColumn, {name: 'Webhooks', type: 'integer', cell: ({webhooks}) => webhooks?.length ?? 0}, ageColumn],
};

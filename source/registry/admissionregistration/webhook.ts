import {duplicate, invalid, required} from '../../objects/field-error.js';
import type {
	MutatingWebhook,
	MutatingWebhookConfiguration,
	ValidatingWebhook,
	ValidatingWebhookConfiguration,
} from '../../objects/kubernetes.generated.js';
import {dns1035LabelErrors, dnsSubdomainErrors, portNumberErrors} from '../../objects/names.js';
import {checkMatchConditions} from './admission-expressions.js';
import {checkAdmissionRule, checkFailurePolicy, type AdmissionRule} from './admission-rules.js';
import {checkSupported, refuseEach, requireValue, type Errors} from '../validation/checks.js';
import {checkAnyMetadata, nameRules} from '../validation/metadata.js';
import {checkLabelSelector} from '../validation/selectors.js';
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

const form = '; desired format: https://host[/path]';

/** @mirrors k8s.io/apiserver/pkg/util/webhook ValidateWebhookURL */
const checkURL = (errors: Errors, field: string, url: string): void => {
	const [, scheme = '', user, host = ''] =
		/^(?:([a-zA-Z][-+.a-zA-Z0-9]*):)?(?:\/\/(?:([^/?#]*)@)?([^/?#]*))?/.exec(url) ?? [];
	if (scheme.toLowerCase() !== 'https') {
		errors.push(invalid(field, scheme, `'https' is the only allowed URL scheme${form}`));
	}

	if (host === '') {
		errors.push(invalid(field, host, `host must be specified${form}`));
	}

	if (user !== undefined) {
		errors.push(invalid(field, user, 'user information is not permitted in the URL'));
	}

	const fragment = url.includes('#') ? url.slice(url.indexOf('#') + 1) : '';
	if (fragment !== '') {
		errors.push(invalid(field, fragment, 'fragments are not permitted in the URL'));
	}

	const [, query = ''] = /\?([^#]*)/.exec(url) ?? [];
	if (query !== '') {
		errors.push(invalid(field, query, 'query parameters are not permitted in the URL'));
	}
};

interface ServiceReference {
	readonly name: string;
	readonly namespace: string;
	readonly path?: string;
	readonly port?: number;
}

/** @mirrors k8s.io/apiserver/pkg/util/webhook ValidateWebhookService */
const checkService = (errors: Errors, path: string, service: ServiceReference): void => {
	requireValue(errors, `${path}.name`, service.name);
	requireValue(errors, `${path}.namespace`, service.namespace);
	const wrong = portNumberErrors(service.port ?? 443);
	if (wrong.length > 0) {
		errors.push(invalid(`${path}.port`, service.port, `port is not valid: ${wrong.join(', ')}`));
	}

	const url = service.path ?? '/';
	const field = `${path}.path`;
	if (url === '/' || url === '') {
		return;
	}

	if (url === '//') {
		errors.push(invalid(field, url, 'segment[0] may not be empty'));
		return;
	}

	if (!url.startsWith('/')) {
		errors.push(invalid(field, url, "must start with a '/'"));
	}

	for (const [index, step] of url.slice(1).replace(/\/$/, '').split('/').entries()) {
		const messages = step === '' ? ['may not be empty'] : dnsSubdomainErrors(step).map((message) => `: ${message}`);
		for (const message of messages) {
			errors.push(invalid(field, url, `segment[${index}]${message.startsWith(':') ? '' : ' '}${message}`));
		}
	}
};

const checkVersions = (errors: Errors, field: string, versions: readonly string[]): void => {
	if (!requireValue(errors, field, versions, 'must specify one of v1, v1beta1')) {
		return;
	}

	for (const [index, version] of versions.entries()) {
		if (versions.indexOf(version) < index) {
			errors.push(invalid(`${field}[${index}]`, version, 'duplicate version'));
		} else {
			refuseEach(errors, `${field}[${index}]`, version, dns1035LabelErrors(version));
		}
	}

	if (!versions.includes('v1') && !versions.includes('v1beta1')) {
		errors.push(invalid(field, versions, 'must include at least one of v1, v1beta1'));
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
		checkService(errors, `${path}.clientConfig.service`, service);
	} else if (url !== undefined) {
		checkURL(errors, `${path}.clientConfig.url`, url);
	}

	checkMatchConditions(errors, `${path}.matchConditions`, webhook.matchConditions);
	checkVersions(errors, `${path}.admissionReviewVersions`, webhook.admissionReviewVersions ?? []);
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

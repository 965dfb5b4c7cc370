import {invalid} from '../../objects/field-error.js';
import {dns1035LabelErrors, dnsSubdomainErrors, portNumberErrors} from '../../objects/names.js';
import {refuseEach, requireValue, type Errors} from './checks.js';

const form = '; desired format: https://host[/path]';

/** A webhook's address, as a URL. @mirrors k8s.io/apiserver/pkg/util/webhook ValidateWebhookURL */
export const checkWebhookURL = (errors: Errors, field: string, url: string): void => {
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

/**
Checks a webhook's address as a Service. Upstream's callers swap its name and namespace, so errors name the other field.

@mirrors k8s.io/apiserver/pkg/util/webhook ValidateWebhookService
*/
export const checkWebhookService = (errors: Errors, path: string, service: ServiceReference): void => {
	requireValue(errors, `${path}.name`, service.namespace);
	requireValue(errors, `${path}.namespace`, service.name);
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

/** The versions of a review that a webhook understands: each once, and one that the apiserver sends. */
export const checkReviewVersions = (
	errors: Errors,
	field: string,
	versions: readonly string[],
	whenEmpty: string,
): void => {
	if (!requireValue(errors, field, versions, whenEmpty)) {
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

import {describeKind} from '../kind.js';
import {invalid, notSupported, required} from '../../objects/field-error.js';
import type {HTTPIngressPath, Ingress, IngressBackend, IngressSpec} from '../../objects/kubernetes.generated.js';
import {
	dnsLabelErrors,
	dnsSubdomainErrors,
	portNameErrors,
	portNumberErrors,
	wildcardSubdomainErrors,
} from '../../objects/names.js';
import {refuseEach, requireValue, type Errors} from '../validation/checks.js';
import {isAddress} from '../../objects/ip.js';
import {checkIP} from '../validation/ip.js';
import {checkMetadata, checkMetadataUpdate, nameRules} from '../validation/metadata.js';
import {checkReference} from './object-reference.js';
import {ageColumn, nameColumn} from '../table/columns.js';
import {pointsOf} from '../core/service/columns.js';

const hostErrors = (host: string): string[] =>
	host.includes('*') ? wildcardSubdomainErrors(host) : dnsSubdomainErrors(host);

/** @mirrors k8s.io/kubernetes/pkg/apis/networking/validation ValidateIngressSpec */
const checkSpec = (errors: Errors, spec: IngressSpec): void => {
	const rules = spec.rules ?? [];
	if (rules.length === 0 && !spec.defaultBackend) {
		errors.push(invalid('spec', null, 'either `defaultBackend` or `rules` must be specified'));
	}

	if (spec.defaultBackend) {
		checkBackend(errors, 'spec.defaultBackend', spec.defaultBackend);
	}

	for (const [index, {host, http}] of rules.entries()) {
		const at = `spec.rules[${index}]`;
		if (host) {
			if (isAddress(host)) {
				errors.push(invalid(`${at}.host`, host, 'must be a DNS name, not an IP address'));
			}

			refuseEach(errors, `${at}.host`, host, hostErrors(host));
		}

		if (http) {
			requireValue(errors, `${at}.http.paths`, http.paths);
			for (const [position, path] of (http.paths ?? []).entries()) {
				checkPath(errors, `${at}.http.paths[${position}]`, path);
			}
		}
	}

	for (const [index, {hosts = [], secretName}] of (spec.tls ?? []).entries()) {
		const at = `spec.tls[${index}]`;
		for (const [position, host] of hosts.entries()) {
			refuseEach(errors, `${at}.hosts[${position}]`, host, hostErrors(host));
		}

		if (secretName) {
			refuseEach(errors, `${at}.secretName`, secretName, dnsSubdomainErrors(secretName));
		}
	}

	if (spec.ingressClassName !== undefined) {
		refuseEach(errors, 'spec.ingressClassName', spec.ingressClassName, dnsSubdomainErrors(spec.ingressClassName));
	}
};

const sequences = ['//', '/./', '/../', '%2f', '%2F'];

const suffixes = ['/..', '/.'];

const checkPath = (errors: Errors, at: string, {path = '', pathType, backend}: HTTPIngressPath): void => {
	if (pathType === undefined || pathType === null) {
		errors.push(required(`${at}.pathType`, 'pathType must be specified'));
		return;
	}

	const exact = pathType === 'Exact' || pathType === 'Prefix';
	if (exact || pathType === 'ImplementationSpecific') {
		if (!path.startsWith('/') && (exact || path !== '')) {
			errors.push(invalid(`${at}.path`, path, 'must be an absolute path'));
		}

		for (const sequence of exact ? sequences : []) {
			if (path.includes(sequence)) {
				errors.push(invalid(`${at}.path`, path, `must not contain '${sequence}'`));
			}
		}

		for (const suffix of exact ? suffixes : []) {
			if (path.endsWith(suffix)) {
				errors.push(invalid(`${at}.path`, path, `cannot end with '${suffix}'`));
			}
		}
	} else {
		errors.push(notSupported(`${at}.pathType`, pathType, ['Exact', 'ImplementationSpecific', 'Prefix']));
	}

	checkBackend(errors, `${at}.backend`, backend);
};

const checkBackend = (errors: Errors, path: string, {service, resource}: IngressBackend): void => {
	if (service && resource) {
		errors.push(invalid(path, '', 'cannot set both resource and service backends'));
	} else if (resource) {
		checkReference(errors, `${path}.resource`, resource);
	} else if (service) {
		if (requireValue(errors, `${path}.service.name`, service.name)) {
			refuseEach(errors, `${path}.service.name`, service.name, dnsLabelErrors(service.name));
		}

		const {name, number} = service.port ?? {};
		if (name && number) {
			errors.push(invalid(path, '', 'cannot set both port name & port number'));
		} else if (name) {
			refuseEach(errors, `${path}.service.port.name`, name, portNameErrors(name));
		} else if (number) {
			refuseEach(errors, `${path}.service.port.number`, number, portNumberErrors(number));
		} else {
			errors.push(required(path, 'port name or number is required'));
		}
	} else {
		errors.push(invalid(path, '', 'resource or service backend is required'));
	}
};

const classAnnotation = 'kubernetes.io/ingress.class';

export const checkIngress = (errors: Errors, ingress: Ingress): void => {
	const {metadata, spec} = ingress;
	checkMetadata(errors, metadata, true, nameRules.subdomain);
	checkSpec(errors, spec);
	const annotation = metadata.annotations?.[classAnnotation];
	if (annotation !== undefined && spec?.ingressClassName !== undefined && annotation !== spec.ingressClassName) {
		errors.push(
			invalid(`annotations.${classAnnotation}`, annotation, 'must match `ingressClassName` when both are specified'),
		);
	}
};

export const checkIngressUpdate = (errors: Errors, ingress: Ingress, old: Ingress, subresource: string): void => {
	checkMetadataUpdate(errors, ingress.metadata, old.metadata);
	if (subresource !== 'status') {
		checkMetadata(errors, ingress.metadata, true, nameRules.subdomain);
		checkSpec(errors, ingress.spec);
		return;
	}

	for (const [index, {ip, hostname}] of (ingress.status?.loadBalancer?.ingress ?? []).entries()) {
		const at = `status.loadBalancer.ingress[${index}]`;
		if (ip) {
			checkIP(errors, `${at}.ip`, ip);
		}

		if (hostname) {
			refuseEach(errors, `${at}.hostname`, hostname, dnsSubdomainErrors(hostname));
			if (isAddress(hostname)) {
				errors.push(invalid(`${at}.hostname`, hostname, 'must be a DNS name, not an IP address'));
			}
		}
	}
};

/**
The hosts of an Ingress: the first three; the number of further ones counts every rule, also those without a host.

@mirrors k8s.io/kubernetes/pkg/printers/internalversion formatHosts
*/
const hosts = ({spec}: Ingress): string => {
	const rules = spec?.rules ?? [];
	const names: string[] = [];
	let more = false;
	for (const {host} of rules) {
		more ||= names.length === 3;
		if (!more && host) {
			names.push(host);
		}
	}

	return names.length === 0 ? '*' : `${names.join(',')}${more ? ` + ${rules.length - 3} more...` : ''}`;
};

/** @see https://kubernetes.io/docs/concepts/services-networking/ingress/ */
export const ingress = describeKind('networking.k8s.io/v1 Ingress', {
	validate: {create: checkIngress, update: checkIngressUpdate},
	generation: 'counts changes',
	warnings: ({metadata, spec}, old) =>
		!old && metadata.annotations?.[classAnnotation] !== undefined && spec?.ingressClassName === undefined
			? [`annotation "${classAnnotation}" is deprecated, please use 'spec.ingressClassName' instead`]
			: [],
	table: {
		columns: [
			nameColumn,
			{name: 'Class', cell: ({spec}) => spec?.ingressClassName ?? '<none>'},
			{name: 'Hosts', cell: hosts},
			{name: 'Address', cell: ({status}) => pointsOf(status?.loadBalancer?.ingress).join(',')},
			{name: 'Ports', cell: ({spec}) => ((spec?.tls?.length ?? 0) > 0 ? '80, 443' : '80')},
			ageColumn,
		],
	},
});

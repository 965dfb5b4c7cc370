import {duplicate, forbidden, invalid, required} from '../../objects/field-error.js';
import type {PodSpec} from '../../objects/kubernetes.generated.js';
import {dnsSubdomainErrors} from '../../objects/names.js';
import {podLimitQuantities, podRequestQuantities} from '../../objects/pod-resources.js';
import {
	checkDNSLabel,
	checkLabelKey,
	checkLabels,
	checkRange,
	checkSupported,
	refuseEach,
	requireSupported,
	type Errors,
} from '../validation/checks.js';
import {checkContainers, checkEphemeralContainers, checkInitContainers} from './container.js';
import {checkEnvironmentFiles} from './environment.js';
import {checkIP} from '../validation/ip.js';
import {checkPodResources, checkRequirements} from '../validation/resources.js';
import {checkAffinity, checkSpread, checkTolerations} from './scheduling.js';
import {checkHostProcesses, checkOperatingSystem, checkPodSecurityContext} from './security-context.js';
import {checkVolumes, type PodScope} from './volume.js';

const dnsPolicies = ['ClusterFirstWithHostNet', 'ClusterFirst', 'Default', 'None'];

/** Everything below `spec` of a Pod or of its template. @mirrors k8s.io/kubernetes/pkg/apis/core/validation ValidatePodSpec */
export const checkPodSpec = (errors: Errors, path: string, spec: PodSpec, scope: PodScope): void => {
	if (spec.terminationGracePeriodSeconds === undefined) {
		errors.push(required(`${path}.terminationGracePeriodSeconds`));
	}

	const volumes = checkVolumes(errors, `${path}.volumes`, spec, scope);
	checkResourceClaims(errors, `${path}.resourceClaims`, spec, scope);
	checkContainers(errors, `${path}.containers`, spec, volumes);
	checkInitContainers(errors, `${path}.initContainers`, spec, volumes);
	checkEphemeralContainers(errors, `${path}.ephemeralContainers`, spec, volumes);
	checkPodResources(errors, `${path}.resources`, spec, (which) => totals(spec, which));
	checkHostNetwork(errors, `${path}.containers`, spec, scope);
	requireSupported(errors, `${path}.restartPolicy`, spec.restartPolicy, ['Always', 'OnFailure', 'Never']);
	requireSupported(errors, `${path}.dnsPolicy`, spec.dnsPolicy, dnsPolicies);
	checkLabels(errors, `${path}.nodeSelector`, spec.nodeSelector);
	checkPodSecurityContext(errors, `${path}.securityContext`, spec);
	if (spec.affinity) {
		checkAffinity(errors, `${path}.affinity`, spec.affinity);
	}

	checkDNSConfig(errors, `${path}.dnsConfig`, spec);
	checkGates(errors, path, spec);
	checkSpread(errors, `${path}.topologySpreadConstraints`, spec.topologySpreadConstraints ?? []);
	checkHostProcesses(errors, path, spec);
	checkHostUsers(errors, path, spec);
	checkHostnameOverride(errors, `${path}.hostnameOverride`, spec);
	checkNames(errors, path, spec);
	checkRest(errors, path, spec);
	checkEnvironmentFiles(errors, path, spec);
};

/** The total needs of the containers, as text by resource. */
const totals = (spec: PodSpec, which: 'requests' | 'limits'): ReadonlyMap<string, string> => {
	const alone = {spec: {...spec, resources: undefined}};
	return new Map(Object.entries(which === 'requests' ? podRequestQuantities(alone) : podLimitQuantities(alone)));
};

const checkResourceClaims = (errors: Errors, path: string, {resourceClaims}: PodSpec, {isMirror}: PodScope): void => {
	const names = new Set<string>();
	for (const [index, claim] of (resourceClaims ?? []).entries()) {
		if (isMirror) {
			// This is how upstream writes the field that is the object itself.
			errors.push(forbidden('[]', 'static pods do not support resource claims'));
			continue;
		}

		const at = `${path}[${index}]`;
		if (!claim.name) {
			errors.push(required(`${at}.name`));
		} else if (names.has(claim.name)) {
			errors.push(duplicate(`${at}.name`, claim.name));
		} else {
			checkDNSLabel(errors, `${at}.name`, claim.name);
			names.add(claim.name);
		}

		const {resourceClaimName: name, resourceClaimTemplateName: template} = claim;
		const shown = {Name: claim.name, ResourceClaimName: name ?? null, ResourceClaimTemplateName: template ?? null};
		if (name !== undefined && template !== undefined) {
			errors.push(
				invalid(at, shown, 'at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified'),
			);
		} else if (name === undefined && template === undefined) {
			errors.push(invalid(at, shown, 'must specify one of: `resourceClaimName`, `resourceClaimTemplateName`'));
		}

		for (const field of ['resourceClaimName', 'resourceClaimTemplateName'] as const) {
			if (claim[field] !== undefined) {
				refuseEach(errors, `${at}.${field}`, claim[field], dnsSubdomainErrors(claim[field]));
			}
		}
	}
};

/** Checks host ports: in the node's network, a container's port is the node's port. */
const checkHostNetwork = (errors: Errors, path: string, spec: PodSpec, {isPod}: PodScope): void => {
	for (const [index, {ports = []}] of (spec.hostNetwork ? (spec.containers ?? []) : []).entries()) {
		for (const [position, {hostPort = 0, containerPort}] of ports.entries()) {
			if ((isPod || hostPort !== 0) && hostPort !== containerPort) {
				errors.push(
					invalid(
						`${path}[${index}].ports[${position}].hostPort`,
						hostPort,
						'must match `containerPort` when `hostNetwork` is true',
					),
				);
			}
		}
	}
};

const searchFormat = '_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?(\\._?[a-z0-9]([-_a-z0-9]*[a-z0-9])?)*';
const searchPattern = new RegExp(`^${searchFormat}$`);

const checkDNSConfig = (errors: Errors, path: string, {dnsConfig, dnsPolicy}: PodSpec): void => {
	if (dnsPolicy === 'None') {
		if (!dnsConfig) {
			errors.push(required(path, 'must provide `dnsConfig` when `dnsPolicy` is None'));
			return;
		}

		if ((dnsConfig.nameservers?.length ?? 0) === 0) {
			errors.push(required(`${path}.nameservers`, 'must provide at least one DNS nameserver when `dnsPolicy` is None'));
			return;
		}
	}

	if (!dnsConfig) {
		return;
	}

	const {nameservers = [], searches = [], options = []} = dnsConfig;
	if (nameservers.length > 3) {
		errors.push(invalid(`${path}.nameservers`, nameservers, 'must not have more than 3 nameservers'));
	}

	for (const [index, address] of nameservers.entries()) {
		checkIP(errors, `${path}.nameservers[${index}]`, address);
	}

	if (searches.length > 32) {
		errors.push(invalid(`${path}.searches`, searches, 'must not have more than 32 search paths'));
	}

	if (searches.join(' ').length > 2048) {
		errors.push(
			invalid(
				`${path}.searches`,
				searches,
				'must not have more than 2048 characters (including spaces) in the search list',
			),
		);
	}

	for (const [index, search] of searches.entries()) {
		const domain = search.endsWith('.') ? search.slice(0, -1) : search;
		const at = `${path}.searches[${index}]`;
		if (search === '.') {
			continue;
		}

		if (domain.length > 253) {
			errors.push(invalid(at, domain, 'must be no more than 253 characters'));
		}

		if (!searchPattern.test(domain)) {
			errors.push(
				invalid(
					at,
					domain,
					`a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '${searchFormat}')`,
				),
			);
		}
	}

	for (const [index, {name}] of options.entries()) {
		if (!name) {
			errors.push(required(`${path}.options[${index}]`, 'must not be empty'));
		}
	}
};

const checkGates = (errors: Errors, path: string, spec: PodSpec): void => {
	for (const [index, {conditionType}] of (spec.readinessGates ?? []).entries()) {
		checkLabelKey(errors, `${path}.readinessGates[${index}].conditionType`, conditionType);
	}

	const gates = new Set<string>();
	for (const [index, {name}] of (spec.schedulingGates ?? []).entries()) {
		checkLabelKey(errors, `${path}.schedulingGates[${index}]`, name);
		if (gates.has(name)) {
			errors.push(duplicate(`${path}.schedulingGates[${index}]`, name));
		}

		gates.add(name);
	}
};

const checkHostUsers = (errors: Errors, path: string, spec: PodSpec): void => {
	if (spec.hostUsers !== false) {
		return;
	}

	for (const [shown, set] of [
		['hostNetwork', spec.hostNetwork],
		['HostPID', spec.hostPID],
		['HostIPC', spec.hostIPC],
	] as const) {
		if (set) {
			errors.push(forbidden(`${path}.${shown}`, 'when `hostUsers` is false'));
		}
	}

	for (const kind of ['initContainers', 'containers', 'ephemeralContainers'] as const) {
		for (const [index, {volumeDevices = []}] of (spec[kind] ?? []).entries()) {
			if (volumeDevices.length > 0) {
				errors.push(forbidden(`${path}.${kind}[${index}].volumeDevices`, 'when `hostUsers` is false'));
			}
		}
	}
};

const checkHostnameOverride = (errors: Errors, path: string, spec: PodSpec): void => {
	const name = spec.hostnameOverride;
	if (name === undefined) {
		return;
	}

	if (spec.setHostnameAsFQDN) {
		errors.push(forbidden(path, 'may not be specified when setHostnameAsFQDN is true'));
	}

	if (spec.hostNetwork) {
		errors.push(forbidden(path, 'may not be specified when hostNetwork is true'));
	}

	if (name.length > 64) {
		errors.push({
			type: 'FieldValueTooLong',
			field: path,
			badValue: '<value omitted>',
			detail: 'may not be more than 64 bytes',
		});
	}

	refuseEach(errors, path, name, dnsSubdomainErrors(name));
};

const checkNames = (errors: Errors, path: string, spec: PodSpec): void => {
	for (const name of ['serviceAccountName', 'nodeName'] as const) {
		if (spec[name]) {
			refuseEach(errors, `${path}.${name}`, spec[name], dnsSubdomainErrors(spec[name]));
		}
	}

	checkRange(errors, `${path}.activeDeadlineSeconds`, spec.activeDeadlineSeconds, 1, 2_147_483_647);
	for (const name of ['hostname', 'subdomain'] as const) {
		if (spec[name]) {
			checkDNSLabel(errors, `${path}.${name}`, spec[name]);
		}
	}
};

const checkRest = (errors: Errors, path: string, spec: PodSpec): void => {
	checkTolerations(errors, `${path}.tolerations`, spec.tolerations ?? []);
	for (const [index, {ip, hostnames = []}] of (spec.hostAliases ?? []).entries()) {
		const at = `${path}.hostAliases[${index}]`;
		checkIP(errors, `${at}.ip`, ip);
		for (const [position, hostname] of hostnames.entries()) {
			refuseEach(errors, `${at}.hostnames[${position}]`, hostname, dnsSubdomainErrors(hostname));
		}
	}

	if (spec.priorityClassName) {
		refuseEach(errors, `${path}.priorityClassName`, spec.priorityClassName, dnsSubdomainErrors(spec.priorityClassName));
	}

	if (spec.runtimeClassName !== undefined) {
		refuseEach(errors, `${path}.runtimeClassName`, spec.runtimeClassName, dnsSubdomainErrors(spec.runtimeClassName));
	}

	if (spec.preemptionPolicy !== undefined) {
		requireSupported(errors, `${path}.preemptionPolicy`, spec.preemptionPolicy, ['PreemptLowerPriority', 'Never']);
	}

	if (spec.overhead) {
		checkRequirements(errors, `${path}.overhead`, {limits: spec.overhead}, undefined);
	}

	if (spec.os) {
		if (!spec.os.name) {
			errors.push(required(`${path}.os.name`));
		} else if (spec.os.name === 'linux' || spec.os.name === 'windows') {
			checkOperatingSystem(errors, path, spec);
		} else {
			checkSupported(errors, `${path}.os`, spec.os.name, ['linux', 'windows']);
		}
	}
};

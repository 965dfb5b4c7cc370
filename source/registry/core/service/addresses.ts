import {invalid} from '../../../objects/field-error.js';
import type {Service} from '../../../objects/kubernetes.generated.js';
import {type Errors} from '../../validation/checks.js';
import {familyOf, type Family} from '../../../objects/ip.js';
import {checkClusterIPs} from './address-checks.js';
import {semanticEqual} from '../../../kernel/equality.js';

type Spec = NonNullable<Service['spec']>;

const withSpec = (service: Service, change: Partial<Spec>): Service => ({
	...service,
	spec: {...service.spec, ...change},
});

export const needsClusterIP = ({type}: Spec): boolean => type !== 'ExternalName';

/** Whether a Service needs free node ports. */
export const needsNodePorts = ({type, allocateLoadBalancerNodePorts}: Spec): boolean =>
	type === 'NodePort' || (type === 'LoadBalancer' && allocateLoadBalancerNodePorts !== false);

export const needsHealthCheckPort = ({type, externalTrafficPolicy}: Spec): boolean =>
	type === 'LoadBalancer' && externalTrafficPolicy === 'Local';

/**
The Service with its allocated values, which it keeps when an update omits them.

@mirrors k8s.io/kubernetes/pkg/registry/core/service/storage patchAllocatedValues
*/
export const withAllocatedValues = (service: Service, old: Service): Service => {
	let after = service;
	const before = old.spec;
	if (needsClusterIP(before) && needsClusterIP(after.spec)) {
		const clusterIP = after.spec.clusterIP || before.clusterIP;
		const clusterIPs =
			(after.spec.clusterIPs?.length ?? 0) === 0 && clusterIP === before.clusterIP
				? before.clusterIPs
				: after.spec.clusterIPs;
		after = withSpec(after, {clusterIP, clusterIPs});
	}

	if (needsNodePorts(before) && needsNodePorts(after.spec) && after.spec.ports?.some(({nodePort}) => !nodePort)) {
		const wanted = new Set(after.spec.ports.map(({nodePort}) => nodePort));
		const known = new Map((before.ports ?? []).map(({name, nodePort}) => [name ?? '', nodePort]));
		const ports = after.spec.ports.map((port) => {
			const nodePort = known.get(port.name ?? '');
			return port.nodePort || !nodePort || wanted.has(nodePort) ? port : {...port, nodePort};
		});
		after = withSpec(after, {ports});
	}

	return needsHealthCheckPort(before) && needsHealthCheckPort(after.spec) && !after.spec.healthCheckNodePort
		? withSpec(after, {healthCheckNodePort: before.healthCheckNodePort})
		: after;
};

/**
Keeps the old field for one address and the new one for several consistent, regardless of the one that a client uses.

@mirrors k8s.io/kubernetes/pkg/registry/core/service/storage normalizeClusterIPs
*/
export const withSyncedClusterIPs = (service: Service, old: Service | undefined): Service => {
	const {clusterIP = '', clusterIPs = []} = service.spec;
	if (!old) {
		return clusterIP !== '' && clusterIPs.length === 0 ? withSpec(service, {clusterIPs: [clusterIP]}) : service;
	}

	const {clusterIP: oldIP = '', clusterIPs: oldIPs = []} = old.spec;
	if (oldIP === clusterIP) {
		return oldIPs.length > 0 && clusterIPs.length === 0 ? withSpec(service, {clusterIPs: oldIPs}) : service;
	}

	if (!semanticEqual(oldIPs, clusterIPs)) {
		return service;
	}

	return withSpec(service, {clusterIPs: clusterIP === '' ? undefined : [clusterIP]});
};

/** @mirrors isMatchingPreferDualStackClusterIPFields */
const isUnchangedDualStack = ({spec: now}: Service, {spec: before}: Service): boolean =>
	now.type === before.type &&
	needsClusterIP(now) &&
	now.ipFamilyPolicy === 'PreferDualStack' &&
	before.ipFamilyPolicy === 'PreferDualStack' &&
	semanticEqual(now.clusterIPs, before.clusterIPs) &&
	semanticEqual(now.ipFamilies, before.ipFamilies);

const defaultPolicy = ({clusterIP, selector}: Spec, old: Service | undefined): Spec['ipFamilyPolicy'] =>
	old?.spec?.ipFamilyPolicy ?? (clusterIP === 'None' && isEmpty(selector) ? 'RequireDualStack' : 'SingleStack');

const isEmpty = (selector: Spec['selector']): boolean => Object.keys(selector ?? {}).length === 0;

const isFewer = (now: readonly string[] | undefined, before: readonly string[] | undefined): boolean =>
	now !== undefined && now.length > 0 && now.length < (before?.length ?? 0);

/** Releases the second address and family under a policy for one family; other policies must keep them. */
const released = (errors: Errors, service: Service, old: Service): Service => {
	const {ipFamilyPolicy, clusterIPs, ipFamilies} = service.spec;
	const before = old.spec;
	if (ipFamilyPolicy === 'SingleStack') {
		const first = <T>(values: readonly T[] | undefined, previous: readonly T[] | undefined) =>
			values && values.length > 1 && semanticEqual(values, previous) ? values.slice(0, 1) : values;
		return withSpec(service, {
			clusterIPs: first(clusterIPs, before.clusterIPs),
			ipFamilies: first(ipFamilies, before.ipFamilies),
		});
	}

	for (const [fewer, what] of [
		[isFewer(clusterIPs, before.clusterIPs), 'cluster IP'],
		[isFewer(ipFamilies, before.ipFamilies), 'IP family'],
	] as const) {
		if (fewer) {
			errors.push(
				invalid('spec.ipFamilyPolicy', ipFamilyPolicy, `must be 'SingleStack' to release the secondary ${what}`),
			);
		}
	}

	return service;
};

const isFamily = (text: string): text is Family => text === 'IPv4' || text === 'IPv6';

/** The address families in the request. */
const inferredFamilies = (
	errors: Errors,
	{ipFamilyPolicy, clusterIPs = [], ipFamilies = []}: Spec,
	configured: readonly Family[],
): Family[] => {
	if (ipFamilyPolicy === 'SingleStack') {
		const several = "must be 'RequireDualStack' or 'PreferDualStack' when multiple";
		if (clusterIPs.length === 2) {
			errors.push(invalid('spec.ipFamilyPolicy', ipFamilyPolicy, `${several} cluster IPs are specified`));
		}

		if (ipFamilies.length === 2) {
			errors.push(invalid('spec.ipFamilyPolicy', ipFamilyPolicy, `${several} IP families are specified`));
		}
	}

	const families: Family[] = ipFamilies.filter((family) => isFamily(family));
	for (const [index, address] of clusterIPs.entries()) {
		if (address === 'None') {
			break;
		}

		if (index >= families.length) {
			const family = familyOf(address);
			if (configured.includes(family)) {
				families.push(family);
			} else {
				errors.push(invalid(`spec.clusterIPs[${index}]`, clusterIPs, `${family} is not configured on this cluster`));
			}
		}
	}

	return families;
};

const checkConfigured = (
	errors: Errors,
	{ipFamilyPolicy}: Spec,
	families: readonly Family[],
	configured: readonly Family[],
): void => {
	if (ipFamilyPolicy === 'RequireDualStack' && configured.length < 2) {
		errors.push(
			invalid('spec.ipFamilyPolicy', ipFamilyPolicy, 'this cluster is not configured for dual-stack services'),
		);
	}

	for (const [index, family] of families.entries()) {
		if (!configured.includes(family)) {
			errors.push(invalid(`spec.ipFamilies[${index}]`, family, 'not configured on this cluster'));
		}
	}
};

/** Completes a list of at most one family: with the default one if it is empty, and with the other one unless the policy requires a single family. */
const grown = ([first]: readonly Family[], policy: Spec['ipFamilyPolicy'], primary: Family): Family[] => {
	const family = first ?? primary;
	return policy === 'SingleStack' ? [family] : [family, family === 'IPv4' ? 'IPv6' : 'IPv4'];
};

/**
The Service with the families of its addresses and the policy for them; a family that this cluster cannot provide is an error.

@param configured the families of the cluster's ranges, the default one first.
@mirrors k8s.io/kubernetes/pkg/registry/core/service/storage initIPFamilyFields
*/
export const withFamilies = (
	errors: Errors,
	service: Service,
	old: Service | undefined,
	configured: readonly Family[],
): Service => {
	const [primary = 'IPv4'] = configured;
	if (!needsClusterIP(service.spec) || (old && isUnchangedDualStack(service, old))) {
		return service;
	}

	let after =
		service.spec.ipFamilyPolicy === undefined
			? withSpec(service, {ipFamilyPolicy: defaultPolicy(service.spec, old)})
			: service;
	checkClusterIPs(errors, after.spec);
	if (errors.length > 0) {
		return after;
	}

	if (old) {
		after = released(errors, after, old);
	}

	const spec = after.spec;
	const families = inferredFamilies(errors, spec, configured);
	if (errors.length > 0) {
		return after;
	}

	if (spec.clusterIP === 'None' && isEmpty(spec.selector)) {
		// It may name a family that the cluster lacks: it needs no address.
		return withSpec(after, {
			ipFamilies: families.length < 2 ? grown(families, spec.ipFamilyPolicy, primary) : families,
		});
	}

	checkConfigured(errors, spec, families, configured);
	if (errors.length > 0) {
		return after;
	}

	const policy = configured.length > 1 ? spec.ipFamilyPolicy : 'SingleStack';
	return withSpec(after, {ipFamilies: families.length < 2 ? grown(families, policy, primary) : families});
};

import {duplicate, forbidden, invalid, required} from '../../../objects/field-error.js';
import type {Service, ServicePort} from '../../../objects/kubernetes.generated.js';
import {dnsSubdomainErrors} from '../../../objects/names.js';
import {
	checkDNSLabel,
	checkLabelKey,
	checkLabels,
	checkPort,
	checkRange,
	checkSupported,
	refuseEach,
	requireSupported,
	requireValue,
	type Errors,
} from '../../validation/checks.js';
import {checkEndpointIP} from '../endpoint-address.js';
import {familyOf, isAddress} from '../../../objects/ip.js';
import {checkIP, checkNetwork} from '../../validation/ip.js';
import {checkMetadata, checkMetadataUpdate, nameRules} from '../../validation/metadata.js';
import {semanticEqual} from '../../../kernel/equality.js';

type Spec = NonNullable<Service['spec']>;

const isHeadless = (spec: Spec): boolean => spec.clusterIPs?.length === 1 && spec.clusterIPs[0] === 'None';

/** @mirrors k8s.io/kubernetes/pkg/api/service ExternallyAccessible */
const isExternal = ({type, externalIPs}: Spec): boolean =>
	type === 'LoadBalancer' || type === 'NodePort' || (type === 'ClusterIP' && (externalIPs?.length ?? 0) > 0);

const checkPorts = (errors: Errors, spec: Spec): void => {
	const ports = spec.ports ?? [];
	const names = new Set<string>();
	for (const [index, port] of ports.entries()) {
		const at = `spec.ports[${index}]`;
		if (ports.length > 1 && !port.name) {
			errors.push(required(`${at}.name`));
		} else if (port.name) {
			checkDNSLabel(errors, `${at}.name`, port.name);
			if (names.has(port.name)) {
				errors.push(duplicate(`${at}.name`, port.name));
			}

			names.add(port.name);
		}

		checkRange(errors, `${at}.port`, port.port, 1, 65_535);
		requireSupported(errors, `${at}.protocol`, port.protocol, ['SCTP', 'TCP', 'UDP']);
		checkPort(errors, `${at}.targetPort`, port.targetPort ?? 0);
		if (port.appProtocol !== undefined) {
			checkLabelKey(errors, `${at}.appProtocol`, port.appProtocol);
		}
	}
};

const checkUniquePorts = (errors: Errors, spec: Spec): void => {
	const ports = spec.ports ?? [];
	if (spec.type === 'ClusterIP') {
		for (const [index, {nodePort}] of ports.entries()) {
			if (nodePort) {
				errors.push(forbidden(`spec.ports[${index}].nodePort`, "may not be used when `type` is 'ClusterIP'"));
			}
		}
	}

	const seen = new Set<string>();
	for (const [index, {protocol, nodePort}] of ports.entries()) {
		if (nodePort) {
			const key = `${protocol} ${nodePort}`;
			if (seen.has(key)) {
				errors.push(duplicate(`spec.ports[${index}].nodePort`, nodePort));
			}

			seen.add(key);
		}
	}

	const taken = new Set<string>();
	for (const [index, {protocol, port}] of ports.entries()) {
		const key = `${protocol} ${port}`;
		if (taken.has(key)) {
			errors.push(duplicate(`spec.ports[${index}]`, shownPort({protocol, port})));
		}

		taken.add(key);
	}
};

const shownPort = ({protocol, port}: ServicePort): unknown => ({
	Name: '',
	Protocol: protocol ?? '',
	AppProtocol: null,
	Port: port,
	TargetPort: 0,
	NodePort: 0,
});

const checkType = (errors: Errors, spec: Spec): void => {
	const {type} = spec;
	if ((type === 'LoadBalancer' || type === 'NodePort') && isHeadless(spec)) {
		errors.push(invalid('spec.clusterIPs[0]', 'None', `may not be set to 'None' for ${type} services`));
	}

	if (type !== 'ExternalName') {
		return;
	}

	for (const name of ['clusterIPs', 'ipFamilies'] as const) {
		if ((spec[name]?.length ?? 0) > 0) {
			errors.push(forbidden(`spec.${name}`, 'may not be set for ExternalName services'));
		}
	}

	if (spec.ipFamilyPolicy !== undefined) {
		errors.push(forbidden('spec.ipFamilyPolicy', 'may not be set for ExternalName services'));
	}

	const name = (spec.externalName ?? '').replace(/\.$/, '');
	if (requireValue(errors, 'spec.externalName', name)) {
		refuseEach(errors, 'spec.externalName', name, dnsSubdomainErrors(name));
	}
};

const checkAffinity = (errors: Errors, {sessionAffinity, sessionAffinityConfig}: Spec): void => {
	requireSupported(errors, 'spec.sessionAffinity', sessionAffinity, ['ClientIP', 'None']);
	const path = 'spec.sessionAffinityConfig';
	const detail = 'when session affinity type is ClientIP';
	if (sessionAffinity === 'ClientIP') {
		const seconds = sessionAffinityConfig?.clientIP?.timeoutSeconds;
		if (!sessionAffinityConfig?.clientIP || seconds === undefined) {
			errors.push(
				required(
					sessionAffinityConfig ? `${path}.clientIP${sessionAffinityConfig.clientIP ? '.timeoutSeconds' : ''}` : path,
					detail,
				),
			);
		} else if (seconds <= 0 || seconds > 86_400) {
			errors.push(invalid(`${path}.clientIP.timeoutSeconds`, seconds, 'must be greater than 0 and less than 86400'));
		}
	} else if (sessionAffinity === 'None' && sessionAffinityConfig) {
		errors.push(forbidden(path, 'must not be set when session affinity is None'));
	}
};

/** @mirrors ValidateServiceClusterIPsRelatedFields */
export const checkClusterIPs = (errors: Errors, spec: Spec): void => {
	if (spec.type === 'ExternalName') {
		return;
	}

	const {clusterIP, clusterIPs = [], ipFamilies = []} = spec;
	const field = 'spec.clusterIPs';
	if (clusterIP) {
		if (clusterIPs.length === 0) {
			errors.push(required(field));
		} else if (clusterIPs[0] !== clusterIP) {
			errors.push(invalid(field, clusterIPs, 'first value must match `clusterIP`'));
		}
	} else if (clusterIPs.length > 0) {
		errors.push(invalid(field, clusterIPs, 'must be empty when `clusterIP` is not specified'));
	}

	for (const [index, family] of ipFamilies.entries()) {
		checkSupported(errors, `spec.ipFamilies[${index}]`, family, ['IPv4', 'IPv6']);
		if (ipFamilies.indexOf(family) < index) {
			errors.push(duplicate(`spec.ipFamilies[${index}]`, family));
		}
	}

	if (spec.ipFamilyPolicy !== undefined) {
		checkSupported(errors, 'spec.ipFamilyPolicy', spec.ipFamilyPolicy, [
			'PreferDualStack',
			'RequireDualStack',
			'SingleStack',
		]);
	}

	let wrong = false;
	for (const [index, address] of clusterIPs.entries()) {
		if (index === 0 && address === 'None') {
			if (clusterIPs.length > 1) {
				wrong = true;
				errors.push(invalid(field, clusterIPs, "'None' must be the first and only value"));
			}
		} else {
			wrong = !checkIP(errors, `${field}[${index}]`, address) || wrong;
		}
	}

	if (clusterIPs.length > 2) {
		errors.push(invalid(field, clusterIPs, 'may only hold up to 2 values'));
	}

	if (wrong) {
		return;
	}

	if (clusterIPs.length > 1 && new Set(clusterIPs.map((address) => familyOf(address))).size < 2) {
		errors.push(invalid(field, clusterIPs, 'may specify no more than one IP for each IP family'));
	}

	for (const [index, address] of (isHeadless(spec) ? [] : clusterIPs).entries()) {
		const family: string | undefined = ipFamilies[index];
		if ((family === 'IPv4' || family === 'IPv6') && familyOf(address) !== family) {
			errors.push(
				invalid(`${field}[${index}]`, address, `expected an ${family} value as indicated by \`ipFamilies[${index}]\``),
			);
		}
	}
};

const onlyBalanced = "may only be used when `type` is 'LoadBalancer'";

const rangesAnnotation = 'service.beta.kubernetes.io/load-balancer-source-ranges';

const checkSourceRanges = (errors: Errors, {metadata, spec}: Service): void => {
	const ranges = spec.loadBalancerSourceRanges ?? [];
	const annotation = metadata.annotations?.[rangesAnnotation];
	if (ranges.length > 0) {
		const path = 'spec.LoadBalancerSourceRanges';
		if (spec.type !== 'LoadBalancer') {
			errors.push(forbidden(path, onlyBalanced));
		}

		for (const [index, range] of ranges.entries()) {
			checkNetwork(errors, `${path}[${index}]`, range.trim());
		}
	} else if (annotation !== undefined) {
		const path = `metadata.annotations[${rangesAnnotation}]`;
		if (spec.type !== 'LoadBalancer') {
			errors.push(forbidden(path, onlyBalanced));
		}

		for (const range of annotation.trim() === '' ? [] : annotation.split(',')) {
			checkNetwork(errors, path, range.trim());
		}
	}
};

/** @mirrors validateLoadBalancerClassField */
const checkBalancerClass = (errors: Errors, {type, loadBalancerClass}: Spec): void => {
	if (loadBalancerClass === undefined) {
		return;
	}

	if (type === 'LoadBalancer') {
		checkLabelKey(errors, 'spec.loadBalancerClass', loadBalancerClass);
	} else {
		errors.push(forbidden('spec.loadBalancerClass', onlyBalanced));
	}
};

const checkLoadBalancer = (errors: Errors, spec: Spec): void => {
	const balanced = spec.type === 'LoadBalancer';
	if (spec.allocateLoadBalancerNodePorts !== undefined && !balanced) {
		errors.push(forbidden('spec.allocateLoadBalancerNodePorts', onlyBalanced));
	} else if (spec.allocateLoadBalancerNodePorts === undefined && balanced) {
		errors.push(required('allocateLoadBalancerNodePorts'));
	}

	checkBalancerClass(errors, spec);
};

const checkTraffic = (errors: Errors, spec: Spec): void => {
	const {externalTrafficPolicy, internalTrafficPolicy, healthCheckNodePort, trafficDistribution, type} = spec;
	if (isExternal(spec)) {
		requireSupported(errors, 'spec.externalTrafficPolicy', externalTrafficPolicy, ['Cluster', 'Local']);
	} else if (externalTrafficPolicy) {
		errors.push(
			invalid(
				'spec.externalTrafficPolicy',
				externalTrafficPolicy,
				'may only be set for externally-accessible services',
			),
		);
	}

	if (type === 'LoadBalancer' && externalTrafficPolicy === 'Local') {
		if (healthCheckNodePort) {
			checkRange(errors, 'spec.healthCheckNodePort', healthCheckNodePort, 1, 65_535);
		} else {
			errors.push(required('spec.healthCheckNodePort'));
		}
	} else if (healthCheckNodePort) {
		const detail = "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'";
		errors.push(invalid('spec.healthCheckNodePort', healthCheckNodePort, detail));
	}

	if (internalTrafficPolicy !== undefined) {
		checkSupported(errors, 'spec.internalTrafficPolicy', internalTrafficPolicy, ['Cluster', 'Local']);
	} else if (type === 'NodePort' || type === 'LoadBalancer' || type === 'ClusterIP') {
		errors.push(required('spec.internalTrafficPolicy'));
	}

	if (trafficDistribution !== undefined) {
		checkSupported(errors, 'spec.trafficDistribution', trafficDistribution, [
			'PreferClose',
			'PreferSameZone',
			'PreferSameNode',
		]);
	}
};

/** @mirrors k8s.io/kubernetes/pkg/apis/core/validation validateService */
const checkService = (errors: Errors, service: Service): void => {
	const {metadata} = service;
	const spec = service.spec;
	const mode = metadata.annotations?.['service.kubernetes.io/topology-mode'];
	const hints = metadata.annotations?.['service.kubernetes.io/topology-aware-hints'];
	if (mode !== undefined && hints !== undefined && mode !== hints) {
		const field = 'metadata.annotations[service.kubernetes.io/topology-mode]';
		errors.push(
			invalid(
				field,
				mode,
				'must match annotations[service.kubernetes.io/topology-aware-hints] when both are specified',
			),
		);
	}

	if ((spec.ports?.length ?? 0) === 0 && !isHeadless(spec) && spec.type !== 'ExternalName') {
		errors.push(required('spec.ports'));
	}

	checkType(errors, spec);
	checkPorts(errors, spec);
	checkLabels(errors, 'spec.selector', spec.selector);
	checkAffinity(errors, spec);
	checkClusterIPs(errors, spec);
	for (const [index, address] of (spec.externalIPs ?? []).entries()) {
		if (checkIP(errors, `spec.externalIPs[${index}]`, address)) {
			checkEndpointIP(errors, `spec.externalIPs[${index}]`, address);
		}
	}

	requireSupported(errors, 'spec.type', spec.type, ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort']);
	checkUniquePorts(errors, spec);
	checkSourceRanges(errors, service);
	checkLoadBalancer(errors, spec);
	checkTraffic(errors, spec);
};

/** @mirrors ValidateServiceCreate */
export const checkServiceCreate = (errors: Errors, service: Service): void => {
	checkMetadata(errors, service.metadata, true, nameRules.label);
	checkService(errors, service);
};

/** Addresses are assigned once. @mirrors ValidateServiceUpdate */
export const checkServiceUpdate = (errors: Errors, service: Service, old: Service, subresource: string): void => {
	checkMetadataUpdate(errors, service.metadata, old.metadata);
	if (subresource === 'status') {
		checkStatus(errors, service);
		return;
	}

	const now = service.spec;
	const before = old.spec;
	if (now.type !== 'ExternalName' && before.type !== 'ExternalName') {
		checkKept(errors, 'clusterIPs', 'secondary clusterIP', now, before, isHeadless(now) && isHeadless(before));
		checkKept(errors, 'ipFamilies', 'secondary ipFamily', now, before, isHeadless(now) || isHeadless(before));
	}

	if (
		now.type === 'LoadBalancer' &&
		before.type === 'LoadBalancer' &&
		now.loadBalancerClass !== before.loadBalancerClass
	) {
		errors.push(invalid('spec.loadBalancerClass', now.loadBalancerClass ?? null, 'may not change once set'));
	}

	// The update checks it as well as the checks of the whole Service below.
	checkBalancerClass(errors, now);

	const checked = (spec: Spec): boolean => spec.type === 'LoadBalancer' && spec.externalTrafficPolicy === 'Local';
	if (checked(now) && checked(before) && now.healthCheckNodePort !== before.healthCheckNodePort) {
		errors.push(forbidden('spec.healthCheckNodePort', 'field is immutable'));
	}

	checkService(errors, service);
};

/** @mirrors validateUpgradeDowngradeClusterIPs, validateUpgradeDowngradeIPFamilies */
const checkKept = (
	errors: Errors,
	name: 'clusterIPs' | 'ipFamilies',
	secondary: string,
	now: Spec,
	before: Spec,
	skip: boolean,
): void => {
	const values: readonly string[] = now[name] ?? [];
	const old: readonly string[] = before[name] ?? [];
	if (skip || semanticEqual(values, old)) {
		return;
	}

	if (values.length === old.length) {
		for (const [index, value] of old.entries()) {
			if (value !== values[index]) {
				errors.push(invalid(`spec.${name}[${name === 'clusterIPs' ? index : 0}]`, values, 'may not change once set'));
			}
		}

		return;
	}

	if (values.length === 0) {
		errors.push(
			invalid(
				`spec.${name}[0]`,
				now[name] ?? null,
				`primary ${name === 'clusterIPs' ? 'clusterIP' : 'ipFamily'} can not be unset`,
			),
		);
	} else if (old.length > 0 && values[0] !== old[0]) {
		errors.push(invalid(`spec.${name}[0]`, now.clusterIPs ?? null, 'may not change once set'));
	}

	if (values.length === 1 && old.length > 1 && now.ipFamilyPolicy !== 'SingleStack') {
		errors.push(
			invalid(
				'spec.ipFamilyPolicy',
				now.ipFamilyPolicy ?? null,
				`must be set to 'SingleStack' when releasing the ${secondary}`,
			),
		);
	}
};

/** @mirrors ValidateLoadBalancerStatus */
const checkStatus = (errors: Errors, {spec, status}: Service): void => {
	const path = 'status.loadBalancer.ingress';
	const ingress = status?.loadBalancer?.ingress ?? [];
	if (spec?.type !== 'LoadBalancer' && ingress.length > 0) {
		errors.push(forbidden(path, "may only be used when `spec.type` is 'LoadBalancer'"));
		return;
	}

	for (const [index, {ip, ipMode, hostname}] of ingress.entries()) {
		const at = `${path}[${index}]`;
		if (ip) {
			checkIP(errors, `${at}.ip`, ip);
		}

		if (ipMode === undefined) {
			if (ip) {
				errors.push(required(`${at}.ipMode`, 'must be specified when `ip` is set'));
			}
		} else if (ip) {
			checkSupported(errors, `${at}.ipMode`, ipMode, ['Proxy', 'VIP']);
		} else {
			errors.push(forbidden(`${at}.ipMode`, 'may not be specified when `ip` is not set'));
		}

		if (hostname) {
			refuseEach(errors, `${at}.hostname`, hostname, dnsSubdomainErrors(hostname));
			if (isAddress(hostname)) {
				errors.push(invalid(`${at}.hostname`, hostname, 'must be a DNS name, not an IP address'));
			}
		}
	}
};

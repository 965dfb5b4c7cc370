import {forbidden, invalid, required} from '../../../objects/field-error.js';
import type {Service} from '../../../objects/kubernetes.generated.js';
import {dnsSubdomainErrors} from '../../../objects/names.js';
import {
	checkLabels,
	checkRange,
	checkSupported,
	refuseEach,
	requireSupported,
	requireValue,
	type Errors,
} from '../../validation/checks.js';
import {checkEndpointIP} from '../endpoint-address.js';
import {checkIP} from '../../validation/ip.js';
import {checkMetadata, checkMetadataUpdate, nameRules} from '../../validation/metadata.js';
import {checkClusterIPs, checkKept, isHeadless} from './address-checks.js';
import {checkBalancerClass, checkLoadBalancer, checkSourceRanges, checkStatus} from './load-balancer-checks.js';
import {checkPorts, checkUniquePorts} from './port-checks.js';

type Spec = NonNullable<Service['spec']>;

/** @mirrors k8s.io/kubernetes/pkg/api/service ExternallyAccessible */
const isExternal = ({type, externalIPs}: Spec): boolean =>
	type === 'LoadBalancer' || type === 'NodePort' || (type === 'ClusterIP' && (externalIPs?.length ?? 0) > 0);

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

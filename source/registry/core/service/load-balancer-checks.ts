import {forbidden, invalid, required} from '../../../objects/field-error.js';
import type {Service} from '../../../objects/kubernetes.generated.js';
import {isAddress} from '../../../objects/ip.js';
import {dnsSubdomainErrors} from '../../../objects/names.js';
import {checkLabelKey, checkSupported, refuseEach, type Errors} from '../../validation/checks.js';
import {checkIP, checkNetwork} from '../../validation/ip.js';

type Spec = NonNullable<Service['spec']>;

const onlyBalanced = "may only be used when `type` is 'LoadBalancer'";

const rangesAnnotation = 'service.beta.kubernetes.io/load-balancer-source-ranges';

/** Checks the networks from which a load balancer accepts clients, in the field or in the annotation. */
export const checkSourceRanges = (errors: Errors, {metadata, spec}: Service): void => {
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

/** Checks the class of the load balancer. @mirrors validateLoadBalancerClassField */
export const checkBalancerClass = (errors: Errors, {type, loadBalancerClass}: Spec): void => {
	if (loadBalancerClass === undefined) {
		return;
	}

	if (type === 'LoadBalancer') {
		checkLabelKey(errors, 'spec.loadBalancerClass', loadBalancerClass);
	} else {
		errors.push(forbidden('spec.loadBalancerClass', onlyBalanced));
	}
};

/** Checks the fields that only a Service with a load balancer may have. */
export const checkLoadBalancer = (errors: Errors, spec: Spec): void => {
	const balanced = spec.type === 'LoadBalancer';
	if (spec.allocateLoadBalancerNodePorts !== undefined && !balanced) {
		errors.push(forbidden('spec.allocateLoadBalancerNodePorts', onlyBalanced));
	} else if (spec.allocateLoadBalancerNodePorts === undefined && balanced) {
		errors.push(required('allocateLoadBalancerNodePorts'));
	}

	checkBalancerClass(errors, spec);
};

/** Checks the addresses that a controller reports for a load balancer. @mirrors ValidateLoadBalancerStatus */
export const checkStatus = (errors: Errors, {spec, status}: Service): void => {
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

import type {Service} from '../../../objects/kubernetes.generated.js';
import {addressWarnings, networkWarnings} from '../../validation/ip-warnings.js';

/** @mirrors k8s.io/kubernetes/pkg/api/service GetWarningsForService */
export const serviceWarnings = ({metadata, spec = {}}: Service): string[] => {
	const headless = spec.clusterIPs?.length === 1 && spec.clusterIPs[0] === 'None';
	const external = (spec.externalIPs?.length ?? 0) > 0;
	const isName = spec.type === 'ExternalName';
	const warnings: string[] = [];
	const warn = (when: unknown, message: string): void => {
		if (when) {
			warnings.push(message);
		}
	};

	warn(
		metadata.annotations?.['service.kubernetes.io/topology-aware-hints'] !== undefined,
		'annotation service.kubernetes.io/topology-aware-hints is deprecated, please use service.kubernetes.io/topology-mode instead',
	);
	for (const [index, address] of (headless ? [] : (spec.clusterIPs ?? [])).entries()) {
		warnings.push(...addressWarnings(`spec.clusterIPs[${index}]`, address));
	}

	warn(headless && spec.loadBalancerIP, 'spec.loadBalancerIP is ignored for headless services');
	warn(headless && external, 'spec.externalIPs is ignored for headless services');
	warn(headless && spec.sessionAffinity !== 'None', 'spec.SessionAffinity is ignored for headless services');
	for (const [index, address] of (spec.externalIPs ?? []).entries()) {
		warnings.push(...addressWarnings(`spec.externalIPs[${index}]`, address));
	}

	warn(
		external && !headless && !isName,
		'spec.externalIPs is deprecated and may no longer be implemented in some clusters',
	);
	if (spec.loadBalancerIP) {
		warnings.push(...addressWarnings('spec.loadBalancerIP', spec.loadBalancerIP));
	}

	for (const [index, network] of (spec.loadBalancerSourceRanges ?? []).entries()) {
		warnings.push(...networkWarnings(`spec.loadBalancerSourceRanges[${index}]`, network));
	}

	warn(isName && external, 'spec.externalIPs is ignored when spec.type is "ExternalName"');
	warn(!isName && spec.externalName, 'spec.externalName is ignored when spec.type is not "ExternalName"');
	warn(
		spec.trafficDistribution === 'PreferClose',
		'spec.trafficDistribution: "PreferClose" is deprecated; use "PreferSameZone"',
	);
	return warnings;
};

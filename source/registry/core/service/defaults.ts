import type {Service, ServiceSpec} from '../../../objects/kubernetes.generated.js';
import {defaultsOf, type Draft, type Given} from '../../defaults/type-defaults.js';

const setSpec = (spec: Draft<ServiceSpec>): void => {
	spec.sessionAffinity ||= 'None';
	if (spec.sessionAffinity === 'None') {
		delete spec.sessionAffinityConfig;
	}

	if (spec.sessionAffinity === 'ClientIP' && typeof spec.sessionAffinityConfig?.clientIP?.timeoutSeconds !== 'number') {
		spec.sessionAffinityConfig = {clientIP: {timeoutSeconds: 10_800}};
	}

	spec.type ||= 'ClusterIP';
	spec.ports &&= spec.ports.map((port) => ({
		...port,
		protocol: port.protocol || 'TCP',
		targetPort: port.targetPort || port.port,
	}));
	const {type} = spec;
	if (type === 'NodePort' || type === 'LoadBalancer' || (type === 'ClusterIP' && (spec.externalIPs?.length ?? 0) > 0)) {
		spec.externalTrafficPolicy ||= 'Cluster';
	}

	if (type === 'NodePort' || type === 'LoadBalancer' || type === 'ClusterIP') {
		spec.internalTrafficPolicy ??= 'Cluster';
	}

	if (type === 'LoadBalancer') {
		spec.allocateLoadBalancerNodePorts ??= true;
	}
};

/** Sets the default mode of load balancer addresses: a virtual IP. */
const withIPModes = (status: Given<Service['status']> | undefined): Given<Service['status']> | undefined => {
	const ingress = status?.loadBalancer?.ingress;
	return ingress
		? {
				...status,
				loadBalancer: {
					...status?.loadBalancer,
					ingress: ingress.map((entry) => (entry.ip ? {...entry, ipMode: entry.ipMode ?? 'VIP'} : entry)),
				},
			}
		: status;
};

/** @mirrors k8s.io/kubernetes/pkg/apis/core/v1 SetDefaults_Service */
export const serviceDefaults = defaultsOf('core.v1.Service', (draft) => {
	const spec: Draft<ServiceSpec> = {...draft.spec};
	draft.spec = spec;
	setSpec(spec);
	if (spec.type === 'LoadBalancer') {
		draft.status = withIPModes(draft.status);
	}
});

import type {Draft, TypeDefaults} from '../../defaults/type-defaults.js';

const service = (draft: Draft): void => {
	const spec: Draft = {...draft.spec};
	draft.spec = spec;
	spec.sessionAffinity ||= 'None';
	if (spec.sessionAffinity === 'None') {
		delete spec.sessionAffinityConfig;
	}

	if (spec.sessionAffinity === 'ClientIP' && typeof spec.sessionAffinityConfig?.clientIP?.timeoutSeconds !== 'number') {
		spec.sessionAffinityConfig = {clientIP: {timeoutSeconds: 10_800}};
	}

	spec.type ||= 'ClusterIP';
	if (Array.isArray(spec.ports)) {
		spec.ports = spec.ports.map((port: Draft) => ({
			...port,
			protocol: port.protocol || 'TCP',
			targetPort: port.targetPort || port.port,
		}));
	}

	const external =
		spec.type === 'NodePort' ||
		spec.type === 'LoadBalancer' ||
		(spec.type === 'ClusterIP' && (spec.externalIPs?.length ?? 0) > 0);
	if (external) {
		spec.externalTrafficPolicy ||= 'Cluster';
	}

	if (spec.type !== 'ExternalName' && ['NodePort', 'LoadBalancer', 'ClusterIP'].includes(spec.type)) {
		spec.internalTrafficPolicy ??= 'Cluster';
	}

	if (spec.type === 'LoadBalancer') {
		spec.allocateLoadBalancerNodePorts ??= true;
		const ingress = draft.status?.loadBalancer?.ingress;
		if (Array.isArray(ingress)) {
			const shown = ingress.map((entry: Draft) => (entry.ip ? {...entry, ipMode: entry.ipMode ?? 'VIP'} : entry));
			draft.status = {...draft.status, loadBalancer: {...draft.status.loadBalancer, ingress: shown}};
		}
	}
};

/** Defaults of what leads traffic to Pods. @mirrors k8s.io/kubernetes/pkg/apis/{core,discovery,networking}/v1 defaults.go */
export const serviceDefaults: TypeDefaults = {
	'core.v1.Service': service,
	'core.v1.EndpointPort': (draft) => {
		draft.protocol ||= 'TCP';
	},
	'discovery.v1.EndpointPort': (draft) => {
		draft.name ??= '';
		draft.protocol ??= 'TCP';
	},
	'networking.v1.NetworkPolicyPort': (draft) => {
		draft.protocol ??= 'TCP';
	},
	'networking.v1.NetworkPolicySpec': (draft) => {
		if ((draft.policyTypes?.length ?? 0) === 0) {
			draft.policyTypes = (draft.egress?.length ?? 0) > 0 ? ['Ingress', 'Egress'] : ['Ingress'];
		}
	},
	'networking.v1.IngressClassParametersReference': (draft) => {
		draft.scope ??= 'Cluster';
	},
};

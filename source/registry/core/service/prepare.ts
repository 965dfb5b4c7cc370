import {semanticEqual} from '../../../kernel/equality.js';
import type {Writable} from '../../../objects/copy.js';
import type {Service, ServiceSpec} from '../../../objects/kubernetes.generated.js';
import type {Prepared} from '../../kind.js';

const hasClusterIP = ({type}: ServiceSpec): boolean =>
	type === 'ClusterIP' || type === 'NodePort' || type === 'LoadBalancer';
const hasNodePorts = ({type, allocateLoadBalancerNodePorts}: ServiceSpec): boolean =>
	type === 'NodePort' || (type === 'LoadBalancer' && allocateLoadBalancerNodePorts !== false);
const hasHealthCheckPort = ({type, externalTrafficPolicy}: ServiceSpec): boolean =>
	type === 'LoadBalancer' && externalTrafficPolicy === 'Local';
const isExternal = ({type, externalIPs}: ServiceSpec): boolean =>
	type === 'NodePort' || type === 'LoadBalancer' || (externalIPs?.length ?? 0) > 0;

const nodePortsOf = ({ports}: ServiceSpec): unknown => ports?.map(({nodePort}) => nodePort ?? 0);

/** Values that a Service had only because of its old type are removed with the type. @mirrors dropTypeDependentFields */
export const prepareService = (service: Prepared<Service>, {spec: before = {}}: Service): void => {
	const now: Writable<ServiceSpec> = {...service.spec};
	const drop = (...names: ReadonlyArray<keyof ServiceSpec>): void => {
		for (const name of names) {
			if (semanticEqual(now[name], before[name])) {
				delete now[name];
			}
		}
	};

	if (hasClusterIP(before) && !hasClusterIP(now)) {
		if (semanticEqual(now.clusterIP, before.clusterIP) && semanticEqual(now.clusterIPs, before.clusterIPs)) {
			drop('clusterIP', 'clusterIPs');
		}

		drop('ipFamilies', 'ipFamilyPolicy');
	}

	if (hasNodePorts(before) && !hasNodePorts(now) && semanticEqual(nodePortsOf(before), nodePortsOf(now))) {
		now.ports = now.ports?.map((port) => {
			const {nodePort, ...others} = port;
			return nodePort === undefined ? port : others;
		});
	}

	if (hasHealthCheckPort(before) && !hasHealthCheckPort(now)) {
		drop('healthCheckNodePort');
	}

	if (before.type === 'LoadBalancer' && now.type !== 'LoadBalancer') {
		drop('allocateLoadBalancerNodePorts', 'loadBalancerClass');
	}

	if (isExternal(before) && !isExternal(now)) {
		drop('externalTrafficPolicy');
	}

	if (before.type !== 'ExternalName' && now.type === 'ExternalName') {
		drop('internalTrafficPolicy');
	}

	service.spec = now;
	if (now.type !== 'LoadBalancer' && service.status?.loadBalancer?.ingress !== undefined) {
		service.status = {...service.status, loadBalancer: {}};
	}
};

import type {QuotaUse} from '../../kind.js';
import type {Amounts} from '../../quota/amounts.js';
import type {Service} from '../../../objects/kubernetes.generated.js';

const serviceUsage = ({spec}: Service): Amounts => {
	const ports = spec?.ports ?? [];
	const all = String(ports.length);
	switch (spec?.type) {
		case 'NodePort': {
			return {'services.nodeports': all, 'services.loadbalancers': '0'};
		}

		case 'LoadBalancer': {
			return {
				'services.nodeports':
					spec.allocateLoadBalancerNodePorts === false ? String(ports.filter(({nodePort}) => nodePort).length) : all,
				'services.loadbalancers': '1',
			};
		}

		default: {
			return {'services.nodeports': '0', 'services.loadbalancers': '0'};
		}
	}
};

/** The amounts that quotas count for Services. @mirrors k8s.io/kubernetes/pkg/quota/v1/evaluator/core serviceEvaluator */
export const serviceQuota: QuotaUse<Service> = {
	byPlural: true,
	usage: serviceUsage,
	concerns: (name) => name.startsWith('services.'),
};

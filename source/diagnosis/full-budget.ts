import type {Deployment, Pod, PodDisruptionBudget} from '../objects/kubernetes.generated.js';
import {matchesLabelSelector} from '../objects/labels.js';
import {registryKey, resourceNamed} from '../objects/resources.js';
import {all, named} from './look.js';
import type {Refused, RefusalAdvice} from './refused.js';

/** The change that lets a Pod be evicted despite its budget: one more healthy Pod, or a budget that requires one less. */
export const fullBudget = ({namespace, ledger, name = ''}: Refused): RefusalAdvice => {
	const pod = ledger.read<Pod>(registryKey(resourceNamed('pods'), namespace, name));
	const budget = all<PodDisruptionBudget>(ledger, `/registry/poddisruptionbudgets/${namespace}/`)
		.map(({object}) => object)
		.find(({spec}) => pod && spec?.selector && matchesLabelSelector(spec.selector, pod.metadata.labels));
	if (!budget) {
		return {advice: []};
	}

	const {currentHealthy = 0, desiredHealthy = 0, expectedPods = 0} = budget.status ?? {};
	const spec =
		budget.spec?.minAvailable === undefined
			? {maxUnavailable: expectedPods - currentHealthy + 1}
			: {minAvailable: Math.max(0, currentHealthy - 1)};
	const more = all<Deployment>(ledger, `/registry/deployments/${namespace}/`)
		.map(({object}) => object)
		.filter((deployment) => matchesLabelSelector(deployment.spec.selector, pod?.metadata.labels));
	return {
		advice: [({cluster}) => cluster.budget(budget.metadata.name, desiredHealthy, currentHealthy)],
		candidates: [
			...more.map((deployment) => ({
				command: `kubectl scale deployment ${named(deployment)} --replicas=${(deployment.spec.replicas ?? 1) + 1}`,
			})),
			{
				command: `kubectl patch poddisruptionbudget ${named(budget)} -p '${JSON.stringify({spec})}'`,
			},
		],
	};
};

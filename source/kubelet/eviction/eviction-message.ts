import {bytes, canonicalQuantity} from '../../objects/quantity.js';
import type {PodUse} from './ranking.js';
import {
	bytesText,
	resourceOf,
	thresholdAmount,
	type Observations,
	type StarvedResource,
	type Threshold,
} from '../node/thresholds.js';

/** The reason of an eviction: in words, and as annotations of the event. */
export interface EvictionReason {
	readonly message: string;
	readonly annotations: Readonly<Record<string, string>>;
}

/** The available amount of a signal, as a quantity. */
export const availableText = (resource: StarvedResource, available: number): string =>
	resource === 'pids' ? canonicalQuantity(String(available)) : bytesText(available);

/**
Upstream's words for an eviction. They end with a space.

@param due the thresholds that call for evictions.
@mirrors k8s.io/kubernetes/pkg/kubelet/eviction evictionMessage
*/
export const evictionReason = (
	resource: StarvedResource,
	use: PodUse,
	due: readonly Threshold[],
	observations: Observations,
): EvictionReason => {
	let message = `The node was low on resource: ${resource}. `;
	const threshold = due.find(({signal}) => resourceOf[signal] === resource);
	const observed = threshold && observations.get(threshold.signal);
	if (observed) {
		const {text} = thresholdAmount(threshold.value, observed.capacity);
		message += `Threshold quantity: ${text}, available: ${availableText(resource, observed.available)}. `;
	}

	const offending: Array<{readonly name: string; readonly usage: string}> = [];
	const {containers, initContainers = []} = use.pod.spec;
	for (const {name, memory, disk} of resource === 'pids' ? [] : use.containers) {
		const container = [...containers, ...initContainers].find((one) => one.name === name);
		const request = container?.resources?.requests?.[resource];
		const used = resource === 'memory' ? memory : disk;
		if (container && used > bytes(request)) {
			const usage = bytesText(used);
			message += `Container ${name} was using ${usage}, request is ${request === undefined ? '0' : canonicalQuantity(request)}, has larger consumption of ${resource}. `;
			offending.push({name, usage});
		}
	}

	return {
		message,
		annotations: {
			offending_containers: offending.map(({name}) => name).join(','),
			offending_containers_usage: offending.map(({usage}) => usage).join(','),
			starved_resource: resource,
		},
	};
};

import {podRequestQuantities} from '../../objects/pod-resources.js';
import {bytes, cpuMillis} from '../../objects/quantity.js';
import {objectOf, refuse, type AdmissionPlugin} from './plugin.js';

/**
A running Pod is not resized beyond its node, nor on a node that does not run Linux.

@mirrors podresize.Plugin.Validate
*/
export const podResizeValidator: AdmissionPlugin<'PodResizeValidator'> = {
	name: 'PodResizeValidator',

	concerns: ({operation, resource, subresource}) =>
		operation === 'UPDATE' && resource.plural === 'pods' && subresource === 'resize',

	handles: (attributes) =>
		Boolean(objectOf(attributes, 'v1 Pod').spec.nodeName) &&
		attributes.object?.metadata.generation !== attributes.oldObject?.metadata.generation,

	validate(attributes, {reader}) {
		const pod = objectOf(attributes, 'v1 Pod');
		const name = pod.spec.nodeName ?? '';
		const node = reader.get('nodes', undefined, name);
		if (!node) {
			throw refuse(attributes, `node ${JSON.stringify(name)} not found`);
		}

		const {cpu, memory} = podRequestQuantities(pod);
		const allocatable = node.status?.allocatable ?? {};
		const problems = [
			['cpu', cpuMillis(cpu ?? '0'), cpuMillis(allocatable['cpu'] ?? '0')] as const,
			['memory', bytes(memory ?? '0'), bytes(allocatable['memory'] ?? '0')] as const,
		]
			.filter(([, requested, available]) => requested > available)
			.map(([resource, requested, available]) => `${resource}, requested: ${requested}, allocatable: ${available}`);
		if (problems.length > 0) {
			throw refuse(attributes, `node didn't have enough allocatable resources: ${problems.join('; ')}`);
		}

		const system = node.metadata.labels?.['kubernetes.io/os'] ?? '';
		if (system !== 'linux') {
			throw refuse(
				attributes,
				`pod resize is only supported on linux nodes, node ${JSON.stringify(name)} is ${JSON.stringify(system)}`,
			);
		}

		return {node: name, pod: attributes.name};
	},
};

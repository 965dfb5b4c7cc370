import type {Routine} from '../../../kernel/routine.js';
import {isObjectOf, type Unstructured} from '../../../objects/unstructured.js';
import type {Invocation} from '../../invocation.js';

/** `kubectl cluster-info`. */
export function* clusterInfo(invocation: Invocation): Routine<number | void> {
	const {server} = yield* invocation.target();
	const help = "\nTo further debug and diagnose cluster problems, use 'kubectl cluster-info dump'.\n";
	const resource = (yield* invocation.resources()).named('services');
	let services: readonly Unstructured[] = [];
	try {
		services = resource
			? yield* invocation.list(resource, 'kube-system', {labelSelector: 'kubernetes.io/cluster-service=true'})
			: [];
	} catch (error) {
		invocation.out(help);
		throw error;
	}

	invocation.out(`Kubernetes control plane is running at ${server}\n`);
	for (const {metadata, spec} of services.filter((one) => isObjectOf(one, 'services'))) {
		const [port] = spec.ports ?? [];
		const target = port?.name ? `${metadata.name}:${port.name}` : metadata.name;
		const link = `${server}/api/v1/namespaces/kube-system/services/${target}/proxy`;
		invocation.out(`${metadata.labels?.['kubernetes.io/name'] ?? metadata.name} is running at ${link}\n`);
	}

	invocation.out(help);
}

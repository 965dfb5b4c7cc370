import {isKind, type KubernetesObject} from '../objects/kubernetes-object.js';
import type {Pod, WebhookClientConfig} from '../objects/kubernetes.generated.js';
import {isReady} from './nodes.js';
import {listed} from './stand-ins.js';

const defaultScheduler = 'default-scheduler';

/** The address of a webhook: `namespace/name` of a Service, or a URL. */
export const serverOf = ({service, url}: WebhookClientConfig): {readonly service?: string; readonly url?: string} => {
	if (service) {
		return {service: `${service.namespace}/${service.name}`};
	}

	if (url === undefined) {
		return {};
	}

	return {url};
};

/** The servers that admission webhooks call, each once. */
export const webhookServers = (
	objects: readonly KubernetesObject[],
): ReadonlyArray<{readonly service?: string; readonly url?: string}> => {
	const servers = objects.flatMap((object) =>
		isKind(object, 'admissionregistration.k8s.io/v1 ValidatingWebhookConfiguration') ||
		isKind(object, 'admissionregistration.k8s.io/v1 MutatingWebhookConfiguration')
			? (object.webhooks ?? []).map(({clientConfig}) => serverOf(clientConfig))
			: [],
	);
	return [...new Map(servers.map((server) => [server.service ?? server.url ?? '', server])).values()];
};

const distinct = (names: readonly string[]): readonly string[] => [...new Set(names)].sort();

const unfinished = ({status}: Pod): boolean => status?.phase !== 'Succeeded' && status?.phase !== 'Failed';

/** Differences of Pods from the cluster that was dumped. */
const ofPods = (pods: readonly Pod[], nodes: ReadonlySet<string>): readonly string[] => {
	const schedulers = distinct(
		pods.filter((pod) => unfinished(pod)).map(({spec}) => spec.schedulerName ?? defaultScheduler),
	).filter((name) => name !== defaultScheduler);
	const lost = distinct(pods.flatMap(({spec}) => (spec.nodeName && !nodes.has(spec.nodeName) ? [spec.nodeName] : [])));
	return [
		...(schedulers.length > 0
			? [`missing schedulers: ${listed(schedulers)}; Pods that name one and have no node wait`]
			: []),
		...(lost.length > 0 ? [`Pods are on nodes that the dump does not have: ${listed(lost)}`] : []),
	];
};

/** Parts of a cluster that a dump lacks, and their replacements; each reported once. */
export const remarksOn = (
	objects: readonly KubernetesObject[],
	{nodes, drivers}: {readonly nodes: ReadonlySet<string>; readonly drivers: readonly string[]},
): readonly string[] => {
	const webhooks = webhookServers(objects).map(({service, url}) => service ?? url ?? '');
	const down = objects.flatMap((object) =>
		isKind(object, 'v1 Node') && !isReady(object) ? [object.metadata.name] : [],
	);
	const aggregated = objects.flatMap((object) =>
		isKind(object, 'apiregistration.k8s.io/v1 APIService') && object.spec?.service ? [object.metadata.name] : [],
	);
	const definitions = objects.flatMap((object) =>
		isKind(object, 'apiextensions.k8s.io/v1 CustomResourceDefinition') ? [object.spec.names.plural] : [],
	);
	const ranges = objects.some((object) => isKind(object, 'v1 Node') && !object.spec?.podCIDR);
	const pods = objects.filter((object) => isKind(object, 'v1 Pod'));
	return [
		...(webhooks.length > 0
			? [`admission webhooks allow everything, as the simulation does not call them: ${listed(distinct(webhooks))}`]
			: []),
		...(aggregated.length > 0
			? [`the simulation does not serve aggregated APIs: ${listed(distinct(aggregated))}`]
			: []),
		...(objects.some(({kind}) => kind === 'HorizontalPodAutoscaler')
			? ['a dump has no metrics: autoscalers see the usage of simulated containers']
			: []),
		...(drivers.length > 0 ? [`simulated CSI drivers replace the real ones: ${listed(distinct(drivers))}`] : []),
		...(definitions.length > 0
			? [`the controllers of custom resources are missing: nothing acts on ${listed(distinct(definitions))}`]
			: []),
		...(down.length > 0
			? [
					`the kubelets of nodes that are not Ready in the dump are down (:restart kubelet/${down[0]} starts one): ${listed(down)}`,
				]
			: []),
		...(ranges ? ['nodes without a podCIDR get one for their new Pods, from 10.244.0.0/14'] : []),
		...ofPods(pods, nodes),
	];
};

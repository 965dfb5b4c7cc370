import type {Routine} from '../../kernel/routine.js';
import {podLimitQuantities, podRequestQuantities} from '../../objects/pod-resources.js';
import {addQuantities, parseQuantity} from '../../objects/quantity.js';
import type {Unstructured, Value} from '../unstructured.js';
import type {Surroundings} from './describe.js';
import {ageOf, annotationLines, eventLines, listLines, longTime, pairLines, taintText} from './describe-text.js';

const rolePrefix = 'node-role.kubernetes.io/';

const rolesOf = (labels: Readonly<Record<string, string>>): string =>
	[
		...new Set(
			Object.keys(labels).flatMap((key) =>
				key.startsWith(rolePrefix) ? [key.slice(rolePrefix.length)] : key === 'kubernetes.io/role' ? [labels[key]] : [],
			),
		),
	]
		.sort()
		.join(',') || '<none>';

const percent = (part: string, whole: string | undefined): number =>
	whole && parseQuantity(whole) > 0n ? Number((parseQuantity(part) * 100n) / parseQuantity(whole)) : 0;

type Amounts = Readonly<Record<string, string>>;

const add = (total: Amounts, more: Amounts): Amounts => {
	const sum: Record<string, string> = {...total};
	for (const [name, amount] of Object.entries(more)) {
		sum[name] = name in sum ? addQuantities(sum[name], amount) : amount;
	}

	return sum;
};

const amounts = (values: Amounts, name: string, whole: string | undefined): string => {
	const value = values[name] ?? '0';
	return `${value} (${percent(value, whole)}%)`;
};

/** Nodes. */
export function* describeNode(
	object: Unstructured,
	{list, find, events, nowMs}: Surroundings,
): Routine<string | undefined> {
	if (object.kind !== 'Node') {
		return undefined;
	}

	const {metadata = {}, spec = {}, status = {}} = object;
	const lease = yield* find('leases.coordination.k8s.io', 'kube-node-lease', metadata.name ?? '');
	const pods = yield* list('pods', undefined, {
		fieldSelector: `spec.nodeName=${metadata.name},status.phase!=Failed,status.phase!=Succeeded`,
	});
	const info = status.nodeInfo ?? {};
	const allocatable: Amounts = status.allocatable ?? {};
	const requests = pods.map((pod) => podRequestQuantities(pod as Parameters<typeof podRequestQuantities>[0]));
	const limits = pods.map((pod) => podLimitQuantities(pod as Parameters<typeof podLimitQuantities>[0]));
	const totalRequests = requests.reduce(add, {});
	const totalLimits = limits.reduce(add, {});
	const amountLines = (title: string, values: Amounts | undefined): string =>
		Object.keys(values ?? {}).length === 0
			? ''
			: `${title}:\n${Object.keys(values!)
					.sort()
					.map((name) => `  ${name}:\t${values![name]}\n`)
					.join('')}`;
	const extended = [...new Set([...Object.keys(totalRequests), ...Object.keys(totalLimits)])]
		.filter((name) => !['cpu', 'memory', 'ephemeral-storage'].includes(name))
		.sort();
	return [
		`Name:\t${metadata.name}\nRoles:\t${rolesOf(metadata.labels ?? {})}\n`,
		pairLines('Labels', metadata.labels),
		annotationLines(metadata.annotations),
		`CreationTimestamp:\t${longTime(metadata.creationTimestamp)}\n`,
		listLines('Taints', (spec.taints ?? []).map(taintText)),
		`Unschedulable:\t${spec.unschedulable ?? false}\n`,
		`Lease:\n  HolderIdentity:\t${lease?.spec?.holderIdentity ?? '<unset>'}\n  AcquireTime:\t${lease?.spec?.acquireTime ? longTime(lease.spec.acquireTime) : '<unset>'}\n  RenewTime:\t${lease?.spec?.renewTime ? longTime(lease.spec.renewTime) : '<unset>'}\n`,
		(status.conditions ?? []).length > 0
			? `Conditions:\n  Type\tStatus\tLastHeartbeatTime\tLastTransitionTime\tReason\tMessage\n  ----\t------\t-----------------\t------------------\t------\t-------\n${status.conditions
					.map(
						(one: Value) =>
							`  ${one.type} \t${one.status} \t${longTime(one.lastHeartbeatTime)} \t${longTime(one.lastTransitionTime)} \t${one.reason ?? ''} \t${one.message ?? ''}\n`,
					)
					.join('')}`
			: '',
		`Addresses:\n${(status.addresses ?? []).map(({type, address}: Value) => `  ${type}:\t${address}\n`).join('')}`,
		amountLines('Capacity', status.capacity),
		amountLines('Allocatable', status.allocatable),
		`System Info:\n  Machine ID:\t${info.machineID ?? ''}\n  System UUID:\t${info.systemUUID ?? ''}\n  Boot ID:\t${info.bootID ?? ''}\n  Kernel Version:\t${info.kernelVersion ?? ''}\n  OS Image:\t${info.osImage ?? ''}\n  Operating System:\t${info.operatingSystem ?? ''}\n  Architecture:\t${info.architecture ?? ''}\n  Container Runtime Version:\t${info.containerRuntimeVersion ?? ''}\n  Kubelet Version:\t${info.kubeletVersion ?? ''}\n  Kube-Proxy Version:\t${info.kubeProxyVersion ?? ''}\n`,
		spec.podCIDR ? `PodCIDR:\t${spec.podCIDR}\n` : '',
		(spec.podCIDRs ?? []).length > 0 ? `PodCIDRs:\t${spec.podCIDRs.join(',')}\n` : '',
		spec.providerID ? `ProviderID:\t${spec.providerID}\n` : '',
		`Non-terminated Pods:\t(${pods.length} in total)\n  Namespace\tName\t\tCPU Requests\tCPU Limits\tMemory Requests\tMemory Limits\tAge\n  ---------\t----\t\t------------\t----------\t---------------\t-------------\t---\n`,
		...pods.map(
			(pod, index) =>
				`  ${pod.metadata?.namespace}\t${pod.metadata?.name}\t\t${amounts(requests[index], 'cpu', allocatable.cpu)}\t${amounts(limits[index], 'cpu', allocatable.cpu)}\t${amounts(requests[index], 'memory', allocatable.memory)}\t${amounts(limits[index], 'memory', allocatable.memory)}\t${ageOf(pod.metadata?.creationTimestamp, nowMs)}\n`,
		),
		'Allocated resources:\n  (Total limits may be over 100 percent, i.e., overcommitted.)\n  Resource\tRequests\tLimits\n  --------\t--------\t------\n',
		...['cpu', 'memory', 'ephemeral-storage'].map(
			(name) =>
				`  ${name}\t${amounts(totalRequests, name, allocatable[name])}\t${amounts(totalLimits, name, allocatable[name])}\n`,
		),
		...extended.map((name) => `  ${name}\t${totalRequests[name] ?? '0'}\t${totalLimits[name] ?? '0'}\n`),
		eventLines(yield* events(), nowMs),
	].join('');
}

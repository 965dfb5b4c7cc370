import {meetsRequiredNodeAffinity} from '../../objects/node-selector.js';
import {podRequests, resourceAmounts} from '../../objects/pod-resources.js';
import {untoleratedTaint} from '../../objects/taints.js';
import {behaves} from '../../objects/versions/changed-behaviour.js';
import type {Pod} from '../../objects/kubernetes.generated.js';
import type {Admission} from '../node/admission.js';
import type {KnownNode} from '../node/own-node.js';

const safeSysctls = new Set([
	'kernel.shm_rmid_forced',
	'net.ipv4.ip_local_port_range',
	'net.ipv4.tcp_syncookies',
	'net.ipv4.ping_group_range',
	'net.ipv4.ip_unprivileged_port_start',
	'net.ipv4.ip_local_reserved_ports',
	'net.ipv4.tcp_keepalive_time',
	'net.ipv4.tcp_fin_timeout',
	'net.ipv4.tcp_keepalive_intvl',
	'net.ipv4.tcp_keepalive_probes',
	'net.ipv4.tcp_rmem',
	'net.ipv4.tcp_wmem',
]);

const laterSysctls = new Set(['net.ipv4.tcp_slow_start_after_idle', 'net.ipv4.tcp_notsent_lowat']);

const sysctls = (pod: Pod, minor: number | undefined): Admission => {
	const unsafe = pod.spec.securityContext?.sysctls?.find(
		({name}) => !safeSysctls.has(name) && !(laterSysctls.has(name) && behaves(minor, 'safeSysctls')),
	);
	return unsafe
		? {
				admit: false,
				handler: 'Sysctls',
				reason: 'SysctlForbidden',
				message: `forbidden sysctl: "${unsafe.name}" not allowlisted`,
			}
		: {admit: true, handler: 'Sysctls'};
};

const osLabel = 'kubernetes.io/os';

/** Refuses a Pod for another operating system, by its label or its field. Nodes here run Linux. @mirrors predicateAdmitHandler.Admit */
const operatingSystem = ({metadata, spec}: Pod): Admission | undefined => {
	const refuse = (reason: string, why: string): Admission => ({
		admit: false,
		handler: 'OS',
		reason,
		message: `Failed to admit pod as the ${why}`,
	});
	const label = metadata.labels?.[osLabel];
	if (label !== undefined && label !== 'linux') {
		return refuse('PodOSSelectorNodeLabelDoesNotMatch', `\`${osLabel}\` label doesn't match node label`);
	}

	return spec.os && spec.os.name !== 'linux'
		? refuse('PodOSNotSupported', "OS field doesn't match node OS")
		: undefined;
};

const order = ['cpu', 'memory', 'ephemeral-storage'];

/** The first resource that the node lacks, in the kubelet's order: Pods, cpu, memory, storage, others. */
const resources = (pod: Pod, node: KnownNode, others: readonly Pod[]): Admission => {
	const allocatable = resourceAmounts(node.status.allocatable);
	const handler = 'Resources';
	const refuse = (name: string, requested: number, used: number, capacity: number): Admission => ({
		admit: false,
		handler,
		reason: `OutOf${name}`,
		message: `Node didn't have enough resource: ${name}, requested: ${requested}, used: ${used}, capacity: ${capacity}`,
	});
	const places = allocatable['pods'];
	if (places !== undefined && others.length + 1 > places) {
		return refuse('pods', 1, others.length, places);
	}

	const requests = Object.entries(podRequests(pod)).toSorted(
		([a], [b]) => ((order.indexOf(a) + 10) % 10) - ((order.indexOf(b) + 10) % 10),
	);
	for (const [name, requested] of requests) {
		const capacity = allocatable[name];
		// Resources unknown to the node are handled elsewhere, such as by a device plug-in.
		if (requested === 0 || capacity === undefined) {
			continue;
		}

		let used = 0;
		for (const other of others) {
			used += podRequests(other)[name] ?? 0;
		}

		if (requested + used > capacity) {
			return refuse(name, requested, used, capacity);
		}
	}

	return {admit: true, handler};
};

const predicate = (name: string, why: string): Admission => ({
	admit: false,
	handler: name,
	reason: name,
	message: `Predicate ${name} failed: ${why}`,
});

const hostPorts = (pod: Pod): string[] =>
	[...pod.spec.containers, ...(pod.spec.initContainers ?? [])].flatMap((container) =>
		(container.ports ?? [])
			.filter(({hostPort}) => hostPort)
			.map(({hostPort, protocol = 'TCP', hostIP = ''}) => `${hostIP}/${protocol}/${hostPort}`),
	);

/**
The kubelet's own check of a Pod before it runs it: the scheduler may have been bypassed, or the node may have changed since.

@param others Pods on the node that have not ended.
@param minor the minor version of Kubernetes 1 whose behaviour it follows.
@returns each handler's verdict, up to the first refusal.
@mirrors k8s.io/kubernetes/pkg/kubelet/lifecycle predicateAdmitHandler
*/
export const admitPod = (pod: Pod, node: KnownNode, others: readonly Pod[], minor?: number): readonly Admission[] => {
	const handlers: ReadonlyArray<() => Admission> = [
		() => sysctls(pod, minor),
		() => operatingSystem(pod) ?? resources(pod, node, others),
		() =>
			pod.spec.nodeName && pod.spec.nodeName !== node.metadata.name
				? predicate('NodeName', "node(s) didn't match the requested node name")
				: {admit: true, handler: 'NodeName'},
		() => {
			const wanted = hostPorts(pod);
			return wanted.length > 0 && others.some((other) => hostPorts(other).some((port) => wanted.includes(port)))
				? predicate('NodePorts', "node(s) didn't have free ports for the requested pod ports")
				: {admit: true, handler: 'NodePorts'};
		},
		() =>
			meetsRequiredNodeAffinity(pod.spec, node)
				? {admit: true, handler: 'NodeAffinity'}
				: predicate('NodeAffinity', "node(s) didn't match Pod's node affinity/selector"),
		() =>
			untoleratedTaint(node.spec.taints, pod.spec.tolerations, ['NoExecute'])
				? predicate('TaintToleration', 'node(s) had untolerated taint(s)')
				: {admit: true, handler: 'TaintToleration'},
	];
	const verdicts: Admission[] = [];
	for (const handler of handlers) {
		const verdict = handler();
		verdicts.push(verdict);
		if (!verdict.admit) {
			break;
		}
	}

	return verdicts;
};

/** Refuses a Pod with a profile on a node whose kernel does not enforce AppArmor. @mirrors k8s.io/kubernetes/pkg/kubelet/lifecycle appArmorAdmitHandler.Admit */
export const admitAppArmor = (pod: Pod, node: {readonly appArmor?: boolean}): Admission => {
	const handler = 'AppArmor';
	const wanted = [pod.spec, ...pod.spec.containers, ...(pod.spec.initContainers ?? [])].some((holder) => {
		const profile = holder.securityContext?.appArmorProfile;
		return profile !== undefined && profile.type !== 'Unconfined';
	});
	return wanted && !node.appArmor
		? {
				admit: false,
				handler,
				reason: handler,
				message: 'Cannot enforce AppArmor: AppArmor is not enabled on the host',
			}
		: {admit: true, handler};
};

/** Containers that must not gain privileges: the runtime sets no_new_privs for them. */
export const noNewPrivileges = (pod: Pod): string[] =>
	[...pod.spec.containers, ...(pod.spec.initContainers ?? [])]
		.filter(({securityContext}) => securityContext?.allowPrivilegeEscalation === false)
		.map(({name}) => name);

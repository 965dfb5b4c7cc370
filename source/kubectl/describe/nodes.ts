import {ApiError} from '../../client/errors.js';
import type {Routine} from '../../kernel/routine.js';
import {podLimitQuantities, podRequestQuantities} from '../../objects/pod-resources.js';
import {addQuantities, bytes, cpuMillis} from '../../objects/quantity.js';
import {formatTaint} from '../../objects/taints.js';
import type {
	Event,
	Lease,
	Node,
	NodeCondition,
	NodeSystemInfo,
	Pod,
	ResourceSlice,
	Taint,
} from '../../objects/kubernetes.generated.js';
import type {Describer, Surroundings} from './describer.js';
import {ageOf, longTime, pairs, writeAnnotations, writeEvents, writeLabels, writeList, writeTable} from './text.js';
import type {DescriptionWriter} from './writer.js';

type Amounts = Readonly<Record<string, string>>;

const rolePrefix = 'node-role.kubernetes.io/';

const rolesOf = ({metadata}: Node): string => {
	const roles = Object.entries(metadata?.labels ?? {}).flatMap(([key, value]) => {
		if (key.startsWith(rolePrefix) && key.length > rolePrefix.length) {
			return [key.slice(rolePrefix.length)];
		}

		if (key === 'kubernetes.io/role' && value !== '') {
			return [value];
		}

		return [];
	});
	return [...new Set(roles)].sort().join(',') || '<none>';
};

const writeAmounts = (writer: DescriptionWriter, title: string, amounts: Amounts | undefined): void => {
	const sorted = pairs(amounts);
	if (sorted.length > 0) {
		writer.write(0, `${title}:\n`);
	}

	for (const [name, amount] of sorted) {
		writer.write(1, `${name}:\t${amount}\n`);
	}
};

/** The percentage of a part, converted to a whole number as in Go, even if the whole is 0. */
const percent = (part: number, whole: number): string => {
	const fraction = (part / whole) * 100;
	return Number.isFinite(fraction) ? String(Math.trunc(fraction)) : '-9223372036854775808';
};

const measure = (name: string, amount: string | undefined): number =>
	name === 'cpu' ? cpuMillis(amount ?? '0') : bytes(amount ?? '0');

const share = (amounts: Amounts, name: string, allocatable: Amounts): string =>
	`${amounts[name] ?? '0'} (${percent(measure(name, amounts[name]), measure(name, allocatable[name]))}%)`;

const shareOrNothing = (amounts: Amounts, name: string, allocatable: Amounts): string =>
	measure(name, allocatable[name]) === 0 ? `${amounts[name] ?? '0'} (0%)` : share(amounts, name, allocatable);

const totals = (all: readonly Amounts[]): Amounts => {
	const sums = new Map<string, string>();
	for (const amounts of all) {
		for (const [name, amount] of Object.entries(amounts)) {
			const sum = sums.get(name);
			sums.set(name, sum === undefined ? amount : addQuantities(sum, amount));
		}
	}

	return Object.fromEntries(sums);
};

const standard = new Set(['cpu', 'memory', 'ephemeral-storage', 'pods']);

/** The Pods of a node, and the share of the node that each uses. @mirrors kubectl/pkg/describe describeNodeResource */
const writeUse = (writer: DescriptionWriter, {status}: Node, pods: readonly Pod[], nowMs: number): void => {
	const given = status?.allocatable ?? {};
	const allocatable = Object.keys(given).length > 0 ? given : (status?.capacity ?? {});
	const uses = pods.map((pod) => ({
		pod,
		requests: podRequestQuantities(pod),
		limits: podLimitQuantities(pod),
	}));
	writer.write(0, `Non-terminated Pods:\t(${pods.length} in total)\n`);
	writeTable(
		writer,
		1,
		['Namespace', 'Name', '', 'CPU Requests', 'CPU Limits', 'Memory Requests', 'Memory Limits', 'Age'],
		uses.map(({pod: {metadata}, requests, limits}) => [
			metadata.namespace,
			metadata.name,
			'',
			share(requests, 'cpu', allocatable),
			share(limits, 'cpu', allocatable),
			share(requests, 'memory', allocatable),
			share(limits, 'memory', allocatable),
			ageOf(metadata.creationTimestamp, nowMs),
		]),
	);
	writer.write(0, 'Allocated resources:\n  (Total limits may be over 100 percent, i.e., overcommitted.)\n');
	const allRequests = totals(uses.map(({requests}) => requests));
	const allLimits = totals(uses.map(({limits}) => limits));
	const others = Object.keys(allocatable).sort();
	const huge = others.filter((name) => name.startsWith('hugepages-'));
	const extended = others.filter((name) => !standard.has(name) && !name.startsWith('hugepages-'));
	writeTable(
		writer,
		1,
		['Resource', 'Requests', 'Limits'],
		[
			...['cpu', 'memory', 'ephemeral-storage', ...huge].map((name) => [
				name,
				shareOrNothing(allRequests, name, allocatable),
				shareOrNothing(allLimits, name, allocatable),
			]),
			...extended.map((name) => [name, allRequests[name] ?? '0', allLimits[name] ?? '0']),
		],
	);
};

const mostPools = 10;

/** Devices of the node by driver and pool. @mirrors kubectl/pkg/describe describeNodeResourceSlices */
const writeSlices = (writer: DescriptionWriter, slices: readonly ResourceSlice[]): void => {
	const pools: Record<string, {driver: string; pool: string; slices: number; devices: number}> = {};
	for (const {spec} of slices) {
		const {driver, pool, devices = []} = spec;
		const key = `${driver}/${pool.name}`;
		const known = pools[key] ?? {driver, pool: pool.name, slices: 0, devices: 0};
		pools[key] = {...known, slices: known.slices + 1, devices: known.devices + devices.length};
	}

	const sorted = pairs(pools);
	if (sorted.length === 0) {
		return;
	}

	writer.write(0, 'Node-Local ResourceSlices:\n');
	const rows = sorted.slice(0, mostPools).map(([, pool]) => [pool.driver, pool.pool, pool.slices, pool.devices]);
	writeTable(writer, 1, ['Driver', 'Pool', 'Slices', 'Devices'], rows);
	if (sorted.length > mostPools) {
		writer.write(1, `...and ${sorted.length - mostPools} more pools\n`);
	}
};

const writeLease = (writer: DescriptionWriter, lease: Lease | ApiError): void => {
	if (lease instanceof ApiError) {
		writer.write(0, `Lease:\tFailed to get lease: ${lease.message}\n`);
		return;
	}

	const {holderIdentity, acquireTime, renewTime} = lease.spec;
	writer.write(0, 'Lease:\n');
	writer.write(1, `HolderIdentity:\t${holderIdentity ?? '<unset>'}\n`);
	writer.write(1, `AcquireTime:\t${acquireTime ? longTime(acquireTime) : '<unset>'}\n`);
	writer.write(1, `RenewTime:\t${renewTime ? longTime(renewTime) : '<unset>'}\n`);
};

const writeSystem = (writer: DescriptionWriter, info: NodeSystemInfo | undefined): void => {
	writer.write(0, 'System Info:\n');
	for (const [title, field] of [
		['Machine ID', 'machineID'],
		['System UUID', 'systemUUID'],
		['Boot ID', 'bootID'],
		['Kernel Version', 'kernelVersion'],
		['OS Image', 'osImage'],
		['Operating System', 'operatingSystem'],
		['Architecture', 'architecture'],
		['Container Runtime Version', 'containerRuntimeVersion'],
		['Kubelet Version', 'kubeletVersion'],
	] as const) {
		writer.write(1, `${title}:\t${info?.[field] ?? ''}\n`);
	}
};

/** The readable value, or the reason why it is unreadable. */
function* attempt<T>(routine: Routine<T>): Routine<T | ApiError> {
	try {
		return yield* routine;
	} catch (error) {
		if (error instanceof ApiError) {
			return error;
		}

		throw error;
	}
}

function* eventsOf({metadata}: Node, {events}: Surroundings): Routine<readonly Event[] | undefined> {
	const own = yield* events();
	// Events of a kubelet carry the node's name for its uid.
	return own && [...own, ...((yield* events({uid: metadata.name})) ?? [])];
}

const writeConditionTable = (writer: DescriptionWriter, conditions: readonly NodeCondition[]): void => {
	if (conditions.length > 0) {
		writer.write(0, 'Conditions:\n');
		writeTable(
			writer,
			1,
			['Type', 'Status', 'LastHeartbeatTime', 'LastTransitionTime', 'Reason', 'Message'],
			conditions.map(({type, status, lastHeartbeatTime, lastTransitionTime, reason = '', message = ''}) => [
				`${type} `,
				`${status} `,
				`${longTime(lastHeartbeatTime)} `,
				`${longTime(lastTransitionTime)} `,
				`${reason} `,
				message,
			]),
		);
	}
};

/** A node and what runs on it. @mirrors kubectl/pkg/describe describeNode */
export const describeNode: Describer<Node> = function* (writer, object, around) {
	const {metadata, spec = {}, status = {}} = object;
	const {name} = metadata;
	const pods = yield* attempt(
		around.list('pods', undefined, {
			fieldSelector: `spec.nodeName=${name},status.phase!=Failed,status.phase!=Succeeded`,
		}),
	);
	if (pods instanceof ApiError && pods.reason !== 'Forbidden') {
		throw pods;
	}

	const happened = yield* eventsOf(object, around);
	const slices = yield* attempt(
		around.list('resourceslices.resource.k8s.io', undefined, {fieldSelector: `spec.nodeName=${name}`}),
	);
	const lease = yield* attempt(around.get('leases.coordination.k8s.io', 'kube-node-lease', name));
	writer.write(0, `Name:\t${name}\nRoles:\t${rolesOf(object)}\n`);
	writeLabels(writer, 'Labels', metadata.labels);
	writeAnnotations(writer, 'Annotations', metadata.annotations);
	writer.write(0, `CreationTimestamp:\t${longTime(metadata.creationTimestamp)}\n`);
	const order = ({effect, key}: Taint): string => `${effect},${key}`;
	const taints = [...(spec.taints ?? [])].sort((a, b) => (order(a) < order(b) ? -1 : 1));
	writeList(
		writer,
		'Taints',
		taints.map((taint) => formatTaint(taint)),
	);
	writer.write(0, `Unschedulable:\t${spec.unschedulable ?? false}\n`);
	writeLease(writer, lease);
	writeConditionTable(writer, status.conditions ?? []);
	writer.write(0, 'Addresses:\n');
	for (const {type, address} of status.addresses ?? []) {
		writer.write(1, `${type}:\t${address}\n`);
	}

	writeAmounts(writer, 'Capacity', status.capacity);
	writeAmounts(writer, 'Allocatable', status.allocatable);
	if (!(slices instanceof ApiError)) {
		writeSlices(writer, slices);
	}

	writeSystem(writer, status.nodeInfo);
	if (spec.podCIDR) {
		writer.write(0, `PodCIDR:\t${spec.podCIDR}\n`);
	}

	if (spec.podCIDRs && spec.podCIDRs.length > 0) {
		writer.write(0, `PodCIDRs:\t${spec.podCIDRs.join(',')}\n`);
	}

	if (spec.providerID) {
		writer.write(0, `ProviderID:\t${spec.providerID}\n`);
	}

	if (pods instanceof ApiError) {
		writer.write(0, 'Pods:\tnot authorized\n');
	} else {
		writeUse(writer, object, pods, around.nowMs);
	}

	writeEvents(writer, happened, around.nowMs);
};

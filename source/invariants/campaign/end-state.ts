import type {QueueState} from '../../client/work-queue.js';
import type {Ledger} from '../../kernel/ledger.js';
import type {EndpointSlice, IPAddress, Pod, ResourceQuota, Service} from '../../objects/kubernetes.generated.js';
import type {KubernetesObject} from '../../objects/kubernetes-object.js';
import {uidOnNode} from '../../objects/pod.js';
import {nameInKey, registryPrefix, resourceNamed} from '../../objects/resources.js';
import {addAmounts} from '../../registry/quota/charge.js';
import {quotaUsage} from '../../registry/quota/usage.js';

/** The desired and the reported state of a workload. */
interface Workload {
	readonly metadata: {
		readonly name: string;
		readonly deletionTimestamp?: string;
		readonly finalizers?: readonly string[];
	};
	readonly spec?: {readonly replicas?: number; readonly template?: {readonly spec?: Pod['spec']}};
	readonly status?: {
		readonly replicas?: number;
		readonly availableReplicas?: number;
		readonly readyReplicas?: number;
		readonly numberReady?: number;
		readonly numberAvailable?: number;
		readonly succeeded?: number;
		readonly active?: number;
		readonly conditions?: ReadonlyArray<{readonly type: string}>;
	};
}

const values = <T>(ledger: Ledger, prefix: string): readonly T[] =>
	ledger.keys(prefix).flatMap((key) => ledger.read<T>(key) ?? []);

const text = (value: unknown): string => JSON.stringify(value);

/** The place of a campaign's objects. */
const namespaces = ['default', 'team'];

/** All objects of a resource that a campaign has made. */
const made = <T>(ledger: Ledger, resource: string): readonly T[] =>
	namespaces.flatMap((namespace) => values<T>(ledger, `/registry/${resource}/${namespace}/`));

const workloads = (ledger: Ledger): readonly string[] =>
	['deployments', 'statefulsets', 'daemonsets', 'jobs'].flatMap((resource) =>
		made<Workload>(ledger, resource).map(({metadata, spec, status}) =>
			text({
				what: `${resource} ${metadata.name}`,
				isLeaving: metadata.deletionTimestamp !== undefined,
				finalizers: metadata.finalizers,
				replicas: spec?.replicas,
				image: spec?.template?.spec?.containers[0]?.image,
				has: status?.replicas ?? 0,
				available: status?.numberAvailable ?? status?.availableReplicas ?? 0,
				ready: status?.numberReady ?? status?.readyReplicas ?? 0,
				succeeded: status?.succeeded,
				active: status?.active,
				conditions: resource === 'jobs' ? status?.conditions?.map(({type}) => type) : undefined,
			}),
		),
	);

/** Workloads that may have to wait for room. */
const mayWait: readonly string[] = ['lesser', 'greater'];

/** Deployments and StatefulSets without their wanted replicas. */
const incomplete = (ledger: Ledger, others: readonly string[]): readonly string[] =>
	['deployments', 'statefulsets'].flatMap((resource) =>
		made<Workload>(ledger, resource).flatMap(({metadata, spec, status}) => {
			const [wanted, has, available] = [
				spec?.replicas ?? 0,
				status?.replicas ?? 0,
				(resource === 'deployments' ? status?.availableReplicas : status?.readyReplicas) ?? 0,
			];
			return mayWait.includes(metadata.name) || others.includes(metadata.name) || (wanted === has && has === available)
				? []
				: [`${resource} ${metadata.name} has ${has} Pods, ${available} of them available, and wants ${wanted}`];
		}),
	);

/** Pods whose deletion does not finish. */
const leaving = (ledger: Ledger): readonly string[] =>
	made<Pod>(ledger, 'pods').flatMap(({metadata: {name, deletionTimestamp, finalizers = []}}) =>
		deletionTimestamp === undefined ? [] : [`Pod ${name} is still being deleted, with ${text(finalizers)}`],
	);

/** Leases of deleted nodes. */
const ownerless = (ledger: Ledger): readonly string[] =>
	ledger
		.keys('/registry/leases/kube-node-lease/')
		.map((key) => nameInKey(key))
		.filter((name) => ledger.read(`/registry/minions/${name}`) === undefined)
		.map((name) => `there is a Lease of ${name}, and no Node`);

/** The number of Pods that fail before a Job gives up depends on their timing: in sequence, ten seconds apart, or together. */
const isFailureOfJob = ({metadata, status}: Pod): boolean =>
	metadata.ownerReferences?.[0]?.kind === 'Job' && status.phase === 'Failed';

/** The name of a Pod, or its beginning, without the hash of its template (of up to ten characters, and fewer for a small number) and the time of its CronJob. */
export const stemOf = ({metadata: {name, generateName = name, labels}}: Pod): string => {
	const hash = `${labels?.['pod-template-hash']}-`;
	return generateName.endsWith(`-${hash}`)
		? generateName.slice(0, -hash.length)
		: generateName.replace(/-\d{8,10}-$/, '-');
};

const podLine = (pod: Pod): string => {
	const {metadata, spec, status} = pod;
	return text({
		of: metadata.ownerReferences?.[0]?.kind ?? '',
		name: stemOf(pod),
		phase: status.phase,
		image: spec.containers[0]?.image,
		isLeaving: metadata.deletionTimestamp !== undefined,
		finalizers: metadata.finalizers,
		isReady: status.conditions?.find(({type}) => type === 'Ready')?.status,
	});
};

const pods = (all: readonly Pod[]): readonly string[] =>
	[
		...all.filter((pod) => !isFailureOfJob(pod)).map((pod) => podLine(pod)),
		...new Set(all.filter((pod) => isFailureOfJob(pod)).map((pod) => podLine(pod))),
	].sort();

/** Whether the ready endpoints of each Service are its running Pods. */
const endpoints = (ledger: Ledger, all: readonly Pod[]): readonly string[] => {
	const slices = values<EndpointSlice>(ledger, '/registry/endpointslices/default/');
	return ledger
		.keys('/registry/services/specs/default/')
		.map((key) => nameInKey(key))
		.filter((name) => name !== 'kubernetes')
		.map((name) => {
			const addresses = slices
				.filter(({metadata}) => metadata.labels?.['kubernetes.io/service-name'] === name)
				.flatMap((slice) => slice.endpoints ?? [])
				.flatMap((endpoint) => (endpoint.conditions?.ready ? endpoint.addresses : []));
			const wanted = all.flatMap(({metadata, status}) =>
				metadata.labels?.['app'] === name && status.podIP ? [status.podIP] : [],
			);
			return `${name}: ${text(addresses.toSorted()) === text(wanted.toSorted()) ? 'its Pods' : `${text(addresses)} for ${text(wanted)}`}`;
		});
};

/** The uid of the Pod to which an entry of a node belongs, by the kind of the entry. @param first the part of its key after the kind. */
const uidIn: Readonly<Record<string, (key: string, first: string, uid: string | undefined) => string | undefined>> = {
	sandboxes: (_key, _first, uid) => uid,
	containers: (_key, _first, uid) => uid,
	volumes: (_key, first) => first,
	directories: (key) => key.slice(key.lastIndexOf('/') + 1),
	cgroups: (key) => /\/pod([^/]+)$/.exec(key)?.[1],
};

/** Leftovers of deleted Pods on the nodes, and Pods with missing parts. */
const nodes = (ledger: Ledger, all: readonly Pod[]): readonly string[] => {
	const uids = new Set(all.map((pod) => uidOnNode(pod)));
	const found: string[] = [];
	for (const key of ledger.keys('/nodes/')) {
		const [, , node, kind = '', first = ''] = key.split('/');
		const value = ledger.read<{readonly uid?: string; readonly pod?: string; readonly state?: string}>(key);
		const uid = uidIn[kind]?.(key, first, value?.uid);
		if (uid !== undefined && !uids.has(uid)) {
			found.push(`${node} still has ${kind} of a Pod that is gone (${value?.pod ?? uid}, ${value?.state ?? ''})`);
		}
	}

	for (const {metadata, status} of all) {
		const running = values<{readonly uid: string; readonly state: string}>(ledger, '/nodes/').filter(
			({uid, state}) => uid === metadata.uid && state === 'RUNNING',
		).length;
		// A loop of crashes has no end: the run rests while the kubelet waits for the end of a back-off, or while the container runs.
		const wanted = (status.containerStatuses ?? []).filter(
			({state, restartCount}) => restartCount === 0 || state?.waiting?.reason !== 'CrashLoopBackOff',
		).length;
		if (running !== (status.phase === 'Running' ? wanted : 0)) {
			found.push(`${running} containers run of Pod ${metadata.name}, which is ${status.phase}`);
		}
	}

	const addresses = ledger.keys('/nodes/').filter((key) => /\/host-local\/\d/.test(key)).length;
	const sandboxes = values<{readonly ip?: string; readonly hostNetwork?: boolean; readonly netns?: string}>(
		ledger,
		'/nodes/',
	).filter(({ip, netns, hostNetwork}) => netns !== undefined && hostNetwork === false && ip).length;
	return [
		...found,
		...(addresses === sandboxes ? [] : [`${addresses} addresses are reserved for ${sandboxes} sandboxes`]),
	];
};

/** Cluster IPs without an IPAddress that keeps them, and IPAddresses of Services that do not have them. */
const clusterIPs = (ledger: Ledger): readonly string[] => {
	const had = new Set(
		values<Service>(ledger, '/registry/services/specs/').flatMap(({metadata, spec}) =>
			(spec.clusterIPs ?? [])
				.filter((address) => address !== 'None')
				.map((address) => `${address} of ${metadata.namespace}/${metadata.name}`),
		),
	);
	const kept = new Set(
		values<IPAddress>(ledger, '/registry/ipaddresses/').map(
			({metadata, spec}) => `${metadata.name} of ${spec?.parentRef?.namespace}/${spec?.parentRef?.name}`,
		),
	);
	return [
		...[...had].filter((one) => !kept.has(one)).map((one) => `no IPAddress keeps ${one}`),
		...[...kept].filter((one) => !had.has(one)).map((one) => `IPAddress ${one} has leaked`),
	];
};

/** Whether a node still has parts of Pods that are gone: its kubelet collects what has stopped each minute. */
export const isCleaningUp = (ledger: Ledger): boolean =>
	nodes(ledger, values<Pod>(ledger, '/registry/pods/')).length > 0;

/** The objects that are not in their desired state although no further stop follows. @param others workloads that may wait for room. */
export const unsettled = (ledger: Ledger, others: readonly string[] = []): readonly string[] => [
	...clusterIPs(ledger),
	...incomplete(ledger, others),
	...leaving(ledger),
	...ownerless(ledger),
	...nodes(ledger, values<Pod>(ledger, '/registry/pods/')),
];

/** Parts of the status of the smaller kinds in which a difference would show. */
const others = (ledger: Ledger): readonly string[] => [
	...made<{metadata: {name: string}; spec?: {volumeName?: string}; status?: {phase?: string; capacity?: unknown}}>(
		ledger,
		'persistentvolumeclaims',
	).map(
		({metadata, spec, status}) =>
			`claim ${metadata.name} is ${status?.phase} ${spec?.volumeName ? 'with' : 'without'} a volume: ${text(status?.capacity)}`,
	),
	...made<{status?: {allocation?: unknown; reservedFor?: readonly unknown[]}}>(ledger, 'resourceclaims').map(
		({status}) => `a claim has ${status?.allocation ? 'a' : 'no'} device for ${status?.reservedFor?.length ?? 0} Pods`,
	),
	...values<{spec?: {claimRef?: {name?: string}}; status?: {phase?: string}}>(
		ledger,
		'/registry/persistentvolumes/',
	).map(({spec, status}) => `a volume for ${spec?.claimRef?.name} is ${status?.phase}`),
	...made<{metadata: {name: string}; status?: {used?: unknown}}>(ledger, 'resourcequotas').map(
		({metadata, status}) => `quota ${metadata.name} counts ${text(status?.used)}`,
	),
	...made<{metadata: {name: string; deletionTimestamp?: string; finalizers?: unknown}}>(ledger, 'configmaps').map(
		({metadata: {name, deletionTimestamp, finalizers}}) =>
			`configmap ${name} ${deletionTimestamp ? 'is going' : 'stays'} ${text(finalizers)}`,
	),
	...made<{
		metadata: {name: string};
		status?: {currentHealthy?: number; desiredHealthy?: number; expectedPods?: number; disruptionsAllowed?: number};
	}>(ledger, 'poddisruptionbudgets').map(
		({metadata, status}) =>
			`budget ${metadata.name}: ${status?.currentHealthy} of ${status?.expectedPods} are healthy, ${status?.desiredHealthy} wanted, ${status?.disruptionsAllowed} may go`,
	),
	...ledger.keys('/registry/namespaces/'),
	...ledger.keys('/registry/cronjobs/'),
	...ledger.keys('/registry/horizontalpodautoscalers/'),
	...ledger.keys('/registry/volumeattachments/').map(() => 'an attached volume'),
];

/** The knowledge of components beside the API, without results of chance and time. */
const network = (ledger: Ledger): readonly string[] => [
	...ledger.keys('/network/dns/'),
	...ledger.keys('/network/ingress/'),
	...ledger.keys('/network/dns-namespaces/'),
	`${ledger.keys('/network/mesh/').length} sidecars`,
];

/** Whether a quota's usage differs from the existing objects. */
const miscounts = (ledger: Ledger): boolean =>
	made<ResourceQuota>(ledger, 'resourcequotas').some(({metadata: {namespace = ''}, status}) => {
		const used = ['pods', 'services', 'configmaps', 'jobs.batch']
			.flatMap((name) => resourceNamed(name) ?? [])
			.flatMap((resource) =>
				values<KubernetesObject>(ledger, `${registryPrefix(resource)}/${namespace}/`).map((object) =>
					quotaUsage(resource, object),
				),
			)
			.reduce((sum, one) => addAmounts(sum, one), {});
		return Object.entries(status?.used ?? {}).some(([name, amount]) => (used[name] ?? '0') !== amount);
	});

/**
The time for work that upstream does only every few minutes: quotas are recounted every 5 min, cluster IPs are compared every 3 min, a
volume is retried after at most 2 min 2 s.
*/
const roundMs = 300_000;

/**
The time of the last retry of a failed key: if a request fails at once and events keep requeuing the key, the pause of a real work queue
also grows to 1,000 s.
*/
const lastRetryMs = (ledger: Ledger): number =>
	Math.max(
		0,
		...ledger
			.keys('/components/')
			.filter((key) => key.endsWith('/queue'))
			.flatMap((key) => {
				const {failures = {}, delayed = {}} = ledger.read<Partial<QueueState>>(key) ?? {};
				return Object.keys(failures).map((name) => delayed[name] ?? 0);
			}),
	);

/** The remaining wait of healthy objects, in milliseconds. */
export const behindMs = (ledger: Ledger, nowMs: number): number =>
	Math.max(
		miscounts(ledger) ||
			clusterIPs(ledger).length > 0 ||
			made<Pod>(ledger, 'pods').some(({spec, status}) => spec.nodeName && status.phase === 'Pending')
			? roundMs
			: 0,
		lastRetryMs(ledger) - nowMs,
	);

/** The state that a run has reached, as lines that do not depend on chance and time. */
export const endState = (ledger: Ledger): readonly string[] => {
	const all = made<Pod>(ledger, 'pods');
	return [
		...workloads(ledger),
		...pods(all),
		...endpoints(ledger, all),
		...network(ledger),
		...others(ledger),
		`${ledger.keys('/registry/leases/kube-node-lease/').length} leases`,
	];
};

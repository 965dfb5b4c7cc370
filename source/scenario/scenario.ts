import {
	amount,
	anything,
	boolean,
	count,
	list,
	mapOf,
	number,
	oneOf,
	rate,
	readDocument,
	record,
	seed,
	text,
	type Shape,
	type Value,
} from './document.js';
import {eventLimitTypes} from '../objects/admission-plugins.js';
import {authorizationModes, verdicts} from '../objects/authorization-modes.js';
import {defaultDriver, type SimulatedDriver} from '../objects/csi.js';
import type {AttributeText, SimulatedDeviceDriver} from '../objects/device-driver.js';
import type {Family} from '../objects/ip.js';
import type {KubernetesObject} from '../objects/kubernetes-object.js';
import {predicates, priorities} from '../objects/scheduler-policy.js';
import {proxyModes, type ProxyMode, type SimulatedNode} from '../objects/simulated-node.js';
import {taintEffects} from '../objects/taints.js';
import type {TrafficClient} from '../objects/traffic-client.js';
import {cleanEtcdPrefix} from '../objects/etcd-keys.js';
import {knownMinors, knownVersionsText, minorIn, versionText} from '../objects/versions/kubernetes-version.js';
import {scenarioMistakes} from './check.js';
import {parseTimestamp, timestamp} from '../kernel/clock.js';
import {isRecord} from '../kernel/record.js';
import {readObjects} from './dumped-objects.js';
import {defaultCPU, kubeletShape} from './kubelet.js';
import {faultText} from './faults/parse-fault.js';
import {image} from './image.js';
import {Mistakes} from './mistake.js';
import {describedExtenders, schedulerFields} from './scheduler/shape.js';

/** The one version that is simulated; unquoted it reads as a number. */
const release: Shape<string> = {
	expects: '1.36',
	schema: () => ({enum: ['1.36', 'v1.36', 1.36]}),
	check(node, report) {
		const version = amount.check(node, report);
		if (version !== undefined && version.replace(/^v/, '') !== '1.36') {
			report(node, `Kubernetes ${version} is not simulated`, 'write "1.36", or leave the field out');
		}

		return version;
	},
};

/** A version whose APIs and feature gates are known; unquoted it reads as a number. */
const kubernetesVersion: Shape<string> = {
	expects: `a version of Kubernetes from ${knownVersionsText}`,
	schema: () => ({...amount.schema(), description: `a version of Kubernetes from ${knownVersionsText}`}),
	check(node, report) {
		const version = amount.check(node, report);
		const minor = version === undefined ? undefined : minorIn(version);
		if (version !== undefined && (minor === undefined || !knownMinors.includes(minor))) {
			report(node, `the APIs of Kubernetes ${version} are not known`, `write one from ${knownVersionsText}`);
			return undefined;
		}

		return minor === undefined ? undefined : versionText(minor);
	},
};

/** Whether the calendar has it, before the year 3000: it has no 30 February. */
const isMoment = (value: string): boolean => {
	const epochMs = parseTimestamp(value);
	return /^[12]/.test(value) && Number.isFinite(epochMs) && timestamp(epochMs) === value;
};

/** A moment in UTC. */
const moment: Shape<string> = {
	expects: 'a time such as 2026-01-01T00:00:00Z',
	schema: () => ({...text.schema(), description: 'a time in UTC, such as 2026-01-01T00:00:00Z'}),
	check(node, report) {
		const value = text.check(node, report);
		if (value !== undefined && !isMoment(value)) {
			report(node, `"${value}" is not a UTC time`, 'write it like 2026-01-01T00:00:00Z');
		}

		return value;
	},
};

const taint = record({key: text, value: text, effect: oneOf(taintEffects)}, ['key', 'effect']);

const node = record(
	{
		name: text,
		labels: mapOf(text),
		taints: list(taint),
		capacity: mapOf(amount),
		images: list(text),
		staticPods: list(anything),
		hostPaths: list(text),
		runtimeHandlers: list(text),
		kubelet: kubeletShape,
		podCIDR: text,
		address: text,
		isDown: boolean,
	},
	['name'],
);

/** A CSI driver that is installed, and its storage. */
const csiDriver = record(
	{
		name: text,
		attachRequired: boolean,
		nodes: list(text),
		volumesPerNode: number,
		topologyKeys: list(text),
		fails: mapOf(text),
	},
	['name'],
);

/** An attribute of a device. */
const attribute: Shape<AttributeText> = {
	expects: 'a text, a whole number, true, false, or {version: 1.2.3}',
	schema: () => ({type: ['string', 'integer', 'boolean', 'object']}),
	check(item, report) {
		const value = anything.check(item, report);
		const isKnown =
			typeof value === 'string' ||
			typeof value === 'boolean' ||
			(typeof value === 'number' && Number.isSafeInteger(value)) ||
			(isRecord(value) && typeof value['version'] === 'string' && Object.keys(value).length === 1);
		if (!isKnown) {
			report(item, 'this is no value of an attribute', `write ${attribute.expects}`);
		}

		return typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number'
			? value
			: {version: isRecord(value) ? String(value['version']) : ''};
	},
};

/** A driver of devices, and what it has on its nodes. */
const deviceDriver = record(
	{
		name: text,
		nodes: list(text),
		devices: list(
			record(
				{
					name: text,
					attributes: mapOf(attribute),
					capacity: mapOf(amount),
					taints: list(
						record({key: text, value: text, effect: oneOf(['None', 'NoSchedule', 'NoExecute'])}, ['key', 'effect']),
					),
					nodes: list(text),
				},
				['name'],
			),
		),
		fails: mapOf(text),
	},
	['name', 'devices'],
);

const user = record({name: text, groups: list(text), token: text, uid: text}, ['name']);

/** A client that sends requests while the cluster runs. */
export const trafficClient = record(
	{
		name: text,
		node: text,
		target: text,
		everyMs: number,
		viaIngress: boolean,
		pod: text,
		outside: boolean,
	},
	['name', 'target'],
);

const patchOperation = record({op: text, path: text, from: text, value: anything}, ['op', 'path']);

/** A server that webhooks call, what it answers to reviews, and what it makes of custom resources. */
const webhookServer = record({
	url: text,
	service: text,
	answers: list(
		record({
			when: text,
			allowed: boolean,
			code: number,
			reason: text,
			message: text,
			warnings: list(text),
			auditAnnotations: mapOf(text),
			patch: list(patchOperation),
			takesMs: number,
			fails: text,
		}),
	),
	converts: list(
		record({to: text, when: text, patch: list(patchOperation), message: text, takesMs: number, fails: text}),
	),
});

const toleration = record({
	key: text,
	operator: oneOf(['Equal', 'Exists']),
	value: text,
	effect: oneOf(taintEffects),
	tolerationSeconds: number,
});

const admission = record({
	enable: list(text),
	disable: list(text),
	legacy: mapOf(anything),
	webhooks: list(webhookServer),
	podSecurity: record({
		defaults: mapOf(text),
		exemptions: record({usernames: list(text), namespaces: list(text), runtimeClasses: list(text)}),
	}),
	imagePolicy: record({url: text, defaultAllow: boolean}, ['url']),
	eventRateLimit: record(
		{
			limits: list(record({type: oneOf(eventLimitTypes), qps: number, burst: number}, ['type', 'qps', 'burst'])),
		},
		['limits'],
	),
	podNodeSelector: mapOf(text),
	podTolerationRestriction: record({default: list(toleration), whitelist: list(toleration)}),
	resourceQuota: record({
		limitedResources: list(
			record(
				{
					apiGroup: text,
					resource: text,
					matchContains: list(text),
					matchScopes: list(
						record({scopeName: text, operator: text, values: list(text)}, ['scopeName', 'operator', 'values']),
					),
				},
				['resource'],
			),
		),
	}),
});

/** How many instances of a component there are. */
const instanceCount: Shape<number> = {
	expects: 'a whole number from 1 to 5',
	schema: () => ({...count.schema(), maximum: 5}),
	check(node, report) {
		const value = count.check(node, report);
		if (value !== undefined && value > 5) {
			report(node, 'there can be 5 instances at most', 'a cluster has 1, 3 or 5 control planes');
			return undefined;
		}

		return value;
	},
};

/** Components that a control plane can do without. */
const optionalComponents = ['kube-controller-manager', 'kube-scheduler'] as const;

/** The prefix of all keys in etcd. */
const etcdPrefix: Shape<string> = {
	expects: 'a path such as /registry',
	schema: () => ({...text.schema(), description: 'a path such as /registry'}),
	check(node, report) {
		const value = text.check(node, report);
		if (value !== undefined && (!/^[-\w./]*$/.test(value) || value.split('/').includes('..'))) {
			report(node, `"${value}" is no prefix of keys in etcd`, 'write a path such as /prod');
			return undefined;
		}

		return value;
	},
};

/** The settings of components, each field where the component's own configuration has it. */
const configurations = {
	kubeAPIServer: record({etcdPrefix}),
	kubeControllerManager: record({kubeAPIQPS: rate, kubeAPIBurst: count, instances: instanceCount}),
	kubeScheduler: record({...schedulerFields, instances: instanceCount}),
	schedulerExtenders: describedExtenders,
	kubelet: kubeletShape,
};

/** Features that Kubernetes has removed, other than admission plug-ins, which are under `admission.legacy`. */
const legacy = record({
	generators: boolean,
	kubeletResync: boolean,
	schedulerPolicy: record({
		predicates: list(record({name: oneOf([...predicates.keys()])}, ['name'])),
		priorities: list(record({name: oneOf([...priorities.keys()]), weight: count}, ['name', 'weight'])),
	}),
});

/** Shape of a scenario file. */
export const scenarioShape = record({
	version: release,
	kubernetesVersion,
	seed,
	tokenKey: text,
	startsAt: moment,
	nodes: list(node),
	latencies: mapOf(number),
	admission,
	authorization: record({
		modes: list(oneOf(authorizationModes)),
		policies: list(
			record({
				user: text,
				group: text,
				namespace: text,
				resource: text,
				apiGroup: text,
				nonResourcePath: text,
				readonly: boolean,
			}),
		),
		webhook: record(
			{
				url: text,
				unreachable: boolean,
				rules: list(
					record(
						{
							user: text,
							group: text,
							verbs: list(text),
							resources: list(text),
							namespaces: list(text),
							answer: oneOf(verdicts),
							reason: text,
						},
						['answer'],
					),
				),
			},
			['rules'],
		),
	}),
	users: list(user),
	images: mapOf(image),
	components: list(oneOf(optionalComponents)),
	...configurations,
	kubeProxy: record({mode: oneOf(proxyModes)}),
	cni: record({networkPolicy: boolean, name: text, mtu: count}),
	metrics: record({intervalMs: count}),
	externalDNS: record({intervalMs: count}),
	coreDNS: record({replicas: count}),
	legacy,
	csiDrivers: list(csiDriver),
	deviceDrivers: list(deviceDriver),
	nfsServers: list(text),
	traffic: list(trafficClient),
	equalScores: oneOf(['random', 'first']),
	faults: list(faultText),
	objects: text,
	ipFamilies: list(oneOf(['IPv4', 'IPv6'])),
	clusterCIDR: text,
	serviceClusterIPRange: text,
	callsServers: boolean,
	proxyAuthority: text,
	dump: text,
});

/** As an author writes it; what is left out has a default. */
export type ScenarioFile = Value<typeof scenarioShape>;

/** A fully specified cluster to simulate. Plain data: it is part of a recording. */
export interface Scenario {
	readonly version: '1.36';
	/** The version whose APIs are served and whose feature gates have their defaults, such as `1.33`; 1.36 where it is left out. */
	readonly kubernetesVersion?: string;
	readonly seed: number;
	/** Of `serve`: the secret of the session, with which service account tokens are signed. */
	readonly tokenKey?: string;
	/** The time on the cluster's clock when it starts; 2026-01-01T00:00:00Z by default. */
	readonly startsAt?: string;
	readonly nodes: readonly SimulatedNode[];
	/** Stage → milliseconds. */
	readonly latencies: Readonly<Record<string, number>>;
	readonly admission: Value<typeof admission> & {
		readonly enable: readonly string[];
		readonly disable: readonly string[];
	};
	/** The authorizers; Node and RBAC by default. */
	readonly authorization?: NonNullable<ScenarioFile['authorization']>;
	readonly users: ReadonlyArray<{
		readonly name: string;
		readonly groups: readonly string[];
		readonly token?: string;
		readonly uid?: string;
	}>;
	/** Image → behaviour, over the built-in catalogue. */
	readonly images: Readonly<Record<string, unknown>>;
	/** The components beside the kube-apiserver and etcd; both by default. */
	readonly components?: NonNullable<ScenarioFile['components']>;
	/** Flags of kube-apiserver: where it keeps everything in etcd, `/registry` by default. */
	readonly kubeAPIServer?: {readonly etcdPrefix?: string};
	/** How fast every controller may send requests; 20 a second and 30 at once by default, -1: without a limit. */
	readonly kubeControllerManager?: NonNullable<ScenarioFile['kubeControllerManager']>;
	/** The configuration of kube-scheduler, and the number of its instances. It may send 50 requests a second and 100 at once by default, and as many Events. */
	readonly kubeScheduler?: NonNullable<ScenarioFile['kubeScheduler']>;
	/** The answers of the extenders that the configuration of kube-scheduler names. */
	readonly schedulerExtenders?: NonNullable<ScenarioFile['schedulerExtenders']>;
	/** The configuration of every kubelet whose node has none of its own. */
	readonly kubelet?: NonNullable<ScenarioFile['kubelet']>;
	/** How every node's kube-proxy writes its rules; iptables by default. */
	readonly kubeProxy?: {readonly mode?: ProxyMode};
	/** Features played as in old releases: `kubectl run` with generators (until v1.17), a Policy file of kube-scheduler (until v1.22). */
	readonly legacy?: NonNullable<ScenarioFile['legacy']>;
	/** Whether the network plug-in enforces NetworkPolicies (it does by default, flannel alone does not), and what its configuration in /etc/cni/net.d says. */
	readonly cni?: NonNullable<ScenarioFile['cni']>;
	/** metrics-server runs and asks the kubelets every so often, every 15 s by default; without this field there is none. */
	readonly metrics?: {readonly intervalMs?: number};
	/** The operator external-dns runs, and gathers changes for so long, 5 s by default; without this field there is none. */
	readonly externalDNS?: {readonly intervalMs?: number};
	/** CoreDNS runs in Pods of a Deployment, two by default; without this field it is a process beside the apiserver. */
	readonly coreDNS?: {readonly replicas?: number};
	/** The CSI drivers that are installed. */
	readonly csiDrivers: readonly SimulatedDriver[];
	/** The drivers of devices that claims can ask for; none by default. */
	readonly deviceDrivers?: readonly SimulatedDeviceDriver[];
	/** Names or addresses of the NFS servers that nodes can reach. */
	readonly nfsServers?: readonly string[];
	readonly traffic: readonly TrafficClient[];
	/** Which of the nodes of equal score kube-scheduler takes: one that is drawn by the seed, or, where a text or a test names nodes, the first. */
	readonly equalScores?: 'random' | 'first';
	/** Faults, in the words of the debugger; their times (`at=30s`) count from the first input of the user. */
	readonly faults?: readonly string[];
	/** Manifests that exist from the start, as YAML text. */
	readonly objects: string;
	/** The families of addresses that the cluster has, the first one first; those of its ranges, or IPv4, by default. */
	readonly ipFamilies?: readonly Family[];
	/** Where addresses of Pods come from, a range of each family: 10.244.0.0/16 and fd00:10:244::/56 by default. */
	readonly clusterCIDR?: string;
	/** Where cluster IPs come from, a range of each family: 10.96.0.0/16 and fd00:10:96::/112 by default. */
	readonly serviceClusterIPRange?: string;
	/** Of `serve --webhooks`: servers beyond the simulation that webhooks name are called, and their answers recorded. */
	readonly callsServers?: boolean;
	/** The authority, as PEM, of the certificate by which the apiserver identifies itself to the servers of APIServices (`serve --webhooks`). */
	readonly proxyAuthority?: string;
	/** The state of a real cluster, which this one goes on from: its objects, in the order in which they were last written. A file has them as JSON, each on a line of its own. */
	readonly dump?: readonly KubernetesObject[];
}

const defaultCapacity = {cpu: defaultCPU, memory: '8Gi', pods: '110', 'ephemeral-storage': '100Gi'};

/** Fills in what a scenario file leaves out. The default cluster has three worker nodes. */
export const completeScenario = (file: ScenarioFile = {}): Scenario => ({
	version: '1.36',
	...(file.kubernetesVersion === undefined ? {} : {kubernetesVersion: file.kubernetesVersion}),
	seed: file.seed ?? 1,
	...(file.tokenKey === undefined ? {} : {tokenKey: file.tokenKey}),
	...(file.startsAt === undefined ? {} : {startsAt: file.startsAt}),
	nodes: (file.nodes ?? [{name: 'node-a'}, {name: 'node-b'}, {name: 'node-c'}]).map((item) => ({
		name: item.name,
		labels: {...item.labels},
		taints: item.taints ?? [],
		capacity: {...defaultCapacity, ...item.capacity},
		images: item.images ?? [],
		...(item.staticPods ? {staticPods: item.staticPods} : {}),
		...(item.hostPaths ? {hostPaths: item.hostPaths} : {}),
		...(item.runtimeHandlers ? {runtimeHandlers: item.runtimeHandlers} : {}),
		...(item.kubelet ? {kubelet: item.kubelet} : {}),
		...(item.podCIDR === undefined ? {} : {podCIDR: item.podCIDR}),
		...(item.address === undefined ? {} : {address: item.address}),
		...(item.isDown ? {isDown: true} : {}),
	})),
	latencies: file.latencies ?? {},
	admission: {...file.admission, enable: file.admission?.enable ?? [], disable: file.admission?.disable ?? []},
	...(file.authorization ? {authorization: file.authorization} : {}),
	users: (file.users ?? []).map((item) => ({...item, groups: item.groups ?? []})),
	images: file.images ?? {},
	...(file.components ? {components: file.components} : {}),
	...(file.kubeAPIServer?.etcdPrefix === undefined
		? {}
		: {kubeAPIServer: {etcdPrefix: cleanEtcdPrefix(file.kubeAPIServer.etcdPrefix)}}),
	...(file.kubeControllerManager ? {kubeControllerManager: file.kubeControllerManager} : {}),
	...(file.kubeScheduler ? {kubeScheduler: file.kubeScheduler} : {}),
	...(file.schedulerExtenders ? {schedulerExtenders: file.schedulerExtenders} : {}),
	...(file.kubelet ? {kubelet: file.kubelet} : {}),
	...(file.kubeProxy ? {kubeProxy: file.kubeProxy} : {}),
	...(file.legacy ? {legacy: file.legacy} : {}),
	...(file.cni ? {cni: file.cni} : {}),
	...(file.metrics ? {metrics: file.metrics} : {}),
	...(file.externalDNS ? {externalDNS: file.externalDNS} : {}),
	...(file.coreDNS ? {coreDNS: file.coreDNS} : {}),
	csiDrivers: file.csiDrivers ?? [defaultDriver],
	...(file.deviceDrivers ? {deviceDrivers: file.deviceDrivers} : {}),
	...(file.nfsServers ? {nfsServers: file.nfsServers} : {}),
	traffic: file.traffic ?? [],
	...(file.equalScores === undefined ? {} : {equalScores: file.equalScores}),
	...(file.faults ? {faults: file.faults} : {}),
	objects: file.objects ?? '',
	...(file.ipFamilies ? {ipFamilies: file.ipFamilies} : {}),
	...(file.clusterCIDR === undefined ? {} : {clusterCIDR: file.clusterCIDR}),
	...(file.serviceClusterIPRange === undefined ? {} : {serviceClusterIPRange: file.serviceClusterIPRange}),
	...(file.callsServers ? {callsServers: true} : {}),
	...(file.proxyAuthority === undefined ? {} : {proxyAuthority: file.proxyAuthority}),
	...(file.dump === undefined ? {} : {dump: readObjects(file.dump)}),
});

/**
Reads a scenario file.

@throws {Mistakes} with file, line and column of each.
*/
export const readScenario = (source: string, file: string): Scenario => {
	if (source.trim() === '') {
		return completeScenario();
	}

	const checked = readDocument(source, file, scenarioShape);
	const mistakes = scenarioMistakes(checked);
	if (mistakes.length > 0) {
		throw new Mistakes(mistakes);
	}

	return completeScenario(checked.value);
};

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
	record,
	seed,
	text,
	type Shape,
	type Value,
} from './document.js';
import {eventLimitTypes} from '../objects/admission-plugins.js';
import {authorizationModes, verdicts} from '../objects/authorization-modes.js';
import type {AttributeText} from '../objects/device-driver.js';
import {predicates, priorities} from '../objects/scheduler-policy.js';
import {proxyModes} from '../objects/simulated-node.js';
import {taintEffects} from '../objects/taints.js';
import {knownMinors, knownVersionsText, minorIn, versionText} from '../objects/versions/kubernetes-version.js';
import {parseTimestamp, timestamp} from '../kernel/clock.js';
import {isRecord} from '../kernel/record.js';
import {kubeletShape} from './kubelet.js';
import {faultText} from './faults/parse-fault.js';
import {image} from './image.js';
import {autoscalerFlags, commonNodeFields, nodeGroup} from './node-groups.js';
import {kwokShape} from './kwok.js';
import {latencyProfileNames} from './latency-profiles.js';
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
export const kubernetesVersion: Shape<string> = {
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
			report(node, `"${value}" is not a UTC time`, 'write a time such as 2026-01-01T00:00:00Z');
		}

		return value;
	},
};

export const node = record({name: text, ...commonNodeFields, podCIDR: text, address: text, isDown: boolean}, ['name']);

/** A CSI driver that is installed, and its storage. */
const csiDriver = record(
	{
		name: text,
		attachRequired: boolean,
		ephemeral: boolean,
		nodes: list(text),
		volumesPerNode: number,
		topologyKeys: list(text),
		fails: mapOf(text),
	},
	['name'],
);

/** An attribute of a device. */
const attribute: Shape<AttributeText> = {
	expects: 'text, a whole number, true, false, or {version: 1.2.3}',
	schema: () => ({type: ['string', 'integer', 'boolean', 'object']}),
	check(item, report) {
		const value = anything.check(item, report);
		const isKnown =
			typeof value === 'string' ||
			typeof value === 'boolean' ||
			(typeof value === 'number' && Number.isSafeInteger(value)) ||
			(isRecord(value) && typeof value['version'] === 'string' && Object.keys(value).length === 1);
		if (!isKnown) {
			report(item, 'this is not a valid attribute value', `write ${attribute.expects}`);
		}

		return typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number'
			? value
			: {version: isRecord(value) ? String(value['version']) : ''};
	},
};

/** A driver of devices, and its devices on nodes. */
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

/** A server that webhooks call, its answers to reviews, and its conversions of custom resources. */
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

export const admission = record({
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

/** The number of instances of a component. */
const instanceCount: Shape<number> = {
	expects: 'a whole number from 1 to 5',
	schema: () => ({...count.schema(), maximum: 5}),
	check(node, report) {
		const value = count.check(node, report);
		if (value !== undefined && value > 5) {
			report(node, 'a component has at most 5 instances', 'write a number from 1 to 5');
			return undefined;
		}

		return value;
	},
};

/** Components that a control plane can do without. */
const optionalComponents = ['kube-controller-manager', 'kube-scheduler'] as const;

/** The prefix of all keys in etcd. */
export const etcdPrefix: Shape<string> = {
	expects: 'a path such as /registry',
	schema: () => ({...text.schema(), description: 'a path such as /registry'}),
	check(node, report) {
		const value = text.check(node, report);
		if (value !== undefined && (!/^[-\w./]*$/.test(value) || value.split('/').includes('..'))) {
			report(node, `"${value}" is not a prefix of etcd keys`, 'write a path such as /prod');
			return undefined;
		}

		return value;
	},
};

/** The settings of components, each field where the component's own configuration has it. */
const configurations = {
	kubeAPIServer: record({etcdPrefix}),
	kubeControllerManager: record({kubeAPIQPS: rate, kubeAPIBurst: count, instances: instanceCount}),
	kubeScheduler: record({...schedulerFields, instances: instanceCount, resultAnnotations: boolean}),
	schedulerExtenders: describedExtenders,
	kubelet: kubeletShape,
};

/** Features that Kubernetes has removed, other than admission plug-ins, which are under `admission.legacy`. */
export const legacy = record({
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
	nodeGroups: list(nodeGroup),
	clusterAutoscaler: autoscalerFlags,
	kwok: kwokShape,
	latencyProfile: oneOf(latencyProfileNames),
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
	signsCertificates: boolean,
	proxyAuthority: text,
	dump: text,
});

/** A scenario as an author writes it; missing fields have defaults. */
export type ScenarioFile = Value<typeof scenarioShape>;

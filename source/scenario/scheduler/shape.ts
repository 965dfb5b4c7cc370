import {isMap, isScalar, type Node} from 'yaml';
import {
	extensionPoints,
	type PluginArguments,
	type PluginConfig,
	type PluginSet,
	type Plugins,
} from '../../objects/scheduler-configuration/configuration.js';
import {
	anything,
	boolean,
	count,
	integer,
	list,
	mapOf,
	number,
	oneOf,
	rate,
	record,
	text,
	wholeNumber,
	type Shape,
} from '../document.js';

const requirement = record(
	{key: text, operator: oneOf(['In', 'NotIn', 'Exists', 'DoesNotExist', 'Gt', 'Lt']), values: list(text)},
	['key', 'operator'],
);
const term = record({matchExpressions: list(requirement), matchFields: list(requirement)});
const nodeAffinity = record({
	requiredDuringSchedulingIgnoredDuringExecution: record({nodeSelectorTerms: list(term)}, ['nodeSelectorTerms']),
	preferredDuringSchedulingIgnoredDuringExecution: list(
		record({weight: integer, preference: term}, ['weight', 'preference']),
	),
});

const resources = list(record({name: text, weight: integer}, ['name']));
const shape = list(record({utilization: integer, score: integer}, ['utilization', 'score']));
const type = {apiVersion: text, kind: text};

/** The arguments of each plug-in that has some. */
const argumentShapes: ReadonlyMap<string, Shape<PluginArguments>> = new Map<string, Shape<PluginArguments>>([
	['DefaultPreemption', record({...type, minCandidateNodesPercentage: integer, minCandidateNodesAbsolute: integer})],
	['InterPodAffinity', record({...type, hardPodAffinityWeight: integer, ignorePreferredTermsOfExistingPods: boolean})],
	['NodeAffinity', record({...type, addedAffinity: nodeAffinity})],
	['NodeResourcesBalancedAllocation', record({...type, resources})],
	[
		'NodeResourcesFit',
		record({
			...type,
			ignoredResources: list(text),
			ignoredResourceGroups: list(text),
			scoringStrategy: record({type: text, resources, requestedToCapacityRatio: record({shape})}),
		}),
	],
	[
		'PodTopologySpread',
		record({
			...type,
			defaultingType: text,
			defaultConstraints: list(
				record({
					maxSkew: integer,
					topologyKey: text,
					whenUnsatisfiable: text,
					labelSelector: mapOf(anything),
					minDomains: integer,
					nodeAffinityPolicy: text,
					nodeTaintsPolicy: text,
					matchLabelKeys: list(text),
				}),
			),
		}),
	],
	['VolumeBinding', record({...type, bindTimeoutSeconds: integer, shape})],
	['DynamicResources', record({...type, filterTimeout: text, bindingTimeout: text})],
]);

const configFields = {name: text, args: anything};
const config = record(configFields, ['name']);

/** The arguments of a plug-in: their fields depend on its name. Arguments of plug-ins that are not Kubernetes' own are left out. */
const pluginConfig: Shape<PluginConfig> = {
	expects: config.expects,
	schema: () => ({
		...config.schema(),
		allOf: [...argumentShapes].map(([name, args]) => ({
			if: {properties: {name: {const: name}}},
			// eslint-disable-next-line unicorn/no-thenable
			then: {properties: {args: args.schema()}},
		})),
	}),
	check(node, report) {
		const value = config.check(node, report);
		if (value === undefined) {
			return undefined;
		}

		const args = argumentShapes.get(value.name);
		const written = argumentsIn(node);
		return args && written ? {name: value.name, args: args.check(written, report)} : {name: value.name};
	},
};

const argumentsIn = (node: Node | null | undefined): Node | undefined => {
	const value: unknown = isMap(node)
		? node.items.find(({key}) => isScalar(key) && key.value === 'args')?.value
		: undefined;
	return isMap(value) || isScalar(value) ? value : undefined;
};

const pluginSet: Shape<PluginSet> = record({
	enabled: list(record({name: text, weight: integer}, ['name'])),
	disabled: list(record({name: text}, ['name'])),
});

const plugins: Shape<Plugins> = record(
	Object.fromEntries([...extensionPoints, 'multiPoint'].map((point) => [point, pluginSet])),
);

/** The fields of a KubeSchedulerConfiguration, by the names of its own file. */
export const schedulerFields = {
	apiVersion: text,
	kind: text,
	parallelism: integer,
	clientConnection: record({qps: rate, burst: count, contentType: text, acceptContentTypes: text, kubeconfig: text}),
	leaderElection: record({
		leaderElect: boolean,
		resourceLock: text,
		resourceName: text,
		resourceNamespace: text,
		leaseDuration: text,
		renewDeadline: text,
		retryPeriod: text,
	}),
	enableProfiling: boolean,
	enableContentionProfiling: boolean,
	delayCacheUntilActive: boolean,
	percentageOfNodesToScore: integer,
	podInitialBackoffSeconds: number,
	podMaxBackoffSeconds: number,
	extenders: list(
		record(
			{
				urlPrefix: text,
				filterVerb: text,
				prioritizeVerb: text,
				bindVerb: text,
				preemptVerb: text,
				weight: integer,
				enableHTTPS: boolean,
				tlsConfig: record({insecure: boolean, serverName: text, caData: text}),
				httpTimeout: text,
				nodeCacheCapable: boolean,
				managedResources: list(record({name: text, ignoredByScheduler: boolean}, ['name'])),
				ignorable: boolean,
			},
			['urlPrefix'],
		),
	),
	profiles: list(
		record({
			schedulerName: text,
			percentageOfNodesToScore: integer,
			plugins,
			pluginConfig: list(pluginConfig),
		}),
	),
};

/** The answers of extenders that a scenario describes, by label selectors of nodes. */
export const describedExtenders = list(
	record(
		{
			urlPrefix: text,
			refuses: list(record({nodes: text, reason: text, unresolvable: boolean}, ['nodes', 'reason'])),
			scores: list(record({nodes: text, score: wholeNumber('a score', 0, 10)}, ['nodes', 'score'])),
			fails: text,
			takesMs: number,
		},
		['urlPrefix'],
	),
);

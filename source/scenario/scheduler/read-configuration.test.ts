import test from 'ava';
import {Mistakes} from '../mistake.js';
import {readScenario} from '../scenario.js';
import {readSchedulerConfiguration} from './read-configuration.js';

const head = 'apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n';

const refusal = (text: string): string => {
	try {
		readSchedulerConfiguration(text, 's.yaml');
	} catch (error) {
		if (error instanceof Mistakes) {
			return String(error);
		}

		throw error;
	}

	return 'accepted';
};

const argsOf = (name: string, args: string): string =>
	`${head}profiles:\n- pluginConfig:\n  - name: ${name}\n    args: ${args}\n`;

test('the files of the documentation are accepted', (t) => {
	const files = [
		'',
		'profiles:\n- plugins:\n    score:\n      disabled: [{name: PodTopologySpread}]\n      enabled: [{name: ImageLocality, weight: 2}, {name: NodeAffinity}]\n',
		"profiles:\n- schedulerName: default-scheduler\n- schedulerName: no-scoring-scheduler\n  plugins:\n    preScore: {disabled: [{name: '*'}]}\n    score: {disabled: [{name: '*'}]}\n",
		'profiles:\n- pluginConfig:\n  - name: NodeResourcesFit\n    args:\n      scoringStrategy:\n        type: RequestedToCapacityRatio\n        resources: [{name: intel.com/foo, weight: 3}, {name: cpu, weight: 1}]\n        requestedToCapacityRatio: {shape: [{utilization: 0, score: 0}, {utilization: 100, score: 10}]}\n',
		'profiles:\n- pluginConfig:\n  - name: PodTopologySpread\n    args:\n      defaultConstraints: [{maxSkew: 1, topologyKey: topology.kubernetes.io/zone, whenUnsatisfiable: ScheduleAnyway}]\n      defaultingType: List\n',
		'leaderElection: {leaderElect: false}\nparallelism: 8\nprofiles:\n- pluginConfig:\n  - name: SomebodyElses\n    args: {any: [thing]}\n',
		'profiles:\n- pluginConfig:\n  - name: NodeAffinity\n    args:\n      apiVersion: kubescheduler.config.k8s.io/v1\n      kind: NodeAffinityArgs\n      addedAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: [{key: a, operator: In, values: [b]}]}]}}\n',
	];
	for (const text of files) {
		t.is(refusal(head + text), 'accepted', text);
	}
});

test('a configuration is refused with place, in upstream’s words', (t) => {
	const cases: ReadonlyArray<readonly [text: string, message: string]> = [
		[
			'apiVersion: kubescheduler.config.k8s.io/v1beta3\nkind: KubeSchedulerConfiguration\n',
			's.yaml:1:13  no kind "KubeSchedulerConfiguration" is registered for version "kubescheduler.config.k8s.io/v1beta3" in scheme "pkg/scheduler/apis/config/scheme/scheme.go"\n  write kind: KubeSchedulerConfiguration and apiVersion: kubescheduler.config.k8s.io/v1',
		],
		['kind: KubeSchedulerConfiguration\n', 's.yaml:1:1  missing field "apiVersion"'],
		[
			`${head}parallelism: 0\n`,
			's.yaml:3:14  parallelism: Invalid value: 0: should be an integer value greater than zero',
		],
		[
			`${head}percentageOfNodesToScore: 101\n`,
			's.yaml:3:27  percentageOfNodesToScore: Invalid value: 101: not in valid range [0-100]',
		],
		[
			`${head}podInitialBackoffSeconds: 20\n`,
			's.yaml:1:1  podMaxBackoffSeconds: Invalid value: 10: must be greater than or equal to PodInitialBackoffSeconds',
		],
		[
			`${head}leaderElection: {leaderElect: true, resourceLock: configmaps}\n`,
			's.yaml:3:51  leaderElection.resourceLock: Invalid value: "configmaps": resourceLock value must be "leases"',
		],
		[
			`${head}profiles:\n- {schedulerName: a}\n- {schedulerName: a}\n- {}\n`,
			's.yaml:5:19  profiles[1].schedulerName: Duplicate value: "profiles[0].schedulerName"\ns.yaml:6:3  profiles[2].schedulerName: Required value',
		],
		[
			`${head}profiles:\n- plugins: {filter: {enabled: [{name: EBSLimits}]}}\n`,
			's.yaml:4:32  profiles[0].plugins.filter.enabled[0]: Invalid value: "EBSLimits": was invalid in version "v1" (KubeSchedulerConfiguration is version "kubescheduler.config.k8s.io/v1")',
		],
		[
			`${head}profiles:\n- plugins: {bind: {disabled: [{name: DefaultBinder}]}}\n`,
			's.yaml:4:19  initializing profiles: creating profile for scheduler name default-scheduler: at least one bind plugin is needed for profile with scheduler name "default-scheduler"',
		],
		[
			`${head}profiles:\n- plugins: {score: {enabled: [{name: NodeName}]}}\n`,
			's.yaml:4:38  initializing profiles: creating profile for scheduler name default-scheduler: plugin "NodeName" does not extend ScorePlugin plugin',
		],
		[
			argsOf('InterPodAffinity', '{hardPodAffinityWeight: 101}'),
			's.yaml:6:35  profiles[0].pluginConfig[0].args.hardPodAffinityWeight: Invalid value: 101: not in valid range [0, 100]',
		],
		[
			argsOf('InterPodAffinity', '{kind: NodeAffinityArgs, hardPodAffinityWeight: 1}'),
			's.yaml:6:11  args for plugin InterPodAffinity were not of type InterPodAffinityArgs.kubescheduler.config.k8s.io, got NodeAffinityArgs.kubescheduler.config.k8s.io\n  write kind: InterPodAffinityArgs and apiVersion: kubescheduler.config.k8s.io/v1, or leave both out',
		],
		[
			argsOf('DefaultPreemption', '{minCandidateNodesPercentage: 0, minCandidateNodesAbsolute: 0}'),
			's.yaml:6:41  profiles[0].pluginConfig[0].args.minCandidateNodesPercentage: Invalid value: 0: cannot be zero at the same time as minCandidateNodesAbsolute\ns.yaml:6:71  profiles[0].pluginConfig[0].args.minCandidateNodesAbsolute: Invalid value: 0: cannot be zero at the same time as minCandidateNodesPercentage',
		],
		[
			argsOf('NodeResourcesFit', '{scoringStrategy: {type: Most}}'),
			's.yaml:6:36  initializing profiles: creating profile for scheduler name default-scheduler: initializing plugin "NodeResourcesFit": scoringStrategy.type: Unsupported value: "Most": supported values: "LeastAllocated", "MostAllocated", "RequestedToCapacityRatio"',
		],
		[
			argsOf('NodeResourcesFit', '{ignoredResourceGroups: [a/b], scoringStrategy: {type: RequestedToCapacityRatio}}'),
			's.yaml:6:36  initializing profiles: creating profile for scheduler name default-scheduler: initializing plugin "NodeResourcesFit": [ignoredResourceGroups[0]: Invalid value: "a/b": resource group name can\'t contain \'/\', scoringStrategy.requestedToCapacityRatio: Required value: must be specified when type is RequestedToCapacityRatio]',
		],
		[
			argsOf('NodeResourcesBalancedAllocation', '{resources: [{name: cpu, weight: 2}, {name: cpu}]}'),
			's.yaml:6:44  profiles[0].pluginConfig[0].args.resources[0].weight: Invalid value: 2: must be 1\ns.yaml:6:55  profiles[0].pluginConfig[0].args.resources[1].name: Duplicate value: "cpu"',
		],
		[
			argsOf('PodTopologySpread', '{defaultConstraints: [{maxSkew: 1, topologyKey: zone, whenUnsatisfiable: Maybe}]}'),
			's.yaml:6:11  profiles[0].pluginConfig[0].args.defaultingType: Invalid value: "System": when .defaultConstraints are not empty\ns.yaml:6:84  profiles[0].pluginConfig[0].args.defaultConstraints[0].whenUnsatisfiable: Unsupported value: "Maybe": supported values: "DoNotSchedule", "ScheduleAnyway"',
		],
		[
			argsOf('VolumeBinding', '{bindTimeoutSeconds: -1}'),
			's.yaml:6:32  profiles[0].pluginConfig[0].args.bindTimeoutSeconds: Invalid value: -1: invalid BindTimeoutSeconds, should not be a negative value',
		],
		[
			argsOf('NodeAffinity', '{addedAffinity: {preferred: []}}'),
			's.yaml:6:28  unknown field "preferred"\n  known here: requiredDuringSchedulingIgnoredDuringExecution, preferredDuringSchedulingIgnoredDuringExecution',
		],
	];
	for (const [text, message] of cases) {
		t.is(refusal(text), message, text);
	}
});

test('a scenario has the same fields under kubeScheduler, and is refused in the same words', (t) => {
	const profiles = [{schedulerName: 'a'}, {schedulerName: 'b', percentageOfNodesToScore: 5}];
	t.deepEqual(readScenario(JSON.stringify({kubeScheduler: {profiles}}), 'c.yaml').kubeScheduler, {profiles});
	t.throws(() => readScenario('kubeScheduler:\n  parallelism: -1\n', 'c.yaml'), {
		message: 'c.yaml:2:16  parallelism: Invalid value: -1: should be an integer value greater than zero',
	});
});

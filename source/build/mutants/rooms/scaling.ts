import {mutantsOf, type Mutant} from '../mutant.js';

/** Mistakes in autoscalers and in budgets of disruption. */
export const scalingMutants: readonly Mutant[] = [
	...mutantsOf(
		'controllers/autoscaler/horizontal-pod-autoscaler.js',
		{stories: ['an autoscaler'], tests: ['controllers/autoscaler/horizontal-pod-autoscaler.test.js']},
		[
			[
				'an autoscaler scales to one above maxReplicas',
				"{ do: 'scale', to: maxReplicas,",
				"{ do: 'scale', to: maxReplicas + 1,",
			],
			[
				'an autoscaler scales to one below minReplicas',
				"{ do: 'scale', to: minReplicas,",
				"{ do: 'scale', to: minReplicas - 1,",
			],
		],
	),
	...mutantsOf('controllers/autoscaler/horizontal-pod-autoscaler.js', {seeds: [1_500_001]}, [
		[
			'an autoscaler follows the metric that wants fewest replicas',
			'most.proposal.replicas >= one.proposal.replicas',
			'most.proposal.replicas <= one.proposal.replicas',
		],
	]),
	...mutantsOf(
		'controllers/autoscaler/replica-calculator.js',
		{stories: ['an autoscaler'], tests: ['controllers/autoscaler/replica-calculator.test.js']},
		[
			['an autoscaler rounds down', 'Math.ceil(first.ratio * values.size)', 'Math.floor(first.ratio * values.size)'],
			['an autoscaler has no tolerance', 'const tolerance = 0.1;', 'const tolerance = 0;'],
		],
	),
	...mutantsOf(
		'controllers/autoscaler/replica-calculator.js',
		{seeds: [1_040_001], tests: ['controllers/autoscaler/replica-calculator.test.js']},
		[
			[
				'an autoscaler counts Pods without a metric at the target when it scales up',
				'first.ratio < 1 ? wanted(name) : 0)',
				'wanted(name))',
			],
		],
	),
	...mutantsOf('controllers/autoscaler/scaling-history.js', {stories: ['an autoscaler in waves']}, [
		[
			'an autoscaler has no stabilization when it scales down',
			'const highest = Math.max(recommended, ...since(downMs));',
			'const highest = recommended;',
		],
	]),
	...mutantsOf(
		'controllers/autoscaler/scaling-history.js',
		{tests: ['controllers/autoscaler/scaling-history.test.js']},
		[['an autoscaler triples its target at once', 'Math.max(2 * current, 4)', 'Math.max(3 * current, 8)']],
	),
	...mutantsOf(
		'controllers/autoscaler/scaling-history.js',
		{seeds: [1_500_001], tests: ['controllers/autoscaler/scaling-history.test.js']},
		[
			[
				'a policy of an autoscaler forgets what it has added in its period',
				'const start = current - this.#changed(periodSeconds, 1, nowMs);',
				'const start = current;',
			],
		],
	),
	...mutantsOf(
		'controllers/disruption.js',
		{stories: ['a drain that a budget slows'], tests: ['controllers/disruption.test.js']},
		[
			[
				'a percentage of minAvailable is rounded down',
				"scaledValue(minAvailable, expected, 'up')",
				"scaledValue(minAvailable, expected, 'down')",
			],
			['Pods that have ended count for a budget', 'selects(budget, pod) && !isTerminal(pod)', 'selects(budget, pod)'],
			['a budget does not follow the readiness of Pods', 'isPodReady(old) !== isPodReady(pod) ||', 'false ||'],
		],
	),
	...mutantsOf('controllers/disruption.js', {stories: ['budgets that say no']}, [
		[
			'PDB status counts Pods that are being deleted as healthy',
			'isPodReady(pod) && pod.metadata.deletionTimestamp === undefined && !(',
			'isPodReady(pod) && !(',
		],
	]),
	...mutantsOf('controllers/disrupted-pods.js', {stories: ['budgets that say no', 'a drain that a budget slows']}, [
		[
			'PDB forgets evictions under way at once',
			'at === undefined || pod.metadata.deletionTimestamp !== undefined',
			'true',
		],
	]),
	...mutantsOf('controllers/disruption.js', {seeds: [1_240_001], tests: ['controllers/recorded-answers.test.js']}, [
		[
			'a share of maxUnavailable of a budget is rounded down',
			"scaledValue(maxUnavailable, expected, 'up')",
			"scaledValue(maxUnavailable, expected, 'down')",
		],
	]),
	...mutantsOf('controllers/disruption.js', {seeds: [1_080_001], tests: ['controllers/disruption.test.js']}, [
		[
			'a budget counts the Pods that there are, not those that are wanted',
			'const expectedPods = expected.replicas;',
			'const expectedPods = pods.length;',
		],
	]),
	...mutantsOf('controllers/metrics-server.js', {tests: ['controllers/metrics-server.test.js']}, [
		['metrics-server shows what was measured once', 'wallClockMs - startedAtMs >= windowMs', 'true'],
	]),
];

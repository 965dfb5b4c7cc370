import {duplicate, forbidden, invalid, notSupported, required, type FieldError} from '../../objects/field-error.js';
import {parseDuration} from '../../go/duration.js';
import type {NodeSelectorTerm} from '../../objects/kubernetes.generated.js';
import {qualifiedNameErrors} from '../../objects/names.js';
import type {
	PluginArguments,
	ResourceWeight,
	ScoringStrategy,
	ShapePoint,
} from '../../objects/scheduler-configuration/configuration.js';

type Check = (path: string, args: PluginArguments) => readonly FieldError[];

const within = (field: string, value: number, least: number, most: number, detail: string): readonly FieldError[] =>
	value < least || value > most ? [invalid(field, value, detail)] : [];

const labelName = (field: string, value: string): readonly FieldError[] =>
	qualifiedNameErrors(value).map((error) => invalid(field, value, error));

/** @mirrors ValidateDefaultPreemptionArgs */
const preemption: Check = (path, {minCandidateNodesPercentage: share = 10, minCandidateNodesAbsolute: least = 100}) => {
	const shareField = `${path}.minCandidateNodesPercentage`;
	const leastField = `${path}.minCandidateNodesAbsolute`;
	const zero = (other: string) => `cannot be zero at the same time as ${other}`;
	return [
		...within(shareField, share, 0, 100, 'not in valid range [0, 100]'),
		...within(leastField, least, 0, Infinity, 'not in valid range [0, inf)'),
		...(share === 0 && least === 0
			? [
					invalid(shareField, share, zero('minCandidateNodesAbsolute')),
					invalid(leastField, least, zero('minCandidateNodesPercentage')),
				]
			: []),
	];
};

/** @mirrors ValidateInterPodAffinityArgs */
const podAffinity: Check = (path, {hardPodAffinityWeight = 1}) =>
	within(`${path}.hardPodAffinityWeight`, hardPodAffinityWeight, 0, 100, 'not in valid range [0, 100]');

/** @mirrors k8s.io/component-helpers/scheduling/corev1/nodeaffinity newNodeSelectorTerm */
const termErrors = (
	path: string,
	{matchExpressions = [], matchFields = []}: NodeSelectorTerm,
): readonly FieldError[] => [
	...matchExpressions.flatMap(({key, operator, values = []}, index) => {
		const field = `${path}.matchExpressions[${index}]`;
		const isSet = operator === 'In' || operator === 'NotIn';
		const isBare = operator === 'Exists' || operator === 'DoesNotExist';
		const isCompared = operator === 'Gt' || operator === 'Lt';
		return [
			...labelName(`${field}.key`, key),
			...(isSet && values.length === 0
				? [invalid(`${field}.values`, values, "for 'in', 'notin' operators, values set can't be empty")]
				: []),
			...(isBare && values.length > 0
				? [invalid(`${field}.values`, values, 'values set must be empty for exists and does not exist')]
				: []),
			...(isCompared && values.length !== 1
				? [invalid(`${field}.values`, values, "for 'Gt', 'Lt' operators, exactly one value is required")]
				: []),
			...(isCompared && values.length === 1 && !/^[+-]?\d+$/.test(values[0] ?? '')
				? [invalid(`${field}.values[0]`, values[0], "for 'Gt', 'Lt' operators, the value must be an integer")]
				: []),
		];
	}),
	...matchFields.flatMap(({operator, values = []}, index) => {
		const field = `${path}.matchFields[${index}]`;
		if (operator !== 'In' && operator !== 'NotIn') {
			return [notSupported(`${field}.operator`, operator, ['In', 'NotIn'])];
		}

		return values.length === 1 ? [] : [required(`${field}.values`, 'must have one element')];
	}),
];

/** @mirrors ValidateNodeAffinityArgs */
const affinity: Check = (path, {addedAffinity = {}}) => {
	const required = addedAffinity.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [];
	const preferred = addedAffinity.preferredDuringSchedulingIgnoredDuringExecution ?? [];
	const field = `${path}.addedAffinity`;
	return [
		...required.flatMap((term, index) =>
			termErrors(`${field}.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[${index}]`, term),
		),
		...preferred.flatMap(({preference}, index) =>
			termErrors(`${field}.preferredDuringSchedulingIgnoredDuringExecution[${index}]`, preference),
		),
	];
};

/** @mirrors ValidateNodeResourcesBalancedAllocationArgs */
const balance: Check = (path, {resources = []}) => {
	const seen = new Set<string>();
	return resources.flatMap(({name, weight = 1}, index) => {
		const field = `${path}.resources[${index}]`;
		const isRepeated = seen.has(name);
		seen.add(name);
		return [
			...(isRepeated ? [duplicate(`${field}.name`, name)] : []),
			...((weight || 1) === 1 ? [] : [invalid(`${field}.weight`, weight, 'must be 1')]),
		];
	});
};

const actions = ['DoNotSchedule', 'ScheduleAnyway'];

/** @mirrors ValidatePodTopologySpreadArgs */
const spread: Check = (path, {defaultingType = 'System', defaultConstraints = []}) => {
	const errors: FieldError[] = [];
	const seen = new Set<string>();
	const typeField = `${path}.defaultingType`;
	if (defaultingType !== 'System' && defaultingType !== 'List') {
		errors.push(notSupported(typeField, defaultingType, ['System', 'List']));
	} else if (defaultingType === 'System' && defaultConstraints.length > 0) {
		errors.push(invalid(typeField, defaultingType, 'when .defaultConstraints are not empty'));
	}

	for (const [index, constraint] of defaultConstraints.entries()) {
		const field = `${path}.defaultConstraints[${index}]`;
		const {maxSkew = 0, topologyKey = '', whenUnsatisfiable: action = '', labelSelector} = constraint;
		errors.push(
			...(maxSkew <= 0 ? [invalid(`${field}.maxSkew`, maxSkew, 'not in valid range (0, inf)')] : []),
			...(topologyKey === ''
				? [required(`${field}.topologyKey`, 'can not be empty')]
				: labelName(`${field}.topologyKey`, topologyKey)),
			...(action === '' ? [required(`${field}.whenUnsatisfiable`, 'can not be empty')] : []),
			...(action === '' || actions.includes(action)
				? []
				: [notSupported(`${field}.whenUnsatisfiable`, action, actions)]),
			...(labelSelector === undefined
				? []
				: [forbidden(`${field}.labelSelector`, 'constraint must not define a selector, as they deduced for each pod')]),
		);
		const pair = `{${topologyKey}, ${action}}`;
		if (seen.has(pair)) {
			errors.push(duplicate(field, pair));
		}

		seen.add(pair);
	}

	return errors;
};

/** @mirrors validateFunctionShape */
const functionShape = (path: string, shape: readonly ShapePoint[] = []): readonly FieldError[] => {
	if (shape.length === 0) {
		return [required(path, 'at least one point must be specified')];
	}

	const unsorted = shape.findIndex(
		({utilization}, index) => (shape[index - 1]?.utilization ?? -Infinity) >= utilization,
	);
	return [
		...(unsorted > 0
			? [
					invalid(
						`${path}[${unsorted}].utilization`,
						shape[unsorted]?.utilization,
						'values must be sorted in increasing order',
					),
				]
			: []),
		...shape.flatMap(({utilization, score}, index) => [
			...within(`${path}[${index}].utilization`, utilization, 0, 100, 'not in valid range [0, 100]'),
			...within(`${path}[${index}].score`, score, 0, 10, 'not in valid range [0, 10]'),
		]),
	];
};

const strategies = ['LeastAllocated', 'MostAllocated', 'RequestedToCapacityRatio'];

const weighed = (path: string, resources: readonly ResourceWeight[] = []): readonly FieldError[] =>
	resources.flatMap(({name, weight = 1}, index) =>
		weight < 0 || weight > 100
			? [invalid(`${path}[${index}].weight`, weight, `resource weight of ${name} not in valid range (0, 100]`)]
			: [],
	);

const strategyErrors = (
	path: string,
	{type = '', resources, requestedToCapacityRatio: ratio}: ScoringStrategy,
): readonly FieldError[] => {
	const ratioField = `${path}.requestedToCapacityRatio`;
	const isRatio = type === 'RequestedToCapacityRatio';
	return [
		...(strategies.includes(type) ? [] : [notSupported(`${path}.type`, type, strategies)]),
		...weighed(`${path}.resources`, resources),
		...(isRatio && !ratio ? [required(ratioField, 'must be specified when type is RequestedToCapacityRatio')] : []),
		...(isRatio && ratio ? functionShape(`${ratioField}.shape`, ratio.shape) : []),
		...(!isRatio && ratio ? [forbidden(ratioField, 'must be nil when type is not RequestedToCapacityRatio')] : []),
	];
};

/**
The errors that prevent the start of NodeResourcesFit. The check of the configuration misses them: it uses a name that no plug-in has.

@mirrors ValidateNodeResourcesFitArgs
*/
export const fitErrors = ({
	ignoredResources = [],
	ignoredResourceGroups = [],
	scoringStrategy,
}: PluginArguments): readonly FieldError[] => [
	...ignoredResources.flatMap((name, index) => labelName(`ignoredResources[${index}]`, name)),
	...ignoredResourceGroups.flatMap((group, index) => {
		const field = `ignoredResourceGroups[${index}]`;
		return [
			...(group.includes('/') ? [invalid(field, group, "resource group name can't contain '/'")] : []),
			...labelName(field, group),
		];
	}),
	...(scoringStrategy ? strategyErrors('scoringStrategy', scoringStrategy) : []),
];

/** @mirrors ValidateVolumeBindingArgs, with the gate StorageCapacityScoring off */
const volumes: Check = (path, {bindTimeoutSeconds = 600, shape}) => [
	...within(
		`${path}.bindTimeoutSeconds`,
		bindTimeoutSeconds,
		0,
		Infinity,
		'invalid BindTimeoutSeconds, should not be a negative value',
	),
	...(shape
		? [
				invalid(
					`${path}.shape`,
					shape,
					'unexpected field `shape`, remove it or turn on the feature gate StorageCapacityScoring',
				),
			]
		: []),
];

/** @mirrors ValidateDynamicResourcesArgs */
const devices: Check = (path, {filterTimeout, bindingTimeout}) => [
	...(filterTimeout !== undefined && (parseDuration(filterTimeout) ?? 0) < 0
		? [invalid(`${path}.filterTimeout`, filterTimeout, 'must be zero or positive')]
		: []),
	...(bindingTimeout !== undefined && (parseDuration(bindingTimeout) ?? 0) < 1000
		? [invalid(`${path}.bindingTimeout`, bindingTimeout, 'must be at least 1 second')]
		: []),
];

/**
The errors in the arguments of a plug-in, which kube-scheduler reports.

@mirrors k8s.io/kubernetes/pkg/scheduler/apis/config/validation validation_pluginargs.go
*/
export const argumentChecks: ReadonlyMap<string, Check> = new Map([
	['DefaultPreemption', preemption],
	['InterPodAffinity', podAffinity],
	['NodeAffinity', affinity],
	['NodeResourcesBalancedAllocation', balance],
	['PodTopologySpread', spread],
	['VolumeBinding', volumes],
	['DynamicResources', devices],
]);

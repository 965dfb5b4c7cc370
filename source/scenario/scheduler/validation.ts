import {goQuoted} from '../../go/print.js';
import {parseDuration} from '../../go/duration.js';
import {duplicate, formatError, formatErrors, invalid, required, type FieldError} from '../../objects/field-error.js';
import {qualifiedNameErrors} from '../../objects/names.js';
import {
	argumentsOf,
	defaultSchedulerName,
	extensionPoints,
	type SchedulerConfiguration,
	type SchedulerProfile,
} from '../../objects/scheduler-configuration/configuration.js';
import {expandPlugins, mergePlugins} from '../../objects/scheduler-configuration/expand.js';
import {defaultPlugins, inTreePlugins, removedPlugins} from '../../objects/scheduler-configuration/in-tree-plugins.js';
import {argumentChecks, fitErrors} from './plugin-arguments.js';

const group = 'kubescheduler.config.k8s.io';
/** The API version of a configuration. */
export const configurationVersion = `${group}/v1`;

/** One mistake with which kube-scheduler does not start. */
export interface SchedulerMistake {
	/** Keys and indexes down to the wrong value. */
	readonly path: ReadonlyArray<string | number>;
	/** The message, in kube-scheduler's words. */
	readonly message: string;
	readonly remedy?: string;
}

/** `profiles[0].pluginConfig[1].args` as keys and indexes. */
const keysOf = (field: string): ReadonlyArray<string | number> =>
	[...field.matchAll(/[^.[\]]+/g)].map(([key]) => (/^\d+$/.test(key) ? Number(key) : key));

const mistakeOf = (error: FieldError): SchedulerMistake => ({path: keysOf(error.field), message: formatError(error)});

const percentage = (field: string, value: number | undefined): readonly FieldError[] =>
	value !== undefined && (value < 0 || value > 100) ? [invalid(field, value, 'not in valid range [0-100]')] : [];

/** @mirrors ValidateLeaderElectionConfiguration; the defaults are those of RecommendedDefaultLeaderElectionConfiguration */
const electionErrors = ({
	leaderElect = true,
	resourceLock = 'leases',
	leaseDuration = '15s',
	renewDeadline = '10s',
	retryPeriod = '2s',
}: NonNullable<SchedulerConfiguration['leaderElection']> = {}): readonly FieldError[] => {
	if (!leaderElect) {
		return [];
	}

	const times = Object.entries({leaseDuration, renewDeadline, retryPeriod});
	return [
		...times.flatMap(([field, time]) =>
			(parseDuration(time) ?? 0) <= 0 ? [invalid(`leaderElection.${field}`, time, 'must be greater than zero')] : [],
		),
		...((parseDuration(leaseDuration) ?? 0) <= (parseDuration(renewDeadline) ?? 0)
			? [invalid('leaderElection.leaseDuration', renewDeadline, 'must be greater than `RenewDeadline`')]
			: []),
		...(resourceLock === 'leases'
			? []
			: [invalid('leaderElection.resourceLock', resourceLock, 'resourceLock value must be "leases"')]),
	];
};

const removedWords = `was invalid in version "v1" (KubeSchedulerConfiguration is version ${goQuoted(configurationVersion)})`;

/** @mirrors validatePluginConfig */
const pluginErrors = (path: string, {plugins = {}, pluginConfig = []}: SchedulerProfile): readonly FieldError[] => {
	const errors: FieldError[] = [];
	for (const point of extensionPoints) {
		for (const [index, {name}] of (plugins[point]?.enabled ?? []).entries()) {
			if (removedPlugins.includes(name)) {
				errors.push(invalid(`${path}.plugins.${point}.enabled[${index}]`, name, removedWords));
			}
		}
	}

	const seen = new Set<string>();
	for (const [index, {name, args = {}}] of pluginConfig.entries()) {
		const field = `${path}.pluginConfig[${index}]`;
		if (seen.has(name)) {
			errors.push(duplicate(field, name));
		}

		seen.add(name);

		if (removedPlugins.includes(name)) {
			errors.push(invalid(field, name, removedWords));
		} else {
			errors.push(...(argumentChecks.get(name)?.(`${field}.args`, args) ?? []));
		}
	}

	return errors;
};

/** @mirrors runtime decoding of the nested arguments */
const argumentTypes = (path: string, {pluginConfig = []}: SchedulerProfile): readonly SchedulerMistake[] =>
	pluginConfig.flatMap(({name, args = {}}, index) => {
		const {kind = `${name}Args`, apiVersion = configurationVersion} = args;
		return kind === `${name}Args` && apiVersion === configurationVersion
			? []
			: [
					{
						path: keysOf(`${path}.pluginConfig[${index}].args`),
						message: `args for plugin ${name} were not of type ${name}Args.${group}, got ${kind}.${apiVersion.split('/')[0]}`,
						remedy: `write kind: ${name}Args and apiVersion: ${configurationVersion}, or leave both out`,
					},
				];
	});

/** @mirrors validateExtenders */
const extenderErrors = (extenders: SchedulerConfiguration['extenders'] = []): readonly FieldError[] => {
	const errors: FieldError[] = [];
	const seen = new Set<string>();
	for (const [index, {prioritizeVerb = '', weight = 0, managedResources = []}] of extenders.entries()) {
		if (prioritizeVerb !== '' && weight <= 0) {
			errors.push(invalid(`extenders[${index}].weight`, weight, 'must have a positive weight applied to it'));
		}

		for (const [place, {name}] of managedResources.entries()) {
			const field = `extenders[${index}].managedResources[${place}].name`;
			const wrong = qualifiedNameErrors(name);
			errors.push(...wrong.map((error) => invalid(field, name, error)));
			if (wrong.length === 0 && (!name.includes('/') || name.includes('kubernetes.io/'))) {
				errors.push(invalid(field, name, 'is an invalid extended resource name'));
			}

			if (seen.has(name)) {
				errors.push(invalid(field, name, 'duplicate extender managed resource name'));
			}

			seen.add(name);
		}
	}

	const binders = extenders.filter(({bindVerb = ''}) => bindVerb !== '').length;
	return binders > 1
		? [
				...errors,
				invalid('extenders', `found ${binders} extenders implementing bind`, 'only one extender can implement bind'),
			]
		: errors;
};

/** Why the scheduler's framework does not start with the plug-ins of a profile. */
const frameworkMistakes = (path: string, profile: SchedulerProfile, name: string): readonly SchedulerMistake[] => {
	const creating = `initializing profiles: creating profile for scheduler name ${name}: `;
	const wrong = fitErrors(argumentsOf(profile, 'NodeResourcesFit'));
	const [first] = wrong;
	if (first) {
		const index = profile.pluginConfig?.findIndex((config) => config.name === 'NodeResourcesFit') ?? 0;
		return [
			{
				path: keysOf(`${path}.pluginConfig[${index}].args.${first.field}`),
				message: `${creating}initializing plugin "NodeResourcesFit": ${formatErrors(wrong)}`,
			},
		];
	}

	const result = expandPlugins(mergePlugins(defaultPlugins, profile.plugins), inTreePlugins, name);
	if (!('message' in result)) {
		return [];
	}

	const {point, message, name: plugin} = result;
	const enabled = profile.plugins?.[point]?.enabled ?? [];
	const index = enabled.findLastIndex((one) => one.name === plugin);
	return [
		{
			path: keysOf(`${path}.plugins.${point}${index < 0 ? '' : `.enabled[${index}].name`}`),
			message: creating + message,
			...(message.endsWith('does not exist') ? {remedy: `choose from ${[...inTreePlugins.keys()].join(', ')}`} : {}),
		},
	];
};

/** @mirrors validateCommonQueueSort: with PrioritySort alone, only what switches it off can differ */
const queueSortErrors = (profiles: readonly SchedulerProfile[]): readonly FieldError[] => {
	const [first, ...others] = profiles.map(({plugins}) => mergePlugins(defaultPlugins, plugins).queueSort ?? {});
	const written = JSON.stringify(first);
	return others.flatMap((set, index) =>
		JSON.stringify(set) === written
			? []
			: [invalid(`profiles[${index + 1}].plugins.queueSort`, set, 'must be the same for all profiles')],
	);
};

/**
The errors in a configuration that prevent kube-scheduler's start.

@mirrors k8s.io/kubernetes/pkg/scheduler/apis/config/validation ValidateKubeSchedulerConfiguration
*/
export const schedulerMistakes = (configuration: SchedulerConfiguration): readonly SchedulerMistake[] => {
	const {parallelism = 16, profiles: written = [], leaderElection} = configuration;
	const {podInitialBackoffSeconds: first = 1, podMaxBackoffSeconds: last = 10} = configuration;
	const profiles = written.length === 0 ? [{}] : written;
	/** A single profile needs no name. */
	const nameOf = ({schedulerName}: SchedulerProfile): string =>
		schedulerName ?? (profiles.length === 1 ? defaultSchedulerName : '');
	const mistakes: SchedulerMistake[] = [];
	const add = (...errors: readonly FieldError[]): void => {
		mistakes.push(...errors.map((error) => mistakeOf(error)));
	};

	add(...electionErrors(leaderElection));
	if (parallelism <= 0) {
		add(invalid('parallelism', parallelism, 'should be an integer value greater than zero'));
	}

	const seen = new Map<string, number>();
	for (const [index, profile] of profiles.entries()) {
		const path = `profiles[${index}]`;
		const name = nameOf(profile);
		if (name === '') {
			add(required(`${path}.schedulerName`));
		}

		add(
			...percentage(`${path}.percentageOfNodesToScore`, profile.percentageOfNodesToScore),
			...pluginErrors(path, profile),
		);
		mistakes.push(...argumentTypes(path, profile));
		if (seen.has(name)) {
			add(duplicate(`${path}.schedulerName`, `profiles[${seen.get(name)}].schedulerName`));
		}

		seen.set(name, index);
	}

	add(...queueSortErrors(profiles), ...percentage('percentageOfNodesToScore', configuration.percentageOfNodesToScore));
	if (first <= 0) {
		add(invalid('podInitialBackoffSeconds', first, 'must be greater than 0'));
	}

	if (last < first) {
		add(invalid('podMaxBackoffSeconds', last, 'must be greater than or equal to PodInitialBackoffSeconds'));
	}

	add(...extenderErrors(configuration.extenders));
	// Like kube-scheduler, which builds its profiles from a configuration that is valid.
	return mistakes.length > 0
		? mistakes
		: profiles.flatMap((profile, index) => frameworkMistakes(`profiles[${index}]`, profile, nameOf(profile)));
};

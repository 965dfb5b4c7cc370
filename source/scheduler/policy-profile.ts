import {
	defaultPredicates,
	mandatoryPredicates,
	predicates,
	priorities,
	type SchedulerPolicy,
} from '../objects/scheduler-policy.js';
import {inProfile, type ProfilePlugin} from './framework.js';
import {nodeResourcesMostAllocated} from './plugins/node-resources-most-allocated.js';
import {defaultProfile} from './profile.js';

/** The weight of each plug-in's score under a policy. A weight of 0 enables no plug-in. */
const weightsOf = ({priorities: named}: SchedulerPolicy): ReadonlyMap<string, number> =>
	new Map(
		named
			? named.flatMap(({name, weight}) => {
					const priority = priorities.get(name);
					return priority ? [[priority.plugin, weight] as const] : [];
				})
			: [...priorities.values()].flatMap(({plugin, weight}) =>
					weight === undefined ? [] : [[plugin, weight] as const],
				),
	);

/** Plug-ins that a Policy file can name by a predicate or a priority. */
const nameable: ReadonlySet<string> = new Set([
	...[...predicates.values()].flat(),
	...[...priorities.values()].map(({plugin}) => plugin),
]);

/**
The plug-ins of a Policy file, in the order of today's profile: predicates filter, priorities score. A plug-in without any of them is
removed. A plug-in newer than Policy files, such as DynamicResources, still filters: without it, the claims of a Pod would have no devices.

Simplified: without predicates and priorities of cloud providers' disks, with arguments, or of removed plug-ins such as SelectorSpreadPriority.

@mirrors k8s.io/kubernetes/pkg/scheduler createFromConfig, of v1.22
*/
export const policyProfile = (policy: SchedulerPolicy): readonly ProfilePlugin[] => {
	const names = [...mandatoryPredicates, ...(policy.predicates?.map(({name}) => name) ?? defaultPredicates)];
	const filters: ReadonlySet<string> = new Set(names.flatMap((name) => predicates.get(name) ?? []));
	const weights = weightsOf(policy);
	return [...defaultProfile, inProfile(nodeResourcesMostAllocated)]
		.map((plugin) => {
			if (!nameable.has(plugin.name) && plugin.name !== nodeResourcesMostAllocated.name) {
				return {...plugin, weight: 0, score: undefined};
			}

			const weight = weights.get(plugin.name) ?? 0;
			return {
				...plugin,
				weight,
				look: filters.has(plugin.name) ? plugin.look : undefined,
				score: weight > 0 ? plugin.score : undefined,
			};
		})
		.filter(({look, score, preEnqueue}) => look ?? score ?? preEnqueue);
};

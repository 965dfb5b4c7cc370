import type {Reader} from '../../storage/reader.js';
import {formatLevel, levels, violationsOf, type LevelVersion, type PodSecurityConfiguration} from './policy.js';

const maxPods = 3000;

/** Whether the new policy is no stricter than the old one. */
export const isRelaxed = (before: LevelVersion, after: LevelVersion): boolean =>
	formatLevel(before) === formatLevel(after) ||
	after.level === 'privileged' ||
	(before.version === after.version && levels.indexOf(after.level) <= levels.indexOf(before.level));

/**
The warnings about existing Pods when their namespace is to enforce a stricter standard: they keep running, but cannot be created again.

@mirrors Admission.EvaluatePodsInNamespace
*/
export const existingViolations = (
	namespace: string,
	before: LevelVersion,
	after: LevelVersion,
	reader: Reader,
	exemptions: PodSecurityConfiguration['exemptions'] = {},
): readonly string[] => {
	if (isRelaxed(before, after)) {
		return [];
	}

	const pods = reader.list('pods', namespace);
	const found = new Map<string, {first: string; count: number}>();
	for (const pod of pods.slice(0, maxPods)) {
		if ((exemptions.runtimeClasses ?? []).includes(pod.spec.runtimeClassName ?? '')) {
			continue;
		}

		const reasons = violationsOf(pod, after).map(({reason}) => reason);
		if (reasons.length > 0) {
			const text = reasons.join(', ');
			const known = found.get(text);
			const {name} = pod.metadata;
			found.set(text, {first: known && known.first < name ? known.first : name, count: (known?.count ?? 0) + 1});
		}
	}

	const lines = [...found]
		.map(([text, {first, count}]) => {
			if (count === 1) {
				return `${first}: ${text}`;
			}

			if (count === 2) {
				return `${first} (and 1 other pod): ${text}`;
			}

			return `${first} (and ${count - 1} other pods): ${text}`;
		})
		.sort();
	return [
		...(pods.length > maxPods
			? [`new PodSecurity enforce level only checked against the first ${maxPods} of ${pods.length} existing pods`]
			: []),
		...(lines.length > 0
			? [
					`existing pods in namespace ${JSON.stringify(namespace)} violate the new PodSecurity enforce level ${JSON.stringify(formatLevel(after))}`,
				]
			: []),
		...lines,
	];
};

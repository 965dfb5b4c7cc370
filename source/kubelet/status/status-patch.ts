import {semanticEqual} from '../../kernel/equality.js';
import {isRecord} from '../../kernel/record.js';
import type {PodCondition, PodStatus} from '../../objects/kubernetes.generated.js';
import {ownConditions} from './pod-conditions.js';

const changedFields = (before: object, after: object): Record<string, unknown> => {
	const patch: Record<string, unknown> = {};
	if (!isRecord(before) || !isRecord(after)) {
		return patch;
	}

	for (const key in after) {
		if (key !== 'conditions' && !semanticEqual(before[key], after[key])) {
			patch[key] = after[key] ?? null;
		}
	}

	for (const key in before) {
		if (key !== 'conditions' && after[key] === undefined) {
			patch[key] = null;
		}
	}

	return patch;
};

const changedConditions = (before: PodStatus, after: PodStatus): ReadonlyArray<Readonly<Record<string, unknown>>> => {
	const conditions: Array<Readonly<Record<string, unknown>>> = [];
	for (const condition of after.conditions ?? []) {
		const old = before.conditions?.find(({type}) => type === condition.type);
		if (!semanticEqual(condition, old)) {
			// Entries that no longer exist have to be deleted by name.
			const changed: Record<string, unknown> = {};
			for (const key in old) {
				changed[key] = null;
			}

			conditions.push(Object.assign(changed, condition));
		}
	}

	for (const {type} of before.conditions ?? []) {
		if (ownConditions.has(type) && !after.conditions?.some((condition) => condition.type === type)) {
			conditions.push({$patch: 'delete', type});
		}
	}

	return conditions;
};

const isOwn = ({type}: PodCondition): boolean => ownConditions.has(type) || type === 'DisruptionTarget';

/** The status with the conditions of others, such as readiness gates, from the apiserver: the kubelet's copy of those may be older. @mirrors status.mergePodStatus */
export const withOthersConditions = (before: PodStatus, after: PodStatus): PodStatus =>
	(after.conditions?.every((condition) => isOwn(condition)) ?? true)
		? after
		: {
				...after,
				conditions: after.conditions?.flatMap((condition) =>
					isOwn(condition) ? condition : (before.conditions?.find(({type}) => type === condition.type) ?? []),
				),
			};

/** Whether the kubelet's part of the status is unchanged. @mirrors status.isPodStatusByKubeletEqual */
export const isSameForKubelet = (before: PodStatus, after: PodStatus): boolean =>
	changedConditions(before, withOthersConditions(before, after)).length === 0 &&
	Object.keys(changedFields(before, after)).length === 0;

/** The strategic merge patch that turns one status of a Pod into another. */
export const statusPatch = (uid: string, before: PodStatus, after: PodStatus): Readonly<Record<string, unknown>> => {
	const patch = changedFields(before, after);
	const conditions = changedConditions(before, after);
	if (conditions.length > 0) {
		patch['$setElementOrder/conditions'] = (after.conditions ?? []).map(({type}) => ({type}));
		patch['conditions'] = conditions;
	}

	// Lists whose items are merged by `ip`: removed items are deleted by name, as with a new sandbox's address.
	const gone = (before.podIPs ?? []).filter(({ip}) => !after.podIPs?.some((other) => other.ip === ip));
	if (patch['podIPs'] !== undefined && patch['podIPs'] !== null && gone.length > 0) {
		patch['$setElementOrder/podIPs'] = after.podIPs;
		patch['podIPs'] = [...(after.podIPs ?? []), ...gone.map(({ip}) => ({$patch: 'delete', ip}))];
	}

	return {metadata: {uid}, status: patch};
};

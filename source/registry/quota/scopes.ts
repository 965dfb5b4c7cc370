import type {PersistentVolumeClaim, Pod, ResourceQuota} from '../../objects/kubernetes.generated.js';
import {qosClass} from '../../objects/pod.js';
import type {Counted} from './usage.js';

/** A scope, and which of its values. */
export interface ScopeExpression {
	readonly scopeName: string;
	readonly operator: string;
	readonly values: readonly string[];
}

/** The scopes of a quota, the old form and the new. */
export const expressionsOf = ({spec}: ResourceQuota): readonly ScopeExpression[] => [
	...(spec?.scopes ?? []).map((scopeName) => ({scopeName, operator: 'Exists', values: []})),
	...(spec?.scopeSelector?.matchExpressions ?? []).map(({scopeName, operator, values}) => ({
		scopeName,
		operator: operator as string,
		values: values ?? [],
	})),
];

/** Whether the quota's scopes cover the object: all of them, and only Pods and claims are in any. @mirrors generic.Matches */
export const inScopes = (quota: ResourceQuota, {group, plural}: Counted, object: unknown): boolean =>
	expressionsOf(quota).every((expression) => inScope(expression, {group, plural}, object));

/** Whether one scope covers the object. */
export const inScope = (expression: ScopeExpression, {group, plural}: Counted, object: unknown): boolean => {
	if (group !== '') {
		return false;
	}

	return plural === 'pods'
		? matchesPod(expression, object as Pod)
		: plural === 'persistentvolumeclaims' && matchesClaim(expression, object as PersistentVolumeClaim);
};

const matchesPod = (expression: ScopeExpression, pod: Pod): boolean => {
	const {spec} = pod;
	const terminating = (spec.activeDeadlineSeconds ?? -1) >= 0;
	switch (expression.scopeName) {
		case 'Terminating': {
			return terminating;
		}

		case 'NotTerminating': {
			return !terminating;
		}

		case 'BestEffort': {
			return qosClass(pod) === 'BestEffort';
		}

		case 'NotBestEffort': {
			return qosClass(pod) !== 'BestEffort';
		}

		case 'PriorityClass': {
			return matchesValues(expression, spec.priorityClassName ? [spec.priorityClassName] : []);
		}

		case 'CrossNamespacePodAffinity': {
			return usesOtherNamespaces(pod);
		}

		default: {
			return false;
		}
	}
};

const matchesClaim = (expression: ScopeExpression, {spec, status}: PersistentVolumeClaim): boolean =>
	expression.scopeName === 'VolumeAttributesClass' &&
	matchesValues(
		expression,
		[
			spec.volumeAttributesClassName,
			status?.currentVolumeAttributesClassName,
			status?.modifyVolumeStatus?.targetVolumeAttributesClassName,
		].filter((name): name is string => Boolean(name)),
	);

/** One of several values is enough; without any, a selector sees nothing at the key. */
const matchesValues = ({operator, values}: ScopeExpression, own: readonly string[]): boolean => {
	switch (operator) {
		case 'In': {
			return own.some((value) => values.includes(value));
		}

		case 'NotIn': {
			return own.length === 0 || own.some((value) => !values.includes(value));
		}

		case 'DoesNotExist': {
			return own.length === 0;
		}

		default: {
			return own.length > 0;
		}
	}
};

const usesOtherNamespaces = ({spec}: Pod): boolean =>
	[spec.affinity?.podAffinity, spec.affinity?.podAntiAffinity].some((affinity) =>
		[
			...(affinity?.requiredDuringSchedulingIgnoredDuringExecution ?? []),
			...(affinity?.preferredDuringSchedulingIgnoredDuringExecution ?? []).map(({podAffinityTerm}) => podAffinityTerm),
		].some(({namespaces, namespaceSelector}) => (namespaces?.length ?? 0) > 0 || namespaceSelector !== undefined),
	);

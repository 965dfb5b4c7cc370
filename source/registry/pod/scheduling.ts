import {duplicate, forbidden, invalid, notSupported, required} from '../../objects/field-error.js';
import type {
	Affinity,
	LabelSelector,
	PodAffinity,
	PodAffinityTerm,
	Toleration,
	TopologySpreadConstraint,
} from '../../objects/kubernetes.generated.js';
import {dnsLabelErrors, labelValueErrors} from '../../objects/names.js';
import {
	checkLabelKey,
	checkPositive,
	checkSupported,
	refuseEach,
	requireValue,
	type Errors,
} from '../validation/checks.js';
import {eachOnceGood} from '../known-good.js';
import {checkLabelSelector, checkNodeSelector, checkNodeSelectorTerm} from '../validation/selectors.js';
import {taintEffects} from '../../objects/taints.js';

const mandatory = 'requiredDuringSchedulingIgnoredDuringExecution';
const preferred = 'preferredDuringSchedulingIgnoredDuringExecution';

const checkWeight = (errors: Errors, field: string, weight: number | undefined): void => {
	const given = weight ?? 0;
	if (given <= 0 || given > 100) {
		errors.push(invalid(field, given, 'must be in the range 1-100'));
	}
};

/** The node of a Pod. @mirrors k8s.io/kubernetes/pkg/apis/core/validation validateAffinity */
export const checkAffinity = (errors: Errors, path: string, affinity: Affinity): void => {
	const node = affinity.nodeAffinity;
	if (node) {
		if (node[mandatory]) {
			checkNodeSelector(errors, `${path}.nodeAffinity.${mandatory}`, node[mandatory]);
		}

		for (const [index, term] of (node[preferred] ?? []).entries()) {
			const at = `${path}.nodeAffinity.${preferred}[${index}]`;
			checkWeight(errors, `${at}.weight`, term.weight);
			checkNodeSelectorTerm(errors, `${at}.preference`, term.preference, true);
		}
	}

	for (const name of ['podAffinity', 'podAntiAffinity'] as const) {
		const pods: PodAffinity | undefined = affinity[name];
		for (const [index, term] of (pods?.[mandatory] ?? []).entries()) {
			checkPodTerm(errors, `${path}.${name}.${mandatory}[${index}]`, term);
		}

		for (const [index, {weight, podAffinityTerm}] of (pods?.[preferred] ?? []).entries()) {
			const at = `${path}.${name}.${preferred}[${index}]`;
			checkWeight(errors, `${at}.weight`, weight);
			checkPodTerm(errors, `${at}.podAffinityTerm`, podAffinityTerm);
		}
	}
};

const checkPodTerm = (errors: Errors, path: string, term: PodAffinityTerm): void => {
	checkLabelSelector(errors, `${path}.labelSelector`, term.labelSelector);
	checkLabelSelector(errors, `${path}.namespaceSelector`, term.namespaceSelector);
	for (const namespace of term.namespaces ?? []) {
		refuseEach(errors, `${path}.namespace`, namespace, dnsLabelErrors(namespace));
	}

	checkLabelKeys(errors, path, term.matchLabelKeys, term.mismatchLabelKeys, term.labelSelector);
	requireValue(errors, `${path}.topologyKey`, term.topologyKey, 'can not be empty');
	checkLabelKey(errors, `${path}.topologyKey`, term.topologyKey);
};

/** Checks the keys whose value is taken from the Pod. @mirrors ValidateMatchLabelKeysAndMismatchLabelKeys */
const checkLabelKeys = (
	errors: Errors,
	path: string,
	match: readonly string[] | undefined,
	mismatch: readonly string[] | undefined,
	selector: LabelSelector | undefined,
): void => {
	for (const [name, keys] of [
		['matchLabelKeys', match],
		['mismatchLabelKeys', mismatch],
	] as const) {
		if (!keys || keys.length === 0) {
			continue;
		}

		if (!selector) {
			errors.push(forbidden(`${path}.${name}`, 'must not be specified when labelSelector is not set'));
			continue;
		}

		for (const [index, key] of keys.entries()) {
			checkLabelKey(errors, `${path}.${name}[${index}]`, key);
		}
	}

	if (selector && match) {
		// The server itself merges each key into the selector, once: only an earlier requirement is a repetition.
		const seen = new Set(Object.keys(selector.matchLabels ?? {}));
		for (const {key} of selector.matchExpressions ?? []) {
			if (match.includes(key) && seen.has(key)) {
				errors.push(
					invalid(`${path}[${match.lastIndexOf(key)}]`, key, 'exists in both matchLabelKeys and labelSelector'),
				);
			}

			seen.add(key);
		}
	}

	for (const [index, key] of (match ?? []).entries()) {
		if (mismatch?.includes(key)) {
			errors.push(
				invalid(`${path}.matchLabelKeys[${index}]`, key, 'exists in both matchLabelKeys and mismatchLabelKeys'),
			);
		}
	}
};

/** Taints that a Pod tolerates. @mirrors ValidateTolerations */
export const checkTolerations = eachOnceGood((errors, at, toleration: Toleration) => {
	const {key, operator = '', value = '', effect = '', tolerationSeconds} = toleration;
	if (key) {
		checkLabelKey(errors, `${at}.key`, key);
	} else if (operator !== 'Exists') {
		errors.push(
			invalid(
				`${at}.operator`,
				operator,
				'operator must be Exists when `key` is empty, which means "match all values and all keys"',
			),
		);
	}

	if (tolerationSeconds !== undefined && effect !== 'NoExecute') {
		errors.push(invalid(`${at}.effect`, effect, "effect must be 'NoExecute' when `tolerationSeconds` is set"));
	}

	switch (operator as string) {
		case '':
		case 'Equal': {
			const messages = labelValueErrors(value);
			if (messages.length > 0) {
				errors.push(invalid(`${at}.operator`, value, messages.join(';')));
			}

			break;
		}

		case 'Exists': {
			if (value !== '') {
				errors.push(invalid(`${at}.operator`, value, "value must be empty when `operator` is 'Exists'"));
			}

			break;
		}

		case 'Lt':
		case 'Gt': {
			errors.push(notSupported(`${at}.operator`, operator, ['Equal', 'Exists', 'Lt', 'Gt']));
			break;
		}

		default: {
			errors.push(notSupported(`${at}.operator`, operator, ['Equal', 'Exists']));
		}
	}

	if (effect !== '') {
		checkSupported(errors, `${at}.effect`, effect, taintEffects);
	}
});

/** The effect of a taint. */
export const checkTaintEffect = (errors: Errors, field: string, effect: string): void => {
	if (effect === '') {
		errors.push(required(field));
	} else {
		checkSupported(errors, field, effect, taintEffects);
	}
};

/** Checks the topology spread constraints. @mirrors validateTopologySpreadConstraints */
export const checkSpread = (errors: Errors, path: string, constraints: readonly TopologySpreadConstraint[]): void => {
	for (const [index, constraint] of constraints.entries()) {
		const at = `${path}[${index}]`;
		const {topologyKey, whenUnsatisfiable, minDomains} = constraint;
		checkPositive(errors, `${at}.maxSkew`, constraint.maxSkew);
		requireValue(errors, `${at}.topologyKey`, topologyKey, 'can not be empty');
		checkSupported(errors, `${at}.whenUnsatisfiable`, whenUnsatisfiable, ['DoNotSchedule', 'ScheduleAnyway']);
		if (
			constraints
				.slice(index + 1)
				.some((other) => other.topologyKey === topologyKey && other.whenUnsatisfiable === whenUnsatisfiable)
		) {
			errors.push(duplicate(`${at}.{topologyKey, whenUnsatisfiable}`, `{${topologyKey}, ${whenUnsatisfiable}}`));
		}

		if (minDomains !== undefined) {
			checkPositive(errors, `${at}.minDomains`, minDomains);
			if (whenUnsatisfiable !== 'DoNotSchedule') {
				errors.push(
					invalid(
						`${at}.minDomains`,
						minDomains,
						`can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ${whenUnsatisfiable}`,
					),
				);
			}
		}

		for (const name of ['nodeAffinityPolicy', 'nodeTaintsPolicy'] as const) {
			if (constraint[name] !== undefined) {
				checkSupported(errors, `${at}.${name}`, constraint[name], ['Honor', 'Ignore']);
			}
		}

		checkLabelKeys(errors, at, constraint.matchLabelKeys, undefined, constraint.labelSelector);
		checkLabelSelector(errors, `${at}.labelSelector`, constraint.labelSelector);
	}
};

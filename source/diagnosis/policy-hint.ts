import type {NetworkPolicy, Pod} from '../objects/kubernetes.generated.js';
import {isRecord} from '../kernel/record.js';
import {nestedField, nestedSlice} from '../objects/unstructured.js';
import type {Loss} from '../stages/facts/network/traffic.js';
import type {Reader} from './look.js';
import type {Candidate, FieldPath, Finding} from './symptom.js';
import type {Saying} from './words/words.js';

type PolicyLoss = Extract<Loss, {case: 'policy'}>;

/** The Pod of a name such as `default/web`, or of a key. */
const podOf = (name: string, ledger: Reader): Pod | undefined =>
	ledger.read(name.startsWith('/') ? name : `/registry/pods/${name.replace(/^pods?\//, '')}`);

/** Values of a selector's labels that a Pod has otherwise, each as the change that makes them fit. */
const labelChanges = (
	policy: NetworkPolicy,
	field: FieldPath,
	labels: Readonly<Record<string, string>>,
): ReadonlyArray<{readonly field: FieldPath; readonly value: string}> => {
	const wanted = nestedField(policy, ...field, 'matchLabels');
	return isRecord(wanted)
		? Object.entries(wanted).flatMap(([key, value]) => {
				const own = labels[key];
				return own === undefined || own === value ? [] : [{field: [...field, 'matchLabels', key], value: own}];
			})
		: [];
};

/** The selector of a policy's rule that nearly fits the Pod on the other side, or its list of rules. */
const nearRule = (
	policy: NetworkPolicy,
	direction: PolicyLoss['direction'],
	labels: Readonly<Record<string, string>>,
): {readonly field: FieldPath; readonly value?: string} => {
	const rules = ['spec', direction];
	const peers = direction === 'ingress' ? 'from' : 'to';
	for (const [index, rule] of nestedSlice(policy, ...rules).entries()) {
		for (const at of nestedSlice(rule, peers).keys()) {
			const [change] = labelChanges(policy, [...rules, index, peers, at, 'podSelector'], labels);
			if (change) {
				return change;
			}
		}
	}

	return {field: nestedField(policy, ...rules) === undefined ? ['spec'] : rules};
};

/** The policy that blocks a request to a Pod, and its part that nearly allows it. @param key of the Pod that asks */
export const policyHint = (
	{direction, policies, pod, to}: PolicyLoss,
	ledger: Reader,
	key: string,
): {
	readonly advice: readonly Saying[];
	readonly candidates: readonly Candidate[];
	readonly elsewhere?: Finding['elsewhere'];
} => {
	const [, , , own = 'default'] = key.split('/');
	const [first = ''] = policies;
	const [namespace, name] = first.includes('/') ? first.split('/').slice(-2) : [own, first];
	const policy = ledger.read<NetworkPolicy>(`/registry/networkpolicies/${namespace}/${name}`);
	if (!policy || name === undefined) {
		return {advice: [], candidates: []};
	}

	const other = direction === 'ingress' ? ledger.read<Pod>(key) : (podOf(to, ledger) ?? podOf(pod, ledger));
	const {field, value} = nearRule(policy, direction, other?.metadata.labels ?? {});
	const of = {kind: 'NetworkPolicy', name};
	return {
		advice: [({cluster}) => cluster.policyLetsNot(name, direction)],
		candidates: value === undefined ? [] : [{field, change: {value}, of}],
		elsewhere: {...of, field},
	};
};

import type {NetworkPolicy, Pod, Service} from '../../objects/kubernetes.generated.js';
import {matchesLabels, matchesLabelSelector} from '../../objects/labels.js';
import {isPodReady} from '../../objects/pod.js';
import {all, type Reader} from '../look.js';
import type {Found} from '../row.js';
import type {FieldPath, Scene} from '../symptom.js';

type Rule = NonNullable<NonNullable<NetworkPolicy['spec']>['ingress']>[number];
type RulePort = NonNullable<Rule['ports']>[number];

/** Whether a policy applies to ingress, as one without policyTypes does. */
const isAboutIngress = ({spec}: NetworkPolicy): boolean =>
	(spec?.policyTypes ?? []).length === 0 || (spec?.policyTypes ?? []).includes('Ingress');

const policiesOf = (ledger: Reader, {metadata}: Pod): readonly NetworkPolicy[] =>
	all<NetworkPolicy>(ledger, `/registry/networkpolicies/${metadata.namespace}/`)
		.map(({object}) => object)
		.filter((policy) => isAboutIngress(policy) && matchesLabelSelector(policy.spec?.podSelector, metadata.labels));

const portsOf = ({spec}: Pod) => spec.containers.flatMap(({ports = []}) => ports);

const numberOf = (pod: Pod, port: number | string): number | undefined =>
	typeof port === 'number' ? port : portsOf(pod).find(({name}) => name === port)?.containerPort;

const lets = (pod: Pod, {port, endPort, protocol = 'TCP'}: RulePort, target: number, wanted: string): boolean => {
	const from = port === undefined ? undefined : numberOf(pod, port);
	return (
		protocol === wanted &&
		(port === undefined ||
			from === target ||
			(from !== undefined && endPort !== undefined && from <= target && target <= endPort))
	);
};

/** Whether a policy has a rule for a port, for any client. */
const hasRule = (pod: Pod, {spec}: NetworkPolicy, target: number, protocol: string): boolean =>
	(spec?.ingress ?? []).some(
		({ports = []}) => ports.length === 0 || ports.some((port) => lets(pod, port, target, protocol)),
	);

/** The place of the only port that the rules of a policy name. */
const onlyPort = ({spec}: NetworkPolicy): FieldPath | undefined => {
	const [place, ...more] = (spec?.ingress ?? []).flatMap(({ports = []}, rule) =>
		ports.map((_, index): FieldPath => ['spec', 'ingress', rule, 'ports', index, 'port']),
	);
	return more.length === 0 ? place : undefined;
};

/** A Service whose Pods are all behind NetworkPolicies, none of which has a rule for its port: no client reaches it. */
export const closedByPolicy = ({metadata, spec}: Service, {ledger, ignoresPolicies}: Scene): Found => {
	const {selector = {}, type, ports = []} = spec ?? {};
	const pods = all<Pod>(ledger, `/registry/pods/${metadata.namespace}/`)
		.map(({object}) => object)
		.filter((pod) => matchesLabels(selector, pod.metadata.labels) && isPodReady(pod) && !pod.spec.hostNetwork);
	if (ignoresPolicies || Object.keys(selector).length === 0 || type === 'ExternalName' || pods.length === 0) {
		return undefined;
	}

	for (const {port, targetPort = port, protocol = 'TCP'} of ports) {
		const isClosed = pods.every((pod) => {
			const target = numberOf(pod, targetPort);
			const policies = policiesOf(ledger, pod);
			return (
				target !== undefined &&
				policies.length > 0 &&
				!policies.some((policy) => hasRule(pod, policy, target, protocol))
			);
		});
		const [first] = isClosed && pods[0] ? policiesOf(ledger, pods[0]) : [];
		if (first) {
			const {name} = first.metadata;
			const hasRules = (first.spec?.ingress ?? []).length > 0;
			const only = onlyPort(first);
			return {
				message: ({cluster}) => cluster.closedByPolicy(port, targetPort, name),
				elsewhere: {kind: 'NetworkPolicy', name, field: only ?? (hasRules ? ['spec', 'ingress'] : ['spec'])},
				field: ['spec', 'ports'],
				advice: [({cluster}) => cluster.allowIngress(targetPort)],
				candidates:
					only === undefined ? [] : [{of: {kind: 'NetworkPolicy', name}, field: only, change: {value: targetPort}}],
				isUntried: true,
			};
		}
	}

	return undefined;
};

import {invalidStatus} from '../../../objects/field-error.js';
import type {Container} from '../../../objects/kubernetes.generated.js';
import {nestedMap} from '../../../objects/unstructured.js';
import type {AdmissionFindings} from '../../../stages/facts/apiserver/admission.js';
import {RequestFailure} from '../../request/failure.js';
import {
	objectOf,
	oldObjectOf,
	refuse,
	type AdmissionAttributes,
	type AdmissionRequest,
	type AdmissionContext,
	type AdmissionPlugin,
} from '../plugin.js';
import type {PodToCheck} from './check.js';
import {existingViolations, isRelaxed} from './existing-pods.js';
import {
	formatLevel,
	formatProblems,
	formatViolations,
	ignoredPolicy,
	policyOf,
	violationsOf,
	type LevelVersion,
	type PodSecurityConfiguration,
} from './policy.js';
import {equal} from '../../../kernel/equality.js';

type Finding = AdmissionFindings['PodSecurity'];

/** Kinds with a template for Pods, as `group/plural`. */
const workloads = new Set([
	'/podtemplates',
	'/replicationcontrollers',
	'apps/replicasets',
	'apps/deployments',
	'apps/statefulsets',
	'apps/daemonsets',
	'batch/jobs',
	'batch/cronjobs',
]);

const ignoredSubresources = new Set([
	'exec',
	'attach',
	'binding',
	'eviction',
	'log',
	'portforward',
	'proxy',
	'resize',
	'status',
]);

const isNamespace = ({resource}: AdmissionRequest): boolean =>
	resource.group === '' && resource.plural === 'namespaces';
const isPod = ({resource}: AdmissionRequest): boolean => resource.group === '' && resource.plural === 'pods';

/**
Holds Pods to the standard that their namespace's labels choose: `enforce` refuses, `warn` and `audit` only report.
Workloads are never refused, only their Pods. Namespaces with invalid labels are refused.

@see https://kubernetes.io/docs/concepts/security/pod-security-admission/
@mirrors podsecurity.Plugin.Validate
*/
export const podSecurity = (configuration: PodSecurityConfiguration = {}): AdmissionPlugin<'PodSecurity'> => ({
	name: 'PodSecurity',

	concerns: (attributes) =>
		(attributes.operation === 'CREATE' || attributes.operation === 'UPDATE') &&
		(isPod(attributes)
			? !ignoredSubresources.has(attributes.subresource)
			: attributes.subresource === '' &&
				(isNamespace(attributes) || workloads.has(`${attributes.resource.group}/${attributes.resource.plural}`))),

	validate: (attributes, context) =>
		isNamespace(attributes)
			? judgeNamespace(attributes, context, configuration)
			: judgePod(attributes, context, configuration),
});

const judgeNamespace = (
	attributes: AdmissionAttributes,
	{reader, warn}: AdmissionContext,
	{defaults, exemptions}: PodSecurityConfiguration,
): Finding => {
	const {metadata} = objectOf(attributes, 'v1 Namespace');
	const {policy, errors} = policyOf(metadata.labels, defaults);
	const old = attributes.oldObject && policyOf(attributes.oldObject.metadata.labels, defaults);
	if (errors.length > 0 && !equal(old?.errors ?? [], errors)) {
		throw new RequestFailure(invalidStatus('', 'Namespace', attributes.name, [...errors]));
	}

	if ((exemptions?.namespaces ?? []).includes(metadata.name)) {
		const isStricter = !old || !isRelaxed(old.policy.enforce, policy.enforce);
		const ignored = isStricter ? ignoredPolicy(metadata.labels, policy, policyOf({}, defaults).policy) : undefined;
		if (ignored !== undefined) {
			warn?.(
				`namespace ${JSON.stringify(metadata.name)} is exempt from Pod Security, and the policy (${ignored}) will be ignored`,
			);
		}

		return {case: 'exempt-namespace', namespace: metadata.name};
	}

	const warnings = old ? existingViolations(metadata.name, old.policy.enforce, policy.enforce, reader, exemptions) : [];
	for (const warning of warnings) {
		warn?.(warning);
	}

	return {
		case: 'namespace',
		namespace: metadata.name,
		enforce: formatLevel(policy.enforce),
		isNew: old === undefined,
		warnings,
	};
};

/** Long because one request has enforce, audit and warn judged in upstream's order, and each answer needs the ones before. */
const judgePod = (
	attributes: AdmissionAttributes,
	{reader, warn, annotate, minor}: AdmissionContext,
	{defaults, exemptions}: PodSecurityConfiguration,
): Finding => {
	const namespace = reader.get('namespaces', undefined, attributes.namespace);
	const pod = podOf(attributes);
	if (!namespace || !pod) {
		return {case: 'no-pod'};
	}

	const exempted = (by: string): Finding => {
		annotate?.('pod-security.kubernetes.io/exempt', by);
		return {case: 'exempt', by};
	};
	const exempt = exemptionOf(attributes, exemptions);
	if (exempt !== undefined) {
		return exempted(exempt);
	}

	const {policy, errors} = policyOf(namespace.metadata.labels, defaults);
	const asksNothing = (level: LevelVersion) => level.level === 'privileged';
	const enforces = isPod(attributes);
	if (
		errors.length === 0 &&
		asksNothing(policy.warn) &&
		asksNothing(policy.audit) &&
		(!enforces || asksNothing(policy.enforce))
	) {
		if (enforces) {
			annotate?.('pod-security.kubernetes.io/enforce-policy', 'privileged:latest');
		}

		return {case: 'nothing-asked', namespace: namespace.metadata.name};
	}

	if (enforces && attributes.operation === 'UPDATE' && !isSignificant(attributes)) {
		return {case: 'nothing-changed', pod: attributes.name};
	}

	const {runtimeClassName = ''} = pod.spec;
	if ((exemptions?.runtimeClasses ?? []).includes(runtimeClassName)) {
		return exempted('runtimeClass');
	}

	if (errors.length > 0) {
		annotate?.('pod-security.kubernetes.io/error', formatProblems(errors));
	}

	const audit = wouldViolate(pod, policy.audit, minor);
	if (audit !== undefined) {
		annotate?.('pod-security.kubernetes.io/audit-violations', audit);
	}

	if (enforces) {
		annotate?.('pod-security.kubernetes.io/enforce-policy', formatLevel(policy.enforce));
		const violations = violationsOf(pod, policy.enforce, minor);
		if (violations.length > 0) {
			throw refuse(
				attributes,
				`violates PodSecurity "${formatLevel(policy.enforce)}": ${formatViolations(violations)}`,
			);
		}
	}

	const warning = wouldViolate(pod, policy.warn, minor);
	if (warning !== undefined) {
		warn?.(warning);
	}

	const told = {
		...(warning === undefined ? {} : {warn: warning}),
		...(audit === undefined ? {} : {audit}),
	};
	return enforces
		? {case: 'pod', namespace: namespace.metadata.name, level: policy.enforce.level, ...told}
		: {case: 'workload', ...told};
};

/** The violations of a standard by a Pod that is not refused for them; `undefined` if there are none. */
const wouldViolate = (pod: PodToCheck, level: LevelVersion, minor: number | undefined): string | undefined => {
	const violations = violationsOf(pod, level, minor);
	return violations.length === 0
		? undefined
		: `would violate PodSecurity "${formatLevel(level)}": ${formatViolations(violations)}`;
};

/** The exemption of the request regardless of its object: `namespace` or `user`. */
const exemptionOf = (
	{namespace, user}: AdmissionAttributes,
	exemptions: PodSecurityConfiguration['exemptions'] = {},
): string | undefined => {
	if ((exemptions.namespaces ?? []).includes(namespace)) {
		return 'namespace';
	}

	if ((exemptions.usernames ?? []).includes(user.username)) {
		return 'user';
	}

	return undefined;
};

/** The Pod, or the Pod template, that an object contains. */
const podOf = (attributes: AdmissionAttributes): PodToCheck | undefined => {
	switch (attributes.resource.plural) {
		case 'pods': {
			return objectOf(attributes, 'v1 Pod');
		}

		case 'cronjobs': {
			return asPod(objectOf(attributes, 'batch/v1 CronJob').spec.jobTemplate.spec?.template);
		}

		case 'podtemplates': {
			return asPod(objectOf(attributes, 'v1 PodTemplate').template);
		}

		default: {
			// Every other kind that is checked has its template where a Deployment has it.
			return asPod(nestedMap(attributes.object, 'spec', 'template'));
		}
	}
};

const hasPodSpec = (template: object): template is PodToCheck => 'spec' in template;

const asPod = (template: object | undefined): PodToCheck | undefined =>
	template && hasPodSpec(template) ? template : undefined;

/** On a running Pod, only images and added debug containers can change the result of a standard. @mirrors isSignificantPodUpdate */
const isSignificant = (attributes: AdmissionAttributes): boolean => {
	const [after, before] = [objectOf(attributes, 'v1 Pod').spec, oldObjectOf(attributes, 'v1 Pod').spec];
	const differ = (own: readonly Container[] = [], old: readonly Container[] = []): boolean =>
		own.length !== old.length || own.some(({image}, index) => image !== old[index]?.image);
	const known = new Map((before.ephemeralContainers ?? []).map(({name, image}) => [name, image]));
	return (
		differ(after.containers, before.containers) ||
		differ(after.initContainers, before.initContainers) ||
		(after.ephemeralContainers ?? []).some(({name, image}) => known.get(name) !== image)
	);
};

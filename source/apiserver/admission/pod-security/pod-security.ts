import {invalidStatus} from '../../../objects/field-error.js';
import type {Container, CronJob, Deployment, Namespace, Pod} from '../../../objects/kubernetes.generated.js';
import {RequestFailure} from '../../request/failure.js';
import {refuse, type AdmissionAttributes, type AdmissionContext, type AdmissionPlugin} from '../plugin.js';
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

const isNamespace = ({resource}: AdmissionAttributes): boolean =>
	resource.group === '' && resource.plural === 'namespaces';
const isPod = ({resource}: AdmissionAttributes): boolean => resource.group === '' && resource.plural === 'pods';

/**
Holds Pods to the standard that their namespace's labels choose: `enforce` refuses, `warn` and `audit` only tell.
Workloads are never refused, only their Pods. Namespaces are refused for labels that say nothing sensible.

@see https://kubernetes.io/docs/concepts/security/pod-security-admission/
@mirrors podsecurity.Plugin.Validate
*/
export const podSecurity = (configuration: PodSecurityConfiguration = {}): AdmissionPlugin => ({
	name: 'PodSecurity',

	handles: (attributes) =>
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
): string => {
	const {metadata} = attributes.object as Namespace;
	const {policy, errors} = policyOf(metadata.labels, defaults);
	const old = attributes.oldObject && policyOf(attributes.oldObject.metadata.labels, defaults);
	if (errors.length > 0 && !equal(old?.errors ?? [], errors)) {
		throw new RequestFailure(invalidStatus('', 'Namespace', attributes.name, [...errors]));
	}

	if ((exemptions?.namespaces ?? []).includes(metadata.name!)) {
		const isStricter = !old || !isRelaxed(old.policy.enforce, policy.enforce);
		const ignored = isStricter ? ignoredPolicy(metadata.labels, policy, policyOf({}, defaults).policy) : undefined;
		if (ignored !== undefined) {
			warn?.(
				`namespace ${JSON.stringify(metadata.name)} is exempt from Pod Security, and the policy (${ignored}) will be ignored`,
			);
		}

		return `The namespace "${metadata.name}" is exempt from the standards, whatever its labels ask for.`;
	}

	if (!old) {
		return `The namespace "${metadata.name}" enforces the standard "${formatLevel(policy.enforce)}".`;
	}

	const warnings = existingViolations(metadata.name!, old.policy.enforce, policy.enforce, reader, exemptions);
	for (const warning of warnings) {
		warn?.(warning);
	}

	return warnings.length === 0
		? `The namespace "${metadata.name}" enforces the standard "${formatLevel(policy.enforce)}", which its Pods meet as far as it is new to them.`
		: `The namespace "${metadata.name}" is to enforce "${formatLevel(policy.enforce)}"; Pods that are there and do not meet it stay: ${warnings.join('; ')}.`;
};

const judgePod = (
	attributes: AdmissionAttributes,
	{reader, warn, annotate}: AdmissionContext,
	{defaults, exemptions}: PodSecurityConfiguration,
): string => {
	const namespace = reader.get('namespaces', undefined, attributes.namespace);
	const pod = podOf(attributes);
	if (!namespace || !pod) {
		return 'There is no Pod in it to look at.';
	}

	const exempted = (what: string | undefined): string | undefined => {
		if (what !== undefined) {
			annotate?.('pod-security.kubernetes.io/exempt', what);
		}

		return what && `The ${what} is exempt from the standards.`;
	};
	const exempt = exempted(exemptionOf(attributes, exemptions));
	if (exempt !== undefined) {
		return exempt;
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

		return `The namespace "${namespace.metadata.name}" asks nothing of its Pods.`;
	}

	if (enforces && attributes.operation === 'UPDATE' && !isSignificant(attributes)) {
		return `Nothing that a standard speaks of has changed in Pod "${attributes.name}".`;
	}

	const {runtimeClassName = ''} = pod.spec;
	const exemptClass = exempted(
		(exemptions?.runtimeClasses ?? []).includes(runtimeClassName) ? 'runtimeClass' : undefined,
	);
	if (exemptClass !== undefined) {
		return exemptClass;
	}

	if (errors.length > 0) {
		annotate?.('pod-security.kubernetes.io/error', formatProblems(errors));
	}

	const audited = violationsOf(pod, policy.audit);
	const auditText = `would violate PodSecurity "${formatLevel(policy.audit)}": ${formatViolations(audited)}`;
	if (audited.length > 0) {
		annotate?.('pod-security.kubernetes.io/audit-violations', auditText);
	}

	if (enforces) {
		annotate?.('pod-security.kubernetes.io/enforce-policy', formatLevel(policy.enforce));
		const violations = violationsOf(pod, policy.enforce);
		if (violations.length > 0) {
			throw refuse(
				attributes,
				`violates PodSecurity "${formatLevel(policy.enforce)}": ${formatViolations(violations)}`,
			);
		}
	}

	const warned = violationsOf(pod, policy.warn);
	const warnText = `would violate PodSecurity "${formatLevel(policy.warn)}": ${formatViolations(warned)}`;
	if (warned.length > 0) {
		warn?.(warnText);
	}

	const told = [
		...(warned.length > 0 ? [`warn: ${warnText}`] : []),
		...(audited.length > 0 ? [`audit: ${auditText}`] : []),
	];
	const verdict = enforces
		? `The Pod meets the standard "${policy.enforce.level}" that the namespace "${namespace.metadata.name}" enforces`
		: 'A workload is never refused here, only the Pods made from it';
	return told.length === 0 ? `${verdict}.` : `${verdict}; ${told.join('; ')}.`;
};

/** What exempts the request, whatever it is about: `namespace` or `user`. */
const exemptionOf = (
	{namespace, user}: AdmissionAttributes,
	exemptions: PodSecurityConfiguration['exemptions'] = {},
): string | undefined =>
	(exemptions.namespaces ?? []).includes(namespace)
		? 'namespace'
		: (exemptions.usernames ?? []).includes(user.username)
			? 'user'
			: undefined;

const podOf = ({resource, object}: AdmissionAttributes): PodToCheck | undefined => {
	switch (resource.plural) {
		case 'pods': {
			return object as Pod;
		}

		case 'cronjobs': {
			return (object as CronJob).spec?.jobTemplate.spec?.template as PodToCheck | undefined;
		}

		case 'podtemplates': {
			return (object as unknown as {template?: PodToCheck}).template;
		}

		default: {
			return (object as Deployment).spec?.template as PodToCheck | undefined;
		}
	}
};

/** Of a running Pod only images and added debug containers can change what a standard looks at. @mirrors isSignificantPodUpdate */
const isSignificant = ({object, oldObject}: AdmissionAttributes): boolean => {
	const [after, before] = [(object as Pod).spec, (oldObject as Pod).spec];
	const differ = (own: readonly Container[] = [], old: readonly Container[] = []): boolean =>
		own.length !== old.length || own.some(({image}, index) => image !== old[index]!.image);
	const known = new Map((before.ephemeralContainers ?? []).map(({name, image}) => [name, image]));
	return (
		differ(after.containers, before.containers) ||
		differ(after.initContainers, before.initContainers) ||
		(after.ephemeralContainers ?? []).some(({name, image}) => known.get(name) !== image)
	);
};

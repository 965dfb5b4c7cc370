import type {Container, CronJob, Deployment, Namespace, Pod} from '../../../objects/kubernetes.generated.js';
import {refuse, type AdmissionAttributes, type AdmissionPlugin} from '../plugin.js';
import {baseline} from './baseline.js';
import {containersOf, type PodToCheck, type Violation} from './check.js';
import {restricted} from './restricted.js';

const workloads = new Set([
	'podtemplates',
	'replicationcontrollers',
	'replicasets',
	'deployments',
	'statefulsets',
	'daemonsets',
	'jobs',
	'cronjobs',
]);

/**
Holds Pods to the standard that their namespace's labels choose: `enforce` refuses, `warn` and `audit` only tell.
Workloads are never refused, only their Pods.

@see https://kubernetes.io/docs/concepts/security/pod-security-admission/
@mirrors podsecurity.Plugin.Validate
*/
export const podSecurity: AdmissionPlugin = {
	name: 'PodSecurity',

	handles: ({operation, resource, subresource}) =>
		(operation === 'CREATE' || operation === 'UPDATE') &&
		(resource.group === '' && resource.plural === 'pods'
			? subresource === '' || (subresource === 'ephemeralcontainers' && operation === 'UPDATE')
			: workloads.has(resource.plural) && subresource === ''),

	validate(attributes, {reader, warn, annotate}) {
		const namespace = reader.get('namespaces', undefined, attributes.namespace);
		const pod = podOf(attributes);
		if (!namespace || !pod) {
			return 'There is no Pod in it to look at.';
		}

		const isPod = attributes.resource.plural === 'pods';
		if (
			isPod &&
			attributes.operation === 'UPDATE' &&
			!isSignificant(attributes.object as Pod, attributes.oldObject as Pod)
		) {
			return `Nothing that a standard speaks of has changed in Pod "${attributes.name}".`;
		}

		const enforced = policy(namespace, 'enforce');
		if (isPod) {
			const violations = violationsOf(pod, enforced.level);
			if (violations.length > 0) {
				throw refuse(attributes, `violates PodSecurity "${enforced.level}:${enforced.version}": ${print(violations)}`);
			}
		}

		const told = (['warn', 'audit'] as const).flatMap((mode) => {
			const {level, version} = policy(namespace, mode);
			const violations = violationsOf(pod, level);
			if (violations.length === 0) {
				return [];
			}

			const text = `would violate PodSecurity "${level}:${version}": ${print(violations)}`;
			if (mode === 'warn') {
				warn?.(text);
			} else {
				annotate?.('pod-security.kubernetes.io/audit-violations', text);
			}

			return [`${mode}: ${text}`];
		});
		const verdict = isPod
			? `The Pod meets the standard "${enforced.level}" that the namespace "${namespace.metadata.name}" enforces`
			: 'A workload is never refused here, only the Pods made from it';
		return told.length === 0 ? `${verdict}.` : `${verdict}; ${told.join('; ')}.`;
	},
};

type Level = 'privileged' | 'baseline' | 'restricted';

/** What the namespace's labels ask for; an unknown level counts as the strictest. */
const policy = ({metadata}: Namespace, mode: string): {readonly level: Level; readonly version: string} => {
	const level = metadata.labels?.[`pod-security.kubernetes.io/${mode}`] ?? 'privileged';
	return {
		level: level === 'privileged' || level === 'baseline' ? level : 'restricted',
		version: metadata.labels?.[`pod-security.kubernetes.io/${mode}-version`] ?? 'latest',
	};
};

// Simplified: every version of the standards is checked as the latest one.
/** What the Pod violates, the baseline first. */
export const violationsOf = (pod: PodToCheck, level: Level): Violation[] => {
	if (level === 'privileged') {
		return [];
	}

	const overridden = new Set(restricted.map(({overrides}) => overrides));
	const checks = level === 'baseline' ? baseline : [...baseline.filter(({id}) => !overridden.has(id)), ...restricted];
	return checks.flatMap((check) => check.violation(pod) ?? []);
};

const print = (violations: readonly Violation[]): string =>
	violations.map(({reason, detail}) => (detail === '' ? reason : `${reason} (${detail})`)).join(', ');

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

/** Of a running Pod only images and added debug containers can change what a standard looks at. */
const isSignificant = (pod: Pod, old: Pod): boolean => {
	const [after, before] = [pod, old].map(({spec}) => containersOf(spec)) as [
		readonly Container[],
		readonly Container[],
	];
	return after.length !== before.length || after.some((container, index) => container.image !== before[index]!.image);
};

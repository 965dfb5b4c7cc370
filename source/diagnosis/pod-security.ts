import {isRecord} from '../kernel/record.js';
import {nestedField} from '../objects/unstructured.js';
import {containersIn, containerWith} from './container-fields.js';
import type {Adviser} from './refused.js';
import type {Candidate, FileChange} from './symptom.js';

/** A user that is not root, where neither container nor Pod names one. */
const someUser = 1000;

/** The securityContext of a container as the level restricted requires. @see https://kubernetes.io/docs/concepts/security/pod-security-standards/#restricted */
const restricted = (container: unknown): Readonly<Record<string, unknown>> => {
	const own = nestedField(container, 'securityContext');
	const kept = isRecord(own) ? Object.entries(own).filter(([name]) => name !== 'privileged') : [];
	const user = nestedField(own, 'runAsUser');
	return {
		...Object.fromEntries(kept),
		allowPrivilegeEscalation: false,
		capabilities: {drop: ['ALL']},
		runAsNonRoot: true,
		runAsUser: user === undefined || user === 0 ? someUser : user,
		seccompProfile: {type: 'RuntimeDefault'},
	};
};

/** All containers of a Pod as the level restricted requires. */
const allRestricted = (object: unknown): Candidate => ({
	changes: ['initContainers', 'containers'].flatMap((list) =>
		containersIn(object, list).map((container, index): FileChange => ({
			field: ['spec', list, index, 'securityContext'],
			change: {value: restricted(container)},
		})),
	),
});

/** Advice that satisfies Pod Security, or lowers its level. */
export const podSecurityAdviser: Adviser = [
	/violates PodSecurity "([^:"]+)[^"]*": (.+)$/,
	([, level, why = ''], {namespace, object}) => {
		const isPrivileged = level !== 'restricted' && /privileged/.test(why);
		const field = [
			...containerWith(object, (container) => nestedField(container, 'securityContext', 'privileged') === true),
			...(isPrivileged ? ['securityContext', 'privileged'] : ['securityContext']),
		];
		const less =
			level === 'restricted' && !/privileged|hostPort|host namespaces|hostPath/.test(why) ? 'baseline' : 'privileged';
		return {
			field,
			ofPod: true,
			advice: [({cluster}) => cluster.podSecurity(namespace, level)],
			candidates: [
				...(isPrivileged ? [{field, change: {value: false}}] : []),
				...(level === 'restricted' ? [allRestricted(object)] : []),
				{
					command: `kubectl label namespace ${namespace} --overwrite pod-security.kubernetes.io/enforce=${less}`,
				},
			],
		};
	},
];

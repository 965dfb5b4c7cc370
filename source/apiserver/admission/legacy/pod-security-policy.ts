import type {Container, Pod} from '../../../objects/kubernetes.generated.js';
import {
	creates,
	objectOf,
	refuse,
	type AdmissionAttributes,
	type AdmissionContext,
	type AdmissionPlugin,
} from '../plugin.js';

/** policy/v1beta1 PodSecurityPolicy, as far as it is simulated. */
interface PodSecurityPolicy {
	readonly metadata: {readonly name: string};
	readonly spec: {
		readonly privileged?: boolean;
		readonly hostNetwork?: boolean;
		readonly hostPID?: boolean;
		readonly hostIPC?: boolean;
		readonly volumes?: readonly string[];
		readonly allowedCapabilities?: readonly string[];
		readonly requiredDropCapabilities?: readonly string[];
		readonly defaultAddCapabilities?: readonly string[];
		readonly allowPrivilegeEscalation?: boolean;
		readonly readOnlyRootFilesystem?: boolean;
		readonly runAsUser?: {readonly rule: string};
	};
}

const annotation = 'kubernetes.io/psp';

/** Every violation of the policy by the Pod, in upstream's words. */
const problems = ({spec: pod}: Pod, {spec}: PodSecurityPolicy): readonly string[] => {
	const found: string[] = [];
	for (const [field, name] of [
		['hostNetwork', 'Host network'],
		['hostPID', 'Host PID'],
		['hostIPC', 'Host IPC'],
	] as const) {
		if (pod[field] && !spec[field]) {
			found.push(`spec.securityContext.${field}: Invalid value: true: ${name} is not allowed to be used`);
		}
	}

	for (const [index, volume] of (pod.volumes ?? []).entries()) {
		const type = Object.keys(volume).find((key) => key !== 'name') ?? '';
		if (!(spec.volumes ?? []).includes('*') && !(spec.volumes ?? []).includes(type)) {
			found.push(
				`spec.volumes[${index}]: Invalid value: ${JSON.stringify(type)}: ${type} volumes are not allowed to be used`,
			);
		}
	}

	for (const [kind, list] of [
		['initContainers', pod.initContainers ?? []],
		['containers', pod.containers],
	] as const) {
		for (const [index, container] of list.entries()) {
			found.push(...containerProblems(`spec.${kind}[${index}].securityContext`, container, spec));
		}
	}

	return found;
};

const containerProblems = (
	path: string,
	{securityContext = {}}: Container,
	spec: PodSecurityPolicy['spec'],
): readonly string[] => {
	const found: string[] = [];
	if (securityContext.privileged && !spec.privileged) {
		found.push(`${path}.privileged: Invalid value: true: Privileged containers are not allowed`);
	}

	for (const capability of securityContext.capabilities?.add ?? []) {
		const allowed = [...(spec.allowedCapabilities ?? []), ...(spec.defaultAddCapabilities ?? [])];
		if (!allowed.includes('*') && !allowed.includes(capability)) {
			found.push(`${path}.capabilities.add: Invalid value: ${JSON.stringify(capability)}: capability may not be added`);
		}
	}

	if (spec.readOnlyRootFilesystem && securityContext.readOnlyRootFilesystem === false) {
		found.push(`${path}.readOnlyRootFilesystem: Invalid value: false: ReadOnlyRootFilesystem must be set to true`);
	}

	if (spec.allowPrivilegeEscalation === false && securityContext.allowPrivilegeEscalation) {
		found.push(
			`${path}.allowPrivilegeEscalation: Invalid value: true: Allowing privilege escalation for containers is not allowed`,
		);
	}

	if (spec.runAsUser?.rule === 'MustRunAsNonRoot' && securityContext.runAsUser === 0) {
		found.push(`${path}.runAsUser: Invalid value: 0: running with the root UID is forbidden`);
	}

	return found;
};

/** The Pod with the values that the policy fills in. */
const defaulted = (pod: Pod, {metadata, spec}: PodSecurityPolicy): Pod => {
	const fill = (container: Container): Container => {
		const {securityContext = {}} = container;
		const drop = [
			...new Set([...(securityContext.capabilities?.drop ?? []), ...(spec.requiredDropCapabilities ?? [])]),
		];
		const add = [...new Set([...(securityContext.capabilities?.add ?? []), ...(spec.defaultAddCapabilities ?? [])])];
		const filled = {
			...securityContext,
			...(drop.length + add.length > 0
				? {capabilities: {...(add.length > 0 ? {add} : {}), ...(drop.length > 0 ? {drop} : {})}}
				: {}),
			...(spec.readOnlyRootFilesystem && securityContext.readOnlyRootFilesystem === undefined
				? {readOnlyRootFilesystem: true}
				: {}),
			...(spec.allowPrivilegeEscalation === false && securityContext.allowPrivilegeEscalation === undefined
				? {allowPrivilegeEscalation: false}
				: {}),
			...(spec.runAsUser?.rule === 'MustRunAsNonRoot' &&
			securityContext.runAsUser === undefined &&
			securityContext.runAsNonRoot === undefined
				? {runAsNonRoot: true}
				: {}),
		};
		return Object.keys(filled).length === 0 ? container : {...container, securityContext: filled};
	};

	return {
		...pod,
		metadata: {...pod.metadata, annotations: {...pod.metadata.annotations, [annotation]: metadata.name}},
		spec: {
			...pod.spec,
			containers: pod.spec.containers.map((container) => fill(container)),
			...(pod.spec.initContainers ? {initContainers: pod.spec.initContainers.map((container) => fill(container))} : {}),
		},
	};
};

/** Policies that the user, or the Pod's service account, has the right `use` of. */
const usable = (
	policies: readonly PodSecurityPolicy[],
	attributes: AdmissionAttributes,
	{authorize}: AdmissionContext,
): readonly PodSecurityPolicy[] => {
	const {user, namespace} = attributes;
	const account = objectOf(attributes, 'v1 Pod').spec.serviceAccountName;
	const users = [
		user,
		...(account
			? [
					{
						username: `system:serviceaccount:${namespace}:${account}`,
						groups: ['system:serviceaccounts', `system:serviceaccounts:${namespace}`, 'system:authenticated'],
					},
				]
			: []),
	];
	return policies.filter(({metadata}) =>
		users.some(
			(one) =>
				authorize({
					user: one,
					verb: 'use',
					group: 'policy',
					version: '*',
					resource: 'podsecuritypolicies',
					subresource: '',
					namespace,
					name: metadata.name,
					path: '',
					isResourceRequest: true,
				}).allowed,
		),
	);
};

/**
Holds Pods to the first policy that their creator may use: it fills in missing values, and refuses excessive ones.

@mirrors podsecuritypolicy.Plugin.Admit
*/
export const podSecurityPolicy = (configuration: unknown): AdmissionPlugin<'PodSecurityPolicy'> => {
	// Simplified: objects of the scenario are used without validation.
	const configured: readonly PodSecurityPolicy[] = Array.isArray(configuration) ? configuration : [];
	const policies = [...configured].sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1));
	return {
		name: 'PodSecurityPolicy',

		concerns: (attributes) => creates(attributes, 'pods'),

		admit(attributes, context) {
			const pod = objectOf(attributes, 'v1 Pod');
			const candidates = usable(policies, attributes, context);
			if (candidates.length === 0) {
				throw refuse(attributes, 'no providers available to validate pod request');
			}

			// A policy that accepts the unchanged Pod has precedence over one that would change it.
			const asItIs = candidates.find(
				(policy) =>
					problems(pod, policy).length === 0 &&
					JSON.stringify(defaulted(pod, policy).spec) === JSON.stringify(pod.spec),
			);
			const chosen = asItIs ?? candidates.find((policy) => problems(defaulted(pod, policy), policy).length === 0);
			if (!chosen) {
				throw refuse(
					attributes,
					`unable to validate against any pod security policy: [${candidates.flatMap((policy) => problems(pod, policy)).join(' ')}]`,
				);
			}

			return {
				object: defaulted(pod, chosen),
				found: {policy: chosen.metadata.name},
			};
		},
	};
};

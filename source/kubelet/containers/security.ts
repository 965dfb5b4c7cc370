import type {Container, LinuxContainerUser, Pod, PodSpec, SeccompProfile} from '../../objects/kubernetes.generated.js';
import type {ImageUser} from '../../cri/image-service.js';
import type {NamespaceOptions} from '../../cri/messages.js';

const maskedPaths = [
	'/proc/asound',
	'/proc/acpi',
	'/proc/interrupts',
	'/proc/kcore',
	'/proc/keys',
	'/proc/latency_stats',
	'/proc/timer_list',
	'/proc/timer_stats',
	'/proc/sched_debug',
	'/proc/scsi',
	'/sys/firmware',
	'/sys/devices/virtual/powercap',
];

const readonlyPaths = ['/proc/bus', '/proc/fs', '/proc/irq', '/proc/sys', '/proc/sysrq-trigger'];

const processNamespace = ({hostPID, shareProcessNamespace}: PodSpec): Pick<NamespaceOptions, 'pid'> => {
	if (hostPID) {
		return {pid: 'NODE'};
	}

	return shareProcessNamespace ? {} : {pid: 'CONTAINER'};
};

/** The namespaces of a container or a sandbox: those of the node, and shared process namespaces. */
export const namespaceOptions = ({spec}: Pod, target?: string): NamespaceOptions => ({
	...(spec.hostNetwork ? {network: 'NODE' as const} : {}),
	...(target === undefined ? processNamespace(spec) : {pid: 'TARGET' as const, targetId: target}),
	...(spec.hostIPC ? {ipc: 'NODE' as const} : {}),
	usernsOptions: {mode: 'NODE'},
});

const groupsOf = ({spec: {securityContext}}: Pod): readonly number[] => [
	...(securityContext?.fsGroup === undefined ? [] : [securityContext.fsGroup]),
	...(securityContext?.supplementalGroups ?? []),
];

const groupTexts = (pod: Pod): {supplementalGroups?: readonly string[]} => {
	const groups = groupsOf(pod);
	return groups.length > 0 ? {supplementalGroups: groups.map(String)} : {};
};

/** Security context of a sandbox. */
export const sandboxSecurity = (
	pod: Pod,
): Readonly<Record<string, unknown>> & {readonly namespaceOptions: NamespaceOptions} => {
	const {securityContext, containers, initContainers = []} = pod.spec;
	const privileged = [...containers, ...initContainers].some((container) => container.securityContext?.privileged);
	return {
		namespaceOptions: namespaceOptions(pod),
		...(privileged ? {privileged: true} : {}),
		...(securityContext?.runAsUser === undefined ? {} : {runAsUser: {value: String(securityContext.runAsUser)}}),
		...(securityContext?.runAsGroup === undefined ? {} : {runAsGroup: {value: String(securityContext.runAsGroup)}}),
		// The sandbox always gets the runtime's default profile.
		seccomp: {},
		...groupTexts(pod),
	};
};

const wantsNonRoot = ({spec}: Pod, {securityContext}: Container): boolean =>
	securityContext?.runAsNonRoot ?? spec.securityContext?.runAsNonRoot ?? false;

/** The user that an unknown image is assumed to have where its Pod asks for one that is not root. */
const nonRootUser = '65532';

/** Whether a Pod requires a user other than root from an image whose user is unknown: then the image is assumed to have one. */
export const assumesUser = (pod: Pod, container: Container, image: ImageUser): boolean =>
	image.user === undefined &&
	image.isUnknown === true &&
	wantsNonRoot(pod, container) &&
	(container.securityContext?.runAsUser ?? pod.spec.securityContext?.runAsUser) === undefined;

/** The user of an image, by name or number, from a container's view; root if `undefined`. */
const imageUserOf = (pod: Pod, container: Container, image: ImageUser): string | undefined =>
	assumesUser(pod, container, image) ? nonRootUser : image.user;

const runAsUser = (user: number | undefined, imageUser: string | undefined): {readonly value?: string} => {
	const value = user === undefined ? imageUser : String(user || '');
	return value ? {value} : {};
};

const seccomp = (profile: SeccompProfile | undefined): Readonly<Record<string, string | undefined>> => {
	switch (profile?.type) {
		case 'RuntimeDefault': {
			return {};
		}

		case 'Localhost': {
			return {profileType: 'Localhost', localhostRef: profile.localhostProfile};
		}

		default: {
			return {profileType: 'Unconfined'};
		}
	}
};

/** Security context of a container. */
export const containerSecurity = (
	pod: Pod,
	container: Container,
	image: ImageUser,
	target?: string,
): Readonly<Record<string, unknown>> & {readonly namespaceOptions: NamespaceOptions} => {
	const own = container.securityContext;
	const of = pod.spec.securityContext;
	const group = own?.runAsGroup ?? of?.runAsGroup;
	const user = own?.runAsUser ?? of?.runAsUser;
	const imageUser = imageUserOf(pod, container, image);
	const unnumbered = imageUser !== undefined && !/^\d+$/.test(imageUser);
	return {
		...(own?.capabilities
			? {
					capabilities: {
						...(own.capabilities.add?.length ? {addCapabilities: own.capabilities.add} : {}),
						...(own.capabilities.drop?.length ? {dropCapabilities: own.capabilities.drop} : {}),
					},
				}
			: {}),
		...(own?.procMount === 'Unmasked' ? {} : {maskedPaths}),
		namespaceOptions: namespaceOptions(pod, target),
		...(own?.allowPrivilegeEscalation === false ? {noNewPrivs: true} : {}),
		...(own?.privileged ? {privileged: true} : {}),
		...(own?.procMount === 'Unmasked' ? {} : {readonlyPaths}),
		...(own?.readOnlyRootFilesystem ? {readonlyRootfs: true} : {}),
		...(group === undefined ? {} : {runAsGroup: {value: String(group)}}),
		...(user === undefined && unnumbered ? {runAsUsername: imageUser} : {runAsUser: runAsUser(user, imageUser)}),
		seccomp: seccomp(own?.seccompProfile ?? of?.seccompProfile),
		...groupTexts(pod),
	};
};

/** The user that a container's processes run as. */
export const userOf = (pod: Pod, container: Container, image: ImageUser): LinuxContainerUser => {
	const of = pod.spec.securityContext;
	const gid = container.securityContext?.runAsGroup ?? of?.runAsGroup ?? 0;
	const name = imageUserOf(pod, container, image);
	// Simplified: a user that an image gives by name has uid 1000.
	const named = /^\d+$/.test(name ?? '0') ? Number(name ?? '0') : 1000;
	return {
		gid,
		supplementalGroups: [gid, ...groupsOf(pod)],
		uid: container.securityContext?.runAsUser ?? of?.runAsUser ?? named,
	};
};

/**
@returns why the container must not run as its user; `undefined` if it may run.
@mirrors kuberuntime verifyRunAsNonRoot
*/
export const nonRootProblem = (pod: Pod, container: Container, image: ImageUser): string | undefined => {
	if (!wantsNonRoot(pod, container)) {
		return undefined;
	}

	const own = container.securityContext;
	const of = pod.spec.securityContext;

	const where = `(pod: "${pod.metadata.name}_${pod.metadata.namespace}(${pod.metadata.uid})", container: ${container.name})`;
	const user = own?.runAsUser ?? of?.runAsUser;
	if (user !== undefined) {
		return user === 0 ? `container's runAsUser breaks non-root policy ${where}` : undefined;
	}

	const imageUser = imageUserOf(pod, container, image);
	if (imageUser !== undefined && !/^\d+$/.test(imageUser)) {
		return `container has runAsNonRoot and image has non-numeric user (${imageUser}), cannot verify user is non-root ${where}`;
	}

	return imageUser === undefined || imageUser === '0'
		? `container has runAsNonRoot and image will run as root ${where}`
		: undefined;
};

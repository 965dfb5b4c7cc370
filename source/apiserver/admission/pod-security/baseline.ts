import type {Container, LifecycleHandler, Probe} from '../../../objects/kubernetes.generated.js';
import {
	containersNamed,
	containersOf,
	culprits,
	isInUserNamespace,
	namesWhere,
	quoted,
	type Check,
	type PodToCheck,
	type Violation,
} from './check.js';

const defaultCapabilities = new Set([
	'AUDIT_WRITE',
	'CHOWN',
	'DAC_OVERRIDE',
	'FOWNER',
	'FSETID',
	'KILL',
	'MKNOD',
	'NET_BIND_SERVICE',
	'SETFCAP',
	'SETGID',
	'SETPCAP',
	'SETUID',
	'SYS_CHROOT',
]);

/** Sysctls with the version of the standards that first considered them safe. */
const safeSysctls: Readonly<Record<string, number>> = {
	'kernel.shm_rmid_forced': 0,
	'net.ipv4.ip_local_port_range': 0,
	'net.ipv4.ip_unprivileged_port_start': 0,
	'net.ipv4.tcp_syncookies': 0,
	'net.ipv4.ping_group_range': 0,
	'net.ipv4.ip_local_reserved_ports': 27,
	'net.ipv4.tcp_keepalive_time': 29,
	'net.ipv4.tcp_fin_timeout': 29,
	'net.ipv4.tcp_keepalive_intvl': 29,
	'net.ipv4.tcp_keepalive_probes': 29,
	'net.ipv4.tcp_rmem': 32,
	'net.ipv4.tcp_wmem': 32,
	'net.ipv4.tcp_slow_start_after_idle': 37,
	'net.ipv4.tcp_notsent_lowat': 37,
};

const isSafeSysctl = (name: string, minor: number): boolean =>
	Object.hasOwn(safeSysctls, name) && safeSysctls[name]! <= minor;

const seLinuxTypes = new Set(['', 'container_t', 'container_init_t', 'container_kvm_t']);

const isSeLinuxType = (type: string, minor: number): boolean =>
	seLinuxTypes.has(type) || (minor >= 31 && type === 'container_engine_t');

const appArmorAnnotation = 'container.apparmor.security.beta.kubernetes.io/';

/** Annotations that choose a profile which is not allowed, as `key="value"`. */
const appArmorAnnotations = ({metadata}: PodToCheck): readonly string[] =>
	Object.entries(metadata?.annotations ?? {})
		.filter(
			([key, value]) =>
				key.startsWith(appArmorAnnotation) &&
				value !== '' &&
				value !== 'runtime/default' &&
				!value.startsWith('localhost/'),
		)
		.map(([key, value]) => `${key}="${value}"`)
		.sort();

const hostsOf = ({livenessProbe, readinessProbe, startupProbe, lifecycle}: Container): string[] =>
	[livenessProbe, readinessProbe, startupProbe, lifecycle?.postStart, lifecycle?.preStop].flatMap(
		(handler: Probe | LifecycleHandler | undefined) =>
			[handler?.httpGet?.host, handler?.tcpSocket?.host].filter((host): host is string => Boolean(host)),
	);

/** Mounts of /proc that show more than the masked default. */
export const procMountViolation = (pod: PodToCheck): Violation | undefined => {
	const mountOf = ({securityContext}: Container) => securityContext?.procMount ?? 'Default';
	const names = namesWhere(pod, (container) => mountOf(container) !== 'Default');
	const mounts = [...new Set(containersOf(pod.spec).map((container) => mountOf(container)))].filter(
		(mount) => mount !== 'Default',
	);
	return names.length === 0
		? undefined
		: {
				reason: 'procMount',
				detail: `${containersNamed(names)} must not set securityContext.procMount to ${quoted(mounts.sort())}`,
			};
};

const isSeccompAnnotationAllowed = (value: string): boolean =>
	value === 'runtime/default' || value === 'docker/default' || value.startsWith('localhost/');

/** The seccomp profiles that annotations chose before 1.19. @mirrors seccompProfileBaseline_1_0 */
const seccompAnnotations = ({metadata, spec}: PodToCheck): Violation | undefined => {
	const keys = [
		'seccomp.security.alpha.kubernetes.io/pod',
		...containersOf(spec).map(({name}) => `container.seccomp.security.alpha.kubernetes.io/${name}`),
	];
	const forbidden = keys
		.map((key) => ({key, value: metadata?.annotations?.[key]}))
		.filter(({value}) => value !== undefined && !isSeccompAnnotationAllowed(value))
		.map(({key, value}) => `${key}=${JSON.stringify(value)}`);
	return forbidden.length === 0
		? undefined
		: {
				reason: 'seccompProfile',
				detail: `forbidden annotation${forbidden.length === 1 ? '' : 's'} ${[...new Set(forbidden)].sort().join(', ')}`,
			};
};

/**
The rules of the baseline standard: they forbid the known ways out of a container.

@see https://kubernetes.io/docs/concepts/security/pod-security-standards/#baseline
*/
export const baseline: readonly Check[] = [
	{
		id: 'appArmorProfile',
		violation(pod) {
			const own = pod.spec.securityContext?.appArmorProfile?.type === 'Unconfined';
			const names = namesWhere(pod, ({securityContext}) => securityContext?.appArmorProfile?.type === 'Unconfined');
			const annotations = appArmorAnnotations(pod);
			const who = [
				...(own || names.length > 0 ? [culprits(own, names)] : []),
				...(annotations.length > 0 ? [annotations.length === 1 ? 'annotation' : 'annotations'] : []),
			].join(' and ');
			const values = [...(own || names.length > 0 ? ['Unconfined'] : []), ...annotations];
			return who === ''
				? undefined
				: {
						reason: `forbidden AppArmor profile${values.length === 1 ? '' : 's'}`,
						detail: `${who} must not set AppArmor profile type to "${values.join('", "')}"`,
					};
		},
	},
	{
		id: 'capabilities_baseline',
		violation(pod) {
			const forbidden = ({securityContext}: Container) =>
				(securityContext?.capabilities?.add ?? []).filter((capability) => !defaultCapabilities.has(capability));
			const names = namesWhere(pod, (container) => forbidden(container).length > 0);
			const capabilities = [...new Set(containersOf(pod.spec).flatMap((container) => forbidden(container)))].sort();
			return names.length === 0
				? undefined
				: {
						reason: 'non-default capabilities',
						detail: `${containersNamed(names)} must not include ${quoted(capabilities)} in securityContext.capabilities.add`,
					};
		},
	},
	{
		id: 'hostNamespaces',
		violation({spec}) {
			const shared = (['hostNetwork', 'hostPID', 'hostIPC'] as const).filter((field) => spec[field]);
			return shared.length === 0
				? undefined
				: {reason: 'host namespaces', detail: shared.map((field) => `${field}=true`).join(', ')};
		},
	},
	{
		id: 'hostPathVolumes',
		violation({spec}) {
			const names = (spec.volumes ?? []).filter(({hostPath}) => hostPath).map(({name}) => name);
			return names.length === 0
				? undefined
				: {reason: 'hostPath volumes', detail: `volume${names.length === 1 ? '' : 's'} ${quoted(names)}`};
		},
	},
	{
		id: 'hostPorts',
		violation(pod) {
			const portsOf = ({ports}: Container) => (ports ?? []).flatMap(({hostPort}) => (hostPort ? [hostPort] : []));
			const names = namesWhere(pod, (container) => portsOf(container).length > 0);
			const ports = [...new Set(containersOf(pod.spec).flatMap((container) => portsOf(container)))].map(String).sort();
			return names.length === 0
				? undefined
				: {
						reason: 'hostPort',
						detail: `${containersNamed(names)} ${names.length === 1 ? 'uses' : 'use'} hostPort${ports.length === 1 ? '' : 's'} ${ports.join(', ')}`,
					};
		},
	},
	{
		id: 'hostProbesAndHostLifecycle',
		since: 34,
		violation(pod) {
			const names = namesWhere(pod, (container) => hostsOf(container).length > 0);
			const hosts = [...new Set(containersOf(pod.spec).flatMap((container) => hostsOf(container)))].sort();
			return names.length === 0
				? undefined
				: {
						reason: 'probe or lifecycle host',
						detail: `${containersNamed(names)} ${names.length === 1 ? 'uses' : 'use'} probe or lifecycle host${hosts.length === 1 ? '' : 's'} ${quoted(hosts)}`,
					};
		},
	},
	{
		id: 'privileged',
		violation(pod) {
			const names = namesWhere(pod, ({securityContext}) => securityContext?.privileged === true);
			return names.length === 0
				? undefined
				: {reason: 'privileged', detail: `${containersNamed(names)} must not set securityContext.privileged=true`};
		},
	},
	{
		id: 'procMount',
		violation: (pod, minor) => (isInUserNamespace(pod.spec, minor) ? undefined : procMountViolation(pod)),
	},
	{
		id: 'seLinuxOptions',
		violation(pod, minor) {
			const contexts = [
				pod.spec.securityContext?.seLinuxOptions,
				...containersOf(pod.spec).map(({securityContext}) => securityContext?.seLinuxOptions),
			];
			const isBad = (options: (typeof contexts)[number]) =>
				options !== undefined &&
				(!isSeLinuxType(options.type ?? '', minor) || Boolean(options.user) || Boolean(options.role));
			const who = culprits(
				isBad(contexts[0]),
				namesWhere(pod, ({securityContext}) => isBad(securityContext?.seLinuxOptions)),
			);
			if (who === '') {
				return undefined;
			}

			const types = [
				...new Set(
					contexts.flatMap((options) => (options && !isSeLinuxType(options.type ?? '', minor) ? [options.type!] : [])),
				),
			].sort();
			const problems = [
				...(types.length > 0 ? [`type${types.length === 1 ? '' : 's'} ${quoted(types)}`] : []),
				...(contexts.some((options) => options?.user) ? ['user may not be set'] : []),
				...(contexts.some((options) => options?.role) ? ['role may not be set'] : []),
			];
			return {
				reason: 'seLinuxOptions',
				detail: `${who} set forbidden securityContext.seLinuxOptions: ${problems.join('; ')}`,
			};
		},
	},
	{
		id: 'seccompProfile_baseline',
		violation(pod, minor) {
			if (minor < 19) {
				return seccompAnnotations(pod);
			}

			const who = culprits(
				pod.spec.securityContext?.seccompProfile?.type === 'Unconfined',
				namesWhere(pod, ({securityContext}) => securityContext?.seccompProfile?.type === 'Unconfined'),
			);
			return who === ''
				? undefined
				: {reason: 'seccompProfile', detail: `${who} must not set securityContext.seccompProfile.type to "Unconfined"`};
		},
	},
	{
		id: 'sysctls',
		violation({spec}, minor) {
			const names = (spec.securityContext?.sysctls ?? [])
				.map(({name}) => name)
				.filter((name) => !isSafeSysctl(name, minor));
			return names.length === 0 ? undefined : {reason: 'forbidden sysctls', detail: names.join(', ')};
		},
	},
	{
		id: 'windowsHostProcess',
		violation(pod) {
			const who = culprits(
				pod.spec.securityContext?.windowsOptions?.hostProcess === true,
				namesWhere(pod, ({securityContext}) => securityContext?.windowsOptions?.hostProcess === true),
			);
			return who === ''
				? undefined
				: {reason: 'hostProcess', detail: `${who} must not set securityContext.windowsOptions.hostProcess=true`};
		},
	},
];

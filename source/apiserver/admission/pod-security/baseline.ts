import type {Container, LifecycleHandler, Probe} from '../../../objects/kubernetes.generated.js';
import {containersNamed, containersOf, culprits, namesWhere, quoted, type Check} from './check.js';

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

const safeSysctls = new Set([
	'kernel.shm_rmid_forced',
	'net.ipv4.ip_local_port_range',
	'net.ipv4.ip_unprivileged_port_start',
	'net.ipv4.tcp_syncookies',
	'net.ipv4.ping_group_range',
	'net.ipv4.ip_local_reserved_ports',
	'net.ipv4.tcp_keepalive_time',
	'net.ipv4.tcp_fin_timeout',
	'net.ipv4.tcp_keepalive_intvl',
	'net.ipv4.tcp_keepalive_probes',
	'net.ipv4.tcp_rmem',
	'net.ipv4.tcp_wmem',
]);

const seLinuxTypes = new Set(['', 'container_t', 'container_init_t', 'container_kvm_t', 'container_engine_t']);

const hostsOf = ({livenessProbe, readinessProbe, startupProbe, lifecycle}: Container): string[] =>
	[livenessProbe, readinessProbe, startupProbe, lifecycle?.postStart, lifecycle?.preStop].flatMap(
		(handler: Probe | LifecycleHandler | undefined) =>
			[handler?.httpGet?.host, handler?.tcpSocket?.host].filter((host): host is string => Boolean(host)),
	);

/**
What the baseline standard forbids: the known ways out of a container.

@see https://kubernetes.io/docs/concepts/security/pod-security-standards/#baseline
*/
export const baseline: readonly Check[] = [
	{
		id: 'appArmorProfile',
		violation(pod) {
			const own = pod.spec.securityContext?.appArmorProfile?.type === 'Unconfined';
			const names = namesWhere(pod, ({securityContext}) => securityContext?.appArmorProfile?.type === 'Unconfined');
			const who = culprits(own, names);
			return who === ''
				? undefined
				: {
						reason: `forbidden AppArmor profile${names.length + (own ? 1 : 0) === 1 ? '' : 's'}`,
						detail: `${who} must not set AppArmor profile type to "Unconfined"`,
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
		violation(pod) {
			const mountOf = ({securityContext}: Container) => securityContext?.procMount ?? 'Default';
			const names = namesWhere(pod, (container) => mountOf(container) !== 'Default');
			const mounts = [...new Set(containersOf(pod.spec).map((container) => mountOf(container)))].filter(
				(mount) => mount !== 'Default',
			);
			return names.length === 0 || pod.spec.hostUsers === false
				? undefined
				: {
						reason: 'procMount',
						detail: `${containersNamed(names)} must not set securityContext.procMount to ${quoted(mounts)}`,
					};
		},
	},
	{
		id: 'seLinuxOptions',
		violation(pod) {
			const contexts = [
				pod.spec.securityContext?.seLinuxOptions,
				...containersOf(pod.spec).map(({securityContext}) => securityContext?.seLinuxOptions),
			];
			const isBad = (options: (typeof contexts)[number]) =>
				options !== undefined &&
				(!seLinuxTypes.has(options.type ?? '') || Boolean(options.user) || Boolean(options.role));
			const who = culprits(
				isBad(contexts[0]),
				namesWhere(pod, ({securityContext}) => isBad(securityContext?.seLinuxOptions)),
			);
			if (who === '') {
				return undefined;
			}

			const types = [
				...new Set(
					contexts.flatMap((options) => (options && !seLinuxTypes.has(options.type ?? '') ? [options.type!] : [])),
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
		violation(pod) {
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
		violation({spec}) {
			const names = (spec.securityContext?.sysctls ?? [])
				.map(({name}) => name)
				.filter((name) => !safeSysctls.has(name));
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

import type {ContainerConfig} from '../../cri/messages.js';

/** Linux capabilities by their bits, from CAP_CHOWN at bit 0. */
const capabilities = (
	'CHOWN DAC_OVERRIDE DAC_READ_SEARCH FOWNER FSETID KILL SETGID SETUID SETPCAP LINUX_IMMUTABLE NET_BIND_SERVICE ' +
	'NET_BROADCAST NET_ADMIN NET_RAW IPC_LOCK IPC_OWNER SYS_MODULE SYS_RAWIO SYS_CHROOT SYS_PTRACE SYS_PACCT SYS_ADMIN ' +
	'SYS_BOOT SYS_NICE SYS_RESOURCE SYS_TIME SYS_TTY_CONFIG MKNOD LEASE AUDIT_WRITE AUDIT_CONTROL SETFCAP MAC_OVERRIDE ' +
	'MAC_ADMIN SYSLOG WAKE_ALARM BLOCK_SUSPEND AUDIT_READ PERFMON BPF CHECKPOINT_RESTORE'
).split(' ');

/** containerd's default capabilities of a container. */
const usual = new Set(
	(
		'CHOWN DAC_OVERRIDE FSETID FOWNER MKNOD NET_RAW SETGID SETUID SETFCAP SETPCAP NET_BIND_SERVICE SYS_CHROOT KILL ' +
		'AUDIT_WRITE'
	).split(' '),
);

const listed = (value: unknown): readonly string[] =>
	Array.isArray(value) ? value.map((name) => String(name).replace(/^CAP_/, '')) : [];

const mask = (names: ReadonlySet<string>): string =>
	capabilities
		.reduce((bits, name, bit) => (names.has(name) ? bits | (1n << BigInt(bit)) : bits), 0n)
		.toString(16)
		.padStart(16, '0');

/** The capabilities that a container may have at most. */
const bounding = ({linux: {securityContext}}: Pick<ContainerConfig, 'linux'>): ReadonlySet<string> => {
	const {capabilities: asked, privileged} = securityContext;
	const {addCapabilities, dropCapabilities} = {addCapabilities: [], dropCapabilities: [], ...Object(asked ?? {})};
	const [added, dropped] = [listed(addCapabilities), listed(dropCapabilities)];
	if (privileged === true || added.includes('ALL')) {
		return new Set(capabilities.filter((name) => privileged === true || !dropped.includes(name)));
	}

	const kept = dropped.includes('ALL') ? [] : [...usual].filter((name) => !dropped.includes(name));
	return new Set([...kept, ...added]);
};

/**
The lines of `/proc/PID/status` about a process's capabilities: root has those of its container; other users have none.

@mirrors containerd/pkg/oci WithAddedCapabilities, WithDroppedCapabilities
*/
export const privilegeLines = (config: Pick<ContainerConfig, 'linux'>, uid: number): string => {
	const {noNewPrivs, privileged, seccomp} = config.linux.securityContext;
	const most = mask(bounding(config));
	const none = mask(new Set());
	const held = uid === 0 ? most : none;
	const isFiltered = privileged !== true && seccomp !== undefined && Object(seccomp)['profileType'] !== 'Unconfined';
	return [
		`CapInh:\t${none}`,
		`CapPrm:\t${held}`,
		`CapEff:\t${held}`,
		`CapBnd:\t${most}`,
		`CapAmb:\t${none}`,
		`NoNewPrivs:\t${noNewPrivs === true ? 1 : 0}`,
		`Seccomp:\t${isFiltered ? 2 : 0}`,
		'',
	].join('\n');
};

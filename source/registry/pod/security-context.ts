import {duplicate, forbidden, invalid, notSupported, required, tooLong} from '../../objects/field-error.js';
import type {
	AppArmorProfile,
	PodSpec,
	SeccompProfile,
	SecurityContext,
	WindowsSecurityContextOptions,
} from '../../objects/kubernetes.generated.js';
import {dnsSubdomainErrors} from '../../objects/names.js';
import {
	checkDescendingPath,
	checkRange,
	checkSupported,
	refuseEach,
	sorted,
	type Errors,
} from '../validation/checks.js';

const highest = 2_147_483_647;

const checkProfiles = (
	errors: Errors,
	path: string,
	context: {readonly seccompProfile?: SeccompProfile; readonly appArmorProfile?: AppArmorProfile},
	between: () => void,
): void => {
	if (context.seccompProfile) {
		checkSeccomp(errors, `${path}.seccompProfile`, context.seccompProfile);
	}

	between();
	if (context.appArmorProfile) {
		checkAppArmor(errors, `${path}.appArmorProfile`, context.appArmorProfile);
	}
};

const profileTypes = ['Localhost', 'RuntimeDefault', 'Unconfined'];

const checkSeccomp = (errors: Errors, path: string, profile: SeccompProfile): void => {
	if (!profile.type) {
		errors.push(required(`${path}.type`, 'type is required when seccompProfile is set'));
	} else if (!profileTypes.includes(profile.type)) {
		errors.push(notSupported(`${path}.type`, profile.type, profileTypes));
	}

	if (profile.type === 'Localhost') {
		if (profile.localhostProfile === undefined) {
			errors.push(required(`${path}.localhostProfile`, 'must be set when seccomp type is Localhost'));
		} else {
			checkDescendingPath(errors, `${path}.localhostProfile`, profile.localhostProfile);
		}
	} else if (profile.localhostProfile !== undefined) {
		const shown = {Type: profile.type, LocalhostProfile: profile.localhostProfile};
		errors.push(invalid(`${path}.localhostProfile`, shown, 'can only be set when seccomp type is Localhost'));
	}
};

const checkAppArmor = (errors: Errors, path: string, profile: AppArmorProfile): void => {
	const field = `${path}.localhostProfile`;
	const name = profile.localhostProfile;
	if (profile.type === 'Localhost') {
		if (name === undefined || name.trim() === '') {
			errors.push(
				name
					? invalid(field, name, 'must not be padded with whitespace')
					: required(field, 'must be set when AppArmor type is Localhost'),
			);
		} else if (name.trim() !== name) {
			errors.push(invalid(field, name, 'must not be padded with whitespace'));
		}

		if ((name?.length ?? 0) > 4095) {
			errors.push(tooLong(field, '', 4095));
		}
	} else if (!profile.type) {
		errors.push(required(`${path}.type`, 'type is required when appArmorProfile is set'));
	} else if (!profileTypes.includes(profile.type)) {
		errors.push(notSupported(`${path}.type`, profile.type, profileTypes));
	} else if (name !== undefined) {
		errors.push(invalid(field, name, 'can only be set when AppArmor type is Localhost'));
	}
};

/** The security context of one container. @mirrors k8s.io/kubernetes/pkg/apis/core/validation ValidateSecurityContext */
export const checkSecurityContext = (
	errors: Errors,
	path: string,
	context: SecurityContext | undefined,
	hostUsers: boolean,
): void => {
	if (!context) {
		return;
	}

	checkRange(errors, `${path}.runAsUser`, context.runAsUser, 0, highest);
	checkRange(errors, `${path}.runAsGroup`, context.runAsGroup, 0, highest);
	if (context.procMount !== undefined) {
		checkSupported(errors, `${path}.procMount`, context.procMount, ['Default', 'Unmasked']);
		if (hostUsers && context.procMount === 'Unmasked') {
			errors.push(invalid(`${path}.procMount`, context.procMount, '`hostUsers` must be false to use `Unmasked`'));
		}
	}

	checkProfiles(errors, path, context, () => {
		if (context.allowPrivilegeEscalation === false) {
			checkEscalation(errors, path, context);
		}

		checkWindowsOptions(errors, `${path}.windowsOptions`, context.windowsOptions);
	});
};

const checkEscalation = (errors: Errors, path: string, context: SecurityContext): void => {
	const shown = (): unknown => ({
		Capabilities: context.capabilities
			? {Add: context.capabilities.add ?? null, Drop: context.capabilities.drop ?? null}
			: null,
		Privileged: context.privileged ?? null,
		SELinuxOptions: sorted(context.seLinuxOptions) ?? null,
		WindowsOptions: sorted(context.windowsOptions) ?? null,
		RunAsUser: context.runAsUser ?? null,
		RunAsGroup: context.runAsGroup ?? null,
		RunAsNonRoot: context.runAsNonRoot ?? null,
		ReadOnlyRootFilesystem: context.readOnlyRootFilesystem ?? null,
		AllowPrivilegeEscalation: context.allowPrivilegeEscalation,
		ProcMount: context.procMount ?? null,
		SeccompProfile: context.seccompProfile
			? {Type: context.seccompProfile.type, LocalhostProfile: context.seccompProfile.localhostProfile ?? null}
			: null,
		AppArmorProfile: context.appArmorProfile
			? {Type: context.appArmorProfile.type, LocalhostProfile: context.appArmorProfile.localhostProfile ?? null}
			: null,
	});
	if (context.privileged) {
		errors.push(invalid(path, shown(), 'cannot set `allowPrivilegeEscalation` to false and `privileged` to true'));
	}

	for (const capability of context.capabilities?.add ?? []) {
		if (capability === 'CAP_SYS_ADMIN') {
			errors.push(
				invalid(path, shown(), 'cannot set `allowPrivilegeEscalation` to false and `capabilities.Add` CAP_SYS_ADMIN'),
			);
		}
	}
};

const netBios = /^[^\\/:*?"<>|.][^\\/:*?"<>|]{0,14}$/;
const dnsDomain = /^[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;

/** The mistakes in the name of a Windows user: at most one error for its form, and more for its parts. */
const userNameErrors = (name: string): string[] => {
	if (name === '') {
		return ['runAsUserName cannot be an empty string'];
	}

	// eslint-disable-next-line no-control-regex
	if (/[\u0000-\u001F\u007F]/.test(name)) {
		return ['runAsUserName cannot contain control characters'];
	}

	const parts = name.split('\\');
	if (parts.length > 2) {
		return ['runAsUserName cannot contain more than one backslash'];
	}

	const user = parts.at(-1) ?? '';
	const domain = parts.length === 2 ? parts[0] : undefined;
	const found: Array<[boolean, string]> = [
		[(domain?.length ?? 0) >= 256, "runAsUserName's Domain length must be under 256 characters"],
		[
			domain !== undefined && !netBios.test(domain) && !dnsDomain.test(domain),
			"runAsUserName's Domain doesn't match the NetBios nor the DNS format",
		],
		[user === '', "runAsUserName's User cannot be empty"],
		[user.length > 104, "runAsUserName's User length must not be longer than 104 characters"],
		[/^[. ]+$/.test(user), "runAsUserName's User cannot contain only periods or spaces"],
		[
			/["/\\:;|=,+*?<>@[\]]/.test(user),
			'runAsUserName\'s User cannot contain the following characters: "/\\:;|=,+*?<>@[]',
		],
	];
	return found.filter(([wrong]) => wrong).map(([, message]) => message);
};

const checkWindowsOptions = (
	errors: Errors,
	path: string,
	options: WindowsSecurityContextOptions | undefined,
): void => {
	if (!options) {
		return;
	}

	if (options.gmsaCredentialSpecName !== undefined) {
		refuseEach(
			errors,
			`${path}.gmsaCredentialSpecName`,
			options.gmsaCredentialSpecName,
			dnsSubdomainErrors(options.gmsaCredentialSpecName),
		);
	}

	const spec = options.gmsaCredentialSpec;
	if (spec === '') {
		errors.push(invalid(`${path}.gmsaCredentialSpec`, '', 'gmsaCredentialSpec cannot be an empty string'));
	} else if (spec !== undefined && Buffer.byteLength(spec) > 64 * 1024) {
		errors.push(invalid(`${path}.gmsaCredentialSpec`, spec, 'gmsaCredentialSpec size must be under 64 KiB'));
	}

	if (options.runAsUserName !== undefined) {
		refuseEach(errors, `${path}.runAsUserName`, options.runAsUserName, userNameErrors(options.runAsUserName));
	}
};

/** Checks the Pod's security context, which has fields that containers do not have. @mirrors validatePodSpecSecurityContext */
export const checkPodSecurityContext = (errors: Errors, path: string, spec: PodSpec): void => {
	const context = spec.securityContext;
	if (!context) {
		return;
	}

	checkRange(errors, `${path}.fsGroup`, context.fsGroup, 0, highest);
	checkRange(errors, `${path}.runAsUser`, context.runAsUser, 0, highest);
	checkRange(errors, `${path}.runAsGroup`, context.runAsGroup, 0, highest);
	for (const [index, group] of (context.supplementalGroups ?? []).entries()) {
		checkRange(errors, `${path}.supplementalGroups[${index}]`, group, 0, highest);
	}

	if (spec.shareProcessNamespace && spec.hostPID) {
		errors.push(
			invalid(`${path}.shareProcessNamespace`, true, 'ShareProcessNamespace and HostPID cannot both be enabled'),
		);
	}

	checkSysctls(errors, `${path}.sysctls`, spec);
	if (context.fsGroupChangePolicy !== undefined) {
		checkSupported(errors, `${path}.fsGroupChangePolicy`, context.fsGroupChangePolicy, ['Always', 'OnRootMismatch']);
	}

	checkProfiles(errors, path, context, () => {
		checkWindowsOptions(errors, `${path}.windowsOptions`, context.windowsOptions);
	});
	if (context.supplementalGroupsPolicy !== undefined) {
		checkSupported(errors, `${path}.supplementalGroupsPolicy`, context.supplementalGroupsPolicy, ['Merge', 'Strict']);
	}

	if (context.seLinuxChangePolicy !== undefined) {
		checkSupported(errors, `${path}.seLinuxChangePolicy`, context.seLinuxChangePolicy, ['Recursive']);
	}
};

const sysctlFormat = '^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$';
const sysctlPattern = /^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$/;

/** A name in which slashes and dots are swapped if it has a slash first. */
const withDots = (name: string): string =>
	/^[^./]*\//.test(name) ? name.replaceAll(/[./]/g, (separator) => (separator === '.' ? '/' : '.')) : name;

const checkSysctls = (errors: Errors, path: string, spec: PodSpec): void => {
	const names = new Set<string>();
	for (const [index, {name}] of (spec.securityContext?.sysctls ?? []).entries()) {
		const at = `${path}[${index}].name`;
		if (!name) {
			errors.push(required(at));
		} else if (name.length > 253 || !sysctlPattern.test(name)) {
			errors.push(invalid(at, name, `must have at most 253 characters and match regex ${sysctlFormat}`));
		} else if (names.has(name)) {
			errors.push(duplicate(at, name));
		}

		const dotted = withDots(name);
		if (spec.hostNetwork && dotted.startsWith('net.')) {
			errors.push(invalid(at, name, "may not be specified when 'hostNetwork' is true"));
		}

		if (spec.hostIPC && /^(kernel\.shm|kernel\.msg|fs\.mqueue\.|kernel\.sem$)/.test(dotted)) {
			errors.push(invalid(at, name, "may not be specified when 'hostIPC' is true"));
		}

		names.add(name);
	}
};

const kinds = ['initContainers', 'containers', 'ephemeralContainers'] as const;
const ofLinuxPod = [
	'appArmorProfile',
	'seLinuxOptions',
	'seccompProfile',
	'fsGroup',
	'fsGroupChangePolicy',
	'sysctls',
	'runAsUser',
	'runAsGroup',
	'supplementalGroups',
	'supplementalGroupsPolicy',
	'seLinuxChangePolicy',
] as const;
const ofLinuxContainer = [
	'appArmorProfile',
	'seLinuxOptions',
	'seccompProfile',
	'capabilities',
	'readOnlyRootFilesystem',
	'privileged',
	'allowPrivilegeEscalation',
	'procMount',
	'runAsUser',
	'runAsGroup',
] as const;

/** Fields that make sense only on the other operating system. @mirrors validateLinux, validateWindows */
export const checkOperatingSystem = (errors: Errors, path: string, spec: PodSpec): void => {
	const windows = spec.os?.name === 'windows';
	const context = spec.securityContext;
	if (!windows && context?.windowsOptions) {
		errors.push(forbidden(`${path}.securityContext.windowsOptions`, 'windows options cannot be set for a linux pod'));
	}

	if (windows && context) {
		for (const name of ofLinuxPod) {
			if (name === 'sysctls' ? (context.sysctls?.length ?? 0) > 0 : context[name] !== undefined) {
				errors.push(forbidden(`${path}.securityContext.${name}`, 'cannot be set for a windows pod'));
			}

			if (name === 'seLinuxOptions' || name === 'sysctls') {
				for (const own of name === 'sysctls'
					? (['shareProcessNamespace'] as const)
					: (['hostUsers', 'hostPID', 'hostIPC'] as const)) {
					// These two are not pointers in upstream's type: false equals unset.
					if (spec[own] !== undefined && (spec[own] || (!own.startsWith('hostP') && own !== 'hostIPC'))) {
						errors.push(forbidden(`${path}.${own}`, 'cannot be set for a windows pod'));
					}
				}
			}
		}
	}

	for (const kind of kinds) {
		for (const [index, container] of (spec[kind] ?? []).entries()) {
			const at = `${path}.${kind}[${index}].securityContext`;
			if (windows) {
				for (const name of ofLinuxContainer) {
					if (container.securityContext?.[name] !== undefined) {
						errors.push(forbidden(`${at}.${name}`, 'cannot be set for a windows pod'));
					}
				}
			} else if (container.securityContext?.windowsOptions) {
				errors.push(forbidden(`${at}.windowsOptions`, 'windows options cannot be set for a linux pod'));
			}
		}
	}
};

/**
Checks that either all containers run as processes of the Windows host or none does, and that they use the host's network.

@mirrors validateWindowsHostProcessPod
*/
export const checkHostProcesses = (errors: Errors, path: string, spec: PodSpec): void => {
	const whole = spec.securityContext?.windowsOptions?.hostProcess;
	let count = 0;
	let hostProcesses = 0;
	for (const kind of kinds) {
		for (const [index, container] of (spec[kind] ?? []).entries()) {
			const own = container.securityContext?.windowsOptions?.hostProcess;
			count++;
			hostProcesses += (own ?? whole) ? 1 : 0;
			if (whole !== undefined && own !== undefined && whole !== own) {
				const field = `${path}.${kind}[${index}].securityContext.windowsOptions.hostProcess`;
				errors.push(invalid(field, own, `pod hostProcess value must be identical if both are specified, was ${whole}`));
			}
		}
	}

	if (hostProcesses > 0) {
		if (hostProcesses !== count) {
			errors.push(
				invalid(
					path,
					'',
					'If pod contains any hostProcess containers then all containers must be HostProcess containers',
				),
			);
		}

		if (!spec.hostNetwork) {
			errors.push(
				invalid(`${path}.hostNetwork`, false, 'hostNetwork must be true if pod contains any hostProcess containers'),
			);
		}
	}
};

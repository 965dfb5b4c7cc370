import type {Container} from '../../../objects/kubernetes.generated.js';
import {procMountViolation} from './baseline.js';
import {
	containersNamed,
	containersOf,
	culprits,
	isInUserNamespace,
	isWindows,
	namesWhere,
	quoted,
	type Check,
} from './check.js';

const volumeTypes = new Set([
	'configMap',
	'csi',
	'downwardAPI',
	'emptyDir',
	'ephemeral',
	'image',
	'persistentVolumeClaim',
	'projected',
	'secret',
]);

/**
The rules of the restricted standard on top of the baseline: today's hardening practice.

@see https://kubernetes.io/docs/concepts/security/pod-security-standards/#restricted
*/
export const restricted: readonly Check[] = [
	{
		id: 'allowPrivilegeEscalation',
		since: 8,
		violation(pod, minor) {
			const names = isWindows(pod.spec, minor)
				? []
				: namesWhere(pod, ({securityContext}) => securityContext?.allowPrivilegeEscalation !== false);
			return names.length === 0
				? undefined
				: {
						reason: 'allowPrivilegeEscalation != false',
						detail: `${containersNamed(names)} must set securityContext.allowPrivilegeEscalation=false`,
					};
		},
	},
	{
		id: 'capabilities_restricted',
		since: 22,
		overrides: 'capabilities_baseline',
		violation(pod, minor) {
			if (isWindows(pod.spec, minor)) {
				return undefined;
			}

			const added = ({securityContext}: Container) =>
				(securityContext?.capabilities?.add ?? []).filter((capability) => capability !== 'NET_BIND_SERVICE');
			const keeping = namesWhere(
				pod,
				({securityContext}) => !(securityContext?.capabilities?.drop ?? []).includes('ALL'),
			);
			const adding = namesWhere(pod, (container) => added(container).length > 0);
			const capabilities = [...new Set(containersOf(pod.spec).flatMap((container) => added(container)))].sort();
			const details = [
				...(keeping.length > 0
					? [`${containersNamed(keeping)} must set securityContext.capabilities.drop=["ALL"]`]
					: []),
				...(adding.length > 0
					? [`${containersNamed(adding)} must not include ${quoted(capabilities)} in securityContext.capabilities.add`]
					: []),
			];
			return details.length === 0 ? undefined : {reason: 'unrestricted capabilities', detail: details.join('; ')};
		},
	},
	{
		id: 'procMount_restricted',
		since: 35,
		violation: procMountViolation,
	},
	{
		id: 'restrictedVolumes',
		overrides: 'hostPathVolumes',
		violation({spec}) {
			const bad = (spec.volumes ?? []).flatMap((volume) => {
				const type = Object.keys(volume).find((key) => key !== 'name');
				return type === undefined || volumeTypes.has(type) ? [] : [{name: volume.name, type}];
			});
			if (bad.length === 0) {
				return undefined;
			}

			const types = [...new Set(bad.map(({type}) => type))].sort();
			return {
				reason: 'restricted volume types',
				detail: `volume${bad.length === 1 ? '' : 's'} ${quoted(bad.map(({name}) => name))} ${bad.length === 1 ? 'uses' : 'use'} restricted volume type${
					types.length === 1 ? '' : 's'
				} ${quoted(types)}`,
			};
		},
	},
	{
		id: 'runAsNonRoot',
		violation(pod, minor) {
			if (isInUserNamespace(pod.spec, minor)) {
				return undefined;
			}

			const own = pod.spec.securityContext?.runAsNonRoot;
			const explicit = culprits(
				own === false,
				namesWhere(pod, ({securityContext}) => securityContext?.runAsNonRoot === false),
			);
			if (explicit !== '') {
				return {reason: 'runAsNonRoot != true', detail: `${explicit} must not set securityContext.runAsNonRoot=false`};
			}

			const silent =
				own === true ? [] : namesWhere(pod, ({securityContext}) => securityContext?.runAsNonRoot === undefined);
			return silent.length === 0
				? undefined
				: {
						reason: 'runAsNonRoot != true',
						detail: `pod or ${containersNamed(silent)} must set securityContext.runAsNonRoot=true`,
					};
		},
	},
	{
		id: 'runAsUser',
		since: 23,
		violation(pod, minor) {
			if (isInUserNamespace(pod.spec, minor)) {
				return undefined;
			}

			const who = culprits(
				pod.spec.securityContext?.runAsUser === 0,
				namesWhere(pod, ({securityContext}) => securityContext?.runAsUser === 0),
			);
			return who === '' ? undefined : {reason: 'runAsUser=0', detail: `${who} must not set runAsUser=0`};
		},
	},
	{
		id: 'seccompProfile_restricted',
		since: 19,
		overrides: 'seccompProfile_baseline',
		violation(pod, minor) {
			if (isWindows(pod.spec, minor)) {
				return undefined;
			}

			const isBad = (type: string | undefined) =>
				type !== undefined && type !== 'RuntimeDefault' && type !== 'Localhost';
			const own = pod.spec.securityContext?.seccompProfile?.type;
			const types = containersOf(pod.spec).map(({securityContext}) => securityContext?.seccompProfile?.type);
			const bad = namesWhere(pod, ({securityContext}) => isBad(securityContext?.seccompProfile?.type));
			const who = culprits(isBad(own), bad);
			if (who !== '') {
				const values = [
					...new Set([own, ...types].flatMap((type) => (type !== undefined && isBad(type) ? [type] : []))),
				].sort();
				return {
					reason: 'seccompProfile',
					detail: `${who} must not set securityContext.seccompProfile.type to ${quoted(values)}`,
				};
			}

			const silent =
				own === undefined || isBad(own)
					? namesWhere(pod, ({securityContext}) => securityContext?.seccompProfile?.type === undefined)
					: [];
			return silent.length === 0
				? undefined
				: {
						reason: 'seccompProfile',
						detail: `pod or ${containersNamed(silent)} must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost"`,
					};
		},
	},
];

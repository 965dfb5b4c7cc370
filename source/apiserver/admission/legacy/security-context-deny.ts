import {objectOf, refuse, writes, type AdmissionPlugin} from '../plugin.js';

/** Refuses Pods that choose users, groups or SELinux labels themselves. @mirrors scdeny.Plugin.Validate */
export const securityContextDeny = (): AdmissionPlugin<'SecurityContextDeny'> => ({
	name: 'SecurityContextDeny',

	concerns: (attributes) => writes(attributes, 'pods'),

	validate(attributes) {
		const {securityContext = {}, containers, initContainers} = objectOf(attributes, 'v1 Pod').spec;
		const {supplementalGroups = [], seLinuxOptions, runAsUser, fsGroup} = securityContext;
		const chosen: ReadonlyArray<readonly [field: string, isChosen: boolean]> = [
			['SupplementalGroups', supplementalGroups.length > 0],
			['SELinuxOptions', Boolean(seLinuxOptions)],
			['RunAsUser', runAsUser !== undefined],
			['FSGroup', fsGroup !== undefined],
		];
		const wrong = chosen.find(([, isChosen]) => isChosen);
		if (wrong) {
			throw refuse(attributes, `pod.Spec.SecurityContext.${wrong[0]} is forbidden`);
		}

		for (const {securityContext: own} of [...(initContainers ?? []), ...containers]) {
			if (own?.seLinuxOptions) {
				throw refuse(attributes, 'SecurityContext.SELinuxOptions is forbidden');
			}

			if (own?.runAsUser !== undefined) {
				throw refuse(attributes, 'SecurityContext.RunAsUser is forbidden');
			}
		}

		return {case: 'passed'};
	},
});

import {objectOf, refuse, writes, type AdmissionPlugin} from '../plugin.js';

/** Refuses Pods that choose users, groups or SELinux labels themselves. @mirrors scdeny.Plugin.Validate */
export const securityContextDeny = (): AdmissionPlugin<'SecurityContextDeny'> => ({
	name: 'SecurityContextDeny',

	concerns: (attributes) => writes(attributes, 'pods'),

	validate(attributes) {
		const {securityContext = {}, containers, initContainers} = objectOf(attributes, 'v1 Pod').spec;
		const wrong =
			(securityContext.supplementalGroups?.length ?? 0) > 0
				? 'pod.Spec.SecurityContext.SupplementalGroups'
				: securityContext.seLinuxOptions
					? 'pod.Spec.SecurityContext.SELinuxOptions'
					: securityContext.runAsUser !== undefined
						? 'pod.Spec.SecurityContext.RunAsUser'
						: securityContext.fsGroup !== undefined
							? 'pod.Spec.SecurityContext.FSGroup'
							: undefined;
		if (wrong) {
			throw refuse(attributes, `${wrong} is forbidden`);
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

import type {AppArmorProfile, SeccompProfile} from '../../objects/kubernetes.generated.js';

/**
The field's part, if the old annotation and the field for a container's profile disagree.

@param defaults the annotation's words for the profile of the runtime
@mirrors k8s.io/kubernetes/pkg/apis/core/validation validateSeccompAnnotationsAndFieldsMatch, validateAppArmorAnnotationsAndFieldsMatchOnCreate
*/
export const profileMismatch = (
	annotation: string,
	profile: AppArmorProfile | SeccompProfile | undefined,
	defaults: readonly string[] = ['runtime/default'],
): 'type' | 'localhostProfile' | undefined => {
	switch (profile?.type) {
		case 'Unconfined': {
			return annotation === 'unconfined' ? undefined : 'type';
		}

		case 'RuntimeDefault': {
			return defaults.includes(annotation) ? undefined : 'type';
		}

		case 'Localhost': {
			if (!annotation.startsWith('localhost/')) {
				return 'type';
			}

			return annotation.slice('localhost/'.length) === profile.localhostProfile ? undefined : 'localhostProfile';
		}

		default: {
			return undefined;
		}
	}
};

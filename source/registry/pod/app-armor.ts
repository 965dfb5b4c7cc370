import type {AppArmorProfile, Container, ObjectMeta, PodSpec} from '../../objects/kubernetes.generated.js';

/** The name of a container follows. */
export const appArmorPrefix = 'container.apparmor.security.beta.kubernetes.io/';

/** `localhost/web` for the profile `web` of the node; empty for a profile that cannot be written as an annotation. */
const annotationFor = (profile: AppArmorProfile | undefined): string => {
	switch (profile?.type) {
		case 'Unconfined': {
			return 'unconfined';
		}

		case 'RuntimeDefault': {
			return 'runtime/default';
		}

		case 'Localhost': {
			return profile.localhostProfile === undefined ? '' : `localhost/${profile.localhostProfile}`;
		}

		default: {
			return '';
		}
	}
};

const profileFor = (annotation: string): AppArmorProfile | undefined => {
	if (annotation === 'unconfined') {
		return {type: 'Unconfined'};
	}

	if (annotation === 'runtime/default') {
		return {type: 'RuntimeDefault'};
	}

	const name = annotation.startsWith('localhost/') ? annotation.slice('localhost/'.length) : '';
	return name === '' ? undefined : {type: 'Localhost', localhostProfile: name};
};

interface Parts {
	readonly metadata: Partial<ObjectMeta>;
	readonly spec: PodSpec;
}

/**
Sets both the AppArmor annotation, which old kubelets read, and the field, which newer ones read.

Simplified: no warning about the deprecated annotation.

@mirrors k8s.io/kubernetes/pkg/registry/core/pod applyAppArmorVersionSkew
*/
export const withAppArmorBothWays = ({metadata, spec}: Parts): Parts => {
	const ofPod = spec.securityContext?.appArmorProfile;
	const annotated = Object.keys(metadata.annotations ?? {}).some((key) => key.startsWith(appArmorPrefix));
	const kinds = ['initContainers', 'containers'] as const;
	const hasField = kinds.some((kind) => spec[kind]?.some(({securityContext}) => securityContext?.appArmorProfile));
	if ((!ofPod && !annotated && !hasField) || spec.os?.name === 'windows') {
		return {metadata, spec};
	}

	const annotations: Record<string, string> = {...metadata.annotations};
	const synced = (container: Container): Container => {
		const key = `${appArmorPrefix}${container.name}`;
		const own = container.securityContext?.appArmorProfile;
		const annotation = annotations[key];
		if (annotation === undefined) {
			const text = annotationFor(own ?? ofPod);
			if (text !== '') {
				annotations[key] = text;
			}

			return container;
		}

		const profile = own ? undefined : profileFor(annotation);
		return profile && annotationFor(ofPod) !== annotation
			? {...container, securityContext: {...container.securityContext, appArmorProfile: profile}}
			: container;
	};
	const after: PodSpec = {
		...spec,
		...(spec.initContainers && {initContainers: spec.initContainers.map((container) => synced(container))}),
		...(spec.containers && {containers: spec.containers.map((container) => synced(container))}),
	};
	return {metadata: Object.keys(annotations).length > 0 ? {...metadata, annotations} : metadata, spec: after};
};

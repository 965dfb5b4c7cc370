import {appArmorPrefix} from './app-armor.js';
import {profileMismatch} from './profile-annotation.js';
import {forbidden, invalid} from '../../objects/field-error.js';
import type {Pod, PodTemplateSpec, SeccompProfile} from '../../objects/kubernetes.generated.js';
import {onceGood} from '../known-good.js';
import {checkDescendingPath, type Errors} from '../validation/checks.js';
import {checkImageSpaces} from './container.js';
import {checkMetadata, checkTemplateMetadata, nameRules} from '../validation/metadata.js';
import {checkPodSpec} from './spec.js';

/** Annotation of a Pod that a node's kubelet runs without the apiserver. */
export const mirror = 'kubernetes.io/config.mirror';
const deletionCost = 'controller.kubernetes.io/pod-deletion-cost';

const seccompPod = 'seccomp.security.alpha.kubernetes.io/pod';
const seccompPrefix = 'container.seccomp.security.alpha.kubernetes.io/';

const containerKinds = ['initContainers', 'containers', 'ephemeralContainers'] as const;

/** A Pod or a template of Pods. */
interface Annotated {
	readonly metadata?: Partial<Pod['metadata']>;
	readonly spec: Pod['spec'];
}

/** @mirrors ValidateSeccompPodAnnotations */
const checkSeccompAnnotations = (errors: Errors, path: string, annotations: Readonly<Record<string, string>>): void => {
	const keys = Object.keys(annotations).filter((key) => key.startsWith(seccompPrefix));
	for (const key of annotations[seccompPod] === undefined ? keys : [seccompPod, ...keys]) {
		const profile = annotations[key] ?? '';
		if (profile.startsWith('localhost/')) {
			checkDescendingPath(errors, `${path}.${key}`, profile.slice('localhost/'.length));
		} else if (!['runtime/default', 'docker/default', 'unconfined'].includes(profile)) {
			errors.push(invalid(`${path}.${key}`, profile, 'must be a valid seccomp profile'));
		}
	}
};

/** @mirrors ValidateAppArmorPodAnnotations */
const checkAppArmorAnnotations = (
	errors: Errors,
	path: string,
	annotations: Readonly<Record<string, string>>,
	spec: Pod['spec'],
): void => {
	for (const [key, profile] of Object.entries(annotations)) {
		if (!key.startsWith(appArmorPrefix)) {
			continue;
		}

		const name = key.slice(appArmorPrefix.length);
		const containers = [
			...(spec.initContainers ?? []),
			...(spec.containers ?? []),
			...(spec.ephemeralContainers ?? []),
		];
		if (!containers.some((container) => container.name === name)) {
			errors.push(invalid(`${path}[${key}]`, name, 'container not found'));
		}

		if (!['', 'runtime/default', 'unconfined'].includes(profile) && !profile.startsWith('localhost/')) {
			errors.push(invalid(`${path}[${key}]`, profile, `invalid AppArmor profile name: ${JSON.stringify(profile)}`));
		}
	}
};

/** The old annotation of a container and the field must agree. @mirrors validateAppArmorAnnotationsAndFieldsMatch */
const checkAppArmorAgreement = (errors: Errors, path: string, {metadata, spec}: Annotated): void => {
	const annotations = metadata?.annotations;
	if (spec.os?.name === 'windows' || !annotations) {
		return;
	}

	for (const kind of containerKinds) {
		for (const [index, {name, securityContext}] of (spec[kind] ?? []).entries()) {
			const annotation = annotations[`${appArmorPrefix}${name}`];
			const profile = securityContext?.appArmorProfile ?? spec.securityContext?.appArmorProfile;
			const part = annotation === undefined ? undefined : profileMismatch(annotation, profile);
			if (part) {
				const field = `${path}.${kind}[${index}].securityContext.appArmorProfile.${part}`;
				const what = part === 'type' ? 'type' : 'profile';
				errors.push(forbidden(field, `apparmor ${what} in annotation and field must match`));
			}
		}
	}
};

/** The words of the annotation for seccomp that mean the profile of the runtime. */
const seccompDefaults = ['runtime/default', 'docker/default'];

/** @mirrors validateSeccompAnnotationsAndFields */
const checkSeccompAgreement = (errors: Errors, path: string, {metadata, spec}: Annotated): void => {
	const check = (key: string, at: string, profile: SeccompProfile | undefined): void => {
		const annotation = metadata?.annotations?.[key];
		const part = annotation === undefined ? undefined : profileMismatch(annotation, profile, seccompDefaults);
		if (part) {
			const what = part === 'type' ? 'type' : 'profile';
			errors.push(forbidden(`${at}.seccompProfile.${part}`, `seccomp ${what} in annotation and field must match`));
		}
	};

	check(seccompPod, `${path}.securityContext`, spec.securityContext?.seccompProfile);
	for (const kind of containerKinds) {
		for (const [index, {name, securityContext}] of (spec[kind] ?? []).entries()) {
			check(`${seccompPrefix}${name}`, `${path}.${kind}[${index}].securityContext`, securityContext?.seccompProfile);
		}
	}
};

/** @mirrors ValidatePodSpecificAnnotations */
export const checkPodAnnotations = (errors: Errors, path: string, {metadata, spec}: Annotated): void => {
	const annotations = metadata?.annotations;
	if (!annotations) {
		return;
	}

	if (annotations[mirror] !== undefined && !spec.nodeName) {
		errors.push(
			invalid(`${path}[${mirror}]`, annotations[mirror], 'must set spec.nodeName if mirror pod annotation is set'),
		);
	}

	const cost = annotations[deletionCost];
	if (cost !== undefined && !(/^(0|-\d+|[1-9]\d*)$/.test(cost) && Number(cost) === (Number(cost) | 0))) {
		errors.push(invalid(`${path}[${deletionCost}]`, cost, 'must be a 32bit integer'));
	}

	checkSeccompAnnotations(errors, path, annotations);
	checkAppArmorAnnotations(errors, path, annotations, spec);
};

/** A Pod, without the checks that are only for its creation. @mirrors validatePodMetadataAndSpec */
export const checkPod = (errors: Errors, pod: Pod): void => {
	const {metadata, spec} = pod;
	checkMetadata(errors, metadata, true, nameRules.subdomain);
	checkPodAnnotations(errors, 'metadata.annotations', pod);
	checkPodSpec(errors, 'spec', spec, {
		isPod: true,
		name: metadata.name,
		isMirror: metadata.annotations?.[mirror] !== undefined,
	});
	if (!spec.serviceAccountName) {
		for (const [index, {projected}] of (spec.volumes ?? []).entries()) {
			for (const [position, {serviceAccountToken}] of (projected?.sources ?? []).entries()) {
				if (serviceAccountToken) {
					const field = `spec.volumes[${index}].projected.sources[${position}].serviceAccountToken`;
					errors.push(forbidden(field, 'must not be specified when serviceAccountName is not set'));
				}
			}
		}
	}

	for (const kind of ['containers', 'initContainers'] as const) {
		for (const [index, container] of (spec[kind] ?? []).entries()) {
			checkImageSpaces(errors, `spec.${kind}[${index}]`, container);
		}
	}
};

/** A Pod that is to be created. @mirrors k8s.io/kubernetes/pkg/apis/core/validation ValidatePodCreate */
export const checkPodCreate = (errors: Errors, pod: Pod): void => {
	checkPod(errors, pod);
	const {spec} = pod;
	if ((spec.ephemeralContainers?.length ?? 0) > 0) {
		errors.push(forbidden('spec.ephemeralContainers', 'cannot be set on create'));
	}

	if (spec.nodeName && (spec.schedulingGates?.length ?? 0) > 0) {
		errors.push(forbidden('spec.nodeName', 'cannot be set until all schedulingGates have been cleared'));
	}

	checkSeccompAgreement(errors, 'spec', pod);
	checkAppArmorAgreement(errors, 'spec', pod);
};

/** The template from which a workload makes Pods. Upstream names labels and annotations as if they had no `metadata` above them. @mirrors ValidatePodTemplateSpec */
export const checkTemplate = onceGood((errors, path, template: PodTemplateSpec) => {
	checkTemplateMetadata(errors, template.metadata, path);
	checkPodAnnotations(errors, `${path}.annotations`, template as Pod);
	checkPodSpec(errors, `${path}.spec`, template.spec as Pod['spec'], {isPod: false});
	checkSeccompAgreement(errors, `${path}.spec`, template as Pod);
	checkAppArmorAgreement(errors, `${path}.spec`, template as Pod);
	if ((template.spec?.ephemeralContainers?.length ?? 0) > 0) {
		errors.push(forbidden(`${path}.spec.ephemeralContainers`, 'ephemeral containers not allowed in pod template'));
	}
});

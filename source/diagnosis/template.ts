import {podTemplatePath} from '../objects/pod-template.js';
import {nestedField, nestedSlice, type FieldPath} from '../objects/unstructured.js';
import {nameInKey} from '../objects/resources.js';
import type {ManifestObject} from './manifest-object.js';
import type {Finding} from './symptom.js';

/** The claim that a StatefulSet makes from its template. */
const claimTemplate = ({written}: ManifestObject, claim: string): FieldPath => {
	const list = nestedField(written, 'spec', 'volumeClaimTemplates');
	const index = Array.isArray(list)
		? list.findIndex((item) => claim.startsWith(`${String(nestedField(item, 'metadata', 'name'))}-`))
		: -1;
	return ['spec', 'volumeClaimTemplates', Math.max(0, index)];
};

/** The template of a claim that belongs to one Pod: that of its ephemeral volume. */
const ephemeralTemplate = ({kind, written}: ManifestObject, claim: string): FieldPath | undefined => {
	const path = [...(podTemplatePath(kind) ?? []), 'spec', 'volumes'];
	const index = nestedSlice(written, ...path).findIndex(
		(volume) =>
			nestedField(volume, 'ephemeral') !== undefined && claim.endsWith(`-${String(nestedField(volume, 'name'))}`),
	);
	return index === -1 ? undefined : [...path, index, 'ephemeral', 'volumeClaimTemplate'];
};

/** A volume of a StatefulSet's Pod, by its path in the template: in the Pod the volumes of the claims are first. */
const volumeOfTemplate = ({kind, written}: ManifestObject, field: FieldPath): FieldPath => {
	const [spec, list, index, ...rest] = field;
	const claims = kind === 'StatefulSet' ? nestedSlice(written, 'spec', 'volumeClaimTemplates').length : 0;
	return spec === 'spec' && list === 'volumes' && typeof index === 'number' && index >= claims
		? [spec, list, index - claims, ...rest]
		: field;
};

/** The path, in an object of a file, of a field of the resulting stuck object. */
export const pathInFile = (
	applied: ManifestObject,
	key: string | undefined,
	stuck: {readonly key: string} & Pick<Finding, 'ofPod'>,
	field: FieldPath,
): FieldPath => {
	const template = podTemplatePath(applied.kind) ?? [];
	if (stuck.ofPod) {
		return [...template, ...field];
	}

	// A template has no number of Pods: the workload in the file has it.
	if (stuck.key === key || (field[0] === 'spec' && field[1] === 'replicas')) {
		return field;
	}

	if (stuck.key.startsWith('/registry/persistentvolumeclaims/')) {
		const claim = nameInKey(stuck.key);
		const ofSet = applied.kind === 'StatefulSet' ? claimTemplate(applied, claim) : [];
		return [...(ephemeralTemplate(applied, claim) ?? ofSet), ...field];
	}

	if (stuck.key.startsWith('/registry/jobs/')) {
		return [...template.slice(0, 2), ...field];
	}

	return [...template, ...volumeOfTemplate(applied, field)];
};

const missingAt = ({written}: ManifestObject, path: FieldPath): number =>
	path.findIndex((_, index) => nestedField(written, ...path.slice(0, index + 1)) === undefined);

/** The part of a path that exists in the file. Missing requests default to the limits. */
export const writtenPart = (applied: ManifestObject, path: FieldPath): FieldPath => {
	const missing = missingAt(applied, path);
	const limits = path.map((step) => (step === 'requests' ? 'limits' : step));
	if (missing === -1) {
		return path;
	}

	if (missingAt(applied, limits) === -1) {
		return limits;
	}

	return path.slice(0, missing);
};

/** A path as Kubernetes prints it: `spec.containers[0].image`. */
export const dotted = (path: FieldPath): string =>
	path.reduce<string>((text, part) => {
		if (typeof part === 'number' || /[./]/.test(part)) {
			return `${text}[${part}]`;
		}

		if (text === '') {
			return part;
		}

		return `${text}.${part}`;
	}, '');

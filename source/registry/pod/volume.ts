import {duplicate, forbidden, invalid, required} from '../../objects/field-error.js';
import type {PodSpec, Volume} from '../../objects/kubernetes.generated.js';
import {dnsSubdomainErrors} from '../../objects/names.js';
import {compareQuantities} from '../../objects/quantity.js';
import {checkDNSLabel, checkSupported, requireValue, type Errors} from '../validation/checks.js';
import {checkClaimSpec} from './claim-spec.js';
import {checkTemplateMetadata} from '../validation/metadata.js';
import type {Volumes} from './mounts.js';
import {checkSources, podVolumeSources} from './volume-sources.js';

/** The facts about the whole Pod that the checks of its parts need. */
export interface PodScope {
	/** A Pod itself; a template is checked a little less. */
	readonly isPod: boolean;
	/** Metadata of the Pod, if it exists already. */
	readonly name?: string;
	/** Whether it is a kubelet's static Pod, and only shows it to the apiserver. */
	readonly isMirror?: boolean;
}

/**
Volumes of a Pod. Returns those that containers can mount: an invalid volume cannot be mounted either.

@mirrors k8s.io/kubernetes/pkg/apis/core/validation ValidateVolumes
*/
export const checkVolumes = (errors: Errors, path: string, spec: PodSpec, scope: PodScope): Volumes => {
	const usable = new Map<string, Volume>();
	const volumes = spec.volumes ?? [];
	const created = volumes.filter(({ephemeral}) => ephemeral && scope.name).map(({name}) => `${scope.name}-${name}`);
	for (const [index, volume] of volumes.entries()) {
		const at = `${path}[${index}]`;
		const before = errors.length;
		checkVolume(errors, at, volume, scope);
		if (requireValue(errors, `${at}.name`, volume.name)) {
			checkDNSLabel(errors, `${at}.name`, volume.name);
		}

		if (usable.has(volume.name)) {
			errors.push(duplicate(`${at}.name`, volume.name));
		}

		if (errors.length === before) {
			usable.set(volume.name, volume);
		}

		const claim = volume.persistentVolumeClaim?.claimName;
		if (claim !== undefined && created.includes(claim)) {
			const field = `${at}.persistentVolumeClaim.claimName`;
			errors.push(invalid(field, claim, 'must not reference a PVC that gets created for an ephemeral volume'));
		}
	}

	return usable;
};

const checkVolume = (errors: Errors, path: string, volume: Volume, scope: PodScope): void => {
	if (volume.emptyDir?.sizeLimit !== undefined && compareQuantities(volume.emptyDir.sizeLimit, 0) < 0) {
		errors.push(forbidden(`${path}.emptyDir.sizeLimit`, 'SizeLimit field must be a valid resource quantity'));
	}

	let count = checkSources(errors, path, volume, podVolumeSources, volume.emptyDir ? 1 : 0);
	for (const kind of ['ephemeral', 'image'] as const) {
		if (!volume[kind]) {
			continue;
		}

		if (count++ > 0) {
			errors.push(forbidden(`${path}.${kind}`, 'may not specify more than 1 volume type'));
		} else if (kind === 'ephemeral') {
			checkEphemeral(errors, path, volume, scope);
		} else {
			if (scope.isPod) {
				requireValue(errors, `${path}.image.reference`, volume.image?.reference);
			}

			checkSupported(errors, `${path}.image.pullPolicy`, volume.image?.pullPolicy, ['Always', 'IfNotPresent', 'Never']);
		}
	}

	if (count === 0) {
		errors.push(required(path, 'must specify a volume type'));
	}
};

/** Metadata in the order of Go's struct, and upstream's names of fields where they differ; without labels and annotations. */
const metadataFields: ReadonlyArray<readonly [string, string?]> = [
	['name'],
	['generateName'],
	['namespace'],
	['selfLink'],
	['uid', 'uID'],
	['resourceVersion'],
	['generation'],
	['creationTimestamp'],
	['deletionTimestamp'],
	['deletionGracePeriodSeconds'],
	['ownerReferences'],
	['finalizers'],
	['managedFields'],
];

const isUnset = (value: unknown): boolean => value === undefined || value === null || value === '' || value === 0;

const checkEphemeral = (errors: Errors, path: string, {name, ephemeral}: Volume, scope: PodScope): void => {
	const template = ephemeral?.volumeClaimTemplate;
	const at = `${path}.ephemeral.volumeClaimTemplate`;
	if (template) {
		checkTemplateMetadata(errors, template.metadata, `${at}.metadata`);
		for (const [field, shown = field] of metadataFields) {
			if (!isUnset((template.metadata as Readonly<Record<string, unknown>> | undefined)?.[field])) {
				errors.push(forbidden(`${at}.metadata.${shown}`, 'cannot be set'));
			}
		}

		checkClaimSpec(errors, `${at}.spec`, template.spec);
	} else {
		errors.push(required(at));
	}

	if (scope.name && name) {
		const claim = `${scope.name}-${name}`;
		for (const message of dnsSubdomainErrors(claim)) {
			errors.push(invalid(`${path}.name`, name, `PVC name "${claim}": ${message}`));
		}
	}
};

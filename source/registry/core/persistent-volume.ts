import {duplicate, forbidden, invalid, notSupported, required, tooLong} from '../../objects/field-error.js';
import type {NodeSelectorTerm, PersistentVolume, StorageClass} from '../../objects/kubernetes.generated.js';
import {dnsSubdomainErrors, qualifiedNameErrors} from '../../objects/names.js';
import {bytes, compareQuantities} from '../../objects/quantity.js';
import {
	checkImmutable,
	checkLabelKey,
	checkSupported,
	refuseEach,
	requireValue,
	sorted,
	type Errors,
} from '../validation/checks.js';
import {checkKnownAccessModes, volumeModes} from './persistent-volume-claim.js';
import {internalForm} from '../validation/internal-form.js';
import {checkMetadata, checkMetadataUpdate, nameRules} from '../validation/metadata.js';
import {checkNodeSelector} from '../validation/selectors.js';
import {specDiff} from '../validation/spec-diff.js';
import {checkSources, persistentVolumeSources} from './pod/volume-sources.js';
import {semanticEqual} from '../../kernel/equality.js';

const path = 'spec';

const checkCapacity = (errors: Errors, given: Readonly<Record<string, string>> | undefined): void => {
	const capacity = given ?? {};
	const names = Object.keys(capacity);
	if (names.length === 0) {
		errors.push(required(`${path}.capacity`));
	}

	if (capacity.storage === undefined || names.length > 1) {
		errors.push(notSupported(`${path}.capacity`, sorted(given), ['storage']));
	}

	for (const name of names) {
		const field = `${path}.capacity[${name}]`;
		const amount = capacity[name]!;
		if (bytes(amount) < 0) {
			errors.push(invalid(field, bytes(amount), 'must be a valid resource quantity'));
		}

		if (compareQuantities(amount, 0) <= 0) {
			errors.push(invalid(field, amount, 'must be greater than zero'));
		}
	}
};

/** @mirrors k8s.io/kubernetes/pkg/apis/core/validation ValidatePersistentVolumeSpec */
const checkSpec = (errors: Errors, {metadata, spec}: PersistentVolume): void => {
	requireValue(errors, `${path}.accessModes`, spec!.accessModes);
	checkKnownAccessModes(errors, `${path}.accessModes`, spec!.accessModes);
	checkCapacity(errors, spec!.capacity);
	const reclaim = spec!.persistentVolumeReclaimPolicy;
	if (reclaim) {
		checkSupported(errors, `${path}.persistentVolumeReclaimPolicy`, reclaim, ['Delete', 'Recycle', 'Retain']);
	}

	const affinity = spec!.nodeAffinity;
	if (affinity?.required) {
		checkNodeSelector(errors, `${path}.nodeAffinity.required`, affinity.required);
	} else if (affinity) {
		errors.push(required(`${path}.nodeAffinity.required`, 'must specify required node constraints'));
	}

	const count = checkSources(errors, path, spec!, persistentVolumeSources, 0, metadata.name);
	if (count === 0) {
		errors.push(required(path, 'must specify a volume type'));
	}

	if (spec!.local && count === 1 && !affinity) {
		errors.push(required(`${path}.nodeAffinity`, 'Local volume requires node affinity'));
	}

	if (spec!.hostPath && /^\/+(\.\/*)*$/.test(spec!.hostPath.path) && reclaim === 'Recycle') {
		errors.push(forbidden(`${path}.persistentVolumeReclaimPolicy`, "may not be 'recycle' for a hostPath mount of '/'"));
	}

	checkClasses(errors, spec!);
};

const checkClasses = (errors: Errors, spec: NonNullable<PersistentVolume['spec']>): void => {
	if (spec.storageClassName) {
		refuseEach(errors, `${path}.storageClassName`, spec.storageClassName, dnsSubdomainErrors(spec.storageClassName));
	}

	if (spec.volumeMode !== undefined) {
		checkSupported(errors, `${path}.volumeMode`, spec.volumeMode, volumeModes);
	}

	const name = spec.volumeAttributesClassName;
	if (name === undefined) {
		return;
	}

	if (name === '') {
		errors.push(required(`${path}.volumeAttributesClassName`, 'an empty string is disallowed'));
	} else {
		refuseEach(errors, `${path}.volumeAttributesClassName`, name, dnsSubdomainErrors(name));
	}

	if (!spec.csi) {
		errors.push(required(`${path}.csi`, 'has to be specified when using volumeAttributesClassName'));
	}
};

export const checkPersistentVolume = (errors: Errors, volume: PersistentVolume): void => {
	checkMetadata(errors, volume.metadata, false, nameRules.subdomain);
	checkSpec(errors, volume);
};

/** Where the bytes are cannot change. @mirrors ValidatePersistentVolumeUpdate */
export const checkPersistentVolumeUpdate = (
	errors: Errors,
	volume: PersistentVolume,
	old: PersistentVolume,
	subresource: string,
): void => {
	checkMetadataUpdate(errors, volume.metadata, old.metadata);
	if (subresource === 'status') {
		return;
	}

	// The strategy has checked all of it; the update checks it again.
	checkPersistentVolume(errors, volume);
	checkPersistentVolume(errors, volume);
	const sourceOf = ({spec}: PersistentVolume): unknown =>
		Object.fromEntries(
			Object.keys(persistentVolumeSources).map((kind) => [kind, (spec as Record<string, unknown> | undefined)?.[kind]]),
		);
	const compared = withoutAddedSecret(volume, old);
	if (!semanticEqual(sourceOf(compared), sourceOf(old))) {
		const diff = specDiff(old.spec, compared.spec, 'PersistentVolumeSource');
		errors.push(
			forbidden('spec.persistentvolumesource', `spec.persistentvolumesource is immutable after creation\n${diff}`),
		);
	}

	checkImmutable(errors, 'volumeMode', volume.spec?.volumeMode, old.spec?.volumeMode);
	checkNodeAffinityKept(errors, volume.spec?.nodeAffinity, old.spec?.nodeAffinity);
	if (old.spec?.volumeAttributesClassName !== undefined && volume.spec?.volumeAttributesClassName === undefined) {
		errors.push(forbidden(`${path}.volumeAttributesClassName`, 'update from non-nil value to nil is forbidden'));
	}
};

/** The secret for expansion may be added once. */
const withoutAddedSecret = (volume: PersistentVolume, old: PersistentVolume): PersistentVolume => {
	const {csi} = volume.spec ?? {};
	if (!csi?.controllerExpandSecretRef || !old.spec?.csi || old.spec.csi.controllerExpandSecretRef) {
		return volume;
	}

	const {controllerExpandSecretRef: _, ...kept} = csi;
	return {...volume, spec: {...volume.spec, csi: kept}};
};

/** Labels that had another name before they were stable. */
const stableLabels: Readonly<Record<string, string>> = {
	'failure-domain.beta.kubernetes.io/zone': 'topology.kubernetes.io/zone',
	'failure-domain.beta.kubernetes.io/region': 'topology.kubernetes.io/region',
	'beta.kubernetes.io/os': 'kubernetes.io/os',
	'beta.kubernetes.io/arch': 'kubernetes.io/arch',
	'beta.kubernetes.io/instance-type': 'node.kubernetes.io/instance-type',
};

type VolumeAffinity = NonNullable<PersistentVolume['spec']>['nodeAffinity'];

/** Where a volume is reachable from stays; only old names of labels may be replaced. @mirrors validatePvNodeAffinity */
const checkNodeAffinityKept = (errors: Errors, affinity: VolumeAffinity, old: VolumeAffinity): void => {
	if (!old) {
		return;
	}

	const renamed = {
		required: old.required && {
			nodeSelectorTerms: old.required.nodeSelectorTerms.map((term, index) =>
				withKeysOf(term, affinity?.required?.nodeSelectorTerms[index]),
			),
		},
	};
	if (!affinity || !semanticEqual(affinity, renamed)) {
		const shown = affinity ? internalForm(affinity, 'VolumeNodeAffinity') : null;
		errors.push(invalid('nodeAffinity', shown, 'field is immutable, except for updating from beta label to GA'));
	}
};

/** The old term with the new one's keys where they mean the same. */
const withKeysOf = (old: NodeSelectorTerm, now: NodeSelectorTerm | undefined): NodeSelectorTerm => {
	const renamed = (requirements: NodeSelectorTerm['matchExpressions'], others: NodeSelectorTerm['matchExpressions']) =>
		requirements?.map((requirement, index) => {
			const key = others?.[index]?.key;
			return key !== undefined && stableLabels[requirement.key] === key ? {...requirement, key} : requirement;
		});
	return {
		...old,
		...(old.matchExpressions && {matchExpressions: renamed(old.matchExpressions, now?.matchExpressions)}),
		...(old.matchFields && {matchFields: renamed(old.matchFields, now?.matchFields)}),
	};
};

/** @mirrors k8s.io/kubernetes/pkg/apis/storage/validation ValidateStorageClass */
export const checkStorageClass = (errors: Errors, storageClass: StorageClass, old?: StorageClass): void => {
	checkMetadata(errors, storageClass.metadata, false, nameRules.subdomain);
	if (requireValue(errors, 'provisioner', storageClass.provisioner)) {
		const {provisioner} = storageClass;
		refuseEach(errors, 'provisioner', provisioner, qualifiedNameErrors(provisioner.toLowerCase()));
	}

	checkParameters(errors, storageClass.parameters ?? {});

	if (storageClass.reclaimPolicy) {
		checkSupported(errors, 'reclaimPolicy', storageClass.reclaimPolicy, ['Delete', 'Retain']);
	}

	checkSupported(errors, 'volumeBindingMode', storageClass.volumeBindingMode, ['Immediate', 'WaitForFirstConsumer']);
	checkTopologies(errors, storageClass.allowedTopologies ?? []);
	if (!old) {
		return;
	}

	checkMetadataUpdate(errors, storageClass.metadata, old.metadata);
	for (const name of ['parameters', 'provisioner', 'reclaimPolicy'] as const) {
		if (!semanticEqual(storageClass[name], old[name])) {
			errors.push(forbidden(name, `updates to ${name} are forbidden.`));
		}
	}

	checkImmutable(errors, 'volumeBindingMode', storageClass.volumeBindingMode, old.volumeBindingMode);
};

const mostParameters = {entries: 512, bytes: 256 * 1024};

const checkParameters = (errors: Errors, parameters: Readonly<Record<string, string>>): void => {
	const entries = Object.entries(parameters);
	if (entries.length > mostParameters.entries) {
		errors.push(tooLong('parameters', 'Provisioner Parameters exceeded max allowed', mostParameters.entries));
		return;
	}

	if (Object.hasOwn(parameters, '')) {
		errors.push(invalid('parameters', '', 'field can not be empty.'));
	}

	const size = entries.reduce((sum, [key, value]) => sum + Buffer.byteLength(key) + Buffer.byteLength(value), 0);
	if (size > mostParameters.bytes) {
		errors.push(tooLong('parameters', '', mostParameters.bytes));
	}
};

const checkTopologies = (errors: Errors, terms: NonNullable<StorageClass['allowedTopologies']>): void => {
	for (const [index, {matchLabelExpressions = []}] of terms.entries()) {
		const keys = new Set<string>();
		for (const [position, {key, values}] of matchLabelExpressions.entries()) {
			const at = `allowedTopologies[${index}].matchLabelExpressions[${position}]`;
			requireValue(errors, `${at}.values`, values);
			for (const [place, value] of (values ?? []).entries()) {
				if (values.indexOf(value) < place) {
					errors.push(duplicate(`${at}.values[${place}]`, value));
				}
			}

			checkLabelKey(errors, `${at}.key`, key);
			if (keys.has(key)) {
				errors.push(duplicate(`${at}.key`, key));
			}

			keys.add(key);
		}

		// Upstream compares with a list that starts with as many empty terms, so that an empty term repeats them all.
		const repeated = matchLabelExpressions.length === 0 ? terms.length : 0;
		for (let count = 0; count < repeated; count++) {
			errors.push(duplicate(`allowedTopologies[${index}].matchLabelExpressions`, ''));
		}

		if (terms.slice(0, index).some((other) => semanticEqual(other, terms[index]))) {
			errors.push(duplicate(`allowedTopologies[${index}].matchLabelExpressions`, ''));
		}
	}
};

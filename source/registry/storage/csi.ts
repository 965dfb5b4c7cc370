import {duplicate, forbidden, invalid, required, tooLong} from '../../objects/field-error.js';
import type {
	CSIDriver,
	CSINode,
	CSIStorageCapacity,
	VolumeAttachment,
	VolumeAttributesClass,
} from '../../objects/kubernetes.generated.js';
import {dnsSubdomainErrors, qualifiedNameErrors} from '../../objects/names.js';
import {
	checkImmutable,
	checkLabelKey,
	checkNonNegative,
	checkNonNegativeQuantity,
	checkSupported,
	refuseEach,
	requireValue,
	type Errors,
} from '../validation/checks.js';
import {internalForm} from '../validation/internal-form.js';
import {checkMetadata, checkMetadataUpdate, nameRules} from '../validation/metadata.js';
import {checkLabelSelector} from '../validation/selectors.js';
import {semanticEqual} from '../../kernel/equality.js';

const tokenSeconds = {least: 600, most: 2 ** 32};

/** @mirrors k8s.io/kubernetes/pkg/apis/storage/validation ValidateCSIDriver */
export const checkCSIDriver = (errors: Errors, driver: CSIDriver, old?: CSIDriver): void => {
	if (old) {
		checkMetadataUpdate(errors, driver.metadata, old.metadata);
	} else {
		checkMetadata(errors, driver.metadata, false, nameRules.subdomain);
	}

	const {fsGroupPolicy, volumeLifecycleModes, nodeAllocatableUpdatePeriodSeconds: period} = driver.spec;
	if (fsGroupPolicy !== undefined) {
		checkSupported(errors, 'spec.fsGroupPolicy', fsGroupPolicy, ['File', 'None', 'ReadWriteOnceWithFSType']);
	}

	checkTokenRequests(errors, driver);
	for (const mode of volumeLifecycleModes ?? []) {
		checkSupported(errors, 'spec.volumeLifecycleModes', mode, ['Ephemeral', 'Persistent']);
	}

	if (period !== undefined && period < 10) {
		errors.push(
			invalid('spec.nodeAllocatableUpdatePeriodSeconds', period, 'must be greater than or equal to 10 seconds'),
		);
	}

	if (old) {
		checkImmutable(errors, 'spec.attachedRequired', driver.spec.attachRequired, old.spec.attachRequired);
		checkImmutable(errors, 'spec.volumeLifecycleModes', volumeLifecycleModes, old.spec.volumeLifecycleModes);
	}
};

const checkTokenRequests = (errors: Errors, {spec}: CSIDriver): void => {
	const audiences = new Set<string>();
	for (const [index, {audience, expirationSeconds}] of (spec.tokenRequests ?? []).entries()) {
		const at = `spec.tokenRequests[${index}]`;
		if (audiences.has(audience)) {
			errors.push(duplicate(`${at}.audience`, audience));
			continue;
		}

		audiences.add(audience);
		if (expirationSeconds !== undefined && expirationSeconds < tokenSeconds.least) {
			const detail = 'may not specify a duration less than 10 minutes';
			errors.push(invalid(`${at}.expirationSeconds`, expirationSeconds, detail));
		} else if (expirationSeconds !== undefined && expirationSeconds > tokenSeconds.most) {
			const detail = 'may not specify a duration larger than 2^32 seconds';
			errors.push(invalid(`${at}.expirationSeconds`, expirationSeconds, detail));
		}
	}
};

const checkDriverName = (errors: Errors, field: string, name: string): void => {
	if (requireValue(errors, field, name) && name.length > 63) {
		errors.push(tooLong(field, name, 63));
	}

	refuseEach(errors, field, name, dnsSubdomainErrors(name.toLowerCase()));
};

/** @mirrors ValidateCSINode */
export const checkCSINode = (errors: Errors, node: CSINode): void => {
	checkMetadata(errors, node.metadata, false, nameRules.subdomain);
	const names = new Set<string>();
	for (const [index, {name, nodeID, allocatable, topologyKeys}] of (node.spec.drivers ?? []).entries()) {
		const at = `spec.drivers[${index}]`;
		checkDriverName(errors, `${at}.name`, name);
		requireValue(errors, `${at}.nodeID`, nodeID);
		if (nodeID.length > 256) {
			errors.push(invalid(`${at}.nodeID`, nodeID, 'must be 256 characters or less'));
		}

		checkNonNegative(errors, `${at}.allocatable.count`, allocatable?.count);
		if (names.has(name)) {
			errors.push(duplicate(`${at}.name`, name));
		}

		names.add(name);
		for (const [position, key] of (topologyKeys ?? []).entries()) {
			requireValue(errors, at, key);
			if (topologyKeys!.indexOf(key) < position) {
				errors.push(duplicate(at, key));
			}

			checkLabelKey(errors, at, key);
		}
	}
};

/** A driver that a node has registered changes only in how many volumes it can attach. @mirrors ValidateCSINodeUpdate */
export const checkCSINodeUpdate = (errors: Errors, node: CSINode, old: CSINode): void => {
	checkCSINode(errors, node);
	for (const before of old.spec.drivers ?? []) {
		for (const now of (node.spec.drivers ?? []).filter(({name}) => name === before.name)) {
			checkImmutable(errors, 'spec.drivers', {...now, allocatable: undefined}, {...before, allocatable: undefined});
		}
	}
};

/** @mirrors ValidateCSIStorageCapacity */
export const checkCSIStorageCapacity = (
	errors: Errors,
	capacity: CSIStorageCapacity,
	old?: CSIStorageCapacity,
): void => {
	checkMetadata(errors, capacity.metadata, true, nameRules.subdomain);
	checkLabelSelector(errors, 'nodeTopology', capacity.nodeTopology);
	refuseEach(errors, 'storageClassName', capacity.storageClassName, dnsSubdomainErrors(capacity.storageClassName));
	for (const name of ['capacity', 'maximumVolumeSize'] as const) {
		if (capacity[name] !== undefined) {
			checkNonNegativeQuantity(errors, name, capacity[name]);
		}
	}

	if (old) {
		checkImmutable(errors, 'nodeTopology', capacity.nodeTopology, old.nodeTopology);
		checkImmutable(errors, 'storageClassName', capacity.storageClassName, old.storageClassName);
	}
};

/** @mirrors ValidateVolumeAttachmentV1 */
export const checkVolumeAttachment = (errors: Errors, attachment: VolumeAttachment, old?: VolumeAttachment): void => {
	checkMetadata(errors, attachment.metadata, false, nameRules.subdomain);
	const {attacher, source, nodeName} = attachment.spec;
	if (requireValue(errors, 'spec.attacher', attacher)) {
		checkDriverName(errors, 'spec.attacher', attacher);
	}

	const {inlineVolumeSpec, persistentVolumeName} = source;
	const one = 'must specify exactly one of inlineVolumeSpec and persistentVolumeName';
	if (!inlineVolumeSpec && persistentVolumeName === undefined) {
		errors.push(required('spec.source', one));
	} else if (inlineVolumeSpec && persistentVolumeName !== undefined) {
		errors.push(forbidden('spec.source', one));
	} else if (persistentVolumeName !== undefined) {
		requireValue(
			errors,
			'spec.source.persistentVolumeName',
			persistentVolumeName,
			'must specify non empty persistentVolumeName',
		);
	}

	refuseEach(errors, 'spec.nodeName', nodeName, dnsSubdomainErrors(nodeName));
	if (old && !semanticEqual(old.spec, attachment.spec)) {
		errors.push(invalid('spec', internalForm(attachment.spec, 'VolumeAttachmentSpec'), 'field is immutable'));
	}
};

/** @mirrors ValidateVolumeAttributesClass */
export const checkVolumeAttributesClass = (
	errors: Errors,
	attributesClass: VolumeAttributesClass,
	old?: VolumeAttributesClass,
): void => {
	const {metadata, driverName, parameters} = attributesClass;
	if (old) {
		checkMetadataUpdate(errors, metadata, old.metadata);
		for (const name of ['driverName', 'parameters'] as const) {
			if (!semanticEqual(attributesClass[name], old[name])) {
				errors.push(forbidden(name, `updates to ${name} are forbidden.`));
			}
		}

		return;
	}

	checkMetadata(errors, metadata, false, nameRules.subdomain);
	if (requireValue(errors, 'driverName', driverName)) {
		refuseEach(errors, 'driverName', driverName.toLowerCase(), qualifiedNameErrors(driverName.toLowerCase()));
	}

	if (Object.keys(parameters ?? {}).length === 0) {
		errors.push(required('parameters', 'must contain at least one key/value pair'));
	} else if (Object.hasOwn(parameters!, '')) {
		errors.push(invalid('parameters', '', 'field can not be empty.'));
	}
};

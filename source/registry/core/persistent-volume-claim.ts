import {defaultsOf} from '../defaults/type-defaults.js';
import {claimQuota} from './claim-quota.js';
import {claimWarnings} from '../pod/warnings.js';
import {classAnnotationWarnings} from './class-annotation.js';
import {withBothSources} from './claim-sources.js';
import {describeKind} from '../kind.js';
import {forbidden, invalid, notSupported} from '../../objects/field-error.js';
import type {PersistentVolumeClaim} from '../../objects/kubernetes.generated.js';
import {qualifiedNameErrors} from '../../objects/names.js';
import {bytes, compareQuantities} from '../../objects/quantity.js';
import {checkImmutable, refuseEach, requireValue, type Errors} from '../validation/checks.js';
import {checkMetadata, checkMetadataUpdate, nameRules} from '../validation/metadata.js';
import {isNative} from '../validation/resources.js';
import {specDiff} from '../validation/spec-diff.js';
import {semanticEqual} from '../../kernel/equality.js';
import {checkClaimSpec} from '../pod/claim-spec.js';
import {ageColumn, nameColumn} from '../table/columns.js';
import {classOf, modes} from './volume-columns.js';

/** @mirrors ValidatePersistentVolumeClaim */
export const checkClaim = (errors: Errors, claim: PersistentVolumeClaim): void => {
	checkMetadata(errors, claim.metadata, true, nameRules.subdomain);
	checkClaimSpec(errors, 'spec', claim.spec);
};

/**
Long because it checks the fields in upstream's order, which decides the order of the errors.

@mirrors ValidatePersistentVolumeClaimUpdate
*/
export const checkClaimUpdate = (
	errors: Errors,
	claim: PersistentVolumeClaim,
	old: PersistentVolumeClaim,
	subresource: string,
): void => {
	checkMetadataUpdate(errors, claim.metadata, old.metadata);
	if (subresource === 'status') {
		checkStatus(errors, claim);
		return;
	}

	// The strategy has checked all of it; the update checks it again.
	checkClaim(errors, claim);
	checkClaim(errors, claim);
	const bound = claim.status?.phase === 'Bound';
	// A volume may be named once.
	const before = old.spec.volumeName ? old.spec : {...old.spec, volumeName: claim.spec.volumeName};
	let compared = claim.spec;
	const annotated = old.metadata.annotations?.[classAnnotation];
	const named = compared.storageClassName;
	const upgraded =
		annotated !== undefined &&
		old.spec.storageClassName === undefined &&
		named === annotated &&
		(claim.metadata.annotations?.[classAnnotation] ?? annotated) === annotated;
	if (!upgraded && (claim.metadata.annotations?.[classAnnotation] ?? '') !== (annotated ?? '')) {
		const field = `metadata.annotations.${classAnnotation}`;
		errors.push(invalid(field, claim.metadata.annotations?.[classAnnotation] ?? '', 'field is immutable'));
	}

	if (old.spec.storageClassName === undefined && named !== undefined && (annotated ?? named) === named) {
		compared = {...compared, storageClassName: undefined};
	}

	if (bound) {
		compared = {
			...compared,
			volumeAttributesClassName: old.spec.volumeAttributesClassName,
			resources: {
				...compared.resources,
				requests: {...compared.resources?.requests, storage: old.spec.resources?.requests?.storage ?? '0'},
			},
		};
	}

	if (!semanticEqual(compared, before)) {
		errors.push(
			forbidden(
				'spec',
				`spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims\n${specDiff(before, compared, 'core.v1.PersistentVolumeClaimSpec')}`,
			),
		);
	}

	const size = claim.spec.resources?.requests?.storage ?? '0';
	if (
		compareQuantities(size, old.spec.resources?.requests?.storage ?? '0') < 0 &&
		compareQuantities(size, old.status?.capacity?.storage ?? '0') <= 0
	) {
		errors.push(forbidden('spec.resources.requests.storage', 'field can not be less than status.capacity'));
	}

	checkImmutable(errors, 'volumeMode', claim.spec.volumeMode, old.spec.volumeMode);
	const {volumeAttributesClassName: attributes} = claim.spec;
	const applied = old.status?.currentVolumeAttributesClassName !== undefined;
	if (applied && !attributes && attributes !== old.spec.volumeAttributesClassName) {
		const to = attributes === undefined ? 'nil' : 'empty string';
		const detail = `update to ${to} is forbidden when status.currentVolumeAttributesClassName is not nil`;
		errors.push(forbidden('spec.volumeAttributesClassName', detail));
	}
};

/** The annotation for a claim's class before the field existed. */
const classAnnotation = 'volume.beta.kubernetes.io/storage-class';

const resizeStatuses = [
	'ControllerResizeInProgress',
	'ControllerResizeInfeasible',
	'NodeResizeInProgress',
	'NodeResizeInfeasible',
	'NodeResizePending',
];

/** Checks for a negative amount, which the error shows rounded to a whole number. */
const checkAmount = (errors: Errors, field: string, amount: string): boolean => {
	if (bytes(amount) < 0) {
		errors.push(invalid(field, bytes(amount), 'must be a valid resource quantity'));
		return false;
	}

	return true;
};

/** Checks that a resource is storage or a vendor's. @mirrors validatePersistentVolumeClaimResourceKey */
const checkResourceKey = (errors: Errors, field: string, name: string): boolean => {
	const messages = qualifiedNameErrors(name);
	refuseEach(errors, field, name, messages);
	if (messages.length === 0 && isNative(name) && name !== 'storage') {
		errors.push(notSupported(field, name, ['storage']));
		return false;
	}

	return messages.length === 0;
};

/** @mirrors ValidatePersistentVolumeClaimStatusUpdate */
const checkStatus = (errors: Errors, {spec, status}: PersistentVolumeClaim): void => {
	requireValue(errors, 'Spec.accessModes', spec.accessModes);
	for (const [name, amount] of Object.entries(status?.capacity ?? {})) {
		checkAmount(errors, `status.capacity[${name}]`, amount);
	}

	for (const [name, state] of Object.entries(status?.allocatedResourceStatuses ?? {})) {
		checkResourceKey(errors, 'status.allocatedResourceStatuses', name);
		if (!resizeStatuses.includes(state)) {
			errors.push(notSupported('status.allocatedResourceStatuses', name, resizeStatuses));
		}
	}

	for (const [name, amount] of Object.entries(status?.allocatedResources ?? {})) {
		if (checkResourceKey(errors, 'status.allocatedResources', name)) {
			checkAmount(errors, `status.allocatedResources[${name}]`, amount);
		}
	}
};

const bound = ({spec}: PersistentVolumeClaim): boolean => Boolean(spec.volumeName);

/** @see https://kubernetes.io/docs/concepts/storage/persistent-volumes/#persistentvolumeclaims */
export const persistentVolumeClaim = describeKind('v1 PersistentVolumeClaim', {
	validate: {create: checkClaim, update: checkClaimUpdate},
	prepare: {
		create(claim) {
			claim.spec = withBothSources(claim.spec);
		},
		update(claim, old) {
			claim.spec = withBothSources(claim.spec, old.spec);
		},
	},
	warnings: ({metadata, spec}) => [...classAnnotationWarnings(metadata), ...claimWarnings('spec', spec)],
	store: {returnsDeleted: true, afterCreate: {hooks: [], decorators: ['defaultOnReadPvc']}},
	table: {
		columns: [
			nameColumn,
			{
				name: 'Status',
				cell: ({metadata, status}) =>
					metadata.deletionTimestamp === undefined ? (status?.phase ?? '') : 'Terminating',
			},
			{name: 'Volume', cell: ({spec}) => spec.volumeName ?? ''},
			{name: 'Capacity', cell: (claim) => (bound(claim) ? (claim.status?.capacity?.['storage'] ?? '0') : '')},
			{name: 'Access Modes', cell: (claim) => (bound(claim) ? modes(claim.status?.accessModes) : '')},
			{name: 'StorageClass', cell: classOf},
			{name: 'VolumeAttributesClass', cell: ({spec}) => spec.volumeAttributesClassName ?? '<unset>'},
			ageColumn,
			{name: 'VolumeMode', priority: 1, cell: ({spec}) => spec.volumeMode ?? '<unset>'},
		],
	},
	quota: claimQuota,
	defaults: [
		defaultsOf('core.v1.PersistentVolumeClaimSpec', (draft) => {
			draft.volumeMode ??= 'Filesystem';
		}),
		defaultsOf('core.v1.PersistentVolumeClaimStatus', (draft) => {
			draft.phase ||= 'Pending';
		}),
	],
});

import {defaultsOf} from '../defaults/type-defaults.js';
import {describeKind} from '../kind.js';
import {duplicate} from '../../objects/field-error.js';
import type {StorageClass} from '../../objects/kubernetes.generated.js';
import {checkImmutable, checkLabelKey, checkSupported, requireValue, type Errors} from '../validation/checks.js';
import {checkMetadata, checkMetadataUpdate, nameRules} from '../validation/metadata.js';
import {checkParameters, checkProvisioner} from './parameters.js';
import {semanticEqual} from '../../kernel/equality.js';
import {deprecatedLabels} from '../pod/warnings.js';
import {ageColumn} from '../table/columns.js';

/** @mirrors k8s.io/kubernetes/pkg/apis/storage/validation ValidateStorageClass */
export const checkStorageClass = (errors: Errors, storageClass: StorageClass, old?: StorageClass): void => {
	checkMetadata(errors, storageClass.metadata, false, nameRules.subdomain);
	checkProvisioner(errors, 'provisioner', storageClass.provisioner);
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
	for (const name of ['parameters', 'provisioner', 'reclaimPolicy', 'volumeBindingMode'] as const) {
		checkImmutable(errors, name, storageClass[name], old[name]);
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

		// Upstream compares with a list that starts with this many empty terms, so an empty term duplicates each of them.
		const repeated = matchLabelExpressions.length === 0 ? terms.length : 0;
		for (let count = 0; count < repeated; count++) {
			errors.push(duplicate(`allowedTopologies[${index}].matchLabelExpressions`, ''));
		}

		if (terms.slice(0, index).some((other) => semanticEqual(other, terms[index]))) {
			errors.push(duplicate(`allowedTopologies[${index}].matchLabelExpressions`, ''));
		}
	}
};

/** @mirrors k8s.io/kubernetes/pkg/api/storage GetWarningsForStorageClass */
export const storageClassWarnings = ({allowedTopologies}: StorageClass): string[] =>
	(allowedTopologies ?? []).flatMap(({matchLabelExpressions}, index) =>
		(matchLabelExpressions ?? []).flatMap(({key}, position) =>
			deprecatedLabels[key]
				? [`allowedTopologies[${index}].matchLabelExpressions[${position}].key: ${deprecatedLabels[key]}`]
				: [],
		),
	);

const classDefaults = [
	'storageclass.kubernetes.io/is-default-class',
	'storageclass.beta.kubernetes.io/is-default-class',
];

/** @see https://kubernetes.io/docs/concepts/storage/storage-classes/ */
export const storageClass = describeKind('storage.k8s.io/v1 StorageClass', {
	validate: {create: checkStorageClass, update: checkStorageClass},
	warnings: storageClassWarnings,
	store: {returnsDeleted: true},
	table: {
		columns: [
			{
				name: 'Name',
				cell: ({metadata}) =>
					classDefaults.some((key) => metadata.annotations?.[key] === 'true')
						? `${metadata.name} (default)`
						: metadata.name,
			},
			{name: 'Provisioner', cell: ({provisioner}) => provisioner},
			{name: 'ReclaimPolicy', cell: ({reclaimPolicy}) => reclaimPolicy ?? 'Delete'},
			{name: 'VolumeBindingMode', cell: ({volumeBindingMode}) => volumeBindingMode ?? 'Immediate'},
			{name: 'AllowVolumeExpansion', cell: ({allowVolumeExpansion}) => allowVolumeExpansion ?? false},
			ageColumn,
		],
	},
	defaults: [
		defaultsOf('storage.v1.StorageClass', (draft) => {
			draft.reclaimPolicy ??= 'Delete';
			draft.volumeBindingMode ??= 'Immediate';
		}),
	],
});

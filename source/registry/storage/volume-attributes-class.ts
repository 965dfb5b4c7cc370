import {describeKind} from '../kind.js';
import {forbidden, required} from '../../objects/field-error.js';
import type {VolumeAttributesClass} from '../../objects/kubernetes.generated.js';
import type {Errors} from '../validation/checks.js';
import {checkMetadata, checkMetadataUpdate, nameRules} from '../validation/metadata.js';
import {checkParameters, checkProvisioner} from './parameters.js';
import {semanticEqual} from '../../kernel/equality.js';
import {ageColumn, nameColumn} from '../table/columns.js';

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
	checkProvisioner(errors, 'driverName', driverName);
	checkParameters(errors, parameters ?? {});
	if (Object.keys(parameters ?? {}).length === 0) {
		errors.push(required('parameters', 'must contain at least one key/value pair'));
	}
};

/** @see https://kubernetes.io/docs/concepts/storage/volume-attributes-classes/ */
export const volumeAttributesClass = describeKind('storage.k8s.io/v1 VolumeAttributesClass', {
	validate: {create: checkVolumeAttributesClass, update: checkVolumeAttributesClass},
	store: {returnsDeleted: true},
	table: {
		columns: [nameColumn, {name: 'DriverName', cell: ({driverName}) => driverName}, ageColumn],
	},
});

import {describeKind} from '../kind.js';
import {invalid, tooLong} from '../../objects/field-error.js';
import type {ConfigMap} from '../../objects/kubernetes.generated.js';
import {configMapKeyErrors} from '../../objects/names.js';
import {refuseEach, type Errors} from '../validation/checks.js';
import {checkMetadata, checkMetadataUpdate, nameRules} from '../validation/metadata.js';
import {checkFrozen, decodedBytes, maximumBytes, size} from './data.js';
import {ageColumn, nameColumn} from '../table/columns.js';

/** @mirrors k8s.io/kubernetes/pkg/apis/core/validation ValidateConfigMap */
export const checkConfigMap = (errors: Errors, {metadata, data, binaryData}: ConfigMap): void => {
	checkMetadata(errors, metadata, true, nameRules.subdomain);
	let size = 0;
	for (const key in data) {
		refuseEach(errors, `data[${key}]`, key, configMapKeyErrors(key));
		if (binaryData && Object.hasOwn(binaryData, key)) {
			errors.push(invalid(`data[${key}]`, key, 'duplicate of key present in binaryData'));
		}

		size += Buffer.byteLength(data[key] ?? '');
	}

	for (const key in binaryData) {
		refuseEach(errors, `binaryData[${key}]`, key, configMapKeyErrors(key));
		size += decodedBytes(binaryData[key] ?? '');
	}

	if (size > maximumBytes) {
		// This is how upstream writes the field that is the object itself.
		errors.push(tooLong('[]', '', maximumBytes));
	}
};

export const checkConfigMapUpdate = (errors: Errors, configMap: ConfigMap, old: ConfigMap): void => {
	checkMetadataUpdate(errors, configMap.metadata, old.metadata);
	checkFrozen(errors, configMap, old, ['data', 'binaryData']);
	checkConfigMap(errors, configMap);
};

/** @see https://kubernetes.io/docs/concepts/configuration/configmap/ */
export const configMap = describeKind('v1 ConfigMap', {
	validate: {create: checkConfigMap, update: checkConfigMapUpdate},
	table: {
		columns: [nameColumn, {name: 'Data', cell: ({data, binaryData}) => size(data) + size(binaryData)}, ageColumn],
	},
	quota: {byPlural: true},
});

import {forbidden, invalid, required} from '../../objects/field-error.js';
import type {PersistentVolumeClaimSpec} from '../../objects/kubernetes.generated.js';
import {dnsLabelErrors, dnsSubdomainErrors} from '../../objects/names.js';
import {compareQuantities} from '../../objects/quantity.js';
import {checkSupported, refuseEach, requireValue, type Errors} from '../validation/checks.js';
import {checkLabelSelector} from '../validation/selectors.js';
import {semanticEqual} from '../../kernel/equality.js';

const accessModes = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod'];

export const volumeModes = ['Block', 'Filesystem'];

/** Known modes; the one for a single Pod excludes all others. */
export const checkKnownAccessModes = (errors: Errors, field: string, modes: readonly string[] | undefined): void => {
	for (const mode of modes ?? []) {
		checkSupported(errors, field, mode, accessModes);
	}

	if (
		modes?.includes('ReadWriteOncePod') &&
		modes.some((mode) => mode !== 'ReadWriteOncePod' && accessModes.includes(mode))
	) {
		errors.push(forbidden(field, 'may not use ReadWriteOncePod with other access modes'));
	}
};

/** @mirrors k8s.io/kubernetes/pkg/apis/core/validation ValidatePersistentVolumeClaimSpec */
export const checkClaimSpec = (errors: Errors, path: string, spec: PersistentVolumeClaimSpec): void => {
	requireValue(errors, `${path}.accessModes`, spec.accessModes, 'at least 1 access mode is required');
	checkLabelSelector(errors, `${path}.selector`, spec.selector);
	checkKnownAccessModes(errors, `${path}.accessModes`, spec.accessModes);
	const storage = spec.resources?.requests?.storage;
	if (storage === undefined) {
		errors.push(required(`${path}.resources[storage]`));
	} else if (compareQuantities(storage, 0) <= 0) {
		errors.push(invalid(`${path}.resources[storage]`, storage, 'must be greater than zero'));
	}

	if (spec.storageClassName) {
		refuseEach(errors, `${path}.storageClassName`, spec.storageClassName, dnsSubdomainErrors(spec.storageClassName));
	}

	if (spec.volumeMode !== undefined) {
		checkSupported(errors, `${path}.volumeMode`, spec.volumeMode, volumeModes);
	}

	checkDataSources(errors, path, spec);
	if (spec.volumeAttributesClassName) {
		refuseEach(
			errors,
			`${path}.volumeAttributesClassName`,
			spec.volumeAttributesClassName,
			dnsSubdomainErrors(spec.volumeAttributesClassName),
		);
	}
};

const checkDataSources = (
	errors: Errors,
	path: string,
	{dataSource, dataSourceRef}: PersistentVolumeClaimSpec,
): void => {
	for (const name of ['dataSource', 'dataSourceRef'] as const) {
		const source = name === 'dataSource' ? dataSource : dataSourceRef;
		if (!source) {
			continue;
		}

		const at = `${path}.${name}`;
		requireValue(errors, `${at}.name`, source.name);
		requireValue(errors, `${at}.kind`, source.kind);
		if (!source.apiGroup && source.kind !== 'PersistentVolumeClaim') {
			errors.push(invalid(at, source.kind, "must be 'PersistentVolumeClaim' when referencing the default apiGroup"));
		}

		if (source.apiGroup) {
			refuseEach(errors, `${at}.apiGroup`, source.apiGroup, dnsSubdomainErrors(source.apiGroup));
		}

		if (name === 'dataSourceRef' && dataSourceRef?.namespace) {
			refuseEach(errors, `${at}.namespace`, dataSourceRef.namespace, dnsLabelErrors(dataSourceRef.namespace));
		}
	}

	if (dataSourceRef?.namespace) {
		if (dataSource) {
			errors.push(invalid(path, {}, 'may not be specified when dataSourceRef.namespace is specified'));
		}
	} else if (dataSource && dataSourceRef && !semanticEqual({...dataSource}, {...dataSourceRef, namespace: undefined})) {
		errors.push(invalid(path, {}, 'must match dataSourceRef'));
	}
};

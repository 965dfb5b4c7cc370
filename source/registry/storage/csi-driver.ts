import {defaultsOf} from '../defaults/type-defaults.js';
import {describeKind} from '../kind.js';
import {duplicate, invalid} from '../../objects/field-error.js';
import type {CSIDriver} from '../../objects/kubernetes.generated.js';
import {checkImmutable, checkSupported, type Errors} from '../validation/checks.js';
import {checkMetadata, checkMetadataUpdate, nameRules} from '../validation/metadata.js';
import {ageColumn, nameColumn} from '../table/columns.js';

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
		checkSupported(errors, 'spec.volumeLifecycleModes', mode, ['Persistent', 'Ephemeral']);
	}

	if (period !== undefined && period < 10) {
		errors.push(
			invalid('spec.nodeAllocatableUpdatePeriodSeconds', period, 'must be greater than or equal to 10 seconds'),
		);
	}

	const {serviceAccountTokenInSecrets: inSecrets, tokenRequests = []} = driver.spec;
	if (inSecrets !== undefined && tokenRequests.length === 0) {
		const detail = 'serviceAccountTokenInSecrets is set but no tokenRequests are specified';
		errors.push(invalid('spec.serviceAccountTokenInSecrets', inSecrets, detail));
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

/** @see https://kubernetes-csi.github.io/docs/csi-driver-object.html */
export const csiDriver = describeKind('storage.k8s.io/v1 CSIDriver', {
	validate: {create: checkCSIDriver, update: checkCSIDriver},
	store: {returnsDeleted: true, needsVersion: true},
	table: {
		columns: [
			nameColumn,
			{name: 'AttachRequired', type: 'boolean', cell: ({spec}) => spec.attachRequired ?? true},
			{name: 'PodInfoOnMount', type: 'boolean', cell: ({spec}) => spec.podInfoOnMount ?? false},
			{name: 'StorageCapacity', type: 'boolean', cell: ({spec}) => spec.storageCapacity ?? false},
			{
				name: 'TokenRequests',
				cell: ({spec}) => spec.tokenRequests?.map(({audience}) => audience).join(',') ?? '<unset>',
			},
			{name: 'RequiresRepublish', type: 'boolean', cell: ({spec}) => spec.requiresRepublish ?? false},
			{name: 'Modes', cell: ({spec}) => (spec.volumeLifecycleModes ?? []).join(',') || '<none>'},
			ageColumn,
		],
	},
	defaults: [
		defaultsOf('storage.v1.CSIDriverSpec', (draft) => {
			draft.attachRequired ??= true;
			draft.podInfoOnMount ??= false;
			draft.storageCapacity ??= false;
			draft.fsGroupPolicy ??= 'ReadWriteOnceWithFSType';
			if ((draft.volumeLifecycleModes?.length ?? 0) === 0) {
				draft.volumeLifecycleModes = ['Persistent'];
			}

			draft.requiresRepublish ??= false;
			draft.seLinuxMount ??= false;
		}),
	],
});

import {describeKind} from '../kind.js';
import {required} from '../../objects/field-error.js';
import type {ControllerRevision} from '../../objects/kubernetes.generated.js';
import {checkImmutable, checkNonNegative, type Errors} from '../validation/checks.js';
import {isRecord} from '../../kernel/record.js';
import {checkMetadata, checkMetadataUpdate, nameRules} from '../validation/metadata.js';
import {groupVersionOf} from '../../objects/resources.js';
import {ageColumn, nameColumn} from '../table/columns.js';

/** @mirrors k8s.io/kubernetes/pkg/apis/apps/validation ValidateControllerRevisionCreate, ValidateControllerRevisionUpdate */
export const checkControllerRevision = (
	errors: Errors,
	revision: ControllerRevision,
	old?: ControllerRevision,
): void => {
	if (old) {
		checkMetadataUpdate(errors, revision.metadata, old.metadata);
	}

	checkMetadata(errors, revision.metadata, true, nameRules.subdomain);
	checkNonNegative(errors, 'revision', revision.revision);
	if (old) {
		checkImmutable(errors, 'data', revision.data, old.data);
	} else if (revision.data === undefined || revision.data === null) {
		errors.push(required('data', 'data is mandatory'));
	} else if (!isRecord(revision.data)) {
		errors.push(required('data', 'data must be a valid JSON object'));
	}
};

const ownerText = ({metadata}: ControllerRevision): string => {
	const owner = metadata.ownerReferences?.find(({controller}) => controller);
	if (!owner) {
		return '<none>';
	}

	const {group} = groupVersionOf(owner.apiVersion);
	return `${`${owner.kind}${group ? `.${group}` : ''}`.toLowerCase()}/${owner.name}`;
};

/** A version of a StatefulSet's or DaemonSet's template. */
export const controllerRevision = describeKind('apps/v1 ControllerRevision', {
	validate: {create: checkControllerRevision, update: checkControllerRevision},
	table: {
		columns: [
			nameColumn,
			{name: 'Controller', cell: ownerText},
			{name: 'Revision', cell: ({revision}) => revision},
			ageColumn,
		],
	},
});

import {defaultsOf} from '../defaults/type-defaults.js';
import {describeKind} from '../kind.js';
import {invalid} from '../../objects/field-error.js';
import type {Namespace} from '../../objects/kubernetes.generated.js';
import {qualifiedNameErrors} from '../../objects/names.js';
import {refuseEach, type Errors} from '../validation/checks.js';
import {checkMetadata, checkMetadataUpdate, isOwnFinalizer, nameRules} from '../validation/metadata.js';
import {ageColumn, nameColumn} from '../table/columns.js';

const checkNamespaceFinalizers = (errors: Errors, fieldOf: (index: number) => string, {spec}: Namespace): void => {
	for (const [index, finalizer] of (spec?.finalizers ?? []).entries()) {
		refuseEach(errors, fieldOf(index), finalizer, qualifiedNameErrors(finalizer));
		if (!isOwnFinalizer(finalizer)) {
			errors.push(
				invalid(fieldOf(index), finalizer, 'name is neither a standard finalizer name nor is it fully qualified'),
			);
		}
	}
};

/** @mirrors ValidateNamespace */
export const checkNamespace = (errors: Errors, namespace: Namespace): void => {
	checkMetadata(errors, namespace.metadata, false, nameRules.label);
	checkNamespaceFinalizers(errors, () => 'spec.finalizers', namespace);
};

export const checkNamespaceUpdate = (
	errors: Errors,
	namespace: Namespace,
	old: Namespace,
	subresource: string,
): void => {
	checkMetadataUpdate(errors, namespace.metadata, old.metadata);
	if (subresource === '') {
		checkNamespace(errors, namespace);
		return;
	}

	const phase = namespace.status?.phase ?? '';
	const deleted = Boolean(namespace.metadata.deletionTimestamp);
	if (subresource === 'finalize') {
		checkNamespaceFinalizers(errors, (index) => `spec.finalizers[${index}]`, namespace);
	} else if (subresource === 'status' && phase !== (deleted ? 'Terminating' : 'Active')) {
		const detail = deleted
			? "may only be 'Terminating' if `deletionTimestamp` is not empty"
			: "may only be 'Active' if `deletionTimestamp` is empty";
		errors.push(invalid('status.Phase', phase, detail));
	}
};

const nameLabel = 'kubernetes.io/metadata.name';

/** @see https://kubernetes.io/docs/concepts/overview/working-with-objects/namespaces/ */
export const namespace = describeKind('v1 Namespace', {
	validate: {create: checkNamespace, update: checkNamespaceUpdate},
	prepare: {
		create(object) {
			const finalizers = object.spec?.finalizers ?? [];
			object.spec = {
				...object.spec,
				finalizers: finalizers.includes('kubernetes') ? finalizers : [...finalizers, 'kubernetes'],
			};
			if (object.metadata.name) {
				object.metadata = {
					...object.metadata,
					labels: {...object.metadata.labels, [nameLabel]: object.metadata.name},
				};
			}
		},
		update(object, old) {
			object.spec = {...object.spec, finalizers: old.spec?.finalizers};
			object.metadata.labels = {...object.metadata.labels, [nameLabel]: object.metadata.name ?? ''};
		},
	},
	table: {
		columns: [nameColumn, {name: 'Status', cell: ({status}) => status?.phase ?? ''}, ageColumn],
	},
	fields: {'status.phase': ({status}) => status?.phase},
	defaults: [
		defaultsOf('core.v1.Namespace', (draft) => {
			const name = draft.metadata?.name;
			if (name) {
				draft.metadata = {...draft.metadata, labels: {...draft.metadata?.labels, [nameLabel]: name}};
			}
		}),
		defaultsOf('core.v1.NamespaceStatus', (draft) => {
			draft.phase ||= 'Active';
		}),
	],
});

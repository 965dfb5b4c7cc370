import {takeLabels} from '../workload/take-labels.js';
import {defaultsOf} from '../defaults/type-defaults.js';
import {workloadWarnings} from '../pod/template-warnings.js';
import {changeTemplate} from '../pod/change-template.js';
import {describeKind} from '../kind.js';
import {invalid, required} from '../../objects/field-error.js';
import type {ReplicationController} from '../../objects/kubernetes.generated.js';
import {matchesLabels} from '../../objects/labels.js';
import {checkNonNegative, type Errors} from '../validation/checks.js';
import {checkMetadata, checkMetadataUpdate, nameRules} from '../validation/metadata.js';
import {checkTemplate} from '../pod/create.js';
import {mismatch, shownLabels} from '../validation/shown-labels.js';
import {checkLastingTemplate} from '../workload/replica-template.js';
import {checkReplicaStatus} from '../workload/replica-status.js';
import {labelText} from '../table/cells.js';
import {ageColumn, nameColumn} from '../table/columns.js';
import {containers, images, replicas} from '../workload/columns.js';

/** @mirrors k8s.io/kubernetes/pkg/apis/core/validation ValidateReplicationControllerSpec */
export const checkReplicationController = (
	errors: Errors,
	controller: ReplicationController,
	old?: ReplicationController,
	subresource = '',
): void => {
	if (old && subresource === 'status') {
		checkMetadataUpdate(errors, controller.metadata, old.metadata);
		checkReplicaStatus(errors, controller.status, ['fullyLabeledReplicas', 'readyReplicas', 'availableReplicas']);
		return;
	}

	checkMetadata(errors, controller.metadata, true, nameRules.subdomain);
	checkControllerSpec(errors, controller);
	if (old) {
		// The strategy has checked all of the controller; the update checks its spec again.
		checkMetadataUpdate(errors, controller.metadata, old.metadata);
		checkControllerSpec(errors, controller);
	}
};

const checkControllerSpec = (errors: Errors, {spec}: ReplicationController): void => {
	checkNonNegative(errors, 'spec.minReadySeconds', spec.minReadySeconds);
	const empty = Object.keys(spec.selector ?? {}).length === 0;
	if (empty) {
		errors.push(required('spec.selector'));
	}

	checkNonNegative(errors, 'spec.replicas', spec.replicas);
	if (!spec.template) {
		errors.push(required('spec.template'));
		return;
	}

	const labels = spec.template.metadata?.labels;
	if (!empty && !matchesLabels(spec.selector, labels)) {
		errors.push(invalid('spec.template.metadata.labels', shownLabels(labels), mismatch));
	}

	checkTemplate(errors, 'spec.template', spec.template);
	checkLastingTemplate(errors, 'spec.template', spec.template, 'ReplicationController');
};

/** @see https://kubernetes.io/docs/concepts/workloads/controllers/replicationcontroller/ */
export const replicationController = describeKind('v1 ReplicationController', {
	validate: {create: checkReplicationController, update: checkReplicationController},
	generation: 'counts changes',
	changePodSpec: changeTemplate,
	warnings: workloadWarnings,
	store: {orphansByDefault: true},
	table: {
		columns: [
			nameColumn,
			...replicas,
			ageColumn,
			containers,
			images,
			{name: 'Selector', priority: 1, cell: ({spec}) => labelText(spec.selector)},
		],
	},
	fields: {'status.replicas': ({status}) => status?.replicas ?? 0},
	quota: {byPlural: true},
	defaults: [
		defaultsOf('core.v1.ReplicationController', (draft) => {
			const labels = draft.spec?.template?.metadata?.labels;
			if (labels && Object.keys(draft.spec?.selector ?? {}).length === 0) {
				draft.spec = {...draft.spec, selector: labels};
			}

			takeLabels(draft, labels);
		}),
		defaultsOf('core.v1.ReplicationControllerSpec', (draft) => {
			draft.replicas ??= 1;
		}),
	],
});

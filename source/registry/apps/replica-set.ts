import {defaultsOf} from '../defaults/type-defaults.js';
import {workloadWarnings} from '../pod/template-warnings.js';
import {changeTemplate} from '../pod/change-template.js';
import {describeKind} from '../kind.js';
import type {ReplicaSet} from '../../objects/kubernetes.generated.js';
import {checkNonNegative, type Errors} from '../validation/checks.js';
import {checkMetadata, checkMetadataUpdate, nameRules} from '../validation/metadata.js';
import {checkSelector, checkSelectorKept} from '../workload/replica-template.js';
import {checkReplicaStatus} from '../workload/replica-status.js';
import {ageColumn, nameColumn} from '../table/columns.js';
import {containers, images, replicas, selector} from '../workload/columns.js';

/** @mirrors k8s.io/kubernetes/pkg/apis/apps/validation ValidateReplicaSetSpec */
const checkReplicaSetSpec = (errors: Errors, {spec}: ReplicaSet): void => {
	checkNonNegative(errors, 'spec.replicas', spec.replicas);
	checkNonNegative(errors, 'spec.minReadySeconds', spec.minReadySeconds);
	checkSelector(errors, spec.selector ?? undefined, spec.template ?? {});
};

export const checkReplicaSet = (errors: Errors, replicaSet: ReplicaSet): void => {
	checkMetadata(errors, replicaSet.metadata, true, nameRules.subdomain);
	checkReplicaSetSpec(errors, replicaSet);
};

export const checkReplicaSetUpdate = (
	errors: Errors,
	replicaSet: ReplicaSet,
	old: ReplicaSet,
	subresource: string,
): void => {
	checkMetadataUpdate(errors, replicaSet.metadata, old.metadata);
	if (subresource === 'status') {
		checkReplicaStatus(errors, replicaSet.status, ['fullyLabeledReplicas', 'readyReplicas', 'availableReplicas']);
		return;
	}

	// The strategy has checked all of it; the update checks it again.
	checkReplicaSet(errors, replicaSet);
	checkReplicaSetSpec(errors, replicaSet);
	checkSelectorKept(errors, replicaSet.spec.selector, old.spec.selector);
};

/** @see https://kubernetes.io/docs/concepts/workloads/controllers/replicaset/ */
export const replicaSet = describeKind('apps/v1 ReplicaSet', {
	validate: {create: checkReplicaSet, update: checkReplicaSetUpdate},
	generation: 'counts changes',
	changePodSpec: changeTemplate,
	warnings: workloadWarnings,
	table: {columns: [nameColumn, ...replicas, ageColumn, containers, images, selector]},
	fields: {'status.replicas': ({status}) => status?.replicas ?? 0},
	defaults: [
		defaultsOf('apps.v1.ReplicaSetSpec', (draft) => {
			draft.replicas ??= 1;
		}),
	],
});

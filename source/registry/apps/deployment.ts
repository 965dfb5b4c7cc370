import {defaultsOf} from '../defaults/type-defaults.js';
import {workloadWarnings} from '../pod/template-warnings.js';
import {changeTemplate} from '../pod/change-template.js';
import {semanticEqual} from '../../kernel/equality.js';
import {describeKind} from '../kind.js';
import {forbidden, invalid, notSupported, required} from '../../objects/field-error.js';
import type {Deployment} from '../../objects/kubernetes.generated.js';
import {checkNonNegative, type Errors} from '../validation/checks.js';
import {checkMetadata, checkMetadataUpdate, nameRules} from '../validation/metadata.js';
import {amountOf, checkAtMostAll, checkCountOrPercent} from '../workload/count-or-percent.js';
import {checkSelector, checkSelectorKept} from '../workload/replica-template.js';
import {shownStrategy, withRollingUpdate, type Strategy} from '../workload/rolling-update.js';
import {checkCollisions, checkReplicaStatus} from '../workload/replica-status.js';
import {formatRequirements, selectorRequirements} from '../../objects/labels.js';
import {ageColumn, nameColumn, type Column} from '../table/columns.js';
import {containers, images, selector} from '../workload/columns.js';

/** @mirrors k8s.io/kubernetes/pkg/apis/apps/validation ValidateDeploymentSpec */
const checkDeploymentSpec = (errors: Errors, {spec}: Deployment): void => {
	checkNonNegative(errors, 'spec.replicas', spec.replicas);
	checkSelector(errors, spec.selector ?? undefined, spec.template);
	checkStrategy(errors, 'spec.strategy', spec.strategy);
	checkNonNegative(errors, 'spec.minReadySeconds', spec.minReadySeconds);
	checkNonNegative(errors, 'spec.revisionHistoryLimit', spec.revisionHistoryLimit);
	if (spec.progressDeadlineSeconds !== undefined) {
		checkNonNegative(errors, 'spec.progressDeadlineSeconds', spec.progressDeadlineSeconds);
		if (spec.progressDeadlineSeconds <= (spec.minReadySeconds ?? 0)) {
			errors.push(
				invalid('spec.progressDeadlineSeconds', spec.progressDeadlineSeconds, 'must be greater than minReadySeconds'),
			);
		}
	}
};

const checkStrategy = (errors: Errors, path: string, strategy: Strategy | undefined): void => {
	const at = `${path}.rollingUpdate`;
	const rolling = strategy?.rollingUpdate;
	switch (strategy?.type) {
		case 'Recreate': {
			if (rolling) {
				errors.push(forbidden(at, "may not be specified when strategy `type` is 'Recreate'"));
			}

			break;
		}

		case 'RollingUpdate': {
			if (!rolling) {
				errors.push(required(at, 'this should be defaulted and never be nil'));
				break;
			}

			checkCountOrPercent(errors, `${at}.maxUnavailable`, rolling.maxUnavailable);
			checkCountOrPercent(errors, `${at}.maxSurge`, rolling.maxSurge);
			if (amountOf(rolling.maxUnavailable) === 0 && amountOf(rolling.maxSurge) === 0) {
				errors.push(invalid(`${at}.maxUnavailable`, rolling.maxUnavailable ?? 0, 'may not be 0 when `maxSurge` is 0'));
			}

			checkAtMostAll(errors, `${at}.maxUnavailable`, rolling.maxUnavailable);
			break;
		}

		default: {
			errors.push(notSupported(path, shownStrategy(strategy ?? {}), ['Recreate', 'RollingUpdate']));
		}
	}
};

export const checkDeployment = (errors: Errors, deployment: Deployment): void => {
	checkMetadata(errors, deployment.metadata, true, nameRules.subdomain);
	checkDeploymentSpec(errors, deployment);
};

export const checkDeploymentUpdate = (
	errors: Errors,
	deployment: Deployment,
	old: Deployment,
	subresource: string,
): void => {
	checkMetadataUpdate(errors, deployment.metadata, old.metadata);
	if (subresource === 'status') {
		const names = ['updatedReplicas', 'readyReplicas', 'availableReplicas'];
		checkReplicaStatus(errors, deployment.status, names, [
			'observedGeneration',
			'replicas',
			...names,
			'unavailableReplicas',
			'terminatingReplicas',
			'collisionCount',
		]);
		checkCollisions(errors, deployment.status?.collisionCount, old.status?.collisionCount);
		return;
	}

	checkDeploymentSpec(errors, deployment);
	checkSelectorKept(errors, deployment.spec.selector, old.spec.selector);
};

/** A selector as `labels.Selector` writes it; an empty text if it selects no object. */
const deploymentSelector: Column<Deployment> = {
	...selector,
	cell: ({spec}) => formatRequirements(selectorRequirements(spec.selector)),
};

/** @see https://kubernetes.io/docs/concepts/workloads/controllers/deployment/ */
export const deployment = describeKind('apps/v1 Deployment', {
	validate: {create: checkDeployment, update: checkDeploymentUpdate},
	generation: 'counts changes',
	countsAlso: ({metadata: now}, {metadata: old}) => !semanticEqual(now.annotations ?? {}, old.annotations ?? {}),
	changePodSpec: changeTemplate,
	warnings: workloadWarnings,
	statusEndpoint: {keeps: ['labels'], resets: ['spec', 'metadata.labels']},
	table: {
		columns: [
			nameColumn,
			{name: 'Ready', cell: ({spec, status}) => `${status?.readyReplicas ?? 0}/${spec.replicas ?? 1}`},
			{name: 'Up-to-date', cell: ({status}) => status?.updatedReplicas ?? 0},
			{name: 'Available', cell: ({status}) => status?.availableReplicas ?? 0},
			ageColumn,
			containers,
			images,
			deploymentSelector,
		],
	},
	defaults: [
		defaultsOf('apps.v1.DeploymentSpec', (draft) => {
			draft.replicas ??= 1;
			draft.strategy = withRollingUpdate(draft.strategy, {maxUnavailable: '25%', maxSurge: '25%'});
			draft.revisionHistoryLimit ??= 10;
			draft.progressDeadlineSeconds ??= 600;
		}),
	],
});

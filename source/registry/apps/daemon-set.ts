import {defaultsOf} from '../defaults/type-defaults.js';
import {templateWarnings} from '../pod/template-warnings.js';
import {changeTemplate} from '../pod/change-template.js';
import {semanticEqual} from '../../kernel/equality.js';
import {describeKind, type Prepared} from '../kind.js';
import {invalid, notSupported, required} from '../../objects/field-error.js';
import type {DaemonSet, ObjectMeta} from '../../objects/kubernetes.generated.js';
import {matchesLabelSelector} from '../../objects/labels.js';
import {checkNonNegative, type Errors} from '../validation/checks.js';
import {checkMetadata, checkMetadataUpdate, nameRules} from '../validation/metadata.js';
import {checkTemplate} from '../pod/create.js';
import {checkLabelSelector, isEmptySelector, isUsableSelector} from '../validation/selectors.js';
import {mismatch, shownLabels, shownSelector} from '../validation/shown-labels.js';
import {amountOf, checkAtMostAll, checkCountOrPercent} from '../workload/count-or-percent.js';
import {checkLastingTemplate, checkSelectorKept} from '../workload/replica-template.js';
import {shownStrategy, withRollingUpdate, type Strategy} from '../workload/rolling-update.js';
import {checkCollisions, counts} from '../workload/replica-status.js';
import {labelText} from '../table/cells.js';
import {ageColumn, nameColumn} from '../table/columns.js';
import {containers, images, selector} from '../workload/columns.js';

/** @mirrors k8s.io/kubernetes/pkg/apis/apps/validation ValidateDaemonSetSpec */
const checkDaemonSetSpec = (errors: Errors, {spec}: DaemonSet): void => {
	const {selector} = spec;
	const labels = spec.template.metadata?.labels;
	checkLabelSelector(errors, 'spec.selector', selector);
	if (!selector || (isUsableSelector(selector) && !matchesLabelSelector(selector, labels))) {
		errors.push(invalid('spec.template.metadata.labels', shownLabels(labels), mismatch));
	}

	if (selector && isEmptySelector(selector)) {
		errors.push(invalid('spec.selector', shownSelector(selector), 'empty selector is invalid for daemonset'));
	}

	checkTemplate(errors, 'spec.template', spec.template);
	checkLastingTemplate(errors, 'spec.template', spec.template, 'DaemonSet');
	checkNonNegative(errors, 'spec.minReadySeconds', spec.minReadySeconds);
	checkDaemonStrategy(errors, 'spec.updateStrategy', spec.updateStrategy);
	checkNonNegative(errors, 'spec.revisionHistoryLimit', spec.revisionHistoryLimit);
};

const checkDaemonStrategy = (errors: Errors, path: string, strategy: Strategy | undefined): void => {
	if (strategy?.type === 'OnDelete') {
		return;
	}

	if (strategy?.type !== 'RollingUpdate') {
		errors.push(notSupported(path, shownStrategy(strategy ?? {}), ['RollingUpdate', 'OnDelete']));
		return;
	}

	const at = `${path}.rollingUpdate`;
	const {maxUnavailable, maxSurge} = strategy.rollingUpdate ?? {};
	checkCountOrPercent(errors, `${at}.maxUnavailable`, maxUnavailable);
	checkCountOrPercent(errors, `${at}.maxSurge`, maxSurge);
	checkAtMostAll(errors, `${at}.maxUnavailable`, maxUnavailable);
	checkAtMostAll(errors, `${at}.maxSurge`, maxSurge);
	if (amountOf(maxUnavailable) !== 0 && amountOf(maxSurge) !== 0) {
		errors.push(invalid(`${at}.maxSurge`, maxSurge, 'may not be set when maxUnavailable is non-zero'));
	} else if (amountOf(maxUnavailable) === 0 && amountOf(maxSurge) === 0) {
		errors.push(required(`${at}.maxUnavailable`, 'cannot be 0 when maxSurge is 0'));
	}
};

export const checkDaemonSet = (errors: Errors, daemonSet: DaemonSet): void => {
	checkMetadata(errors, daemonSet.metadata, true, nameRules.subdomain);
	checkDaemonSetSpec(errors, daemonSet);
};

export const checkDaemonSetUpdate = (
	errors: Errors,
	daemonSet: DaemonSet,
	old: DaemonSet,
	subresource: string,
): void => {
	checkMetadataUpdate(errors, daemonSet.metadata, old.metadata);
	if (subresource === 'status') {
		counts(errors, daemonSet.status, [
			'currentNumberScheduled',
			'numberMisscheduled',
			'desiredNumberScheduled',
			'numberReady',
			'observedGeneration',
			'updatedNumberScheduled',
			'numberAvailable',
			'numberUnavailable',
			'collisionCount',
		]);
		checkCollisions(errors, daemonSet.status?.collisionCount, old.status?.collisionCount);
		return;
	}

	// The strategy has checked all of it; the update checks it again.
	checkDaemonSet(errors, daemonSet);
	checkDaemonSetSpec(errors, daemonSet);
	checkSelectorKept(errors, daemonSet.spec.selector, old.spec.selector);
};

const generationAnnotation = 'deprecated.daemonset.template.generation';

const templateGeneration = ({metadata}: {readonly metadata: Partial<ObjectMeta>}): number =>
	Number(metadata.annotations?.[generationAnnotation] ?? 0) || 0;

const setTemplateGeneration = (object: Prepared<DaemonSet>, generation: number): void => {
	object.metadata = {
		...object.metadata,
		annotations: {...object.metadata.annotations, [generationAnnotation]: String(generation)},
	};
};

/** @see https://kubernetes.io/docs/concepts/workloads/controllers/daemonset/ */
export const daemonSet = describeKind('apps/v1 DaemonSet', {
	validate: {create: checkDaemonSet, update: checkDaemonSetUpdate},
	generation: 'counts changes',
	prepare: {
		create(object) {
			setTemplateGeneration(object, Math.max(1, templateGeneration(object)));
		},
		update(object, old) {
			const generation = templateGeneration(old);
			const same = semanticEqual(object.spec.template, old.spec.template);
			setTemplateGeneration(object, same ? generation : generation + 1);
		},
	},
	changePodSpec: changeTemplate,
	warnings: ({spec}, old) =>
		old && semanticEqual(spec.template, old.spec.template) ? [] : templateWarnings('spec.template', spec.template),
	table: {
		columns: [
			nameColumn,
			{name: 'Desired', type: 'integer', cell: ({status}) => status?.desiredNumberScheduled ?? 0},
			{name: 'Current', type: 'integer', cell: ({status}) => status?.currentNumberScheduled ?? 0},
			{name: 'Ready', type: 'integer', cell: ({status}) => status?.numberReady ?? 0},
			{name: 'Up-to-date', type: 'integer', cell: ({status}) => status?.updatedNumberScheduled ?? 0},
			{name: 'Available', type: 'integer', cell: ({status}) => status?.numberAvailable ?? 0},
			{name: 'Node Selector', cell: ({spec}) => labelText(spec.template.spec?.nodeSelector)},
			ageColumn,
			containers,
			images,
			selector,
		],
	},
	defaults: [
		defaultsOf('apps.v1.DaemonSetSpec', (draft) => {
			draft.updateStrategy = withRollingUpdate(draft.updateStrategy, {maxUnavailable: 1, maxSurge: 0});
			draft.revisionHistoryLimit ??= 10;
		}),
	],
});

import {forbidden, invalid, notSupported, required} from '../../objects/field-error.js';
import type {
	DaemonSet,
	Deployment,
	LabelSelector,
	PodTemplateSpec,
	ReplicaSet,
	ReplicationController,
} from '../../objects/kubernetes.generated.js';
import {matchesLabelSelector, matchesLabels} from '../../objects/labels.js';
import {checkImmutable, checkNonNegative, type Errors, type NumberOrText} from '../validation/checks.js';
import {checkMetadata, checkMetadataUpdate, nameRules} from '../validation/metadata.js';
import {checkTemplate} from '../core/pod/pod.js';
import {checkLabelSelector, isEmptySelector, isUsableSelector} from '../validation/selectors.js';

/** A selector as messages quote it. */
export const shownSelector = (selector: LabelSelector | null | undefined): unknown =>
	selector
		? {
				...(selector.matchLabels && {matchLabels: shownLabels(selector.matchLabels)}),
				...(selector.matchExpressions && {matchExpressions: selector.matchExpressions}),
			}
		: null;

/** Labels as messages quote them: sorted. */
export const shownLabels = (labels: Readonly<Record<string, string>> | undefined): unknown =>
	labels ? Object.fromEntries(Object.entries(labels).sort(([one], [other]) => (one < other ? -1 : 1))) : null;

export const mismatch = '`selector` does not match template `labels`';

/** The percentage that a text is, or `undefined`. */
const percentOf = (value: NumberOrText): number | undefined =>
	typeof value === 'string' && /^\d+%$/.test(value) ? Number(value.slice(0, -1)) : undefined;

/** Go reads a text that is no number as 0. */
export const amountOf = (value: NumberOrText | undefined): number =>
	value === undefined ? 0 : (percentOf(value) ?? (Number(value) || 0));

/** A count or a share of Pods. @mirrors ValidatePositiveIntOrPercent */
export const checkCountOrPercent = (errors: Errors, field: string, value: NumberOrText | undefined): void => {
	if (typeof value === 'number') {
		checkNonNegative(errors, field, value);
	} else if (value !== undefined && percentOf(value) === undefined) {
		errors.push(
			invalid(
				field,
				value,
				"a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')",
			),
		);
	}
};

export const checkAtMostAll = (errors: Errors, field: string, value: NumberOrText | undefined): void => {
	if (value !== undefined && (percentOf(value) ?? 0) > 100) {
		errors.push(invalid(field, value, 'must not be greater than 100%'));
	}
};

/** A template of Pods that are to run for ever. */
export const checkLastingTemplate = (errors: Errors, path: string, template: PodTemplateSpec, kind: string): void => {
	const restartPolicy = template.spec?.restartPolicy;
	if (restartPolicy !== 'Always') {
		errors.push(notSupported(`${path}.spec.restartPolicy`, restartPolicy ?? '', ['Always']));
	}

	if (template.spec?.activeDeadlineSeconds !== undefined) {
		errors.push(forbidden(`${path}.spec.activeDeadlineSeconds`, `activeDeadlineSeconds in ${kind} is not Supported`));
	}
};

/** Template of a ReplicaSet, or of a Deployment, which makes ReplicaSets of it. @mirrors ValidatePodTemplateSpecForReplicaSet */
const checkReplicaTemplate = (
	errors: Errors,
	path: string,
	template: PodTemplateSpec,
	selector: LabelSelector | undefined,
): void => {
	const labels = template.metadata?.labels;
	if (!(selector && isEmptySelector(selector)) && !matchesLabelSelector(selector, labels)) {
		errors.push(invalid(`${path}.metadata.labels`, shownLabels(labels), mismatch));
	}

	checkTemplate(errors, path, template);
	checkLastingTemplate(errors, path, template, 'ReplicaSet');
};

const checkSelector = (errors: Errors, selector: LabelSelector | undefined, template: PodTemplateSpec): void => {
	if (selector) {
		checkLabelSelector(errors, 'spec.selector', selector);
		if (isEmptySelector(selector)) {
			errors.push(invalid('spec.selector', shownSelector(selector), 'empty selector is invalid for deployment'));
		}
	} else {
		errors.push(required('spec.selector'));
	}

	if (selector && !isUsableSelector(selector)) {
		errors.push(invalid('spec.selector', shownSelector(selector), 'invalid label selector'));
	} else {
		checkReplicaTemplate(errors, 'spec.template', template, selector);
	}
};

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

interface Strategy {
	readonly type?: string;
	readonly rollingUpdate?: {readonly maxUnavailable?: NumberOrText; readonly maxSurge?: NumberOrText};
}

const shownStrategy = ({type = '', rollingUpdate}: Strategy): unknown => ({
	Type: type,
	RollingUpdate: rollingUpdate
		? {MaxUnavailable: rollingUpdate.maxUnavailable ?? 0, MaxSurge: rollingUpdate.maxSurge ?? 0}
		: null,
});

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

const counts = (
	errors: Errors,
	status: object | undefined,
	names: readonly string[],
): Readonly<Record<string, number>> => {
	const values = (status ?? {}) as Readonly<Record<string, number | undefined>>;
	for (const name of names) {
		checkNonNegative(errors, `status.${name}`, values[name]);
	}

	return new Proxy({}, {get: (_, name) => values[name as string] ?? 0});
};

/** Numbers of Pods in a status that cannot be right together. @mirrors ValidateDeploymentStatus, ValidateReplicaSetStatus */
const checkReplicaStatus = (
	errors: Errors,
	status: object | undefined,
	names: readonly string[],
	order: readonly string[] = ['replicas', ...names, 'terminatingReplicas', 'observedGeneration'],
): void => {
	const of = counts(errors, status, order);
	for (const name of names) {
		if (of[name]! > of.replicas!) {
			errors.push(invalid(`status.${name}`, of[name], 'cannot be greater than status.replicas'));
		}
	}

	if (of.availableReplicas! > of.readyReplicas!) {
		errors.push(invalid('status.availableReplicas', of.availableReplicas, 'cannot be greater than readyReplicas'));
	}
};

/** Names that were taken already are counted up only. @mirrors isDecremented */
export const checkCollisions = (errors: Errors, now: number | undefined, old: number | undefined): void => {
	if (old !== undefined && (now === undefined || now < old)) {
		errors.push(invalid('status.collisionCount', now ?? 0, 'cannot be decremented'));
	}
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

const checkSelectorKept = (errors: Errors, selector: LabelSelector, old: LabelSelector): void => {
	const before = errors.length;
	checkImmutable(errors, 'spec.selector', selector, old);
	if (errors.length > before) {
		errors[before] = {...errors[before]!, badValue: shownSelector(selector)};
	}
};

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

/** @mirrors k8s.io/kubernetes/pkg/apis/apps/validation ValidateDaemonSetSpec */
const checkDaemonSetSpec = (errors: Errors, {spec}: DaemonSet): void => {
	const selector = spec.selector as LabelSelector | null;
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

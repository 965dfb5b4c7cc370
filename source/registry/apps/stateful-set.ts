import {defaultsOf, type Given} from '../defaults/type-defaults.js';
import {claimWarnings} from '../pod/warnings.js';
import {hasOldSpec, templateWarnings} from '../pod/template-warnings.js';
import {changeTemplate} from '../pod/change-template.js';
import {describeKind} from '../kind.js';
import {forbidden, invalid, notSupported, required} from '../../objects/field-error.js';
import type {
	PodTemplateSpec,
	StatefulSet,
	StatefulSetSpec,
	StatefulSetUpdateStrategy,
	Volume,
} from '../../objects/kubernetes.generated.js';
import {matchesLabelSelector} from '../../objects/labels.js';
import {checkDNSLabel, checkNonNegative, type Errors} from '../validation/checks.js';
import {checkClaimSpec} from '../pod/claim-spec.js';
import {checkMetadata, checkMetadataUpdate, checkTemplateMetadata, nameRules} from '../validation/metadata.js';
import {checkPodAnnotations, checkTemplate} from '../pod/create.js';
import {checkLabelSelector, isEmptySelector, isUsableSelector} from '../validation/selectors.js';
import {amountOf, checkAtMostAll, checkCountOrPercent} from '../workload/count-or-percent.js';
import {checkLastingTemplate} from '../workload/replica-template.js';
import {mismatch, shownLabels, shownSelector} from '../validation/shown-labels.js';
import {checkCollisions} from '../workload/replica-status.js';
import {semanticEqual} from '../../kernel/equality.js';
import {ageColumn, nameColumn} from '../table/columns.js';
import {containers, images} from '../workload/columns.js';

/** Checks the Pod template of a set: volumes of its claims count as existing, and the set decides host names. */
const asPodsWillBe = (spec: StatefulSetSpec): PodTemplateSpec => {
	const {template, volumeClaimTemplates = []} = spec;
	const claims: Volume[] = volumeClaimTemplates.map(({metadata}) => {
		const name = metadata?.name ?? '';
		return {name, persistentVolumeClaim: {claimName: name}};
	});
	const own = (template.spec?.volumes ?? []).filter(({name}) => !claims.some((claim) => claim.name === name));
	return {
		...template,
		spec: {...template.spec!, hostname: undefined, subdomain: undefined, volumes: [...claims, ...own]},
	};
};

/**
@param isNew whether to check also the fields that cannot change later.
@mirrors k8s.io/kubernetes/pkg/apis/apps/validation ValidateStatefulSetSpec
*/
const checkSpec = (errors: Errors, spec: StatefulSetSpec, isNew: boolean): void => {
	const policy: string | undefined = spec.podManagementPolicy;
	if (policy !== 'OrderedReady' && policy !== 'Parallel') {
		errors.push(
			policy
				? invalid('spec.podManagementPolicy', policy, "must be 'OrderedReady' or 'Parallel'")
				: required('spec.podManagementPolicy'),
		);
	}

	checkStrategy(errors, 'spec.updateStrategy', spec.updateStrategy);
	for (const name of ['whenDeleted', 'whenScaled'] as const) {
		const value: string | undefined = spec.persistentVolumeClaimRetentionPolicy?.[name];
		if (spec.persistentVolumeClaimRetentionPolicy && value !== 'Retain' && value !== 'Delete') {
			errors.push(notSupported(`spec.persistentVolumeClaimRetentionPolicy.${name}`, value ?? '', ['Retain', 'Delete']));
		}
	}

	for (const [index, claim] of (isNew ? (spec.volumeClaimTemplates ?? []) : []).entries()) {
		checkClaimSpec(errors, `spec.volumeClaimTemplates[${index}].spec`, claim.spec);
	}

	checkNonNegative(errors, 'spec.replicas', spec.replicas);
	checkNonNegative(errors, 'spec.minReadySeconds', spec.minReadySeconds);
	checkNonNegative(errors, 'spec.ordinals.start', spec.ordinals?.start);
	if (isNew && spec.serviceName) {
		checkDNSLabel(errors, 'spec.serviceName', spec.serviceName);
	}

	checkSelectorAndTemplate(errors, spec);
	checkLastingTemplate(errors, 'spec.template', spec.template, 'StatefulSet');
};

const checkSelectorAndTemplate = (errors: Errors, spec: StatefulSetSpec): void => {
	const {selector} = spec;
	if (selector) {
		checkLabelSelector(errors, 'spec.selector', selector);
		if (isEmptySelector(selector)) {
			errors.push(invalid('spec.selector', shownSelector(selector), 'empty selector is invalid for statefulset'));
		}
	} else {
		errors.push(required('spec.selector'));
	}

	if (selector && !isUsableSelector(selector)) {
		errors.push(invalid('spec.selector', shownSelector(selector), ''));
		return;
	}

	const labels = spec.template.metadata?.labels;
	if (!selector || (!isEmptySelector(selector) && !matchesLabelSelector(selector, labels))) {
		errors.push(invalid('spec.template.metadata.labels', shownLabels(labels), mismatch));
	}

	checkTemplate(errors, 'spec.template', asPodsWillBe(spec));
	// Upstream checks the metadata once more, so errors in it are reported twice.
	checkTemplateMetadata(errors, spec.template.metadata, 'spec.template');
	checkPodAnnotations(errors, 'spec.template.annotations', {
		metadata: spec.template.metadata,
		spec: spec.template.spec!,
	});
};

const checkStrategy = (errors: Errors, path: string, strategy: StatefulSetSpec['updateStrategy']): void => {
	const type: string = strategy?.type ?? '';
	const rolling = strategy?.rollingUpdate;
	const at = `${path}.rollingUpdate`;
	const shown = rolling ? {Partition: rolling.partition ?? 0, MaxUnavailable: rolling.maxUnavailable ?? null} : null;
	if (type === '') {
		errors.push(required(path));
	} else if (type === 'OnDelete') {
		if (rolling) {
			errors.push(invalid(at, shown, "only allowed for updateStrategy 'RollingUpdate'"));
		}
	} else if (type !== 'RollingUpdate') {
		errors.push(invalid(path, {Type: type, RollingUpdate: shown}, "must be 'RollingUpdate' or 'OnDelete'"));
	} else if (rolling) {
		checkNonNegative(errors, `${at}.partition`, rolling.partition);
		if (rolling.maxUnavailable !== undefined) {
			checkCountOrPercent(errors, `${at}.maxUnavailable`, rolling.maxUnavailable);
			if (amountOf(rolling.maxUnavailable) === 0) {
				errors.push(invalid(`${at}.maxUnavailable`, rolling.maxUnavailable, 'cannot be 0'));
			}

			checkAtMostAll(errors, `${at}.maxUnavailable`, rolling.maxUnavailable);
		}
	}
};

export const checkStatefulSet = (errors: Errors, set: StatefulSet): void => {
	checkMetadata(errors, set.metadata, true, nameRules.label);
	checkSpec(errors, set.spec, true);
};

const changeable = [
	'replicas',
	'template',
	'updateStrategy',
	'minReadySeconds',
	'ordinals',
	'revisionHistoryLimit',
	'persistentVolumeClaimRetentionPolicy',
] as const;

/** @mirrors ValidateStatefulSetUpdate, ValidateStatefulSetStatus */
export const checkStatefulSetUpdate = (
	errors: Errors,
	set: StatefulSet,
	old: StatefulSet,
	subresource: string,
): void => {
	if (subresource === 'status') {
		checkStatus(errors, set);
		checkMetadataUpdate(errors, set.metadata, old.metadata);
		checkCollisions(errors, set.status?.collisionCount, old.status?.collisionCount);
		return;
	}

	checkMetadataUpdate(errors, set.metadata, old.metadata);
	checkSpec(errors, set.spec, false);
	const kept = {...set.spec, ...Object.fromEntries(changeable.map((name) => [name, old.spec[name]]))};
	if (!semanticEqual(kept, old.spec)) {
		errors.push(
			forbidden(
				'spec',
				"updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden",
			),
		);
	}
};

const checkStatus = (errors: Errors, {status}: StatefulSet): void => {
	const names = ['readyReplicas', 'currentReplicas', 'updatedReplicas', 'availableReplicas'] as const;
	for (const name of ['replicas', ...names, 'observedGeneration', 'collisionCount'] as const) {
		checkNonNegative(errors, `status.${name}`, status?.[name]);
	}

	for (const name of names) {
		if ((status?.[name] ?? 0) > (status?.replicas ?? 0)) {
			errors.push(invalid(`status.${name}`, status?.[name] ?? 0, 'cannot be greater than status.replicas'));
		}
	}

	if ((status?.availableReplicas ?? 0) > (status?.readyReplicas ?? 0)) {
		errors.push(
			invalid('status.availableReplicas', status.availableReplicas, 'cannot be greater than status.readyReplicas'),
		);
	}
};

const withPartition = (given: Given<StatefulSetUpdateStrategy> | undefined): Given<StatefulSetUpdateStrategy> => {
	const type = given?.type || 'RollingUpdate';
	const rolling = given?.rollingUpdate ?? (given?.type ? undefined : {});
	return {
		...given,
		type,
		...(type === 'RollingUpdate' && rolling && {rollingUpdate: {...rolling, partition: rolling.partition ?? 0}}),
	};
};

const statefulSetDefaults = defaultsOf('apps.v1.StatefulSetSpec', (draft) => {
	draft.podManagementPolicy ||= 'OrderedReady';
	draft.updateStrategy = withPartition(draft.updateStrategy);
	const retention = draft.persistentVolumeClaimRetentionPolicy;
	draft.persistentVolumeClaimRetentionPolicy = {
		...retention,
		whenDeleted: retention?.whenDeleted || 'Retain',
		whenScaled: retention?.whenScaled || 'Retain',
	};
	draft.replicas ??= 1;
	draft.revisionHistoryLimit ??= 10;
	draft.volumeClaimTemplates &&= draft.volumeClaimTemplates.map((claim) => ({
		...claim,
		apiVersion: claim.apiVersion || 'v1',
		kind: claim.kind || 'PersistentVolumeClaim',
	}));
});

/** The feature gate MaxUnavailableStatefulSet is off by default in v1.36. @mirrors statefulset dropStatefulSetDisabledFields */
const withoutBudget = (spec: StatefulSet['spec']): StatefulSet['spec'] => {
	const {maxUnavailable, ...rollingUpdate} = spec.updateStrategy?.rollingUpdate ?? {};
	return maxUnavailable === undefined ? spec : {...spec, updateStrategy: {...spec.updateStrategy, rollingUpdate}};
};

/** @see https://kubernetes.io/docs/concepts/workloads/controllers/statefulset/ */
export const statefulSet = describeKind('apps/v1 StatefulSet', {
	validate: {create: checkStatefulSet, update: checkStatefulSetUpdate},
	generation: 'counts changes',
	prepare: {
		create(set) {
			set.spec = withoutBudget(set.spec);
		},
		update(set, old) {
			if (old.spec.updateStrategy?.rollingUpdate?.maxUnavailable === undefined) {
				set.spec = withoutBudget(set.spec);
			}
		},
	},
	changePodSpec: changeTemplate,
	warnings: (set, old) => [
		...(hasOldSpec(set, old) ? [] : templateWarnings('spec.template', set.spec.template)),
		...(set.spec.volumeClaimTemplates ?? []).flatMap((claim, index) =>
			claimWarnings(`spec.volumeClaimTemplates[${index}].spec`, claim.spec),
		),
		...((set.spec.revisionHistoryLimit ?? 0) < 0
			? ['spec.revisionHistoryLimit: a negative value retains all historical revisions; a value >= 0 is recommended']
			: []),
	],
	table: {
		columns: [
			nameColumn,
			{name: 'Ready', cell: ({spec, status}) => `${status?.readyReplicas ?? 0}/${spec.replicas ?? 1}`},
			ageColumn,
			containers,
			images,
		],
	},
	defaults: [statefulSetDefaults],
});

import type {Draft, TypeDefaults} from '../defaults/type-defaults.js';

const rollingUpdate = (
	draft: Draft,
	field: 'strategy' | 'updateStrategy',
	maxUnavailable: unknown,
	maxSurge: unknown,
): void => {
	const strategy: Draft = {...draft[field]};
	strategy.type ||= 'RollingUpdate';
	if (strategy.type === 'RollingUpdate') {
		const rolling: Draft = {...strategy.rollingUpdate};
		rolling.maxUnavailable ??= maxUnavailable;
		rolling.maxSurge ??= maxSurge;
		strategy.rollingUpdate = rolling;
	}

	draft[field] = strategy;
};

const statefulSet = (draft: Draft): void => {
	draft.podManagementPolicy ||= 'OrderedReady';
	const strategy: Draft = {...draft.updateStrategy};
	if (!strategy.type) {
		strategy.type = 'RollingUpdate';
		strategy.rollingUpdate ??= {};
	}

	if (strategy.type === 'RollingUpdate' && strategy.rollingUpdate) {
		strategy.rollingUpdate = {...strategy.rollingUpdate, partition: strategy.rollingUpdate.partition ?? 0};
	}

	draft.updateStrategy = strategy;
	const retention: Draft = {...draft.persistentVolumeClaimRetentionPolicy};
	retention.whenDeleted ||= 'Retain';
	retention.whenScaled ||= 'Retain';
	draft.persistentVolumeClaimRetentionPolicy = retention;
	draft.replicas ??= 1;
	draft.revisionHistoryLimit ??= 10;
	if (Array.isArray(draft.volumeClaimTemplates)) {
		draft.volumeClaimTemplates = draft.volumeClaimTemplates.map((claim: Draft) => ({
			...claim,
			apiVersion: claim.apiVersion || 'v1',
			kind: claim.kind || 'PersistentVolumeClaim',
		}));
	}
};

const job = (draft: Draft): void => {
	const spec: Draft = {...draft.spec};
	if (spec.completions === undefined && spec.parallelism === undefined) {
		spec.completions = 1;
	}

	spec.parallelism ??= 1;
	spec.backoffLimit ??=
		spec.backoffLimitPerIndex === undefined || spec.backoffLimitPerIndex === null ? 6 : 2_147_483_647;
	spec.completionMode ??= 'NonIndexed';
	spec.suspend ??= false;
	spec.podReplacementPolicy ??= spec.podFailurePolicy ? 'Failed' : 'TerminatingOrFailed';
	spec.manualSelector ??= false;
	draft.spec = spec;
	takeLabels(draft, spec.template?.metadata?.labels);
};

/** An object without labels gets those of its template. */
const takeLabels = (draft: Draft, labels: Draft | undefined): void => {
	if (labels && Object.keys(draft.metadata?.labels ?? {}).length === 0) {
		draft.metadata = {...draft.metadata, labels};
	}
};

/** Defaults of the kinds that make Pods. @mirrors k8s.io/kubernetes/pkg/apis/{apps,batch}/v1 defaults.go */
export const workloadDefaults: TypeDefaults = {
	'apps.v1.DeploymentSpec': (draft) => {
		draft.replicas ??= 1;
		rollingUpdate(draft, 'strategy', '25%', '25%');
		draft.revisionHistoryLimit ??= 10;
		draft.progressDeadlineSeconds ??= 600;
	},
	'apps.v1.ReplicaSetSpec': (draft) => {
		draft.replicas ??= 1;
	},
	'apps.v1.DaemonSetSpec': (draft) => {
		rollingUpdate(draft, 'updateStrategy', 1, 0);
		draft.revisionHistoryLimit ??= 10;
	},
	'apps.v1.StatefulSetSpec': statefulSet,
	'batch.v1.Job': job,
	'batch.v1.CronJobSpec': (draft) => {
		draft.concurrencyPolicy ||= 'Allow';
		draft.suspend ??= false;
		draft.successfulJobsHistoryLimit ??= 3;
		draft.failedJobsHistoryLimit ??= 1;
	},
	'batch.v1.PodFailurePolicyOnPodConditionsPattern': (draft) => {
		draft.status ||= 'True';
	},
	'core.v1.ReplicationController': (draft) => {
		const labels = draft.spec?.template?.metadata?.labels;
		if (labels && Object.keys(draft.spec.selector ?? {}).length === 0) {
			draft.spec = {...draft.spec, selector: labels};
		}

		takeLabels(draft, labels);
	},
	'core.v1.ReplicationControllerSpec': (draft) => {
		draft.replicas ??= 1;
	},
};

import type {Entry} from './entry.js';

/** Findings about an upgrade: `check --apply OLD --then-apply NEW`. */
export const upgradeEntries: readonly Entry[] = [
	{
		id: 'W130',
		name: 'upgrade-loses-requests',
		severity: 'warning',
		what: 'Requests to the Service get no answer while the new version rolls out.',
		why: 'Pods end while proxies still send them requests, or become ready before they can answer.',
		stage: 'traffic.lost',
		mend: 'Give the containers a readiness probe and a preStop sleep of a few seconds, and let the rollout start new Pods first (maxUnavailable: 0).',
		page: 'concepts/workloads/pods/pod-lifecycle/#pod-termination',
	},
	{
		id: 'W131',
		name: 'left-behind',
		severity: 'note',
		what: 'The new files lack an object of the old files: kubectl apply leaves it in the cluster.',
		why: 'kubectl apply deletes only with --prune; helm upgrade deletes what a release no longer has.',
		stage: 'kubectl.apply',
		mend: 'Delete it by hand, or keep it in the files.',
		page: 'tasks/manage-kubernetes-objects/declarative-config/#how-to-delete-objects',
	},
	{
		id: 'W132',
		name: 'rollback-fails',
		severity: 'warning',
		what: 'After the upgrade, the old files are refused or do not become ready.',
		why: 'A field that the upgrade has set cannot be changed back, or objects that the old Pods use no longer exist.',
		stage: 'kubectl.apply',
		mend: 'Prepare a way back before the upgrade, such as deleting the object and applying it again, with downtime.',
		page: 'concepts/workloads/controllers/deployment/#rolling-back-a-deployment',
	},
	{
		id: 'W133',
		name: 'old-not-ready',
		severity: 'note',
		what: 'The old files do not become ready even before the upgrade.',
		why: 'The upgrade then starts from a broken application, so lost requests and the rollback prove little.',
		stage: 'kubelet.status',
		mend: 'Check the old files alone first.',
		page: 'tasks/debug/debug-application/',
	},
];

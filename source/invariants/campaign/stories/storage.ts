import {pick} from '../manifests.js';
import * as pods from '../story-manifests.js';
import {apply, kubectl, waiting, type Story} from './story.js';

/** Worlds of claims and volumes. */
export const storageStories: readonly Story[] = [
	{
		name: 'volumes that Pods share',
		scenario: {csiDrivers: [{name: 'hostpath.csi.k8s.io', volumesPerNode: 3}]},
		commands: (random) => [
			apply(
				pods.claim('shared', pick(random, 'ReadWriteOnce', 'ReadWriteMany')),
				pods.claim('only', 'ReadWriteOncePod'),
				pods.claimant('one', 'shared', 'node-a'),
				pods.claimant('two', 'shared', 'node-a'),
				pods.claimant('alone', 'only'),
			),
			apply(pods.claimant('rival', 'only')),
			waiting(kubectl('delete pod one --wait=false'), 10_000),
			kubectl('delete pod alone --wait=false'),
			apply(pods.claimant('one', 'shared', 'node-a')),
			kubectl('delete pod one two rival --wait=false'),
			apply(pods.claimant('mover', 'shared', 'node-b')),
			kubectl('delete pvc shared --wait=false'),
			kubectl('delete pod mover --wait=false'),
		],
	},
	{
		name: 'more volumes than a node takes',
		scenario: {csiDrivers: [{name: 'hostpath.csi.k8s.io', volumesPerNode: 2}]},
		commands: () => [
			apply(pods.statefulSet('many', {replicas: 5, claims: true, more: ['podManagementPolicy: Parallel']})),
			kubectl('scale statefulset many --replicas=3'),
			apply(pods.ephemeralClaimant('brief'), pods.failingClaimant('done', 'data-many-4')),
			kubectl('delete pod brief --wait=false'),
			kubectl('delete pvc data-many-3 data-many-4 --wait=false'),
			kubectl('scale statefulset many --replicas=1'),
		],
		mayWait: ['many'],
	},
];

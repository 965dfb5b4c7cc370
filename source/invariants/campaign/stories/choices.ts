import {pick} from '../manifests.js';
import * as pods from '../story-manifests.js';
import {apply, kubectl, waiting, type Story} from './story.js';

/** A second owner that does not exist. */
const lostOwner = JSON.stringify([
	{
		op: 'add',
		path: '/metadata/ownerReferences/-',
		value: {apiVersion: 'v1', kind: 'ConfigMap', name: 'gone', uid: '11111111-2222-4333-8444-555555555555'},
	},
]);

/** Worlds in which a component chooses one of several. */
export const choiceStories: readonly Story[] = [
	{
		name: 'volumes of several sizes, Pods of two owners, and clients that stay with their Pod',
		scenario: {traffic: [{name: 'loyal', target: 'web:80', everyMs: 700}]},
		commands: (random) => [
			apply(pods.volume('small', '1Gi'), pods.volume('middle', '2Gi'), pods.volume('large', '5Gi')),
			apply(pods.manualClaim('needy', pick(random, '3Gi', '5Gi')), pods.manualClaim('modest', '2Gi')),
			waiting(
				apply(
					pods.deployment('web', {replicas: 3}),
					pods.service('web', 'sessionAffinity: ClientIP, '),
					pods.statefulSet('store', {replicas: 2}),
					pods.plainPod('sized', 'sized', {container: ', resources: {limits: {cpu: 100m}}'}),
				),
				20_000,
			),
			kubectl(`patch pod store-0 --type=json -p '${lostOwner}'`),
			kubectl('set image deployment/web main=nginx:1.28'),
			waiting(kubectl('rollout undo deployment/web'), 20_000),
			kubectl('delete pvc needy --wait=false'),
		],
	},
];

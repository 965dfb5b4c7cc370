import test from 'ava';
import {adoptionRefusal, claimOf, type Claim} from './claim.js';

const selector = {matchLabels: {app: 'web'}};

const object = (app: string, holder?: string, isLeaving = false) => ({
	metadata: {
		name: 'pod',
		namespace: 'default',
		uid: 'pod',
		resourceVersion: '1',
		creationTimestamp: '',
		labels: {app},
		...(holder === undefined
			? {}
			: {ownerReferences: [{apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'set', uid: holder, controller: true}]}),
		...(isLeaving ? {deletionTimestamp: 'now'} : {}),
	},
});

const owner = (uid = 'mine', deletionTimestamp?: string) => ({
	apiVersion: 'apps/v1',
	kind: 'ReplicaSet',
	metadata: {
		name: 'set',
		namespace: 'default',
		uid,
		resourceVersion: '1',
		creationTimestamp: '',
		...(deletionTimestamp === undefined ? {} : {deletionTimestamp}),
	},
});

const table: ReadonlyArray<readonly [title: string, of: ReturnType<typeof object>, here: Claim, leaving: Claim]> = [
	['its own with its labels', object('web', 'mine'), 'own', 'own'],
	['its own with other labels', object('other', 'mine'), 'release', 'ignore'],
	['an orphan with its labels', object('web'), 'adopt', 'ignore'],
	['an orphan with other labels', object('other'), 'ignore', 'ignore'],
	['an orphan that leaves', object('web', undefined, true), 'ignore', 'ignore'],
	['one of another owner with its labels', object('web', 'another'), 'ignore', 'ignore'],
];

for (const [title, of, here, leaving] of table) {
	test(`an owner claims ${title}: ${here}, and ${leaving} when the owner is being deleted`, (t) => {
		t.is(claimOf(owner(), selector, of), here);
		t.is(claimOf(owner('mine', 'now'), selector, of), leaving);
	});
}

test('an owner that the apiserver has no more, or deletes, adopts nothing', (t) => {
	t.is(adoptionRefusal(owner(), owner()), undefined);
	t.is(
		adoptionRefusal(owner('another'), owner()),
		'original ReplicaSet default/set is gone: got uid another, wanted mine',
	);
	t.is(
		adoptionRefusal(owner('mine', '2026-01-01T00:00:00Z'), owner()),
		'default/set has just been deleted at 2026-01-01T00:00:00Z',
	);
});

import test from 'ava';
import type {Pod, ResourceV1ResourceClaim} from '../../objects/kubernetes.generated.js';
import {canBeReserved, generatedName, isMadeFor, isMissing, needsWork} from './decisions.js';

const pod = (
	more: {
		readonly nodeName?: string;
		readonly status?: Pod['status'];
		readonly metadata?: Partial<Pod['metadata']>;
	} = {},
): Pod => ({
	apiVersion: 'v1',
	kind: 'Pod',
	metadata: {
		name: 'train',
		namespace: 'default',
		uid: 'p',
		resourceVersion: '1',
		creationTimestamp: '2026-01-01T00:00:00Z',
		...more.metadata,
	},
	spec: {
		containers: [],
		resourceClaims: [{name: 'gpu', resourceClaimTemplateName: 'gpu'}],
		...(more.nodeName === undefined ? {} : {nodeName: more.nodeName}),
	},
	status: more.status ?? {},
});

const claim = (owner: string, status: ResourceV1ResourceClaim['status'] = {}): ResourceV1ResourceClaim => ({
	apiVersion: 'resource.k8s.io/v1',
	kind: 'ResourceClaim',
	metadata: {
		name: 'train-gpu-1',
		namespace: 'default',
		uid: 'c',
		resourceVersion: '1',
		creationTimestamp: '2026-01-01T00:00:00Z',
		ownerReferences: [{apiVersion: 'v1', kind: 'Pod', name: 'train', uid: owner, controller: true}],
	},
	spec: {},
	status,
});

const named = {resourceClaimStatuses: [{name: 'gpu', resourceClaimName: 'train-gpu-1'}]};

const table = [
	['no claim is known', pod(), undefined, true, true],
	['its claim is there', pod({status: named}), claim('p'), false, false],
	['its claim was deleted by mistake', pod({status: named}), undefined, true, true],
	['the claim of that name is of another Pod', pod({status: named}), claim('q'), false, true],
	[
		'it was decided that it needs none',
		pod({status: {resourceClaimStatuses: [{name: 'gpu'}]}}),
		undefined,
		false,
		false,
	],
	['it has ended', pod({status: {...named, phase: 'Succeeded'}}), undefined, false, true],
	['it is being deleted', pod({metadata: {deletionTimestamp: '2026-01-01T00:00:00Z'}}), undefined, false, true],
	[
		'it was placed by hand, and its claim has devices',
		pod({nodeName: 'node-a', status: named}),
		claim('p', {allocation: {}}),
		true,
		false,
	],
	[
		'it was placed, and is a user already',
		pod({nodeName: 'node-a', status: named}),
		claim('p', {allocation: {}, reservedFor: [{resource: 'pods', name: 'train', uid: 'p'}]}),
		false,
		false,
	],
] as const;

for (const [when, its, found, work, missing] of table) {
	test(`what is to be done about the claims of a Pod when ${when}`, (t) => {
		t.is(
			needsWork(its, () => found),
			work,
		);
		t.is(
			isMissing(its, {name: 'gpu', resourceClaimTemplateName: 'gpu'}, () => found),
			missing,
		);
	});
}

test('a claim has 256 users at most, each once', (t) => {
	const users = (count: number) =>
		Array.from({length: count}, (_, index) => ({resource: 'pods', name: `user-${index}`, uid: `u-${index}`}));
	const isFree = (reservedFor: NonNullable<ResourceV1ResourceClaim['status']>['reservedFor']): boolean =>
		canBeReserved(claim('p', {allocation: {}, reservedFor}), pod());
	t.true(isFree([]));
	t.true(isFree(users(255)));
	t.false(isFree(users(256)));
	t.false(isFree([{resource: 'pods', name: 'train', uid: 'p'}]));
	t.false(canBeReserved(claim('p'), pod()), 'it has no devices yet');
});

test('a claim was made for an entry of a Pod by its owner and the name of the entry', (t) => {
	const made = (owner: string, entry: string): ResourceV1ResourceClaim => {
		const own = claim(owner);
		return {...own, metadata: {...own.metadata, annotations: {'resource.kubernetes.io/pod-claim-name': entry}}};
	};
	const entry = {name: 'gpu', resourceClaimTemplateName: 'gpu'};
	t.true(isMadeFor(made('p', 'gpu'), pod(), entry));
	t.false(isMadeFor(made('p', 'other'), pod(), entry));
	t.false(isMadeFor(made('q', 'gpu'), pod(), entry));
	t.false(isMadeFor(claim('p'), pod(), entry));
});

test('of a long name for a claim both parts are cut by as much', (t) => {
	t.is(generatedName('train', 'gpu'), 'train-gpu-');
	t.is(generatedName('a'.repeat(60), 'b'.repeat(60)), `${'a'.repeat(28)}-${'b'.repeat(28)}`);
});

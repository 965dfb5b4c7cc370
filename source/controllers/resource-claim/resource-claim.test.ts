import test from 'ava';
import {ControllersWorld, webPod} from '../../testing/controllers-world.js';

const claims = 'resourceclaims.resource.k8s.io';

const allocation = {
	devices: {results: [{request: 'gpu', driver: 'gpu.example.test', pool: 'node-a', device: 'gpu-0'}]},
};

/** A claim with the Pods that use it. */
const world = (...names: readonly string[]): ControllersWorld => {
	// The controller begins with the first Pod that has a claim, as another controller's cache shows it.
	const tiny = new ControllersWorld('resourceclaim', 'ephemeral-volume');
	tiny.create(
		'pods',
		...names.map((name) =>
			webPod(name, {
				spec: {
					nodeName: 'node-a',
					containers: [{name: 'main', image: 'nginx'}],
					resourceClaims: [{name: 'gpu', resourceClaimName: 'shared'}],
				},
			}),
		),
	);
	tiny.create(claims, {
		apiVersion: 'resource.k8s.io/v1',
		kind: 'ResourceClaim',
		metadata: {name: 'shared', namespace: 'default'},
		spec: {devices: {requests: [{name: 'gpu', exactly: {deviceClassName: 'gpu'}}]}},
	});
	const reservedFor = names.map((name) => ({
		resource: 'pods',
		name,
		uid: tiny.get('pods', 'default', name)?.metadata.uid ?? '',
	}));
	tiny.command(() =>
		tiny.admin.patch(
			claims,
			'default',
			'shared',
			{status: {allocation, reservedFor}},
			{
				type: 'merge',
				subresource: 'status',
			},
		),
	);
	return tiny;
};

const statusOf = (tiny: ControllersWorld) => tiny.get(claims, 'default', 'shared')?.status;

const usersOf = (tiny: ControllersWorld) => statusOf(tiny)?.reservedFor?.map(({name}) => name);

const end = (tiny: ControllersWorld, name: string): void => {
	tiny.command(() =>
		tiny.admin.patch('pods', 'default', name, {status: {phase: 'Succeeded'}}, {type: 'merge', subresource: 'status'}),
	);
};

test('a claim that one of its Pods leaves keeps its devices for the others', (t) => {
	const tiny = world('one', 'two');
	end(tiny, 'one');
	t.deepEqual(usersOf(tiny), ['two']);
	t.truthy(statusOf(tiny)?.allocation);
	end(tiny, 'two');
	t.is(usersOf(tiny), undefined);
});

test('a Pod that has the name of a former user does not use its claim', (t) => {
	const tiny = world('one', 'two');
	const users = [
		{resource: 'pods', name: 'one', uid: 'of-the-former-pod'},
		{resource: 'pods', name: 'two', uid: tiny.get('pods', 'default', 'two')?.metadata.uid ?? ''},
	];
	tiny.command(() =>
		tiny.admin.patch(
			claims,
			'default',
			'shared',
			{status: {reservedFor: users}},
			{
				type: 'merge',
				subresource: 'status',
			},
		),
	);
	const one = tiny.get('pods', 'default', 'one')?.metadata.uid;
	t.false(statusOf(tiny)?.reservedFor?.some(({uid}) => uid === 'of-the-former-pod'));
	t.true(statusOf(tiny)?.reservedFor?.every(({name, uid}) => name !== 'one' || uid === one));
});

test('a claim that was made for a Pod goes when another Pod has its name', (t) => {
	const tiny = world('one');
	const owner = {apiVersion: 'v1', kind: 'Pod', name: 'one', controller: true};
	const made = (name: string, uid: string) => ({
		apiVersion: 'resource.k8s.io/v1',
		kind: 'ResourceClaim',
		metadata: {name, namespace: 'default', ownerReferences: [{...owner, uid}]},
		spec: {},
	});
	tiny.create(claims, made('former', 'of-the-former-pod'));
	tiny.create(claims, made('present', tiny.get('pods', 'default', 'one')?.metadata.uid ?? ''));
	t.is(tiny.get(claims, 'default', 'former'), undefined);
	t.truthy(tiny.get(claims, 'default', 'present'));
});

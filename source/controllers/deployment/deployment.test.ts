import test from 'ava';
import type {Deployment, ReplicaSet} from '../../objects/kubernetes.generated.js';
import {readyStatus, webDeployment, webTemplate, ControllersWorld} from '../../testing/controllers-world.js';
import {isProgressing} from './deployment-status.js';

const conditions = ({status}: Deployment) =>
	Object.fromEntries((status.conditions ?? []).map(({type, status: value, reason}) => [type, `${value} ${reason}`]));

const makeReady = (tiny: ControllersWorld): void => {
	tiny.command(function* () {
		for (const {metadata, status} of tiny.list('pods')) {
			if (status.phase === 'Pending') {
				yield* tiny.admin.patch('pods', 'default', metadata.name, {status: readyStatus()}, {subresource: 'status'});
			}
		}
	});
};

test('C3: a Deployment is queued, synced, and gets a ReplicaSet with its template, selector, hash and revision 1', (t) => {
	const tiny = new ControllersWorld('deployment', 'replicaset');
	tiny.create('deployments.apps', webDeployment(3));
	const [set] = tiny.list('replicasets.apps') as [ReplicaSet];
	const hash = set.metadata.labels!['pod-template-hash']!;
	t.is(set.metadata.name, `web-${hash}`);
	t.deepEqual(set.spec.selector, {matchLabels: {app: 'web', 'pod-template-hash': hash}});
	t.deepEqual(set.spec.template?.spec, tiny.get('deployments.apps', 'default', 'web')?.spec.template.spec);
	t.is(set.spec.template?.spec?.containers[0]?.image, 'nginx:1.27');
	t.deepEqual(set.metadata.annotations, {
		'deployment.kubernetes.io/revision': '1',
		'deployment.kubernetes.io/desired-replicas': '3',
		'deployment.kubernetes.io/max-replicas': '4',
	});
	t.is(set.metadata.ownerReferences![0]!.name, 'web');
	t.is(tiny.list('pods').length, 3);
	t.true(tiny.events().includes(`ScalingReplicaSet: Scaled up replica set web-${hash} from 0 to 3`));
	t.is(
		tiny.told('controller.deployment.enqueue')[0],
		'Deployment default/web is new: the deployment controller queues default/web.',
	);
	t.is(
		tiny.told('controller.deployment.sync')[0],
		'Deployment default/web wants 3 Pods of its template; its ReplicaSets: none with Pods.',
	);
	t.is(tiny.told('controller.deployment.create').length, 1);

	const [before] = tiny.list('deployments.apps') as [Deployment];
	t.is(before.metadata.annotations!['deployment.kubernetes.io/revision'], '1');
	t.deepEqual(conditions(before), {
		Available: 'False MinimumReplicasUnavailable',
		Progressing: 'True ReplicaSetUpdated',
	});
	makeReady(tiny);
	const [after] = tiny.list('deployments.apps') as [Deployment];
	t.deepEqual(conditions(after), {
		Available: 'True MinimumReplicasAvailable',
		Progressing: 'True NewReplicaSetAvailable',
	});
	t.like(after.status, {
		replicas: 3,
		updatedReplicas: 3,
		readyReplicas: 3,
		availableReplicas: 3,
		observedGeneration: 1,
		terminatingReplicas: 0,
	});
	t.is(after.status.unavailableReplicas, undefined);
});

test('a new template moves the Pods over step by step, and the way back is the old ReplicaSet with a new revision', (t) => {
	const tiny = new ControllersWorld('deployment', 'replicaset');
	const change = (image: string) =>
		tiny.command(() =>
			tiny.admin.patch('deployments.apps', 'default', 'web', {spec: {template: webTemplate(image)}}, {type: 'merge'}),
		);
	const sizes = () =>
		Object.fromEntries(
			tiny
				.list('replicasets.apps')
				.map(({metadata, spec}) => [
					`${spec.template!.spec!.containers[0]!.image} r${metadata.annotations!['deployment.kubernetes.io/revision']}`,
					spec.replicas,
				]),
		);
	tiny.create('deployments.apps', webDeployment(4));
	makeReady(tiny);
	change('nginx:1.28');
	t.deepEqual(sizes(), {'nginx:1.27 r1': 3, 'nginx:1.28 r2': 2});
	for (let round = 0; round < 3; round++) {
		makeReady(tiny);
	}

	t.deepEqual(sizes(), {'nginx:1.27 r1': 0, 'nginx:1.28 r2': 4});
	change('nginx:1.27');
	t.deepEqual(sizes(), {'nginx:1.27 r3': 2, 'nginx:1.28 r2': 3});
	const back = tiny
		.list('replicasets.apps')
		.find(({spec}) => spec.template!.spec!.containers[0]!.image === 'nginx:1.27')!;
	t.is(back.metadata.annotations!['deployment.kubernetes.io/revision-history'], '1');
});

test('C3: a rollout without progress for progressDeadlineSeconds says so', (t) => {
	const tiny = new ControllersWorld('deployment', 'replicaset');
	tiny.create('deployments.apps', webDeployment(1, {progressDeadlineSeconds: 2}));
	tiny.advance(8000);
	const [deployment] = tiny.list('deployments.apps') as [Deployment];
	t.is(conditions(deployment)['Progressing'], 'False ProgressDeadlineExceeded');
	t.regex(
		deployment.status.conditions!.find(({type}) => type === 'Progressing')!.message!,
		/^ReplicaSet "web-\w+" has timed out progressing\.$/,
	);
});

test('Recreate makes new Pods only when the old ones are gone', (t) => {
	const tiny = new ControllersWorld('deployment', 'replicaset');
	tiny.create('deployments.apps', webDeployment(2, {strategy: {type: 'Recreate'}}));
	makeReady(tiny);
	tiny.command(() =>
		tiny.admin.patch(
			'deployments.apps',
			'default',
			'web',
			{spec: {template: webTemplate('nginx:1.28')}},
			{type: 'merge'},
		),
	);
	t.deepEqual(
		tiny
			.events()
			.filter((event) => event.startsWith('Scaling'))
			.map((event) => event.replace(/web-\w+ /, '')),
		[
			'ScalingReplicaSet: Scaled up replica set from 0 to 2',
			'ScalingReplicaSet: Scaled down replica set from 2 to 0',
			'ScalingReplicaSet: Scaled up replica set from 0 to 2',
		],
	);
	t.is(tiny.list('pods').length, 2);
});

test('a paused Deployment scales and does not roll', (t) => {
	const tiny = new ControllersWorld('deployment', 'replicaset');
	tiny.create('deployments.apps', webDeployment(1));
	tiny.command(() =>
		tiny.admin.patch(
			'deployments.apps',
			'default',
			'web',
			{spec: {paused: true, replicas: 2, template: webTemplate('nginx:1.28')}},
			{type: 'merge'},
		),
	);
	t.deepEqual(
		tiny.list('replicasets.apps').map(({spec}) => spec.replicas),
		[2],
	);
	t.is(conditions(tiny.list('deployments.apps')[0]!)['Progressing'], 'Unknown DeploymentPaused');
});

test('a write on an outdated cache is a Conflict, and the key is tried again after 5 ms', (t) => {
	const tiny = new ControllersWorld('deployment');
	tiny.interceptions.push({
		matches: ({method, path}) => method === 'PUT' && path.endsWith('/status'),
		refusal: {code: 409, reason: 'Conflict', message: 'Operation cannot be fulfilled'},
		times: 1,
	});
	tiny.create('deployments.apps', webDeployment(1));
	t.is(
		tiny.told('controller.deployment.retry')[0],
		'The deployment controller cannot finish default/web: Operation cannot be fulfilled. It tries again in 5 ms.',
	);
	t.is(tiny.list('replicasets.apps').length, 1);
});

for (const [title, before, after] of [
	['fewer old Pods', {replicas: 4, updatedReplicas: 2}, {replicas: 3, updatedReplicas: 2}],
	['more new Pods', {replicas: 4, updatedReplicas: 1}, {replicas: 5, updatedReplicas: 2}],
	['more ready Pods', {replicas: 4, readyReplicas: 1}, {replicas: 4, readyReplicas: 2}],
	['more available Pods', {replicas: 4, availableReplicas: 1}, {replicas: 4, availableReplicas: 2}],
] as const) {
	test(`${title} are progress of a rollout, and the way back is none`, (t) => {
		t.true(isProgressing(before, after));
		t.false(isProgressing(before, before));
		t.false(isProgressing(after, before));
	});
}

test('Pods that a ReplicaSet has not made yet are unavailable', (t) => {
	const tiny = new ControllersWorld('deployment');
	tiny.create('deployments.apps', webDeployment(3));
	t.like(tiny.get('deployments.apps', 'default', 'web')?.status, {unavailableReplicas: 3, replicas: undefined});
});

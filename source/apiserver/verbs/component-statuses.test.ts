import test from 'ava';
import {sleep} from '../../kernel/routine.js';
import {TinyServer} from '../../testing/tiny-server.js';

const kind = {apiVersion: 'v1', kind: 'ComponentStatus'};
const path = '/api/v1/componentstatuses';

test('component statuses are the health of the control plane at the moment of the request', (t) => {
	const world = new TinyServer();
	world.kernel.spawn('kube-scheduler', 'kube-scheduler', function* () {
		yield* sleep(1e9);
	});
	const refused = 'Get "https://127.0.0.1:10257/healthz": dial tcp 127.0.0.1:10257: connect: connection refused';
	const {status, body, warnings} = world.send('GET', path);
	t.is(status, 200);
	t.deepEqual(warnings, ['v1 ComponentStatus is deprecated in v1.19+']);
	t.deepEqual(body, {
		kind: 'ComponentStatusList',
		apiVersion: 'v1',
		metadata: {},
		items: [
			{
				...kind,
				metadata: {name: 'controller-manager'},
				conditions: [{type: 'Healthy', status: 'False', message: refused}],
			},
			{...kind, metadata: {name: 'scheduler'}, conditions: [{type: 'Healthy', status: 'True', message: 'ok'}]},
			{...kind, metadata: {name: 'etcd-0'}, conditions: [{type: 'Healthy', status: 'True', message: 'ok'}]},
		],
	});
	world.kernel.processes.crash('kube-scheduler');
	t.like(world.send('GET', `${path}/scheduler`).body, {
		kind: 'ComponentStatus',
		metadata: {name: 'scheduler'},
		conditions: [{status: 'False', message: refused.replaceAll('10257', '10259')}],
	});
	t.is(world.send('GET', `${path}/none`).status, 404);
});

test('labels select no component status: they have none', (t) => {
	const {body} = new TinyServer().send('GET', `${path}?labelSelector=a%3Db`);
	t.deepEqual(body, {...kind, kind: 'ComponentStatusList', metadata: {}, items: []});
});

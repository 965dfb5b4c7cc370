import test from 'ava';
import type {Container, Pod} from '../../objects/kubernetes.generated.js';
import {containerUse} from './container-use.js';

const probed = (name: string, port: number, declared: readonly number[] = []): Container => ({
	name,
	image: name,
	livenessProbe: {httpGet: {port}},
	ports: declared.map((containerPort) => ({containerPort})),
});

const asked = (...containers: readonly Container[]) => {
	const pod: Pod = {
		apiVersion: 'v1',
		kind: 'Pod',
		status: {phase: 'Pending'},
		metadata: {name: 'dns', namespace: 'default', uid: 'u', creationTimestamp: '', resourceVersion: ''},
		spec: {containers},
	};
	return containers.map((container) => containerUse(pod, container, []).asked);
};

test('a container is expected to listen where it is probed', (t) => {
	t.deepEqual(asked(probed('a', 80), probed('b', 81)), [[80], [81]]);
});

test('a container of a Job is expected to end, whatever it is probed on', (t) => {
	const pod = (fields: object): Pod => ({
		apiVersion: 'v1',
		kind: 'Pod',
		status: {phase: 'Pending'},
		metadata: {name: 'job', namespace: 'default', uid: 'u', creationTimestamp: '', resourceVersion: '', ...fields},
		spec: {restartPolicy: 'Never', containers: [probed('a', 80)]},
	});
	const purpose = (fields: object) => containerUse(pod(fields), probed('a', 80), []).purpose;
	t.is(purpose({}), 'finish');
	t.is(purpose({ownerReferences: [{apiVersion: 'batch/v1', kind: 'Job', name: 'j', uid: 'j'}]}), 'complete');
});

test('a port on which several containers are probed belongs to the one that declares it', (t) => {
	t.deepEqual(asked(probed('a', 80), probed('b', 80), probed('c', 80, [80])), [[], [], [80]]);
});

test('a port that no container declares belongs to the first one that is probed on it', (t) => {
	t.deepEqual(asked(probed('a', 80), probed('b', 80)), [[80], []]);
});

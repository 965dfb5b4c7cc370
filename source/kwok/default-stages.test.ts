import test from 'ava';
import {readTemplate} from '../go/template/go-template.js';
import {defaultStages} from './default-stages.js';
import {stageFunctions} from './template-functions.js';

const functions = stageFunctions({
	now: () => '2026-01-01T00:00:00Z',
	startTime: () => '',
	version: 'v0',
	nodeIPs: () => ['10.0.0.1'],
	podIPs: () => ['10.0.0.7', 'fd00::7'],
	nodeName: () => 'node-a',
});

/** The status that a usual Stage gives an object. */
const statusOf = (name: string, object: unknown): unknown => {
	const stage = [...defaultStages.Node, ...defaultStages.Pod].find(({metadata}) => metadata.name === name);
	return JSON.parse(readTemplate(stage?.spec.next?.statusTemplate ?? '', functions)(object));
};

const at = '2026-01-01T00:00:00Z';

test('the usual Stages give a status as JSON: a Pod with all kinds of containers, addresses and gates', (t) => {
	const pod = {
		metadata: {uid: '1'},
		spec: {
			containers: [
				{name: 'a', image: 'x"y'},
				{name: 'b', image: 'z'},
			],
			initContainers: [
				{name: 'first', image: 'i'},
				{name: 'beside', image: 's', restartPolicy: 'Always'},
			],
			readinessGates: [{conditionType: 'example.com/open'}],
		},
	};
	const terminated = {exitCode: 0, reason: 'Completed', startedAt: at, finishedAt: at};
	const common = {ready: true, restartCount: 0};
	t.deepEqual(statusOf('pod-ready', pod), {
		conditions: ['Initialized', 'Ready', 'ContainersReady', 'example.com/open'].map((type) => ({
			type,
			status: 'True',
			lastTransitionTime: at,
		})),
		containerStatuses: pod.spec.containers.map((one) => ({...one, ...common, state: {running: {startedAt: at}}})),
		initContainerStatuses: [
			{name: 'first', image: 'i', ...common, state: {terminated}},
			{name: 'beside', image: 's', ...common, started: true, state: {running: {startedAt: at}}},
		],
		hostIP: '10.0.0.1',
		hostIPs: [{ip: '10.0.0.1'}],
		podIP: '10.0.0.7',
		podIPs: [{ip: '10.0.0.7'}, {ip: 'fd00::7'}],
		phase: 'Running',
		startTime: at,
	});
	t.like(statusOf('pod-complete', pod), {phase: 'Succeeded'});
});

test('the usual Stages give a node the parts that it lacks, and keep the others', (t) => {
	t.like(statusOf('node-initialize', {metadata: {}, status: {}}), {
		addresses: [
			{type: 'InternalIP', address: '10.0.0.1'},
			{type: 'Hostname', address: 'node-a'},
		],
		capacity: {cpu: '1k', memory: '1Ti', pods: '1M'},
		nodeInfo: {kubeletVersion: 'kwok-v0', operatingSystem: 'linux', bootID: ''},
		phase: 'Running',
	});
	const own = {
		addresses: [{type: 'InternalIP', address: '1.2.3.4'}],
		capacity: {cpu: '4'},
		nodeInfo: {kubeletVersion: 'fake'},
	};
	const status = statusOf('node-initialize', {metadata: {creationTimestamp: 'then'}, status: own});
	t.like(status, {capacity: {cpu: '4'}, nodeInfo: {kubeletVersion: 'fake', architecture: 'amd64'}});
	t.false(Object.hasOwn(Object(status), 'addresses'));
	t.like(statusOf('node-heartbeat-with-lease', {metadata: {creationTimestamp: 'then'}}), {
		conditions: [{type: 'Ready', status: 'True', lastHeartbeatTime: at, lastTransitionTime: 'then'}],
	});
});

import test from 'ava';
import {Mistakes} from './mistake.js';
import {readScenario} from './scenario.js';

test('a kubelet is configured for all nodes, and otherwise for one', (t) => {
	const scenario = readScenario(
		'kubelet: {cpuManagerPolicy: static, reservedSystemCPUs: 0}\nnodes: [{name: a, kubelet: {cpuManagerPolicy: none}}, {name: b}]\n',
		'cluster.yaml',
	);
	t.deepEqual(scenario.kubelet, {cpuManagerPolicy: 'static', reservedSystemCPUs: '0'});
	t.deepEqual(
		scenario.nodes.map(({kubelet}) => kubelet),
		[{cpuManagerPolicy: 'none'}, undefined],
	);
});

test('a configuration with which a kubelet would not start is refused where it stands', (t) => {
	const needs =
		'the static policy requires systemReserved.cpu + kubeReserved.cpu to be greater than zero\n  add reservedSystemCPUs: "0", or cpu to systemReserved or kubeReserved';
	const table: ReadonlyArray<readonly [source: string, mistake: string]> = [
		['kubelet: {cpuManagerPolicy: static}', `1:29  ${needs}`],
		['nodes: [{name: a}, {name: b, kubelet: {cpuManagerPolicy: static}}]', `1:58  ${needs}`],
		[
			'kubelet: {cpuManagerPolicy: static, reservedSystemCPUs: 0-4}',
			'1:57  there is no CPU 4: the node has 4\n  CPU numbers start at 0',
		],
		['kubelet: {cpuManagerPolicy: strict}', '1:29  expected one of none, static'],
		['kubelet: {reservedSystemCPUs: x}', '1:31  "x" is not a list of CPUs\n  write their numbers, such as 0 or 0,2-3'],
		[
			'kubelet: {memoryManagerPolicy: Static, systemReserved: {memory: 200Mi}}',
			'1:32  the total amount "0" of type "memory" is not equal to the value "300Mi" determined by Node Allocatable feature\n  write reservedMemory: [{numaNode: 0, limits: {memory: 300Mi}}]',
		],
		[
			'kubelet: {cpuManagerReconcilePeriod: soon}',
			'1:38  "soon" is not a positive duration\n  write a number with a unit, such as 10s or 1m30s',
		],
		[
			'kubelet: {shutdownGracePeriod: 500ms}',
			'1:32  invalid configuration: shutdownGracePeriod 500ms must be either zero or otherwise >= 1 sec\n  write shutdownGracePeriod: 30s, or leave it out',
		],
		[
			'kubelet: {shutdownGracePeriod: 10s, shutdownGracePeriodCriticalPods: 20s}',
			'1:70  invalid configuration: shutdownGracePeriodCriticalPods 20s must be <= shutdownGracePeriod 10s\n  critical Pods get the last part of shutdownGracePeriod: make the whole period longer',
		],
		[
			'kubelet: {shutdownGracePeriod: 10s, shutdownGracePeriodByPodPriority: [{priority: 0, shutdownGracePeriodSeconds: 5}]}',
			'1:71  invalid configuration: Cannot specify both shutdownGracePeriodByPodPriority and shutdownGracePeriod at the same time\n  write only one of the two',
		],
		['kubelet: {kubeReserved: {cpu: much}}', '1:31  "much" is not a quantity\n  write an amount such as 500m or 1Gi'],
		[
			'nodes: [{name: a, capacity: {cpu: 1500m}}]\nkubelet: {cpuManagerPolicy: static, systemReserved: {cpu: 1}}',
			'2:29  the static policy needs whole CPUs: the node has 1500m\n  write cpu: 4',
		],
	];
	for (const [source, mistake] of table) {
		const error = t.throws(() => readScenario(source, 'cluster.yaml'), {instanceOf: Mistakes}, source);
		t.is(String(error), `cluster.yaml:${mistake}`);
	}
});

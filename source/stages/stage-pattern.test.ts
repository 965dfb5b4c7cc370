import test from 'ava';
import {isStagePattern, stageNames} from './stage-pattern.js';

const patterns: ReadonlyArray<readonly [pattern: string, means: boolean]> = [
	['etcd.txn', true],
	['apiserver', true],
	['apiserver.admit', true],
	['apiserver.admit.**', true],
	['**', true],
	['*.admit.mutate', true],
	['apiserver.admit.mutate.ServiceAccount', true],
	['apiserver.admit.mutate.serviceaccount', true],
	['apiserver.admit.mutate.Service*', true],
	['apiserver.admit.mutate.ServiceAcount', false],
	['scheduler.*.TaintToleration', true],
	['scheduler.filter', true],
	['controller.deployment.sync', true],
	['cri.RunPodSandbox', true],
	['foo', false],
	['etcd.tnx', false],
	['==', false],
];

for (const [pattern, means] of patterns) {
	test(`${pattern} ${means ? 'means a stage' : 'means no stage'}`, (t) => {
		t.is(isStagePattern(pattern), means);
	});
}

test('every stage that can be suggested is one', (t) => {
	t.deepEqual(
		stageNames().filter((name) => !isStagePattern(name)),
		[],
	);
});

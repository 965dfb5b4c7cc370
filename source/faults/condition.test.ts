import test from 'ava';
import {conditionOf} from './condition.js';

test('the object of when= is named as kubectl names it', (t) => {
	const meant = conditionOf('etcd.txn object=/registry/deployments/default/web');
	for (const words of ['deploy/web', 'deployment/web', 'deployments.apps/default/web', 'object=deployment.apps/web']) {
		t.deepEqual(conditionOf(`etcd.txn ${words}`), meant, words);
	}
});

test('a condition that names no stage is a mistake: it would never come', (t) => {
	t.throws(() => conditionOf('scheduler.bnd pod/web'), {
		message: /there is no stage "scheduler\.bnd"; did you mean scheduler\.bind\?/,
	});
	t.is(conditionOf('scheduler.* pod/web').stage, 'scheduler.*');
	t.is(conditionOf('apiserver.admit.mutate.ServiceAccount').stage, 'apiserver.admit.mutate.ServiceAccount');
});

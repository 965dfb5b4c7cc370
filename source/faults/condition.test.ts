import test from 'ava';
import {conditionOf} from './condition.js';

test('the object of when= is named as kubectl names it', (t) => {
	const meant = conditionOf('etcd.txn object=/registry/deployments/default/web');
	for (const words of ['deploy/web', 'deployment/web', 'deployments.apps/default/web', 'object=deployment.apps/web']) {
		t.deepEqual(conditionOf(`etcd.txn ${words}`), meant, words);
	}
});

import test from 'ava';
import type {Toleration} from './kubernetes.generated.js';
import {staySeconds} from './taints.js';

const unreachable = {key: 'node.kubernetes.io/unreachable', effect: 'NoExecute'} as const;
const drained = {key: 'example.test/drained', effect: 'NoExecute'} as const;
const tolerate = (key: string, tolerationSeconds?: number): Toleration => ({
	key,
	operator: 'Exists',
	effect: 'NoExecute',
	...(tolerationSeconds === undefined ? {} : {tolerationSeconds}),
});

test('a Pod stays on a tainted node for the shortest of its tolerations', (t) => {
	const stays = (...tolerations: readonly Toleration[]) => staySeconds([unreachable], tolerations);
	t.is(stays(), 0);
	t.is(stays(tolerate(unreachable.key)), undefined);
	t.is(stays(tolerate(unreachable.key, 30), tolerate(unreachable.key, 200)), 30);
	t.is(stays(tolerate(unreachable.key), tolerate(unreachable.key, 200)), 200);
	t.is(stays(tolerate(unreachable.key, -5)), 0);
	t.is(staySeconds([unreachable, drained], [tolerate(unreachable.key, 300)]), 0);
	t.is(staySeconds([unreachable, drained], [tolerate(unreachable.key, 300), tolerate(drained.key, 60)]), 60);
	t.is(staySeconds([{...drained, effect: 'NoSchedule'}], []), undefined);
});

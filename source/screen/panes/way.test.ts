import test from 'ava';
import {stateOn, typed} from '../../testing/screens.js';
import {isOnWay, wayKey} from './way.js';

const shop = '/registry/deployments/default/shop';

for (const [object, on] of [
	[shop, true],
	['/registry/replicasets/default/shop-78cbbf498f', true],
	['/registry/pods/default/shop-78cbbf498f-zcdh4', true],
	['/registry/services/specs/default/shop', true],
	['/registry/pods/default/shopper', false],
	['/registry/pods/other/shop-78cbbf498f-zcdh4', false],
	['/registry/minions/node-a', false],
	[undefined, false],
] as const) {
	test(`${object} is ${on ? '' : 'not '}on the way of the Deployment shop`, (t) => {
		t.is(isOnWay(shop, object), on);
	});
}

test('of a Pod only what is about it is on its way', (t) => {
	t.true(isOnWay('/registry/pods/default/web', '/registry/pods/default/web'));
	t.false(isOnWay('/registry/pods/default/web', '/registry/pods/default/web-2'));
});

test('the way is that of what the user applied, or of what is followed', (t) => {
	const state = stateOn('pod');
	t.is(wayKey(state), '/registry/pods/default/web');
	t.is(wayKey(typed(state, ['G', ':follow node/node-a'])), '/registry/minions/node-a');
});

import test from 'ava';
import {Reinvocation} from './reinvocation.js';

test('In the second round only those are called that asked for it and have not seen the last change', (t) => {
	const rounds = new Reinvocation();
	const {webhooks} = rounds;
	const [first, second] = [{}, {}];
	webhooks.begin(first);
	t.true(webhooks.isToCall('early'));
	webhooks.called('early', false, 'IfNeeded');
	webhooks.called('never', false, 'Never');
	t.false(rounds.wanted);
	webhooks.called('changing', true, 'IfNeeded');
	t.true(rounds.wanted);
	webhooks.end(second);

	rounds.again = true;
	webhooks.begin(second);
	t.deepEqual(
		['early', 'never', 'changing'].map((key) => webhooks.isToCall(key)),
		[true, false, false],
	);
});

test('All that want to are called again when somebody else has changed the object between the rounds', (t) => {
	const rounds = new Reinvocation();
	const {policies} = rounds;
	policies.begin({});
	policies.called('last', true, 'IfNeeded');
	policies.end({});
	rounds.again = true;
	policies.begin({});
	t.true(policies.isToCall('last'));
});

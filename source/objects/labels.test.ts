import test from 'ava';
import {comparedWithLibrary} from '../testing/library-answers.js';
import {parseLabelSelector} from './label-selector.js';
import {
	formatLabelSelector,
	formatRequirements,
	matchesLabels,
	matchesLabelSelector,
	matchesRequirements,
} from './labels.js';

test('label selectors: which labels match', (t) => {
	const labels = {app: 'web', tier: 'front', weight: '10'};
	const table: ReadonlyArray<readonly [string, boolean]> = [
		['', true],
		['app=web', true],
		['app==web', true],
		['app=db', false],
		['app!=db', true],
		['absent!=x', true],
		['app', true],
		['absent', false],
		['!absent', true],
		['!app', false],
		['app in (web,db)', true],
		['app notin (web)', false],
		['absent notin (web)', true],
		['absent in (web)', false],
		['weight>9', true],
		['weight<9', false],
		['app>9', false],
		[' app = web , tier in ( front ) ', true],
		['app=', false],
		['toString', false],
	];
	for (const [text, expected] of table) {
		t.is(matchesRequirements(parseLabelSelector(text), labels), expected, text);
	}
});

test('label selectors: mistakes in the words of upstream', (t) => {
	const table: Readonly<Record<string, string>> = {
		'app in (web': "unable to parse requirement: found '', expected: ',' or ')'",
		'app in web': "unable to parse requirement: found 'web' expected: '('",
		'app=web tier=front': "found 'tier', expected: ',' or 'end of string'",
		'=web': "found '=', expected: !, identifier, or 'end of string'",
		'app includes (web)': "unable to parse requirement: found 'includes', expected: in, notin, =, ==, !=, gt, lt",
		'bad key': "unable to parse requirement: found 'key', expected: in, notin, =, ==, !=, gt, lt",
		'app=web,': "found '', expected: identifier after ','",
		'!app=web': "found '=', expected: ',' or 'end of string'",
		'app in ((web))': "unable to parse requirement: found '(', expected: ',', ')' or identifier",
		'app in (web,>)': "unable to parse requirement: found '>', expected: ',', or identifier",
		'app>9223372036854775808':
			"unable to parse requirement: values[0]: Invalid value: \"9223372036854775808\": for 'Gt', 'Lt' operators, the value must be an integer",
	};
	for (const [text, message] of Object.entries(table)) {
		t.throws(() => parseLabelSelector(text), {message}, text);
	}

	t.throws(() => parseLabelSelector('-a=b'), {
		message: /^unable to parse requirement: <nil>: Invalid value: "-a": name part must/,
	});
});

test('label selectors print as they are read', (t) => {
	for (const text of ['a=b', 'a!=b', 'a in (b,c)', 'a notin (b)', 'a', '!a', 'a>1', 'a=b,c']) {
		t.is(formatRequirements(parseLabelSelector(text)), text);
	}
});

test('an empty LabelSelector matches everything, a missing one nothing', (t) => {
	t.true(matchesLabelSelector({}, undefined));
	t.false(matchesLabelSelector(undefined, {a: 'b'}));
	t.true(matchesLabels(undefined, {a: 'b'}));
	t.true(
		matchesLabelSelector({matchLabels: {a: 'b'}, matchExpressions: [{key: 'c', operator: 'DoesNotExist'}]}, {a: 'b'}),
	);
	t.false(matchesLabelSelector({matchExpressions: [{key: 'a', operator: 'In', values: ['x']}]}, {a: 'b'}));
	t.true(matchesLabelSelector({matchExpressions: [{key: 'a', operator: 'NotIn', values: ['x']}]}, {}));
	t.is(
		formatLabelSelector({matchLabels: {b: '1'}, matchExpressions: [{key: 'a', operator: 'In', values: ['y', 'x']}]}),
		'a in (x,y),b=1',
	);
	t.is(formatLabelSelector({}), '<none>');
});

test('label selectors are read as Go reads them', (t) => {
	comparedWithLibrary<{readonly text: string}>(t, 'labels', 300, ({text}) =>
		formatRequirements(parseLabelSelector(text)),
	);
});

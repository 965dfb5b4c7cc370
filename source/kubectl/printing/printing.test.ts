import test from 'ava';
import {customColumns} from './custom-columns.js';
import {parseJSONPath} from '../json-path.js';
import {alignRows, alignTabs} from '../../go/tab-writer.js';
import {splitWords} from '../command-line/split-words.js';

test('columns are three apart and never narrower than six', (t) => {
	t.is(
		alignRows([
			['NAME', 'A'],
			['web', 'b'],
		]),
		'NAME   A\nweb    b\n',
	);
});

test('a column is as wide as its widest cell among neighbours', (t) => {
	t.is(
		alignTabs('Name:\tweb\nLabels:\tapp=web\n\ta=b\nEvents:\n  Type\tReason\n  Normal\tX\n'),
		'Name:    web\nLabels:  app=web\n         a=b\nEvents:\n  Type    Reason\n  Normal  X\n',
	);
});

const pods = {
	items: [
		{
			metadata: {name: 'one', labels: {'app.kubernetes.io/name': 'a'}},
			status: {phase: 'Running', conditions: [{type: 'Ready', status: 'True'}]},
			spec: {
				containers: [
					{name: 'x', image: 'i'},
					{name: 'y', image: 'j'},
				],
			},
		},
		{metadata: {name: 'two'}, status: {phase: 'Pending'}, spec: {containers: []}},
	],
};

const paths: ReadonlyArray<[string, string]> = [
	['{.items[0].metadata.name}', 'one'],
	['{.items[*].metadata.name}', 'one two'],
	['{range .items[*]}{.metadata.name}{"\\t"}{.status.phase}{"\\n"}{end}', 'one\tRunning\ntwo\tPending\n'],
	['{.items[?(@.status.phase=="Pending")].metadata.name}', 'two'],
	['{.items[0].status.conditions[?(@.type=="Ready")].status}', 'True'],
	['{.items[-1].metadata.name}', 'two'],
	['{.items[0].spec.containers[0:1].image}', 'i'],
	['{.items[0].metadata.labels.app\\.kubernetes\\.io/name}', 'a'],
	["{.items[0].metadata['name','labels']}", 'one {"app.kubernetes.io/name":"a"}'],
	['{..image}', 'i j'],
	['{.nothing}', ''],
	['{$.items[1].metadata.name}!', 'two!'],
];

for (const [template, text] of paths) {
	test(`JSONPath ${template}`, (t) => {
		t.is(parseJSONPath(template).text(pods), text);
	});
}

test('a JSONPath that never closes is refused', (t) => {
	t.throws(() => parseJSONPath('{.items'), {message: 'error parsing jsonpath {.items, unclosed action'});
});

test('custom columns print what they find and <none>', (t) => {
	let text = '';
	const print = (lines: string): void => {
		text += lines;
	};

	customColumns('NAME:.metadata.name,IMAGES:.spec.containers[*].image', pods.items, false, print);
	t.is(text, 'NAME   IMAGES\none    i,j\ntwo    <none>\n');
	t.throws(() => customColumns('NAME', [], false, print), {
		message: 'unexpected custom-columns spec: NAME, expected <header>:<json-path-expr>',
	});
});

test('quotes inside braces are part of the word', (t) => {
	t.deepEqual(splitWords(`get pod -o jsonpath={.a[?(@.b=="c d")]['e']} -p '{"x":1}' {"y": "z"}`), [
		'get',
		'pod',
		'-o',
		`jsonpath={.a[?(@.b=="c d")]['e']}`,
		'-p',
		'{"x":1}',
		'{"y": "z"}',
	]);
});

test('a shell cuts words at spaces outside quotes', (t) => {
	t.deepEqual(splitWords(`get pods -l 'app in (a, b)' "x y"z \\'q`), [
		'get',
		'pods',
		'-l',
		'app in (a, b)',
		'x yz',
		"'q",
	]);
});

test('a column stays as wide as it was before a line without cells', (t) => {
	t.is(
		alignRows([['long-name', 'x'], ['in the middle of a message'], ['a', 'x']]),
		'long-name   x\nin the middle of a message\na           x\n',
	);
	const widths: number[] = [];
	alignRows([['long-name', 'x']], widths);
	t.is(alignRows([['a', 'x']], widths), 'a           x\n');
});

import test from 'ava';
import {jq} from './evaluate.js';
import {parseJq} from './parse.js';

const pod = {
	metadata: {name: 'web', labels: {'example.com/a': 'x'}, ownerReferences: [{kind: 'Job'}, {kind: 'Other'}]},
	spec: {replicas: 3, containers: [{name: 'a'}, {name: 'b', ports: [80]}]},
	status: {
		conditions: [
			{type: 'Ready', status: 'True'},
			{type: 'Initialized', status: 'False'},
		],
	},
};

/** Answers of jq 1.7 for the same expressions. */
const cases: ReadonlyArray<readonly [expression: string, values: readonly unknown[]]> = [
	['.', [pod]],
	['.metadata.name', ['web']],
	['.metadata.missing.deeper', [null]],
	['.metadata.labels["example.com/a"]', ['x']],
	['.metadata.labels."example.com/a"', ['x']],
	['.metadata.ownerReferences.[].kind', ['Job', 'Other']],
	['.metadata.ownerReferences[].kind', ['Job', 'Other']],
	['.status.conditions.[] | select( .type == "Ready" ) | .status', ['True']],
	['.status.conditions[] | select(.type == "Ready" or .status == "False") | .type', ['Ready', 'Initialized']],
	['[.spec.containers[].name] | length', [2]],
	['.spec.containers[-1].name', ['b']],
	['.spec.containers[:1]', [[{name: 'a'}]]],
	['.spec.replicas > 2 and (.spec.replicas < 4)', [true]],
	['.spec.missing // "default"', ['default']],
	['.spec.replicas * 2 + 1 - 4 / 2 % 5', [5]],
	['-.spec.replicas', [-3]],
	['.spec | has("replicas"), has("none")', [true, false]],
	['.spec.containers | map(.name) | join("-")', ['a-b']],
	['[.spec.containers[] | .ports?] | first', [null]],
	['.spec.containers | any(.name == "b")', [true]],
	['.metadata.name | test("^w.b$")', [true]],
	['.metadata.name | startswith("we")', [true]],
	['if .spec.replicas == 3 then "three" elif . then "some" else "none" end', ['three']],
	['.spec.replicas as $n | [$n, $n + 1]', [[3, 4]]],
	['{name: .metadata.name, "n": .spec.replicas}', [{name: 'web', n: 3}]],
	['.metadata | keys', [['labels', 'name', 'ownerReferences']]],
	['[3, 1, 2] | sort | reverse', [[3, 2, 1]]],
	['[.spec.containers[] | .name] | contains(["a"])', [true]],
	['"12" | tonumber', [12]],
	['"a,b" | split(",")', [['a', 'b']]],
	['[1, null, "a"] | map(type)', [['number', 'null', 'string']]],
	['empty', []],
	['[..] | length', [27]],
	['"2026-01-01T00:00:00Z" | fromdateiso8601', [1_767_225_600]],
];

for (const [expression, values] of cases) {
	test(`jq: ${expression}`, (t) => {
		t.deepEqual(jq(expression, pod), values);
	});
}

const refused: ReadonlyArray<readonly [expression: string, message: RegExp]> = [
	['.a[', /unexpected end/],
	['.a | frobnicate', /function not defined: frobnicate\/0/],
	['.a ~ 1', /unexpected token "~" at place 4/],
	['.a == .b == .c', /unexpected token "=="/],
	['(((', /unexpected end/],
];

for (const [expression, message] of refused) {
	test(`jq refuses ${expression}`, (t) => {
		t.throws(() => parseJq(expression), {message});
	});
}

test('jq: a pattern has RE2’s syntax, and cannot take long', (t) => {
	t.deepEqual(jq('test("^(a+)+$")', `${'a'.repeat(5000)}b`), [false]);
	t.throws(() => jq('test("a(?=b)")', 'ab'), {message: /^invalid regular expression "a\(\?=b\)": /});
});

test('jq: values of the wrong type are errors, which ? leaves out', (t) => {
	t.throws(() => jq('.metadata.name[]', pod), {message: 'cannot iterate over: string'});
	t.throws(() => jq('.metadata.none[]', pod), {message: 'cannot iterate over: null'});
	t.throws(() => jq('.metadata.name.first', pod), {message: /but got: string/});
	t.deepEqual(jq('.metadata.none[]?', pod), []);
	t.throws(() => jq('1 / 0', pod), {message: 'cannot divide by zero: number (1)'});
});

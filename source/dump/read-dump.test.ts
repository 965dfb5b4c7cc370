import test from 'ava';
import {Mistake} from '../scenario/mistake.js';
import {readDumpText} from './read-dump.js';

const read = (text: string, isFound = false) => readDumpText({file: 'dump.yaml', text, isFound});
const named = (text: string): readonly string[] =>
	read(text).map(({value}) => `${String(value['apiVersion'])} ${String(value['kind'])}`);

const pod = (name: string) => `{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "${name}"}}`;

test('a dump is lists and objects in YAML or JSON, one document or several', (t) => {
	t.deepEqual(named('apiVersion: v1\nitems:\n- apiVersion: apps/v1\n  kind: Deployment\nkind: List\n'), [
		'apps/v1 Deployment',
	]);
	t.deepEqual(named('apiVersion: v1\nkind: Pod\n---\n---\napiVersion: v1\nkind: Node\n'), ['v1 Pod', 'v1 Node']);
	t.deepEqual(named(`{"apiVersion": "v1", "kind": "PodList", "items": [{"metadata": {"name": "a"}}]}`), ['v1 Pod']);
	t.deepEqual(named(`\uFEFF${pod('a')}\n${pod('b')}`), ['v1 Pod', 'v1 Pod']);
});

test('a list of nothing has no objects, and a list of objects may do without a kind of its own', (t) => {
	t.deepEqual(named('{"apiVersion": "v1", "kind": "PodList", "items": null}'), []);
	t.deepEqual(named(`[${pod('a')}, ${pod('b')}]`), ['v1 Pod', 'v1 Pod']);
});

test('kubectl cluster-info dump writes logs between its lists: they are no part of it', (t) => {
	const logs =
		'==== START logs for container c of pod default/a ====\n{ "not": an object\n==== END logs for container c of pod default/a ====\n';
	t.deepEqual(named(`${pod('a')}\n${logs}${pod('b')}\n${logs.split('\n')[0]}\ncut off`), ['v1 Pod', 'v1 Pod']);
});

const mistakes: ReadonlyArray<readonly [name: string, text: string, expected: string]> = [
	['JSON that is cut off', '{"apiVersion": "v1",\n "kind": "Pod"', 'dump.yaml:2:15  the JSON ends too soon'],
	['JSON with a letter too many', `${pod('a')}\n{"kind": x}`, "dump.yaml:2:10  Unexpected token 'x' in JSON"],
	['YAML that is cut off in a string', 'apiVersion: v1\nkind: "Po', 'dump.yaml:2:10  '],
	[
		'a list that is cut off between two lines',
		'apiVersion: v1\nitems:\n- apiVersion: v1\n  kind: Pod\n- apiVersion: v1\n',
		'dump.yaml:5:3  a list of objects without a kind: the file ends too soon',
	],
	['an item that is cut off', 'apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n- 3\n', 'dump.yaml:4:3  '],
	['something else', 'a: 1\n', 'dump.yaml:1:1  an object without apiVersion and kind'],
	['an alias', 'apiVersion: v1\nkind: &k Pod\nmetadata: {name: *k}\n', 'dump.yaml:3:'],
];
for (const [name, text, expected] of mistakes) {
	test(`${name} is told with its place`, (t) => {
		const error = t.throws(() => read(text), {instanceOf: Mistake});
		t.true(error.toString().startsWith(expected), error.toString());
		t.truthy(error.remedy);
	});
}

test('keys that JavaScript has a meaning for are plain keys', (t) => {
	const [item] = read('apiVersion: v1\nkind: ConfigMap\ndata:\n  __proto__: {polluted: yes}\n  constructor: x\n');
	t.true(Object.hasOwn(Object(item?.value['data']), '__proto__'));
	t.is(Reflect.get({}, 'polluted'), undefined);
});

import test from 'ava';
import {KubectlWorld} from '../../testing/kubectl-world.js';
import {jsonFile, metadataFault} from './syntax.js';

const files: ReadonlyArray<[text: string, fault: string | undefined]> = [
	['kind: ConfigMap\n', undefined],
	['{kind: A}\n', undefined],
	['{"kind": "A"', 'unexpected EOF'],
	['{{ .Values.x }}\n', "json: offset 2: invalid character '{' looking for beginning of object key string"],
];

for (const [text, fault] of files) {
	test(`${JSON.stringify(text)} is ${fault ?? 'fine'}`, (t) => {
		t.is(jsonFile(text), fault);
	});
}

const metadata: ReadonlyArray<[metadata: unknown, fault: string | undefined]> = [
	[{name: 'a', labels: {b: 'c'}}, undefined],
	['a', 'json: cannot unmarshal string into Go struct field metadataOnlyObject.metadata of type v1.ObjectMeta'],
	[{name: 5}, 'json: cannot unmarshal number into Go struct field ObjectMeta.metadata.name of type string'],
	[{labels: {a: true}}, 'json: cannot unmarshal bool into Go struct field ObjectMeta.metadata.labels of type string'],
];

for (const [value, fault] of metadata) {
	test(`metadata ${JSON.stringify(value)} is ${fault ? 'refused' : 'fine'}`, (t) => {
		t.is(metadataFault({metadata: value})?.message, fault);
	});
}

const lines: ReadonlyArray<[line: string, stderr: string, code: number]> = [
	['--server=x frobnicate', 'Error: flags cannot be placed before plugin name: --server=x\n', 1],
	['frobnicate', 'error: unknown command "frobnicate" for "kubectl"\n', 1],
	['create deployment', 'error: required flag(s) "image" not set\n', 1],
	['create -f - -f -', 'error: standard input cannot be used for multiple arguments\n', 1],
	['apply -f x -f y', 'the path "x" does not exist\nthe path "y" does not exist\n', 1],
	['diff -f', "error: flag needs an argument: 'f' in -f\nSee 'kubectl diff -h' for help and examples\n", 2],
	[
		'get pods --as-group=x',
		'error: requesting uid, groups or user-extra for kubernetes-admin without impersonating a user\n',
		1,
	],
	['api-resources --sort-by=age', 'error: --sort-by accepts only name or kind\n', 1],
	['cp a b', 'error: one of src or dest must be a remote file specification\n', 1],
	[
		'port-forward web',
		"error: TYPE/NAME and list of ports are required for port-forward\nSee 'kubectl port-forward -h' for help and examples\n",
		1,
	],
	['debug web', 'error: you must specify --image when not using --copy-to.\n', 1],
	['top pod a b', "error: pod [NAME | -l label]\nSee 'kubectl top pod -h' for help and examples\n", 1],
];

for (const [line, stderr, code] of lines) {
	test(`kubectl ${line} says what is wrong`, (t) => {
		const ran = new KubectlWorld().run(line);
		t.deepEqual({stderr: ran.stderr, code: ran.code}, {stderr, code});
	});
}

import {spawnSync} from 'node:child_process';
import {mkdirSync} from 'node:fs';
import path from 'node:path';
import test from 'ava';
import {runCommand} from '../testing/command-line.js';
import {put, temporaryFolder} from '../testing/temporary-folder.js';

const folder = temporaryFolder();
const head = 'apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\nspec:\n  containers:\n';
const whole = `${head}  - {name: main, image: nginx:1.27}\n`;
const bytes = (...parts: ReadonlyArray<string | readonly number[]>): Uint8Array =>
	Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))));

/** Files that cannot be read at all: nothing reaches the apiserver. */
const unreadable: ReadonlyArray<
	readonly [title: string, content: string | Uint8Array, place: string, message: string, remedy: string]
> = [
	['a tab that indents', `${head}\t- name: a\n`, ':7:1', 'found a tab in the indentation', 'replace the tab'],
	[
		'an alias bomb',
		[
			'a: &a [x,x,x,x,x,x,x,x,x]',
			...['b', 'c', 'd', 'e', 'f'].map(
				(name, index) => `${name}: &${name} [${Array.from({length: 9}, () => `*${'abcde'[index]}`).join()}]`,
			),
		].join('\n'),
		':6:8',
		'excessive aliasing',
		'Write the values out',
	],
	['a flow mapping that is not closed', 'kind: [Pod\nmetadata: {}\n', ':2:1', 'Flow sequence', 'Close the bracket'],
	[
		'brackets nested five thousand deep',
		`a: ${'['.repeat(5000)}${']'.repeat(5000)}\n`,
		':1:',
		'nested too deeply',
		'1000 levels',
	],
	[
		'mappings nested too deep',
		Array.from({length: 1500}, (_, depth) => `${' '.repeat(depth)}a:\n`).join(''),
		':',
		'nested too deeply',
		'1000 levels',
	],
	[
		'Latin-1',
		bytes(head, '  - name: caf', [0xe9], '\n'),
		':7:14',
		'not UTF-8 text; it may be Latin-1',
		'iconv -f ISO-8859-1',
	],
	['bytes that are no UTF-8', bytes(head, '  - name: ', [0xff, 0xfe], '\n'), ':7:11', 'not UTF-8', 'save it as UTF-8'],
	[
		'UTF-16',
		bytes(
			[0xff, 0xfe],
			[...head].flatMap((letter) => [letter.charCodeAt(0), 0]),
		),
		':1:1',
		'not UTF-8 text, but UTF-16',
		'save it as UTF-8: iconv -f UTF-16',
	],
	[
		'UTF-16 without a mark, which is valid UTF-8 as long as it has no other letters',
		bytes([...head].flatMap((letter) => [0, letter.charCodeAt(0)])),
		':1:1',
		'not UTF-8 text, but UTF-16BE',
		'save it as UTF-8: iconv -f UTF-16BE',
	],
	['a NUL', `${head}  - name: a\u0000b\n`, ':7:12', 'control characters', 'text file'],
	['nothing', '', '', 'no Kubernetes object found', 'needs apiVersion and kind'],
	['only comments', '# nothing\n---\n# here\n', '', 'no Kubernetes object found', 'needs apiVersion and kind'],
	['a list', '- a\n', ':1:1', 'expected an object, found a list', 'begins with apiVersion'],
	['a word', 'hello\n', ':1:1', 'expected an object, found text', 'begins with apiVersion'],
	['fifty megabytes', new Uint8Array(50 * 1024 * 1024).fill(120), '', '52428800 bytes, over the limit', 'split it'],
];

test('what is no object among the items of a List is named by its place', async (t) => {
	const file = put(folder, 'null-item.yaml', 'apiVersion: v1\nkind: List\nitems:\n- null\n');
	const {code, out} = await runCommand(['trace', file]);
	t.is(code, 1);
	t.regex(
		out,
		/✗ \S+null-item\.yaml:4:3 {2}not stored\nerror: error validating "[^"]*": error validating data: invalid\s+object to validate;/,
	);
	t.regex(out, /field {4}\S+null-item\.yaml:4:3\n/);
});

test('K3: of a manifest that is not YAML, the stops of kubectl are shown before the mistake ends the command', async (t) => {
	const file = put(folder, 'indented.yaml', 'apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\n spec: {}\n');
	for (const command of ['trace', 'run']) {
		const {code, out, err} = await runCommand([command, file]);
		t.is(code, 2);
		t.deepEqual(
			out.match(/kubectl\.\w+|apiserver\.\w+/g),
			['kubectl.kubeconfig', 'kubectl.parse', 'kubectl.print', 'kubectl.print'],
			out,
		);
		t.regex(err, /indented\.yaml:5:1 {2}All mapping items/);
	}
});

for (const [index, [title, content, place, message, remedy]] of unreadable.entries()) {
	test(`a manifest with ${title} is a mistake with place and remedy, exit code 2`, async (t) => {
		const file = put(folder, `unreadable-${index}.yaml`, content);
		const {code, out, err} = await runCommand(['trace', file]);
		t.is(code, 2);
		t.notRegex(out, /apiserver\./);
		t.true(err.startsWith(`${file}${place}`), err);
		t.true(err.includes(message), err);
		t.true(err.includes(remedy), err);
		t.notRegex(err, /\n\s+at /);
	});
}

/** Manifests that Kubernetes refuses: the run shows where, exit code 1. */
const refused: ReadonlyArray<readonly [title: string, content: string, place: string, where: string, remedy: string]> =
	[
		[
			'an unknown field',
			`${head}  - {name: main, imagee: x}\n`,
			':7:18  spec.containers[0].imagee',
			'apiserver.decode',
			'kubectl explain pod.spec.containers',
		],
		[
			'text for a number',
			'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {replicas: "3"}\n',
			':4:8  spec.replicas',
			'apiserver.decode',
			'takes a number; the file has text: remove the quotes',
		],
		[
			'a word for a number',
			'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {replicas: three}\n',
			':4:8  spec.replicas',
			'apiserver.decode',
			'The field takes a number; the file has text.',
		],
		[
			'a number in the second container',
			`${head}  - {name: main, image: a}\n  - {name: side, image: 5}\n`,
			':8:18  spec.containers[1].image',
			'apiserver.decode',
			'put it in quotes',
		],
		[
			'a number for a label',
			whole.replace('  name: web', '  name: web\n  labels: {tier: 1}'),
			':5:12  metadata.labels.tier',
			'kubectl.validate',
			'put it in quotes',
		],
		[
			'an unknown kind',
			'apiVersion: v1\nkind: Podd\nmetadata: {name: web}\n',
			':2:1  kind',
			'kubectl.negotiate',
			'Did you mean Pod?',
		],
		[
			'the apiVersion of another kind',
			'apiVersion: v1\nkind: Deployment\nmetadata: {name: web}\n',
			':1:1  apiVersion',
			'kubectl.negotiate',
			'Deployment is served in apps/v1',
		],
		['no kind', 'metadata: {name: web}\n', ':1:1', 'kubectl.validate', 'begins with apiVersion and kind'],
		[
			'no name',
			'apiVersion: v1\nkind: Pod\nmetadata: {labels: {a: b}}\nspec: {containers: [{name: a, image: b}]}\n',
			':3:1  metadata.name',
			'resource name may not be empty',
			'metadata.name',
		],
		[
			'__proto__',
			whole.replace('  name: web', '  name: web\n  __proto__: {x: 1}'),
			':5:3  metadata.__proto__',
			'apiserver.decode',
			'kubectl explain pod.metadata',
		],
		[
			'a port out of range',
			whole.replace('nginx:1.27', 'nginx:1.27, ports: [{containerPort: 70000}]'),
			':7:46  spec.containers[0].ports[0].containerPort',
			'apiserver.validate',
			'must be between 1 and 65535',
		],
		[
			'a namespace that is not there',
			whole.replace('  name: web', '  name: web\n  namespace: shop'),
			':5:3  metadata.namespace',
			'NamespaceLifecycle',
			'kubectl create namespace shop',
		],
	];

for (const [index, [title, content, place, where, remedy]] of refused.entries()) {
	test(`a manifest with ${title} is refused by Kubernetes at its stage, with the place in the file, exit code 1`, async (t) => {
		const file = put(folder, `refused-${index}.yaml`, content);
		const {code, out, err} = await runCommand(['trace', file], '', 4000);
		t.is(code, 1);
		t.is(err, '');
		const end = out.slice(out.indexOf('\nrefused: '));
		t.true(end.includes(`${file}${place}`), end);
		t.true(end.includes(where), end);
		t.true(end.includes(remedy), end);
	});
}

test('of a key that is set twice the last counts, as for kubectl, and the place is told', async (t) => {
	const file = put(folder, 'twice.yaml', `${head}  - name: main\n    image: a\n    image: nginx:1.27\n`);
	const {code, out, err} = await runCommand(['trace', file]);
	t.is(code, 0);
	t.is(err, `warning: ${file}:9:5  image is set twice (first on line 8): the last value counts\n`);
	t.regex(out, /PullImage {2}The kubelet asks containerd to pull nginx:1\.27/);
});

test('a file with a mistake on each line is reported by its first twenty, and the number of the others', async (t) => {
	const repeated = put(folder, 'repeated.yaml', `kind: ConfigMap\nmetadata:\n  name: a\n${'  name: a\n'.repeat(25)}`);
	const {err} = await runCommand(['trace', repeated]);
	const warnings = err.split('\n').filter((line) => line.startsWith('warning: '));
	t.is(warnings.length, 21);
	t.is(warnings[20], `warning: ${repeated}:24:3  5 more keys are set twice: the last value counts`);
	const scenario = put(folder, 'wrong.yaml', `nodes:\n${'  - {nmae: a, name: b}\n'.repeat(30)}`);
	const wrong = await runCommand(['trace', '--cluster', scenario, repeated]);
	t.is(wrong.code, 2);
	t.is(wrong.err.split('\n').filter((line) => line.includes('unknown field "nmae"')).length, 20);
	t.regex(wrong.err, /\n {2}and \d+ more mistakes\n$/);
});

test('every field that validation refuses has its place', async (t) => {
	const file = put(
		folder,
		'three.yaml',
		`${head}  - {name: main, image: a, ports: [{containerPort: 0}]}\n  - {name: main, image: b}\n`,
	);
	const {out} = await runCommand(['trace', file], '', 4000);
	t.true(out.includes(`${file}:7:37  spec.containers[0].ports[0].containerPort: `), out.slice(-800));
	t.true(out.includes(`${file}:8:6  spec.containers[1].name: Duplicate value: "main"`), out.slice(-800));
});

test('control sequences of names, values and comments are never obeyed', async (t) => {
	const sequences = ['\u001B]0;owned\u0007', '\u001B[2J', '\u009B31m', '\u202E'];
	for (const sequence of sequences) {
		const escaped = JSON.stringify(`web${sequence}`);
		const contents = [
			`# ${sequence}\n${whole}`,
			whole.replace('  name: web', `  name: ${escaped}`),
			whole.replace('  name: web', `  name: web\n  annotations: {a: ${escaped}}`),
			whole.replace('nginx:1.27', escaped),
			`kind: [${sequence}\n`,
		];
		for (const [index, content] of contents.entries()) {
			const {out, err} = await runCommand(['trace', put(folder, `escape-${index}.yaml`, content)]);
			// eslint-disable-next-line no-control-regex
			t.notRegex(out + err, /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E]/);
		}
	}
});

test('a folder is read file by file, in the order of their names, and one without manifests is a mistake', async (t) => {
	const inside = path.join(folder, 'inside');
	mkdirSync(inside);
	const empty = await runCommand(['trace', inside]);
	t.is(empty.code, 2);
	t.regex(empty.err, /no \.yaml, \.yml or \.json file/);
	put(inside, 'b.yml', 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: second}\n');
	put(inside, 'a.json', '{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "first"}}');
	put(inside, 'notes.txt', 'not a manifest');
	const {code, out} = await runCommand(['trace', inside]);
	t.is(code, 0);
	t.regex(out, /✓ configmap\/default\/first  stored\n✓ configmap\/default\/second  stored\n/);
});

test('a List stands for its items', async (t) => {
	const {code, out} = await runCommand(
		['trace', '-'],
		'apiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1, kind: ConfigMap, metadata: {name: one}}\n- {apiVersion: v1, kind: Pod, metadata: {name: two}, spec: {containers: [{name: a, imagee: b}]}}\n',
	);
	t.is(code, 1);
	// kubectl checks the whole List before it sends the first item.
	t.regex(out, /✗ configmap\/default\/one  not stored/);
	t.regex(out, /STDIN:5:\d+  spec\.containers\[0\]\.imagee/);
});

test('a file name with quotes, spaces and a dollar is taken as it is', async (t) => {
	const file = put(folder, `it's "a" $file\\.yaml`, 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: one}\n');
	t.is((await runCommand(['trace', file])).code, 0);
});

test('a pipe is read to its end, one that nobody writes to is a mistake, and so is a device without an end', async (t) => {
	if (process.platform === 'win32') {
		t.pass();
		return;
	}

	const pipe = path.join(folder, 'pipe');
	spawnSync('mkfifo', [pipe]);
	const silent = await runCommand(['trace', pipe]);
	t.is(silent.code, 2);
	t.regex(silent.err, /pipe {2}no process writes to this pipe\n {2}start its writer first, or name a file\n/);
	const manifest = put(folder, 'piped.yaml', whole);
	const script = 'cat "$0" | "$1" "$2" trace /dev/stdin';
	const {status} = spawnSync('sh', ['-c', script, manifest, process.execPath, path.resolve('dist/cli.js')]);
	t.is(status, 0);
	const endless = await runCommand(['trace', '/dev/zero']);
	t.is(endless.code, 2);
	t.regex(endless.err, /^\/dev\/zero {2}the file has more than 10485760 bytes/);
});

test('files that are not there or are folders are mistakes of the command', async (t) => {
	const missing = path.join(folder, 'missing.yaml');
	for (const words of [
		['trace', missing],
		['run', missing],
		['record', missing, '--to', path.join(folder, 'r.yaml')],
		['replay', missing],
		['trace', put(folder, 'whole.yaml', whole), '--cluster', missing],
	]) {
		const {code, err} = await runCommand(words);
		t.is(code, 2, words.join(' '));
		t.is(err, `${missing}  no such file or folder\n  check the spelling\n`);
	}

	t.regex((await runCommand(['replay', folder])).err, /this is a folder/);
	t.regex(
		(await runCommand(['record', put(folder, 'w.yaml', whole), '--to', path.join(folder, 'no', 'r.yaml')])).err,
		/no such file or folder/,
	);
});

/** Scenario files with a mistake of each kind. */
const scenarios: ReadonlyArray<readonly [content: string, message: string]> = [
	['nodes: [{nam: a}]\n', ':1:10  unknown field "nam"\n  did you mean "name"?'],
	['nodes: 3\n', ':1:8  expected a list, each item a map with name'],
	['seed: -1\n', ':1:7  expected a non-negative whole number'],
	[
		'nodes: [{name: a, capacity: {cpu: lots}}]\n',
		':1:35  "lots" is not a quantity\n  write an amount such as 4, 500m or 8Gi',
	],
	['nodes: [{name: a}, {name: a}]\n', ':1:27  there is already a node "a"'],
	['nodes: [{name: A_}]\n', ':1:16  "A_" is not a valid name for a node'],
	['nodes: [{name: a, labels: {"b c": d}}]\n', ':1:35  b c=d is not a valid label'],
	[
		'nodes: [{name: a, taints: [{key: k, effect: NoExcecute}]}]\n',
		':1:45  expected one of NoSchedule, PreferNoSchedule, NoExecute\n  did you mean "NoExecute"?',
	],
	[
		'latencies: {kubeproxy.sync: 3}\n',
		':1:29  there is no latency "kubeproxy.sync"\n  did you mean "kube-proxy.sync"?',
	],
	[
		'admission: {enable: [AlwaysPullImage]}\n',
		':1:22  there is no admission plug-in "AlwaysPullImage"\n  did you mean "AlwaysPullImages"?',
	],
	['traffic: [{name: c, target: "a:b:c"}]\n', ':1:29  "a:b:c" is not a target\n  write host:port'],
	['seed: 1.5\n', ':1:7  expected a non-negative whole number'],
	[
		'startsAt: 2026-13-45T00:00:00Z\n',
		':1:11  "2026-13-45T00:00:00Z" is not a UTC time\n  write a time such as 2026-01-01',
	],
	['startsAt: 2026-02-30T00:00:00Z\n', ':1:11  "2026-02-30T00:00:00Z" is not a UTC time'],
	['images: {x: {program: {exit: soon}}}\n', ':1:30  expected an exit code from 0 to 255'],
	['images: {x: {program: {exit: 256}}}\n', ':1:30  expected an exit code from 0 to 255'],
	['images: {x: {program: {exit: -1}}}\n', ':1:30  expected an exit code from 0 to 255'],
	['images: {x: {pull: {error: {code: NotFound}}}}\n', ':1:28  missing field "text"'],
	['images: {x: {create: [1]}}\n', ':1:22  expected a map with code, text, times'],
	['images: {x: {listens: [{port: 99999}]}}\n', ':1:31  expected a port from 1 to 65535'],
	['images: {x: {exec: [{command: cat}]}}\n', ':1:21  missing field "answers"'],
	['traffic: [{name: c, target: "web:99999"}]\n', ':1:29  the target "web:99999" has no valid port'],
	[
		'traffic: [{name: c, target: "shop/cart:80"}]\n',
		':1:29  the target "shop/cart:80" has no port\n  write host:port, such as shop:80',
	],
	['traffic: [{name: c, target: "a:80", everyMs: 0}]\n', ':1:46  a client sends at most one request per millisecond'],
	['nodes: [{name: a}]\ntraffic: [{name: c, target: "t:80", node: b}]\n', ':2:43  there is no node "b"'],
	['images: {x: {listen: []}}\n', ':1:14  unknown field "listen"\n  did you mean "listens"?'],
	['objects: "a: ["\n', ':1:10  line 1, column 5 of the objects'],
	['version: 1.29\n', ':1:10  Kubernetes 1.29 is not simulated'],
	['a: &x 1\nb: *x\n', ':1:1  unknown field "a"'],
	['__proto__: {}\n', ':1:1  unknown field "__proto__"'],
	['nodes:\n\t- name: a\n', ':2:1  Tabs'],
];

for (const [index, [content, message]] of scenarios.entries()) {
	test(`scenario ${index + 1}, ${JSON.stringify(content.slice(0, 40))}, is a mistake with its place`, async (t) => {
		const file = put(folder, `scenario-${index}.yaml`, content);
		const {code, out, err} = await runCommand(['trace', put(folder, `pod-${index}.yaml`, whole), '--cluster', file]);
		t.is(code, 2);
		t.is(out, '');
		t.true(err.includes(`${file}${message}`), err);
	});
}

test('objects of a scenario that the cluster refuses are a mistake', async (t) => {
	const file = put(
		folder,
		'objects.yaml',
		'objects: |\n  {apiVersion: v1, kind: Pod, metadata: {name: x}, spec: {containers: [{name: a, imagee: b}]}}\n',
	);
	const {code, err} = await runCommand(['trace', put(folder, 'p.yaml', whole), '--cluster', file]);
	t.is(code, 2);
	t.regex(err, /the objects of the scenario were refused: .*unknown field "spec\.containers\[0\]\.imagee"/);
});

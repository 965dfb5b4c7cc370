import test from 'ava';
import type {Event} from '../../../objects/kubernetes.generated.js';
import {KubectlWorld} from '../../../testing/kubectl-world.js';

const worldOf = (): KubectlWorld => {
	const world = new KubectlWorld();
	world.create(
		'configmaps',
		{metadata: {name: 'web-10', namespace: 'default'}, data: {a: '<x>'}},
		{metadata: {name: 'web-9', namespace: 'default'}, data: {b: '\u001B[2J'}},
	);
	return world;
};

const outputs: ReadonlyArray<[string, string, string?]> = [
	['get cm -o name', 'configmap/web-10\nconfigmap/web-9\n'],
	['get cm --sort-by=.data.a -o name', 'configmap/web-9\nconfigmap/web-10\n'],
	['get cm --sort-by=.metadata.name -o name', 'configmap/web-10\nconfigmap/web-9\n'],
	[
		'get cm web-9 nothing -o name',
		'configmap/web-9\n',
		'Error from server (NotFound): configmaps "nothing" not found\n',
	],
	['get cm nothing -o json', '', 'Error from server (NotFound): configmaps "nothing" not found\n'],
	['get cm nothing --ignore-not-found -o json', ''],
	['get cm web-10 -o jsonpath={.metadata.managedFields[*].manager}', 'kubectl'],
	['get cm web-10 -o go-template={{(index .metadata.managedFields 0).operation}}', 'Update'],
	['get cm web-10 -o jsonpath-as-json={.data.a}{.kind}', '[\n    "\\u003cx\\u003e"\n]\n[\n    "ConfigMap"\n]\n'],
	['get cm web-9 -o custom-columns=D:.data.b', 'D\n^[[2J\n'],
	['get cm web-9 -o custom-columns=D:.x[', 'D\n', 'error: unterminated array\n'],
	['get cm -o custom-columns=A:.nothing --no-headers', '<none>\n<none>\n'],
	['get cm web-9 -o jsonpath={.nothing} --allow-missing-template-keys=false', '', 'error: error executing jsonpath'],
];

for (const [line, stdout, stderr = ''] of outputs) {
	test(`kubectl ${line}`, (t) => {
		const ran = worldOf().run(line);
		t.is(ran.stdout, stdout);
		t.is(stderr.endsWith('\n') ? ran.stderr : ran.stderr.slice(0, stderr.length), stderr);
	});
}

const refusals: ReadonlyArray<[string, string]> = [
	['get cm -o wide=x', 'unable to match a printer suitable for the output format "wide=x", allowed formats are: '],
	['get cm -o go-template=', 'template format specified but no template given'],
	['get cm -o custom-columns-file=/x', 'error reading template /x, open /x: no such file or directory'],
	['get cm -o json --show-labels', '--show-labels option cannot be used with json printer'],
	['get cm --output-watch-events', '--output-watch-events option can only be used with --watch or --watch-only'],
	['get cm,pods -w', 'you may only specify a single resource type'],
	['get cm --subresource=status', 'subresource cannot be used when bulk resources are specified'],
	['get pods --raw /api', 'arguments may not be passed when --raw is specified'],
	['get --raw /api -o yaml', '--raw and --output are mutually exclusive'],
	[
		'get --raw /api -w',
		'--raw may not be specified with other flags that filter the server request or alter the output',
	],
	['get --raw api', '--raw must be a valid URL path: parse "api": invalid URI for request'],
	['get cm, -o name', `the server doesn't have a resource type ""`],
	['get pods.v1', `the server doesn't have a resource type "pods"`],
	['get CM', `the server doesn't have a resource type "CM"`],
	['get cm --sort-by=.x -o name', `couldn't find any field with path "{.x}" in the list of objects`],
	['get cm -w,x', `unknown shorthand flag: ',' in -,x`],
];

for (const [line, message] of refusals) {
	test(`kubectl ${line} is refused`, (t) => {
		const {stderr, code} = worldOf().run(line);
		t.is(stderr.slice(0, message.length + 7), `error: ${message}`);
		t.is(code, 1);
	});
}

test('names are found in any case, and once where two words mean the same', (t) => {
	t.is(worldOf().run('get ConfigMaps,cm -o name').stdout, 'configmap/web-10\nconfigmap/web-9\n');
});

const event = (name: string, fields: Partial<Event>) => ({
	metadata: {name: name.toLowerCase(), namespace: 'default'},
	involvedObject: {kind: 'Pod', name: 'web', namespace: 'default'},
	reason: name,
	type: 'Normal',
	message: 'm',
	...fields,
});

test('kubectl events sorts by the last time, fractions of seconds included, and prints lists in the order of their types', (t) => {
	const world = new KubectlWorld();
	world.create(
		'events',
		event('Scheduled', {
			eventTime: '2026-01-01T00:00:18.957000Z',
			action: 'Binding',
			reportingComponent: 'default-scheduler',
			reportingInstance: 'default-scheduler-a',
		}),
		event('Pulling', {lastTimestamp: '2026-01-01T00:00:18Z', count: 1}),
	);

	t.is(world.run('events -o jsonpath={.items[*].reason}').stdout, 'Pulling Scheduled');
	t.is(world.run('events -o name').stdout, '');
	t.regex(
		world.run('events -o json').stdout,
		/^\{\n {4}"kind": "EventList",\n {4}"apiVersion": "v1",\n {4}"metadata": \{\},/,
	);
	t.is(new KubectlWorld().run('events -o json').stderr, 'No events found in default namespace.\n');
	t.is(world.run('events --for=nothing/x').stderr, 'the server doesn\'t have a resource type "nothing"\n');
});

test('kubectl api-resources and version refuse what they cannot print', (t) => {
	const world = new KubectlWorld();
	t.is(world.run('api-resources --sort-by=x').stderr, 'error: --sort-by accepts only name or kind\n');
	t.is(
		world.run('api-resources -o foo').stderr,
		'error: unable to match a printer suitable for the output format "foo", allowed formats are: json,kyaml,name,wide,yaml\n',
	);
	t.is(world.run('version -o foo').stderr, "error: --output must be 'yaml' or 'json'\n");
	t.is(world.run('version x').stderr, 'error: extra arguments: [x]\n');
	t.like(JSON.parse(world.run('api-resources -o json --api-group=batch').stdout).resources[0], {
		name: 'cronjobs',
		singularName: 'cronjob',
		group: 'batch',
		shortNames: ['cj'],
	});
});

const watches: ReadonlyArray<[string, RegExp]> = [
	['get cm web-9 -w --output-watch-events', /^EVENT {6}NAME {4}DATA {3}AGE\nADDED {6}web-9 {3}1 {6}\S+\n$/],
	['get cm web-9 -w -o json --output-watch-events', /^\{"type":"ADDED","object":\{"apiVersion":"v1","data":/],
	['get cm web-9 -w -o jsonpath={.type}/{.object.metadata.name} --output-watch-events', /^ADDED\/web-9$/],
	['get cm -w -o yaml', /\n---\napiVersion: v1\n/],
	['get cm web-9 --watch-only --request-timeout=5s', /^$/],
	['get cm web-9 -w --request-timeout=5', /^NAME +DATA +AGE\nweb-9 +1 +\S+\n$/],
	['get cm -w --sort-by=.data.a', /^NAME +DATA +AGE\nweb-9 .*\nweb-10 .*\n$/],
];

for (const [line, text] of watches) {
	test(`kubectl ${line}`, (t) => {
		t.regex(worldOf().run(line).stdout, text);
	});
}

test('the watch of one object begins with what it is now, however old its version is, and ends with --request-timeout', (t) => {
	const world = worldOf();
	const {code, stderr} = world.run('get cm web-9 -w --request-timeout=1s');
	t.deepEqual({code, stderr}, {code: 0, stderr: ''});
	t.like(world.requests.at(-1)?.query, {fieldSelector: 'metadata.name=web-9', resourceVersion: '0', watch: 'true'});
});

const inFile = (name: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\n`;
const files = {
	'one.yaml': inFile('web-9'),
	'two.yaml': `${inFile('web-9')}---\n${inFile('web-10')}`,
	'mixed.yaml': `${inFile('web-9')}---\n${inFile('nothing')}`,
	'bad.yaml': 'apiVersion: v1\nkind: Nothing\nmetadata: {name: x}\n',
	columns: 'NAME B\n.metadata.name .data.b\n',
	short: 'NAME\n',
};
const missing = 'Error from server (NotFound): configmaps "nothing" not found\n';

const fromFiles: ReadonlyArray<[string, string, string?]> = [
	['get -f one.yaml -o jsonpath={.kind}', 'ConfigMap'],
	['get -f two.yaml -o jsonpath={.kind}', 'List'],
	['get -f mixed.yaml -o jsonpath={.kind}', '', missing],
	['get -f mixed.yaml -o jsonpath={.kind} --ignore-not-found', 'ConfigMap'],
	[
		'get -f bad.yaml',
		'',
		'resource mapping not found for name: "x" namespace: "" from "bad.yaml": no matches for kind "Nothing" in version "v1"\nensure CRDs are installed first\n',
	],
	['get cm web-10 -o custom-columns-file=columns', 'NAME     B\nweb-10   <none>\n'],
	[
		'get cm web-10 -o custom-columns-file=short',
		'',
		'error: invalid template, missing spec line. Expected format is one line of space separated headers, one line of space separated column specs.\n',
	],
];

for (const [line, stdout, stderr = ''] of fromFiles) {
	test(`kubectl ${line}`, (t) => {
		const ran = worldOf().run(line, {files});
		t.is(ran.stdout, stdout);
		t.is(ran.stderr, stderr);
	});
}

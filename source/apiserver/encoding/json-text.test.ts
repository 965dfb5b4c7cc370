import test from 'ava';
import {keepsKinds, wireForm} from './negotiate.js';
import {Ledger} from '../../kernel/ledger.js';
import {answerText, eventLine} from './json-text.js';

const pod = (name: string) => ({
	apiVersion: 'v1',
	kind: 'Pod',
	metadata: {name, labels: {app: 'web', 'a"b': 'c\\d'}, annotations: {note: 'ü\u2028 '.repeat(60)}},
	spec: {containers: [{name: 'web', image: 'nginx:1.27', args: null, tty: undefined}]},
	status: undefined,
});

/** A value as the store returns it: deeply frozen. */
const stored = <T>(value: T): T => {
	const ledger = new Ledger();
	ledger.write('/a', value);
	return ledger.read<T>('/a')!;
};

for (const [name, body] of Object.entries({
	'an object': stored(pod('a')),
	'an object that is not stored': pod('a'),
	'a list': {kind: 'PodList', apiVersion: 'v1', metadata: {resourceVersion: '7'}, items: [stored(pod('a')), pod('b')]},
	'a list of nothing': {kind: 'PodList', apiVersion: 'v1', metadata: {}, items: []},
	'metadata alone': {kind: 'PartialObjectMetadataList', apiVersion: 'meta.k8s.io/v1', items: [stored(pod('a'))]},
	'a list of anything': {kind: 'List', apiVersion: 'v1', items: [stored(pod('a'))]},
	'a table': {kind: 'Table', rows: [{cells: ['a', 1], object: stored(pod('a'))}]},
	'no object': ['a', null],
	null: null,
})) {
	test(`the JSON of an answer has what is in its wire form, each time: ${name}`, (t) => {
		const wanted = JSON.parse(JSON.stringify(wireForm(body))) as unknown;
		const text = answerText(body);
		t.deepEqual(JSON.parse(text), wanted);
		t.is(answerText(body), text);
	});
}

test('so has that of a watch event', (t) => {
	for (const event of [
		{type: 'ADDED', object: stored(pod('a'))},
		{type: 'ERROR', object: {kind: 'Status', code: 410}},
	]) {
		const line = eventLine(event);
		t.true(line.endsWith('}\n'));
		t.deepEqual(JSON.parse(line), JSON.parse(JSON.stringify(event)));
		t.is(eventLine(event), line, 'told again');
	}
});

/** Objects as a client may have written them: `kind` and `apiVersion` last. */
const service = stored({spec: {type: 'ClusterIP'}, metadata: {name: 'web'}, apiVersion: 'v1', kind: 'Service'});
const widget = stored({spec: {}, metadata: {name: 'a'}, kind: 'Widget', apiVersion: 'example.com/v1'});

for (const [name, body, start] of [
	['an object of the API', service, '{"kind":"Service","apiVersion":"v1","metadata":{"name":"web"},"spec":{'],
	['a custom resource', widget, '{"apiVersion":"example.com/v1","kind":"Widget","metadata":{"name":"a"},"spec":{'],
	[
		'a list of the API',
		{items: [service], metadata: {}, apiVersion: 'v1', kind: 'ServiceList'},
		'{"kind":"ServiceList","apiVersion":"v1","metadata":{},"items":[{"metadata":{"name":"web"},"spec":{',
	],
	[
		'a list of custom resources',
		{kind: 'WidgetList', apiVersion: 'example.com/v1', metadata: {}, items: [widget], [keepsKinds]: true},
		'{"apiVersion":"example.com/v1","items":[{"apiVersion":"example.com/v1","kind":"Widget",',
	],
	[
		'a table',
		{rows: [], columnDefinitions: [], metadata: {}, apiVersion: 'meta.k8s.io/v1', kind: 'Table'},
		'{"kind":"Table","apiVersion":"meta.k8s.io/v1","metadata":{},"rows":[',
	],
	[
		'metadata alone',
		{metadata: {name: 'web'}, apiVersion: 'meta.k8s.io/v1', kind: 'PartialObjectMetadata'},
		'{"kind":"PartialObjectMetadata","apiVersion":"meta.k8s.io/v1","metadata":{',
	],
] as const) {
	test(`JSON has the fields in the order of Go: structs begin with their kind, custom resources are sorted: ${name}`, (t) => {
		t.is(answerText(body).slice(0, start.length), start);
	});
}

test('the object of a watch event begins with its kind', (t) => {
	t.true(
		eventLine({type: 'ADDED', object: service}).startsWith(
			'{"type":"ADDED","object":{"kind":"Service","apiVersion":"v1",',
		),
	);
});

test('fields within a struct are as Go declares them, those of maps and of custom resources are sorted', (t) => {
	const metadata = {
		labels: {z: '1', a: '2'},
		name: 'web',
		uid: 'u',
		namespace: 'default',
		managedFields: [{time: '2026-01-01T00:00:00Z', manager: 'me', fieldsV1: {'f:b': {}, 'f:a': {}}}],
	};
	const ofPod = stored({
		metadata,
		spec: {containers: [{image: 'nginx', name: 'web', ports: [{protocol: 'TCP', containerPort: 80}]}], nodeName: 'a'},
		apiVersion: 'v1',
		kind: 'Pod',
	});
	const ofWidget = stored({
		metadata,
		spec: {z: {y: 1, x: [{b: 1, a: 2}]}, a: 1},
		apiVersion: 'example.com/v1',
		kind: 'W',
	});
	const inOrder =
		'{"name":"web","namespace":"default","uid":"u","labels":{"a":"2","z":"1"},' +
		'"managedFields":[{"manager":"me","time":"2026-01-01T00:00:00Z","fieldsV1":{"f:a":{},"f:b":{}}}]}';
	t.is(
		answerText(ofPod),
		`{"kind":"Pod","apiVersion":"v1","metadata":${inOrder},"spec":{"containers":[{"name":"web","image":"nginx",` +
			'"ports":[{"containerPort":80,"protocol":"TCP"}]}],"nodeName":"a"}}',
	);
	const sorted =
		'{"labels":{"a":"2","z":"1"},"managedFields":[{"fieldsV1":{"f:a":{},"f:b":{}},"manager":"me",' +
		'"time":"2026-01-01T00:00:00Z"}],"name":"web","namespace":"default","uid":"u"}';
	t.is(
		answerText(ofWidget),
		`{"apiVersion":"example.com/v1","kind":"W","metadata":${sorted},"spec":{"a":1,"z":{"x":[{"a":2,"b":1}],"y":1}}}`,
	);
	const partial = {kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata: ofWidget.metadata};
	t.is(answerText(partial), `{"kind":"PartialObjectMetadata","apiVersion":"meta.k8s.io/v1","metadata":${inOrder}}`);
	t.true(eventLine({type: 'ADDED', object: ofPod}).includes(`"metadata":${inOrder},`));
});

import test from 'ava';
import {wireForm} from './negotiate.js';
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
	test(`the JSON of an answer is what JSON.stringify makes of its wire form, each time: ${name}`, (t) => {
		const wanted = JSON.stringify(wireForm(body));
		t.is(answerText(body), wanted);
		t.is(answerText(body), wanted);
	});
}

test('so is that of a watch event', (t) => {
	for (const event of [
		{type: 'ADDED', object: stored(pod('a'))},
		{type: 'ERROR', object: {kind: 'Status', code: 410}},
	]) {
		t.is(eventLine(event), `${JSON.stringify(event)}\n`);
		t.is(eventLine(event), `${JSON.stringify(event)}\n`, 'told again');
	}
});

import test from 'ava';
import {readFileSync} from 'node:fs';
import {runCommand} from '../../testing/command-line.js';
import {put, temporaryFolder} from '../../testing/temporary-folder.js';
import {documentsOf, type GivenDocument} from './given-documents.js';
import {piecesOf} from './large-files.js';

test('a file of many documents is cut, and those that refer to each other stay together', (t) => {
	const documents = documentsOf(
		'a.yaml',
		['a', 'b', 'c', 'd', 'e', 'f'].map((name) => ({object: {kind: 'ConfigMap', metadata: {name}}, range: [0, 0]})),
	);
	const needs = ({name}: GivenDocument): readonly GivenDocument[] =>
		documents.filter((other) => (name === 'a' && other.name === 'e') || (name === 'e' && other.name === 'f'));
	const named = (most: number): readonly string[] =>
		piecesOf(documents, needs, most).map((piece) => piece.map(({name}) => name).join(''));
	t.deepEqual(named(6), ['abcdef']);
	t.deepEqual(named(4), ['abef', 'cd']);
	t.deepEqual(named(2), ['aef', 'bc', 'd']);
});

test('a file of 250 documents stays whole, and pieces of a larger one have a hundred', (t) => {
	const sizes = (count: number): readonly number[] => {
		const names = Array.from({length: count}, (_, index) => `c-${index}`);
		const objects = names.map((name) => ({object: {kind: 'ConfigMap', metadata: {name}}, range: [0, 0] as const}));
		return piecesOf(documentsOf('a.yaml', objects), () => []).map((piece) => piece.length);
	};
	t.deepEqual(sizes(250), [250]);
	t.deepEqual(sizes(260), [100, 100, 60]);
});

test('a namespace does not keep a file together', (t) => {
	const documents = documentsOf(
		'a.yaml',
		['Namespace', 'Pod', 'Pod'].map((kind, index) => ({object: {kind, metadata: {name: `${index}`}}, range: [0, 0]})),
	);
	const needs = ({kind}: GivenDocument): readonly GivenDocument[] => (kind === 'Pod' ? documents.slice(0, 1) : []);
	t.deepEqual(
		piecesOf(documents, needs, 1).map((piece) => piece.length),
		[1, 1, 1],
	);
});

test('what is wrong far down in a large file has its place, its fix and its lines', async (t) => {
	const pods = Array.from(
		{length: 260},
		(_, index) =>
			`apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: c-${index}\n  namespace: shop\ndata: {a: b}\n---\napiVersion: v1\nkind: ${index === 255 ? 'Service' : 'ConfigMap'}\nmetadata: {name: d-${index}, namespace: shop}\n${index === 255 ? 'spec: {selector: {a: b}, ports: [{port: 80, protcol: TCP}]}' : 'data: {a: b}'}\n`,
	);
	const file = put(
		temporaryFolder(),
		'large.yaml',
		`apiVersion: v1\nkind: Namespace\nmetadata: {name: shop}\n---\n${pods.join('---\n')}`,
	);
	const {code, out} = await runCommand(['check', '-q', '--jobs', '1', '-o', 'json', file], '', 120);
	t.is(code, 1);
	const line = 4 + 255 * 12 + 11;
	const [checked] = JSON.parse(out).files;
	const found = checked.objects.find(({name}: {name: string}) => name === 'service/shop/d-255').findings[0];
	t.like(found, {id: 'W011', object: 'service/shop/d-255', places: [{line}]});
	t.deepEqual(
		found.fixes[0].edits.map((edit: {line: number}) => edit.line),
		[line],
	);
	t.is(checked.objects.length, 521);
	t.is(checked.objects[520].line, 4 + 259 * 12 + 8);
});

test('a file with more documents than a check reads is refused before it is parsed, in a folder too', async (t) => {
	const top = temporaryFolder();
	const file = put(top, 'many.yaml', 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n---\n'.repeat(20_001));
	for (const words of [[file], [top], ['-']]) {
		// eslint-disable-next-line no-await-in-loop
		const {code, err} = await runCommand(['check', ...words], readFileSync(file));
		t.is(code, 2);
		t.regex(err, /^\S+ {2}the file has more than 20000 documents\n {2}split it, and check each part\n$/);
	}
});

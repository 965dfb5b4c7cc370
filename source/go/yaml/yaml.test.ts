import test from 'ava';
import {printable} from '../printable.js';
import {printYaml} from './print.js';
import {readManifests, readYamlBody, yamlUnmarshalErrors} from './yaml.js';

const objects = (text: string) => readManifests(text, 'f.yaml').documents.map(({object}) => object);

test('a file holds several documents, each with its places', (t) => {
	const {documents} = readManifests(
		'# first\nkind: Pod\nspec:\n  containers:\n  - name: a\n    image: b\n---\n---\nkind: Service\n...\n',
		'f.yaml',
	);
	t.deepEqual(
		documents.map(({object, line}) => [object['kind'], line]),
		[
			['Pod', 2],
			['Service', 9],
		],
	);
	const [{positionOf}] = documents as [(typeof documents)[0]];
	t.deepEqual(positionOf(['spec', 'containers', 0, 'image']), {line: 6, column: 5});
	t.deepEqual(positionOf(['spec', 'containers', 0, 'command']), {line: 5, column: 5});
	t.deepEqual(positionOf(['spec', 'nothing']), {line: 3, column: 1});
});

test('words and numbers mean what go-yaml says', (t) => {
	t.deepEqual(
		objects(
			'a: yes\nb: 0755\nc: 1e3\nd: 1_000\ne: 0x1F\nf: 1:30\ng: 2001-01-01\nh: ~\ni: "yes"\nj: !!str 5\nk: off\nl:\nm: .5\nn: 1.27.0\n',
		),
		[
			{
				a: true,
				b: 493,
				c: 1000,
				d: 1000,
				e: 31,
				f: '1:30',
				g: '2001-01-01',
				h: null,
				i: 'yes',
				j: '5',
				k: false,
				l: null,
				m: 0.5,
				false: '1.27.0',
			},
		],
	);
	t.deepEqual(objects('a: &x {p: 1, q: 2}\nb:\n  <<: *x\n  q: 3\nc: *x\n'), [
		{a: {p: 1, q: 2}, b: {q: 3, p: 1}, c: {p: 1, q: 2}},
	]);
	t.deepEqual(objects('{"a": [1, null]}'), [{a: [1, null]}]);
});

test('mistakes say where, what, and what to do', (t) => {
	const table: ReadonlyArray<readonly [string, number, number, RegExp, RegExp]> = [
		['a:\n\tb: 1\n', 2, 1, /tab/, /replace the tab/],
		['a:\n  b: 1\n c: 2\n', 3, 1, /same column/, /same column/],
		['a: [1, 2\n', 2, 1, /end with a \]/, /Close the bracket/],
		['a: b: c\n', 1, 4, /not allowed/, /quotes/],
		['- 1\n', 1, 1, /expected an object, found a list/, /apiVersion/],
		['words\n', 1, 1, /found text/, /apiVersion/],
		['a: *x\n', 1, 4, /unknown anchor 'x'/, /&x/],
		['a: &x [*x]\n', 1, 8, /contains itself/, /out/],
		['a\u0000b', 1, 2, /control characters/, /text file/],
		[`${'['.repeat(3000)}`, 1, 1, /nested too deeply/, /1000/],
	];
	for (const [text, line, column, message, remedy] of table) {
		const error = t.throws(
			() => readManifests(text, 'f.yaml'),
			{name: 'ManifestError', message},
			text.slice(0, 20),
		) as Error & {line: number; column: number; remedy: string; file: string};
		t.regex(error.remedy, remedy);
		t.is(error.file, 'f.yaml');
		if (!text.startsWith('[[')) {
			t.deepEqual([error.line, error.column], [line, column], text);
		}
	}
});

test('of a key that is set twice the last counts, and its places are told', (t) => {
	const {documents, duplicates} = readManifests('a: 1\nb: {c: 1, c: 2}\na: 3\n', 'f.yaml');
	t.deepEqual(documents[0]?.object, {a: 3, b: {c: 2}});
	t.deepEqual(duplicates, [
		{key: 'c', line: 2, column: 11, firstLine: 2},
		{key: 'a', line: 3, column: 1, firstLine: 1},
	]);
	t.deepEqual(documents[0]?.positionOf(['a']), {line: 3, column: 1});
	t.deepEqual(documents[0]?.positionOf(['b', 'c']), {line: 2, column: 11});
});

test('a bomb of aliases and a huge file are refused at once', (t) => {
	let bomb = 'a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n';
	for (let level = 1; level < 9; level++) {
		bomb += `a${level}: &a${level} [${Array.from({length: 10}, () => `*a${level - 1}`).join(', ')}]\n`;
	}

	t.throws(() => readManifests(bomb, 'f.yaml'), {message: 'document contains excessive aliasing'});
	t.throws(() => readManifests('a: b\n'.repeat(10 * 1024 * 1024), 'f.yaml'), {
		message: 'the file is too large: 50 MiB, at most 10 MiB are read',
	});
});

test('a key named __proto__ is a key, and escape sequences do not reach the terminal', (t) => {
	const [object] = objects('__proto__: {polluted: 1}\na: 1\n') as [object];
	t.deepEqual(Object.keys(object), ['__proto__', 'a']);
	t.is((object as Record<string, unknown>)['polluted'], undefined);
	const error = t.throws(() => readManifests('a: !!int "\u001B[31m"\n', '\u001B]0;x\u0007.yaml')) as Error;
	t.false(/[\u0000-\u0009\u000B-\u001F]/.test(String(error)));
	t.is(printable('\u001B[2J\u202Ea\tb\n'), String.raw`\x1b[2J\u202ea` + '\tb\n');
});

test('a backslash and an apostrophe in double quotes are an apostrophe, as go-yaml reads them', (t) => {
	const text = String.raw`command: ["echo \"A=\'b\'\n\\'c'\" > d", 'e\''f']` + '\nlast: 1\n';
	const [manifest] = readManifests(text, 'f.yaml').documents;
	t.deepEqual(manifest?.object, {command: [`echo "A='b'\n\\'c'" > d`, String.raw`e\'f`], last: 1});
	t.deepEqual(manifest?.positionOf(['last']), {line: 2, column: 1});
	t.throws(() => readManifests(String.raw`a: "\'\q"`, 'f.yaml'), {message: /escape/});
});

test('a request body tells repeated keys as strict decoding does', (t) => {
	const {value, problems} = readYamlBody('kind: ConfigMap\nmetadata:\n  name: twice\n  name: again\napiVersion: v1\n');
	t.is(JSON.stringify(value), '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"again"}}');
	t.deepEqual(problems, ['line 4: key "name" already set in map']);
	t.is(yamlUnmarshalErrors(problems), 'yaml: unmarshal errors:\n  line 4: key "name" already set in map');
});

test('YAML is printed as kubectl prints it', (t) => {
	const lines = [
		'a: "yes"',
		'a2: 2',
		'a10: 1',
		'b: ""',
		"c: 'a: b'",
		"d: ' x'",
		"e: '''q'''",
		'f: |',
		'  l1',
		'',
		'  l2',
		'g: |-',
		'  l1',
		'  l2',
		'h:',
		'- - 1',
		'  - 2',
		'- []',
		'i: {}',
		'j:',
		'- a: 1',
		'  b:',
		'  - c: null',
		String.raw`k: "tab\tx"`,
		'l: "0x1"',
		"m: '0/1 nodes are available: 1 Insufficient cpu. preemption: 0/1 nodes are available:",
		"  1 No preemption victims found for incoming pod.'",
		'"n": "1:30"',
		'o: 1.5',
	];
	const text = `${lines.join('\n')}\n`;
	const value = {
		o: 1.5,
		n: '1:30',
		m: '0/1 nodes are available: 1 Insufficient cpu. preemption: 0/1 nodes are available: 1 No preemption victims found for incoming pod.',
		l: '0x1',
		k: 'tab\tx',
		j: [{b: [{c: null}], a: 1}],
		i: {},
		h: [[1, 2], []],
		g: 'l1\nl2',
		f: 'l1\n\nl2\n',
		e: "'q'",
		d: ' x',
		c: 'a: b',
		b: '',
		a10: 1,
		a2: 2,
		a: 'yes',
	};
	t.is(printYaml(value), text);
	t.deepEqual(objects(text), [value]);
});

test('a long text gives the same objects and places each time, and readers do not share them', (t) => {
	const text = `kind: ConfigMap\n${Array.from({length: 40_000}, (_, index) => `key-${index}: value ${index}\n`).join('')}`;
	const [first] = readManifests(text, 'a.yaml').documents;
	const [second] = readManifests(text, 'b.yaml').documents;
	t.deepEqual(first?.object, second?.object);
	t.not(first?.object, second?.object);
	t.deepEqual(second?.positionOf(['key-39999']), {line: 40_001, column: 1});
	t.deepEqual(first?.positionOf(['key-7']), {line: 9, column: 1});
	t.throws(() => readManifests(`${text}: [`, 'c.yaml'), {message: /./});
});

test('documents know their range, and those that hold nothing do not count', (t) => {
	const text = 'kind: A\n---\n~\n---\n# nothing\n---\nkind: B\n';
	t.deepEqual(
		readManifests(text, 'a.yaml').documents.map(({range}) =>
			text
				.slice(...range)
				.replace('---', '')
				.trim(),
		),
		['kind: A', 'kind: B'],
	);
});

test('quoted texts, lists and maps may go on further left, as go-yaml reads them, and each field keeps its place', (t) => {
	const text = [
		'metadata:',
		'  annotations:',
		"    note: '[",
		'      {"name": "x"}',
		"    ]'",
		'    other: "a',
		'  b"',
		'  labels: {a: b,',
		'  c: d}',
		'spec:',
		'  name: web',
		'',
	].join('\r\n');
	const [document] = readManifests(text, 'web.yaml').documents;
	t.deepEqual(document?.object, {
		metadata: {annotations: {note: '[ {"name": "x"} ]', other: 'a b'}, labels: {a: 'b', c: 'd'}},
		spec: {name: 'web'},
	});
	t.deepEqual(document?.positionOf(['spec', 'name']), {line: 11, column: 3});
	t.deepEqual(document?.positionOf(['metadata', 'labels', 'c']), {line: 9, column: 3});
	t.throws(() => readManifests("a: 'b\nc: d\n", 'web.yaml'), {message: /quote/});
});

test('a long JSON text gives the places that a short one gives', (t) => {
	const short =
		'{\n  "kind": "List",\n  "items": [\n    {"kind": "A", "data": {"a\\"]": "}{\\"", "n": 1.50}},\n    [], {"kind": "B"}\n  ]\n}';
	const long = short.replace('"}{', `"${'x'.repeat(600_000)}}{`);
	const [one] = readManifests(short, 'short.json').documents;
	const [other] = readManifests(long, 'long.json').documents;
	for (const path of [
		[],
		['kind'],
		['items'],
		['items', 0],
		['items', 0, 'kind'],
		['items', 0, 'data', 'a"]'],
		['items', 1, 'x'],
		['items', 2, 'kind'],
		['items', 3],
		['nothing'],
	]) {
		t.deepEqual(other?.positionOf(path), one?.positionOf(path), path.join('.'));
	}

	t.deepEqual(other?.positionOf(['items', 0, 'data', 'n'])?.line, 4);
	t.is(other?.line, 1);
	t.like(other?.object, {kind: 'List', items: {2: {kind: 'B'}}});
	const [again] = readManifests(long.replace('"kind": "B"', '"kind": "B", "kind": "C"'), 'twice.json').documents;
	t.like(again?.object, {items: {2: {kind: 'C'}}});
});

test('an alias has the places of its anchor, and an error of syntax in the last document precedes an error of meaning in the first', (t) => {
	const [document] = readManifests('a: &x\n  b: 1\nc: *x\nd:\n  <<: *x\n', 'a.yaml').documents;
	t.deepEqual(document?.positionOf(['c', 'b']), {line: 2, column: 3});
	t.deepEqual(document?.positionOf(['d', 'b']), {line: 4, column: 1});
	t.throws(() => readManifests('a: *unknown\n---\nb: [\n', 'a.yaml'), {message: /bracket|\]/});
	t.throws(() => readManifests('a: *unknown\n---\nb: 1\n', 'a.yaml'), {message: /unknown anchor/});
});

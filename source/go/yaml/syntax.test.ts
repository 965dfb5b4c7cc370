import test from 'ava';
import {yamlSyntaxError} from './syntax.js';
import type {ManifestError} from './manifest-error.js';
import {readManifests, readYamlBody} from './yaml.js';

const errorOf = (text: string): string | undefined => {
	try {
		readYamlBody(text);
		return undefined;
	} catch (error) {
		return (error as ManifestError).goMessage;
	}
};

test('a mistake in YAML is reported in the words and with the lines of Go’s library', (t) => {
	const table = [
		['a: 1\n', undefined],
		['a: b: c\n', 'mapping values are not allowed in this context'],
		['x: 1\na: b: c\n', 'line 2: mapping values are not allowed in this context'],
		['a: 1\n  b: 2\n', 'line 2: mapping values are not allowed in this context'],
		['metadata:\n  name: x\n   labels: {}\n', 'line 3: mapping values are not allowed in this context'],
		['a:\n\tb: 1\n', 'line 2: found character that cannot start any token'],
		['a: @x\n', 'found character that cannot start any token'],
		['{"a":1', "line 1: did not find expected ',' or '}'"],
		['metadata: {name: x\n', "line 1: did not find expected ',' or '}'"],
		['a: 1\nb: 2\nmetadata: {name: x\n', "line 3: did not find expected ',' or '}'"],
		['v: [A,', 'line 1: did not find expected node content'],
		['v:\n- [A,', 'line 2: did not find expected node content'],
		['a: [1, 2\nb: 3\n', "line 1: did not find expected ',' or ']'"],
		['a:\n  b: 1\n c: 2\n', 'line 2: did not find expected key'],
		['a: 1\nfoo\nb: 2\n', "line 3: could not find expected ':'"],
		['a: 1\nfoo\n', "line 3: could not find expected ':'"],
		['a: "x\nb: 1\n', 'line 3: found unexpected end of stream'],
		['b: 1\na: "x\n', 'line 3: found unexpected end of stream'],
		['a: *b\n', "unknown anchor 'b' referenced"],
	] as const;
	for (const [text, expected] of table) {
		t.is(errorOf(text), expected, text);
	}
});

test('mistakes in every part of the grammar are reported as Go’s library reports them', (t) => {
	const table: ReadonlyArray<readonly [string, string | undefined]> = [
		['kind: Pod\n\tname: a\n', 'line 2: found a tab character that violates indentation'],
		['kind: Pod\n- a\n', 'line 1: did not find expected key'],
		[': :\n', 'did not find expected key'],
		['%x\n', 'found unknown directive name'],
		['a: 1\nb: ]\n', 'line 1: did not find expected node content'],
		['a:\n  b: c\n  - d\n', 'line 2: did not find expected key'],
		['a:\n  b: c\n - d\n', 'line 2: did not find expected key'],
		['a: 1\nb: {c: d,, e: f}\n', 'line 1: did not find expected node content'],
		['a 1\nb: 2\n', 'line 2: mapping values are not allowed in this context'],
		['a: 1\nb 2\nc: 3\n', "line 3: could not find expected ':'"],
		['a: 1\nb:\n  c\n  d: e\n', 'line 4: mapping values are not allowed in this context'],
		['a: 1\nb: "x"y: z\n', 'line 1: did not find expected key'],
		['a: 1\nb: "x" y\n', 'line 1: did not find expected key'],
		["a: 1\nb: 'it's'\n", 'line 1: did not find expected key'],
		['a: 1\nb: *\n', 'line 2: did not find expected alphabetic or numeric character'],
		['a: 1\nb: &\n', 'line 2: did not find expected alphabetic or numeric character'],
		['a: 1\nb: !<x\n', "line 2: did not find the expected '>'"],
		['a: 1\nb: "\\q"\n', 'line 2: found unknown escape character'],
		['a: 1\nb: "\\x4"\n', 'line 2: did not find expected hexdecimal number'],
		['a: 1\nb: "\\uD800"\n', 'line 2: found invalid Unicode character escape code'],
		['- a\nb: c\n', "line 1: did not find expected '-' indicator"],
		['a:\n- b\nc\n', "line 4: could not find expected ':'"],
		['a:\n - b\n- c\n', 'line 2: did not find expected key'],
		['- a: b\n   c: d\n', 'line 2: mapping values are not allowed in this context'],
		['a: y\u0001\n', 'control characters are not allowed'],
		['? a\n: b\n: c\n', 'line 2: did not find expected key'],
		['a: ? b\n', 'mapping keys are not allowed in this context'],
		['a: - b\n', 'block sequence entries are not allowed in this context'],
		['%YAML 1.2\n---\na: b\n', 'found incompatible YAML document'],
		['%YAML 1.1\n---\na: b\n', undefined],
		['%FOO\n---\na: b\n', 'found unknown directive name'],
		['a: |x\n b\n', 'did not find expected comment or line break'],
		['a: |0\n b\n', 'found an indentation indicator equal to 0'],
		['a: >\n\tb\n', 'line 2: found a tab character where an indentation space is expected'],
		['a: |\n b\n  c\nd: e\n', undefined],
		['a: >-2\n   b\n', undefined],
		['a: "b\n\n c"\n', undefined],
		['a: b\n...\nc: [\n', undefined],
		['a: !foo!bar b\n', 'found undefined tag handle'],
		['a: !!str b\n', undefined],
		['a: [b, c]]\n', 'did not find expected key'],
		['a: {{ .Values.b }}\n', undefined],
		['\uFEFFa: b\n', undefined],
		['a: b\r\nc d\r\ne: f\r\n', "line 3: could not find expected ':'"],
		['[a: b, {c: d}, ? e]\n', undefined],
		['a: &b c\nd: *b\n', undefined],
		['"a\n---\n"\n', 'line 2: found unexpected document indicator'],
	];
	for (const [text, expected] of table) {
		t.is(yamlSyntaxError(text), expected, text);
	}

	t.is(
		errorOf('a: {{ .Values.b }}\n'),
		'invalid map key: map[interface {}]interface {}{".Values.b":interface {}(nil)}',
	);
});

test('what is nested too deeply is refused before any recursion: in flow, in block, in JSON, in a later document', (t) => {
	const flow = (depth: number): string => `${'{"a": '.repeat(depth)}1${'}'.repeat(depth)}`;
	const block = (depth: number): string =>
		Array.from({length: depth}, (_, level) => `${' '.repeat(level)}a:\n`).join('') + `${' '.repeat(depth)}b: 1\n`;
	for (const deep of [
		'['.repeat(20_000),
		'['.repeat(500_000),
		flow(1001),
		flow(9000),
		flow(9000).replaceAll('"', ''),
		// This many fit into the stack of some callers, and not of others.
		flow(900).replaceAll('"', ''),
		block(1500),
		'- '.repeat(5000),
	]) {
		t.throws(() => readYamlBody(deep), {message: 'nested too deeply'}, deep.slice(0, 20));
		t.throws(() => readManifests(`a: b\n---\n${deep}`, 'a.yaml'), {message: /nested too deeply/}, deep.slice(0, 20));
	}

	for (const fine of [
		flow(900),
		flow(500).replaceAll('"', ''),
		block(900),
		`a: "${'['.repeat(5000)}"`,
		`- ${'x'.repeat(5000)}`,
	]) {
		t.notThrows(() => readYamlBody(fine), fine.slice(0, 20));
	}
});

test('a body in JSON is read as one in YAML', (t) => {
	for (const text of [
		'{"b": 1, "a": [1.5, -2, 1e3, 12345678901234567890, true, null, "x", "\\u00e9\\n"], "c": {}}',
		'{"z": {"y": {"b": 1, "a": "2"}}, "no": "no", "date": "2020-01-01"}',
		'{"a": 1, "a": 2}',
	]) {
		// A comment makes it YAML and nothing else.
		t.deepEqual(readYamlBody(text), readYamlBody(`${text} # a comment`), text);
	}

	t.throws(() => readYamlBody('{"a": "\\/"}'), {message: 'found unknown escape character'});
});

test('the lines of each document of a file are counted alone', (t) => {
	for (const [text, told] of [
		['a: 1\n---\n# b\nb: c: d\n', 'line 2: mapping values are not allowed in this context'],
		['a: *b\n', "unknown anchor 'b' referenced"],
		['- a\n', undefined],
	] as const) {
		const error = t.throws(() => readManifests(text, 'a.yaml')) as ManifestError;
		t.is(error.goMessage, told);
	}
});

test('a tag says what type a scalar has, and text that does not fit the type is refused', (t) => {
	t.deepEqual(readYamlBody('a: !!int "5"\nb: !!bool "yes"\nc: !!null ""\nd: !!float 5\ne: 1e1000\n').value, {
		a: 5,
		b: true,
		c: null,
		d: 5,
		e: '1e1000',
	});
	for (const [text, told] of [
		['a: !!int x\n', 'cannot decode !!str `x` as a !!int'],
		['a: !!bool 5\n', 'cannot decode !!int `5` as a !!bool'],
		['a: !!int 1.5\n', 'cannot decode !!float `1.5` as a !!int'],
	] as const) {
		t.is(errorOf(text), told);
	}
});

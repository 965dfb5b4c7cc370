import test from 'ava';
import {readYamlBody, type ManifestError} from './yaml.js';

const errorOf = (text: string): string | undefined => {
	try {
		readYamlBody(text);
		return undefined;
	} catch (error) {
		return (error as ManifestError).goMessage;
	}
};

test('a mistake in YAML is told in the words and the lines of Go’s library', (t) => {
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
		['a: 1\nb: 2\nmetadata: {name: x\n', "line 2: did not find expected ',' or '}'"],
		['v: [A,', 'line 1: did not find expected node content'],
		['v:\n- [A,', 'line 2: did not find expected node content'],
		['a: [1, 2\nb: 3\n', "line 1: did not find expected ',' or ']'"],
		['a:\n  b: 1\n c: 2\n', 'line 2: did not find expected key'],
		['a: 1\nfoo\nb: 2\n', "line 2: could not find expected ':'"],
		['a: 1\nfoo\n', "line 2: could not find expected ':'"],
		['a: "x\nb: 1\n', 'line 3: found unexpected end of stream'],
		['b: 1\na: "x\n', 'line 2: found unexpected end of stream'],
		['a: *b\n', "unknown anchor 'b' referenced"],
	] as const;
	for (const [text, expected] of table) {
		t.is(errorOf(text), expected, text);
	}
});

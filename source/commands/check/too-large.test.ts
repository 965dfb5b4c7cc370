import test from 'ava';
import {runCommand} from '../../testing/command-line.js';
import {put, temporaryFolder} from '../../testing/temporary-folder.js';
import {withoutTooLarge} from './too-large.js';

const map = (name: string, data: string): string =>
	`apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\ndata:\n${data}`;
const line = `  key: ${'v'.repeat(100)}\n`;
const huge = map('huge', line.repeat(31_000));

test('a document over the size of a request is blank, and all others stay at their places', (t) => {
	const text = `${map('a', line)}--- # the huge one\n# a comment\n${huge}---\n${map('b', line)}`;
	const {text: left, found} = withoutTooLarge(text);
	t.deepEqual(found, [{line: 8}]);
	t.is(left.length, text.length);
	t.is(left.indexOf('name: b'), text.indexOf('name: b'));
	t.false(left.includes('name: huge'));
});

test('comments and indentation do not make a document too large', (t) => {
	const text = map('a', `${' '.repeat(200)}# comment\n`.repeat(31_000) + line);
	t.deepEqual(withoutTooLarge(text), {text, found: []});
});

test('check says so of the document without parsing it, and checks the others', async (t) => {
	const file = put(temporaryFolder(), 'huge.yaml', `${huge}---\n${map('b', '  a: b\n')}`);
	const {code, out} = await runCommand(['check', '--jobs', '1', file], '', 4000);
	t.is(code, 1);
	t.regex(out, /✗ W028-refused\n {4}says {4}Request entity too large: limit is 3145728\n {4}at {6}\S+:1:1\n/);
	t.regex(out, /✓ configmap\/default\/b/);
});

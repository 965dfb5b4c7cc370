import test from 'ava';
import {check} from '../../library/check.js';
import {filesIn, lineNumberIn} from './file-text.js';
import {mendedText, problemsOf} from './problems.js';

const text = `# file: a.yaml
apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  containers:
  - {name: a, image: nginx}
# file: b.yaml
apiVersion: v1
kind: Pod
metadata: {name: b}
spec:
  containers:
  - name: b
    image: ngnix
`;

test('findings are at their lines of a text of several files, and their fix changes that text', async (t) => {
	const report = await check(filesIn(text), {jobs: 1});
	const [problem, ...others] = problemsOf(report, text).filter(({severity}) => severity === 'error');
	t.deepEqual(others, []);
	t.is(problem?.line, 15);
	t.regex(problem?.message ?? '', /ImagePull/);
	t.is(problem?.mended?.(text), text.replace('ngnix', 'nginx'));
	// Lines above may have been added or removed since; then nothing is changed by guess.
	t.is(problem?.mended?.(text.replace('image: ngnix', 'image: busybox')), undefined);
});

test('a line is counted in the whole text', (t) => {
	t.is(lineNumberIn(text, {file: 'b.yaml', line: 1}), 9);
	t.is(lineNumberIn(text, {file: 'a.yaml', line: 2}), 3);
	t.is(lineNumberIn('kind: Pod\n', {file: 'manifest.yaml', line: 1}), 1);
});

test('edits of lines that have changed since are not made', (t) => {
	const edits = [{file: 'manifest.yaml', line: 1, before: ['a: 1'], after: ['a: 2']}];
	t.is(mendedText('a: 1\n', edits), 'a: 2\n');
	t.is(mendedText('b: 1\n', edits), undefined);
});

import {spawnSync} from 'node:child_process';
import path from 'node:path';
import process from 'node:process';
import {fileURLToPath, pathToFileURL} from 'node:url';
import test from 'ava';

const root = fileURLToPath(new URL('../../', import.meta.url));
test('a change concerns the tests that import it, directly or by way of others', async (t) => {
	const {testsOf}: {testsOf(changed: readonly string[]): readonly string[]} = await import(
		pathToFileURL(path.join(root, 'source/build/tests-of.mjs')).href
	);
	const all = testsOf(['source/kernel/kernel.ts']);
	t.true(all.includes('dist/kernel/kernel.test.js'));
	t.true(all.includes('dist/kubelet/restart.test.js'));
	const few = testsOf(['source/go/duration.test.ts', 'source/go/none.ts', 'README.md']);
	t.deepEqual(few, ['dist/go/duration.test.js']);
	t.false(testsOf(['source/go/duration.ts']).includes('dist/kernel/kernel.test.js'));
});

test('watch runs the tests beside a changed module, and no others', (t) => {
	const {stdout, status} = spawnSync(
		process.execPath,
		[path.join(root, 'source/build/watch.mjs'), '--once', 'source/go/duration.ts'],
		{cwd: root, encoding: 'utf8', env: {...process.env, NODE_OPTIONS: ''}},
	);
	t.is(status, 0, stdout);
	t.regex(stdout, /^source\/go\/duration\.ts: compiled in [\d.]+ s, [1-9]\d* test files? in [\d.]+ s$/m);
});

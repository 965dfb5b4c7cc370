import {spawnSync} from 'node:child_process';
import path from 'node:path';
import process from 'node:process';
import {fileURLToPath, pathToFileURL} from 'node:url';
import test from 'ava';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** The module in JavaScript that finds the tests of a change. */
interface TestsOf {
	distancesOf(changed: readonly string[]): ReadonlyArray<{readonly name: string; readonly distance: number}>;
	testsOf(changed: readonly string[]): readonly string[];
	nearestOf(changed: readonly string[]): {
		readonly chosen: readonly string[];
		readonly others: number;
		readonly elsewhere: number;
	};
}

const load = (): Promise<TestsOf> => import(pathToFileURL(path.join(root, 'source/build/tests-of.mjs')).href);

test('a change concerns the tests that import it, directly or by way of others', async (t) => {
	const {testsOf} = await load();
	const all = testsOf(['source/kernel/kernel.ts']);
	t.true(all.includes('dist/kernel/kernel.test.js'));
	t.true(all.includes('dist/kubelet/restart.test.js'));
	const few = testsOf(['source/go/duration.test.ts', 'source/go/none.ts', 'README.md']);
	t.deepEqual(few, ['dist/go/duration.test.js']);
	t.false(testsOf(['source/go/duration.ts']).includes('dist/kernel/kernel.test.js'));
});

/** Runs the tests of changes as `npm run watch` does. @param changed paths from the root */
const watchOnce = (...changed: readonly string[]) =>
	spawnSync(process.execPath, [path.join(root, 'source/build/watch.mjs'), '--once', ...changed], {
		cwd: root,
		encoding: 'utf8',
		env: {...process.env, NODE_OPTIONS: ''},
	});

test('watch runs the tests beside a changed module, and no others', (t) => {
	// After the first, the compiled test is one that watch has written itself.
	for (const changed of ['source/go/duration.test.ts', 'source/go/duration.ts']) {
		const {stdout, status} = watchOnce(changed);
		t.is(status, 0, stdout);
		t.true(
			stdout.split('\n').some((line) => line.startsWith(`${changed}: 1 test file in `) && line.endsWith(' s, passed')),
		);
		t.regex(stdout, /^types checked in [\d.]+ s$/m);
	}
});

test('the tests of a change are as far from it as their imports', async (t) => {
	const {distancesOf} = await load();
	const distances = new Map(
		distancesOf(['source/screen/panes/timeline-marks.ts']).map(({name, distance}) => [name, distance]),
	);
	t.is(distances.get('dist/screen/panes/timeline.test.js'), 1);
	t.true((distances.get('dist/commands/trace.test.js') ?? 0) > 3);
});

test('the nearest tests of a change are of its room; those of other rooms are counted', async (t) => {
	const {nearestOf} = await load();
	const {chosen, others, elsewhere} = nearestOf(['source/screen/panes/timeline-marks.ts']);
	t.deepEqual(chosen, ['dist/screen/panes/timeline.test.js']);
	t.true(others > 20 && elsewhere > 20);
	t.deepEqual(nearestOf(['source/diagnosis/rows/probes.ts']).chosen, ['dist/diagnosis/rows/probes.test.js']);
	const withoutTests = nearestOf(['source/node/node.ts']);
	t.deepEqual(withoutTests.chosen, []);
	t.true(withoutTests.elsewhere > 100);
});

test('watch runs several tests in one process, and says where those of a module without own tests are', (t) => {
	const two = watchOnce('source/kernel/mailbox.ts', 'source/go/duration.ts');
	t.is(two.status, 0, two.stdout);
	t.regex(two.stdout, /duration\.ts: 2 test files in [\d.]+ s, passed$/m);
	const none = watchOnce('source/node/node.ts');
	t.is(none.status, 0, none.stdout);
	t.regex(none.stdout, /node\.ts: no test of its room imports it; \d+ elsewhere do/);
});

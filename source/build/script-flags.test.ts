import {spawnSync} from 'node:child_process';
import {fileURLToPath} from 'node:url';
import test from 'ava';

const ran = (script: string, ...flags: readonly string[]) => {
	const file = fileURLToPath(new URL(`../${script}.js`, import.meta.url));
	const {status, stdout, stderr} = spawnSync(process.execPath, [file, ...flags], {encoding: 'utf8'});
	return {status, says: `${stdout}${stderr}`.split('\n', 1)[0]};
};

test('a script of the project says how it is used, and what is wrong with a flag', (t) => {
	t.deepEqual(ran('build/simulate', '--help'), {
		status: 0,
		says: 'npm run simulate -- --seeds 10000 [--from 0] [--jobs 2]',
	});
	t.deepEqual(ran('testing/fuzz/fuzz', '--target', 'windows'), {
		status: 2,
		says: '--target: there is no door "windows"; --list names them',
	});
});

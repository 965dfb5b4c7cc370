import {existsSync, readFileSync} from 'node:fs';
import path from 'node:path';
import test from 'ava';
import {temporaryFolder} from '../../testing/temporary-folder.js';
import {writeSite} from './site.js';

test('a build keeps the folders of older versions beside the newest, and lists them', (t) => {
	const folder = temporaryFolder();
	const filesOf = (version: string): ReadonlyMap<string, string> =>
		new Map([
			['index.html', version],
			['data/facts.json', '{}'],
			['versions.json', '[]'],
		]);
	t.deepEqual(writeSite(folder, filesOf('0.9.4'), '0.9.4'), ['v0.9']);
	t.deepEqual(writeSite(folder, filesOf('0.10.0'), '0.10.0'), ['v0.9', 'v0.10']);
	const read = (name: string): string => readFileSync(path.join(folder, name), 'utf8');
	t.is(read('index.html'), '0.10.0');
	t.is(read('v0.10/index.html'), '0.10.0');
	t.is(read('v0.9/index.html'), '0.9.4');
	t.is(read('versions.json'), '["v0.9","v0.10"]\n');
	t.true(existsSync(path.join(folder, 'v0.9/data/facts.json')));
});

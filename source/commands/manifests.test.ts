import {mkdirSync} from 'node:fs';
import path from 'node:path';
import test from 'ava';
import {put, temporaryFolder} from '../testing/temporary-folder.js';
import {filesOfCommand} from './manifests.js';

test('a command gets the manifests of a folder and of the folders in it, and of a folder without any none', (t) => {
	const folder = temporaryFolder();
	mkdirSync(path.join(folder, 'inner', 'empty'), {recursive: true});
	put(folder, 'a.yaml', 'a: 1');
	put(folder, 'notes.txt', 'no manifest');
	put(path.join(folder, 'inner'), 'b.json', '{}');
	t.deepEqual(filesOfCommand(`apply -R -f ${folder}`, {}), {
		[path.join(folder, 'a.yaml')]: 'a: 1',
		[path.join(folder, 'inner', 'b.json')]: '{}',
	});
	t.deepEqual(filesOfCommand(`apply -f ${path.join(folder, 'inner', 'empty')}`, {}), {});
});

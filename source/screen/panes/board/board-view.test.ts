import test from 'ava';
import {manifestsOf} from '../../../commands/manifests.js';
import {startOfManifests} from '../../../commands/screen-starts.js';
import {completeScenario} from '../../../scenario/scenario.js';
import {keyTable} from '../../input/key-table.js';
import {stateOf} from '../../start.js';
import {plainText, width} from '../../paint/text.js';
import {boardView} from './board-view.js';

const pod = 'apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: web, image: nginx}]}\n';

const opened = (file: string) =>
	stateOf(startOfManifests(completeScenario(), manifestsOf({[file]: pod})), {keymap: keyTable, services: {}});
const rowsOf = (file: string) => boardView(opened(file), 60, 12).map((row) => plainText(row));

test('in a small board, what stands beside the boxes is aligned, also after a name of wide characters', (t) => {
	const rows = rowsOf('网络和存储.yaml');
	const file = rows.find((row) => row.includes('网络和存储.yaml')) ?? '';
	const etcd = rows.find((row) => row.includes('etcd')) ?? '';
	t.is(width(file.slice(0, file.indexOf('command'))), etcd.indexOf('rev'), rows.join('\n'));
});

test('the box of the file has its name, also where the command has it in quotes', (t) => {
	for (const file of ['web.yaml', 'my web.yaml', "it's.yaml"]) {
		const rows = rowsOf(file);
		t.true(
			rows.some((row) => row.includes(file)),
			rows.join('\n'),
		);
	}
});

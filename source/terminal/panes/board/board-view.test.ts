import test from 'ava';
import {manifestsOf} from '../../../commands/manifests.js';
import {startOfManifests} from '../../../commands/screen-starts.js';
import {completeScenario} from '../../../scenario/scenario.js';
import {keyTable} from '../../input/key-table.js';
import {stateOf} from '../../start.js';
import {plainText, width} from '../../paint/text.js';
import {boardView} from './board-view.js';

const pod = 'apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: web, image: nginx}]}\n';

test('in a small board, what stands beside the boxes is aligned, also after a name of wide characters', (t) => {
	const start = startOfManifests(completeScenario(), manifestsOf({'网络和存储.yaml': pod}));
	const rows = boardView(stateOf(start, {keymap: keyTable, services: {}}), 60, 12).map((row) => plainText(row));
	const file = rows.find((row) => row.includes('网络和存储.yaml')) ?? '';
	const etcd = rows.find((row) => row.includes('etcd')) ?? '';
	t.is(width(file.slice(0, file.indexOf('4 lines'))), etcd.indexOf('rev'), rows.join('\n'));
});

import test from 'ava';
import {put, temporaryFolder} from '../../testing/temporary-folder.js';
import {keyTable} from '../../screen/input/key-table.js';
import {keymapFile, loadKeymap} from './keymap-file.js';

test('without a file of the user the keys are the usual ones', async (t) => {
	t.is(await loadKeymap(`${temporaryFolder()}/keys.yaml`), keyTable);
	t.true(keymapFile().endsWith('keys.yaml'));
});

test('a file that is no table of keys is refused with its name and place', async (t) => {
	const file = put(temporaryFolder(), 'keys.yaml', 'continue: [\n');
	const error = await t.throwsAsync(loadKeymap(file));
	t.regex(String(error), /keys\.yaml:\d+:\d+/);
});

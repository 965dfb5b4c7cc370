import {readFileSync} from 'node:fs';
import path from 'node:path';
import {platform} from '../../kernel/platform.js';
import {keyTable, type Keymap} from '../../screen/input/key-table.js';

/** The path of the user's own keys. */
export const keymapFile = (): string => path.join(platform().userFolder('config'), 'keys.yaml');

/**
The user's keys; by default, the default keys. The file's reader is loaded only if the file exists.

@throws {Mistakes} for the errors of the file.
*/
export const loadKeymap = async (file = keymapFile()): Promise<Keymap> => {
	let source;
	try {
		source = readFileSync(file, 'utf8');
	} catch {
		return keyTable;
	}

	const {readKeymap} = await import('../../screen/input/read-keymap.js');
	return readKeymap(source, file);
};

import {readFileSync} from 'node:fs';
import {isRecord} from '../kernel/record.js';
import {packageFile} from '../kernel/node-platform.js';

/** The version of this program, as package.json has it. It loads as little code as possible, so that `--version` answers at once. */
export const version = (): string => {
	const written: unknown = JSON.parse(readFileSync(packageFile('package.json'), 'utf8'));
	return isRecord(written) && typeof written['version'] === 'string' ? written['version'] : '';
};

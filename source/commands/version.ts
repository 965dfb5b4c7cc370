import {readFileSync} from 'node:fs';
import {packageFile} from '../objects/package-file.js';
import {nestedString} from '../objects/unstructured.js';

/** The version of this program, as package.json has it. */
export const version = (): string => {
	const written: unknown = JSON.parse(readFileSync(packageFile('package.json'), 'utf8'));
	return nestedString(written, 'version') ?? '';
};

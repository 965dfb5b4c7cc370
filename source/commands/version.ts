import {readFileSync} from 'node:fs';
import {packageFile} from '../objects/package-file.js';

/** The version of this program, as package.json has it. */
export const version = (): string => {
	const {version: text} = JSON.parse(readFileSync(packageFile('package.json'), 'utf8')) as {readonly version: string};
	return text;
};

import {existsSync, readdirSync} from 'node:fs';
import path from 'node:path';
import {folderOfVersion, versionsFile} from '../../screen/page-link.js';
import {prepareFolder, writeTextFile} from '../text-file.js';

/**
Writes the page as a folder, and a copy into a subfolder for its version. Subfolders of other versions stay unchanged.

@throws {Mistake} when the folder cannot be written to
*/
export const writeSite = (folder: string, files: ReadonlyMap<string, string>, version: string): readonly string[] => {
	prepareFolder(folder);
	for (const to of [path.join(folder, folderOfVersion(version)), folder]) {
		for (const [name, text] of files) {
			writeTextFile(path.join(to, name), text, {folders: true});
		}
	}

	const versions = readdirSync(folder)
		.filter((name) => /^v\d+\.\d+$/.test(name) && existsSync(path.join(folder, name, 'index.html')))
		.toSorted((a, b) => a.localeCompare(b, 'en', {numeric: true}));
	writeTextFile(path.join(folder, versionsFile), `${JSON.stringify(versions)}\n`);
	return versions;
};

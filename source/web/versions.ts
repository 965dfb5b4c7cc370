import {folderOfVersion, versionsFile} from '../screen/page-link.js';

/** The folder of all versions' folders, from the address of a page in it or in one of them. */
export const siteOf = (page: string): URL =>
	new URL(/\/v\d+\.\d+\/[^/]*$/.test(new URL(page).pathname) ? '..' : '.', page);

/**
The address of the page of another version, where the site keeps it.

@param page the address of this page
@returns without the part after `#`; `undefined` where the site lacks that version
*/
export const addressOfVersion = async (version: string, page: string, load = fetch): Promise<string | undefined> => {
	const site = siteOf(page);
	const folder = folderOfVersion(version);
	try {
		// The list changes with each build: it is never kept.
		const answer = await load(new URL(versionsFile, site), {cache: 'no-store'});
		const listed: unknown = answer.ok ? await answer.json() : [];
		return Array.isArray(listed) && listed.includes(folder) ? new URL(`${folder}/`, site).href : undefined;
	} catch {
		// Without a network there is no other version.
		return undefined;
	}
};

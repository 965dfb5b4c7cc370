import type {Files} from '../diagnosis/files.js';

/** A file that the reader gives the page, with its path from the dropped or chosen folder. */
export interface GivenFile {
	readonly path: string;
	readonly file: Pick<File, 'text'>;
}

/** The most files to read, since the reader may choose the wrong folder. */
const mostFiles = 2000;

/** Whether kubectl reads a file, which excludes hidden folders and those of tools. */
const isManifest = (path: string): boolean =>
	/\.(?:ya?ml|json)$/i.test(path) && !/(?:^|\/)(?:node_modules|\.[^/]*)(?:\/|$)/.test(path);

/** Files of an input; those of a folder have their paths in it. */
export const chosenFiles = (files: Iterable<File>): readonly GivenFile[] =>
	[...files].map((file) => ({path: file.webkitRelativePath || file.name, file}));

const entriesIn = async (folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> => {
	const reader = folder.createReader();
	const all: FileSystemEntry[] = [];
	for (;;) {
		// A reader gives at most a hundred at a time, and then none.
		// eslint-disable-next-line no-await-in-loop
		const some = await new Promise<readonly FileSystemEntry[]>((resolve, reject) => {
			reader.readEntries(resolve, reject);
		});
		if (some.length === 0 || all.length > mostFiles) {
			return all;
		}

		all.push(...some);
	}
};

const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;

const filesBelow = async (entry: FileSystemEntry, folder: string): Promise<readonly GivenFile[]> => {
	const path = `${folder}${entry.name}`;
	if (isFolder(entry)) {
		const inside = await Promise.all((await entriesIn(entry)).map((one) => filesBelow(one, `${path}/`)));
		return inside.flat();
	}

	return isFile(entry) && isManifest(path)
		? [{path, file: await new Promise<File>((resolve, reject) => entry.file(resolve, reject))}]
		: [];
};

/** The dropped files and folders, with their contents. Their entries must be read before the first await. */
export const droppedFiles = async (items: Iterable<DataTransferItem>): Promise<readonly GivenFile[]> => {
	const given = [...items].map((item) => ({entry: item.webkitGetAsEntry(), file: item.getAsFile()}));
	const found = await Promise.all(
		given.map(async ({entry, file}) => {
			if (entry) {
				return filesBelow(entry, '');
			}

			return file ? [{path: file.name, file}] : [];
		}),
	);
	return found.flat();
};

/** The texts of manifests by their paths, in kubectl's order, by name. Spaces are replaced, because they would end a name in the combined text. */
export const textsOf = async (given: readonly GivenFile[]): Promise<Files> => {
	const manifests = given
		.filter(({path}) => isManifest(path))
		.toSorted((a, b) => (a.path < b.path ? -1 : 1))
		.slice(0, mostFiles);
	const texts = await Promise.all(
		manifests.map(async ({path, file}) => [path.replaceAll(/\s/g, '_'), await file.text()] as const),
	);
	return Object.fromEntries(texts);
};

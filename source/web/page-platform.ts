import type {FoundFile, Platform} from '../kernel/files.js';

/** The folder of the package's files in a page. */
const packageFolder = '/package/';

/** The beginning of the user's keys in the storage of the browser. */
const prefix = 'k8s-walkthrough:';

const failure = (code: string, path: string): Error => Object.assign(new Error(`${code}: ${path}`), {code});

const encoder = new TextEncoder();

/** The storage of a browser; a frame of another site may be forbidden to use it. */
export type PageStorage = Pick<Storage, 'getItem' | 'setItem'>;

/**
Files without a disk: those of the package were loaded with the page, and those of the user are in the storage of the browser.

@param files the texts by path from the package's folder; packed files are already unpacked. More may be added later.

@param storage `undefined` if the browser forbids it; then no file is kept

@param onFull called when the storage has no room for a file
*/
export const pagePlatform = (
	files: ReadonlyMap<string, string>,
	storage: PageStorage | undefined,
	onFull: () => void = () => undefined,
): Platform => {
	// Messages have the package's names for files of the course, so relative names belong to the package.
	const inPackage = (path: string): string | undefined => {
		if (path.startsWith(packageFolder)) {
			return path.slice(packageFolder.length).replace(/\/$/, '');
		}

		if (path.startsWith('/') || path === '.') {
			return undefined;
		}

		return path;
	};
	const textOf = (path: string): string | undefined => {
		const name = inPackage(path);
		return name === undefined ? (storage?.getItem(prefix + path) ?? undefined) : files.get(name);
	};

	return {
		packageFolder,
		workingFolder: () => packageFolder,
		find(path): FoundFile | undefined {
			const text = textOf(path);
			if (text !== undefined) {
				return {kind: 'file', sizeBytes: text.length};
			}

			const folder = inPackage(path);
			return folder !== undefined && [...files.keys()].some((name) => name.startsWith(`${folder}/`))
				? {kind: 'folder', sizeBytes: 0}
				: undefined;
		},
		read(path) {
			const text = textOf(path);
			if (text === undefined) {
				throw failure('ENOENT', path);
			}

			return encoder.encode(text);
		},
		write(path, text) {
			if (!storage) {
				throw failure('EROFS', path);
			}

			try {
				storage.setItem(prefix + path, text);
			} catch {
				onFull();
				throw failure('ENOSPC', path);
			}
		},
		userFolder: (kind) => `/${kind}`,
		names(folder) {
			const inside = `${inPackage(folder) ?? '.'}/`;
			return [
				...new Set(
					[...files.keys()]
						.filter((name) => name.startsWith(inside))
						.map((name) => name.slice(inside.length).split('/')[0] ?? ''),
				),
			];
		},
		packageText: (path) => files.get(path),
	};
};

import {FileError, resolvePath, type FileStat, type FileSystem, type MemorySpace} from '../../host/file-system.js';

const folderOf = (path: string): string => path.slice(0, Math.max(1, path.lastIndexOf('/')));

const isIn = (path: string, folder: string): boolean =>
	path === folder || path.startsWith(folder === '/' ? '/' : `${folder}/`);

/** Files with some folders of unsimulated origin: every file that a process accesses there exists and is empty. */
export class PartlyKnownFiles implements FileSystem {
	readonly #folders = new Set<string>();
	readonly #supplied = new Set<string>();

	/** @param known completely known folders: mounts, and those that the kernel or the program itself fills. */
	constructor(
		readonly files: FileSystem,
		readonly known: readonly string[] = [],
	) {}

	/** Marks a folder whose content is only partly known. */
	add(folder: string): void {
		this.#folders.add(resolvePath('/', folder));
	}

	/** Whether something that is not here may be there. */
	mayHold(path: string): boolean {
		const whole = resolvePath('/', path);
		return (
			[...this.#folders].some((folder) => whole !== folder && isIn(whole, folder)) &&
			!this.known.some((folder) => isIn(whole, folder))
		);
	}

	/** Takes the paths that were supplied since the last call. */
	takeSupplied(): readonly string[] {
		const paths = [...this.#supplied];
		this.#supplied.clear();
		return paths;
	}

	/** Performs an action on a path; where the path is missing but may exist, another one. */
	#attempt<T>(path: string, attempt: () => T, otherwise: () => T): T {
		try {
			return attempt();
		} catch (error) {
			if (!(error instanceof FileError) || error.code !== 'ENOENT' || !this.mayHold(path)) {
				throw error;
			}

			this.#supplied.add(resolvePath('/', path));
			return otherwise();
		}
	}

	stat(path: string, options?: {readonly follow?: boolean}): FileStat | undefined {
		return this.files.stat(path, options);
	}

	read(path: string): string {
		return this.#attempt(
			path,
			() => this.files.read(path),
			() => '',
		);
	}

	memoryAt(path: string): MemorySpace | undefined {
		return this.files.memoryAt(path);
	}

	allocate(path: string, bytes: number): void {
		this.write(path, '', {append: true});
		this.files.allocate(path, bytes);
	}

	write(path: string, text: string, options?: {readonly append?: boolean; readonly mode?: number}): void {
		this.#attempt(
			path,
			() => {
				this.files.write(path, text, options);
			},
			() => {
				this.files.makeDirectory(folderOf(path), {parents: true});
				this.files.write(path, text, options);
			},
		);
	}

	list(path: string): readonly string[] {
		return this.#attempt(
			path,
			() => this.files.list(path),
			() => [],
		);
	}

	makeDirectory(path: string, options?: {readonly parents?: boolean; readonly mode?: number}): void {
		this.files.makeDirectory(path, options);
	}

	link(target: string, path: string): void {
		this.files.link(target, path);
	}

	rename(from: string, to: string): void {
		this.files.rename(from, to);
	}

	remove(path: string, options?: {readonly recursive?: boolean}): void {
		this.files.remove(path, options);
	}

	chmod(path: string, mode: number): void {
		this.#attempt(
			path,
			() => {
				this.files.chmod(path, mode);
			},
			() => undefined,
		);
	}

	chown(path: string, uid: number, gid: number): void {
		this.#attempt(
			path,
			() => {
				this.files.chown(path, uid, gid);
			},
			() => undefined,
		);
	}
}

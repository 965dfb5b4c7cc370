import {FileError, resolvePath, type FileStat, type FileSystem} from '../../host/file-system.js';

const folderOf = (path: string): string => path.slice(0, Math.max(1, path.lastIndexOf('/')));

/** Files of which some folders come from programs that are not simulated: whatever a process looks for in those is there, and empty. */
export class PartlyKnownFiles implements FileSystem {
	readonly #folders = new Set<string>();

	constructor(readonly files: FileSystem) {}

	/** Says that a folder holds more than is known. */
	add(folder: string): void {
		this.#folders.add(resolvePath('/', folder));
	}

	#mayHold(path: string): boolean {
		const whole = resolvePath('/', path);
		return [...this.#folders].some((folder) => whole.startsWith(`${folder}/`));
	}

	/** Does it again with what was missing, if that may be there. */
	#supplied<T>(path: string, attempt: () => T, supply: () => void): T {
		try {
			return attempt();
		} catch (error) {
			if (!(error instanceof FileError) || error.code !== 'ENOENT' || !this.#mayHold(path)) {
				throw error;
			}

			supply();
			return attempt();
		}
	}

	stat(path: string, options?: {readonly follow?: boolean}): FileStat | undefined {
		return this.files.stat(path, options);
	}

	read(path: string): string {
		return this.#supplied(
			path,
			() => this.files.read(path),
			() => {
				this.files.makeDirectory(folderOf(path), {parents: true});
				this.files.write(path, '');
			},
		);
	}

	allocate(path: string, bytes: number): void {
		this.write(path, '', {append: true});
		this.files.allocate(path, bytes);
	}

	write(path: string, text: string, options?: {readonly append?: boolean; readonly mode?: number}): void {
		this.#supplied(
			path,
			() => {
				this.files.write(path, text, options);
			},
			() => {
				this.files.makeDirectory(folderOf(path), {parents: true});
			},
		);
	}

	list(path: string): readonly string[] {
		return this.#supplied(
			path,
			() => this.files.list(path),
			() => {
				this.files.makeDirectory(path, {parents: true});
			},
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
		this.files.chmod(path, mode);
	}

	chown(path: string, uid: number, gid: number): void {
		this.files.chown(path, uid, gid);
	}
}

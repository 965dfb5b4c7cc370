import {FileError, type FileStat} from '../../../host/file-system.js';
import type {Task} from '../task.js';
import {pathIn} from './program.js';

/** A file found under a directory. */
export interface Found {
	/** The path, from the beginning of the search. */
	readonly path: string;
	readonly stat: FileStat;
	readonly depth: number;
}

const most = 20_000;

/** Everything under paths, each directory before its contents, in the order of names. */
export const walk = (task: Task, paths: readonly string[]): readonly Found[] => {
	const found: Found[] = [];
	const visit = (path: string, depth: number): void => {
		const stat = task.files.stat(pathIn(task, path), {follow: depth === 0});
		if (!stat || found.length >= most || depth > 100) {
			return;
		}

		found.push({path, stat, depth});
		if (stat.kind === 'directory') {
			for (const name of namesIn(task, path)) {
				visit(path.endsWith('/') ? path + name : `${path}/${name}`, depth + 1);
			}
		}
	};

	for (const path of paths) {
		visit(path, 0);
	}

	return found;
};

/** Names in a directory; none if it cannot be read. */
export const namesIn = (task: Task, path: string): readonly string[] => {
	try {
		return task.files.list(pathIn(task, path));
	} catch (error) {
		if (error instanceof FileError) {
			return [];
		}

		throw error;
	}
};

/** All files under paths. */
export const filesUnder = (task: Task, paths: readonly string[]): readonly string[] =>
	walk(task, paths)
		.filter(({stat}) => stat.kind === 'file')
		.map(({path}) => path);

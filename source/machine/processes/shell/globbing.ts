import type {FileSystem} from '../../../host/file-system.js';
import {resolvePath} from '../../../host/file-system.js';
import {isPattern, matches} from './pattern.js';

const most = 10_000;

/** The existing paths that match a file name pattern, sorted. */
export const pathsOf = (pattern: string, files: FileSystem, directory: string): readonly string[] => {
	const isAbsolute = pattern.startsWith('/');
	const parts = pattern.split('/').filter((part) => part !== '');
	let found: string[] = [isAbsolute ? '/' : ''];
	for (const [index, part] of parts.entries()) {
		const isLast = index === parts.length - 1;
		const next: string[] = [];
		for (const base of found) {
			for (const name of namesIn(part, files, resolvePath(directory, base))) {
				const path = base + name;
				const stat = files.stat(resolvePath(directory, path), {follow: !isLast});
				if (stat && next.length < most) {
					next.push(isLast && !pattern.endsWith('/') ? path : `${path}/`);
				}
			}
		}

		found = next;
	}

	return found;
};

const namesIn = (pattern: string, files: FileSystem, directory: string): readonly string[] => {
	if (!isPattern(pattern)) {
		return [pattern.replaceAll(/\\(.)/g, '$1')];
	}

	if (files.stat(directory)?.kind !== 'directory') {
		return [];
	}

	try {
		return files
			.list(directory)
			.filter((name) => (!name.startsWith('.') || pattern.startsWith('.')) && matches(pattern, name));
	} catch {
		return [];
	}
};

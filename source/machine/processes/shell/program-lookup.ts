import {FileError, resolvePath} from '../../../host/file-system.js';
import type {Task} from '../task.js';
import {baseName, programPath} from './program-name.js';
import type {Shell} from './shell.js';
import {scalarOf} from './variables.js';

/** Whether a path is in the program folders of images. */
const isOnPath = (path = '/usr/bin'): boolean =>
	path.split(':').some((folder) => /^(?:\/usr)?(?:\/local)?\/s?bin\/?$/.test(folder));

/** Why a program was not found. */
export const missing = (
	{task, dialect, variables}: Shell,
	name: string,
): {readonly message: string; readonly status: number} | undefined => {
	if (!name.includes('/')) {
		return (task.table.machine.hasProgram(name) && isOnPath(scalarOf(variables.get('PATH')))) || programFile(task, name)
			? undefined
			: {message: dialect === 'bash' ? `${name}: command not found` : `${name}: not found`, status: 127};
	}

	const stat = task.files.stat(resolvePath(task.directory, name));
	if (stat?.kind === 'directory') {
		return {message: dialect === 'bash' ? `${name}: Is a directory` : `${name}: Permission denied`, status: 126};
	}

	if (stat && (stat.mode & 0o111) === 0) {
		return {message: `${name}: Permission denied`, status: 126};
	}

	return stat ||
		(/^(?:\/usr)?(?:\/local)?\/s?bin\//.test(programPath(task.directory, name)) &&
			task.table.machine.hasProgram(baseName(name))) ||
		task.table.machine.hasProgram(name)
		? undefined
		: {message: dialect === 'bash' ? `${name}: No such file or directory` : `${name}: not found`, status: 127};
};

/** The file of a program that is found along the path. */
export const programFile = (task: Task, name: string): string | undefined => {
	const folders = (
		task.environment.get('PATH') ?? '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
	).split(':');
	return folders
		.map((folder) => `${folder}/${name}`)
		.find((path) => {
			try {
				const stat = task.files.stat(path);
				return stat?.kind === 'file' && (stat.mode & 0o111) !== 0;
			} catch (error) {
				if (error instanceof FileError) {
					return false;
				}

				throw error;
			}
		});
};

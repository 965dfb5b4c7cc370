import {resolvePath} from '../../../host/file-system.js';

/** The file of a program whose name has a slash; runc and shells look for a relative one in the working directory. Other names stay. */
export const programPath = (directory: string, name: string): string =>
	name.includes('/') ? resolvePath(directory, name) : name;

/** The name of a program without its folder. */
export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** The name of a program, which may be given with one of the usual folders. */
export const programName = (path: string): string => path.replace(/^(\/usr)?\/bin\//, '');

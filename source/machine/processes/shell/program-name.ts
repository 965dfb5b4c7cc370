/** The name of a program without its folder. */
export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** The name of a program, which may be given with one of the usual folders. */
export const programName = (path: string): string => path.replace(/^(\/usr)?\/bin\//, '');

/** The way to a process that can start threads, where this one cannot. */
let restart: (() => void) | undefined;

/** Says that this process cannot start threads. @param replace puts another process in its place, with the same command, and does not return */
export const withoutThreads = (replace: () => void): void => {
	restart = replace;
};

/** Before a thread starts: where this process cannot start one, it does not return. Nothing may be printed before, and no pipe read. */
export const needThreads = (): void => {
	restart?.();
};

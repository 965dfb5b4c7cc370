/** The way to a process that can start threads, where this one cannot. */
let restart: (() => void) | undefined;

/** Declares that this process cannot start threads. @param replace replaces this process by another one with the same command, and does not return */
export const withoutThreads = (replace: () => void): void => {
	restart = replace;
};

/** Call before a thread starts: if this process cannot start one, it does not return. The process must not have printed or read a pipe before. */
export const needThreads = (): void => {
	restart?.();
};

import process from 'node:process';

const answer = (): void => {
	process.stderr.write('Ctrl-C: no file has been read yet\n');
	process.exit(130);
};

/**
Answers Ctrl-C while the program is loaded for a check.

@param words after the program's name
*/
export const answerEarly = (words: readonly string[]): void => {
	if (words.find((word, at) => !word.startsWith('-') && words[at - 1] !== '--lang') === 'check') {
		process.once('SIGINT', answer);
	}
};

/** Leaves Ctrl-C to the command, which is loaded now. */
export const leaveEarly = (): void => {
	process.off('SIGINT', answer);
};

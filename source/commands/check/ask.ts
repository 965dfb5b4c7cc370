import {createInterface} from 'node:readline/promises';

/** Asks a person on a terminal. @returns whether the answer is yes; no answer counts as no */
export const ask = async (question: string): Promise<boolean> => {
	const reader = createInterface({input: process.stdin, output: process.stderr});
	try {
		return /^y(?:es)?$/i.test((await reader.question(`${question} [y/N] `)).trim());
	} finally {
		reader.close();
	}
};

import {run} from '../commands/program.js';

/** The result of a command line. */
export interface Ran {
	readonly code: number;
	readonly out: string;
	readonly err: string;
}

/** Runs a command line in this process, without a terminal. @param columns the width for wrapping texts. */
export const runCommand = async (
	words: readonly string[],
	stdin: Uint8Array | string = '',
	columns = 100,
): Promise<Ran> => {
	let out = '';
	let err = '';
	const code = await run(words, {
		stdout(text) {
			out += text;
		},
		stderr(text) {
			err += text;
		},
		stdin: () => (typeof stdin === 'string' ? new TextEncoder().encode(stdin) : stdin),
		screen: false,
		columns,
	});
	return {code, out, err};
};

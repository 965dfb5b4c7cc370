import {spawnSync} from 'node:child_process';
import {errorCode} from '../../scenario/error-code.js';
import {Mistake} from '../../scenario/mistake.js';

/** A program of the user and its first words: `kubectl kustomize`. */
export type Tool = readonly [program: string, ...words: string[]];

const mostBytes = 64 * 1024 * 1024;
const mostMs = 120_000;

/** The output of a program, and the words that ran it. */
export interface ToolOutput {
	readonly text: string;
	/** `kubectl kustomize`. */
	readonly tool: string;
}

/**
The output of the first installed program of these.

@param remedy for the case that none is installed
@throws {Mistake} when none is installed, or it fails
*/
export const outputOf = (
	tools: readonly Tool[],
	words: readonly string[],
	about: string,
	remedy: string,
): ToolOutput => {
	for (const [program, ...first] of tools) {
		const {error, status, stdout, stderr} = spawnSync(program, [...first, ...words], {
			encoding: 'utf8',
			maxBuffer: mostBytes,
			timeout: mostMs,
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		if (error && errorCode(error) === 'ENOENT') {
			continue;
		}

		if (error || status !== 0) {
			const said = stderr?.trim() || error?.message || `exit code ${status}`;
			throw new Mistake(`${[program, ...first].join(' ')}: ${said}`, {file: about}, 'try the same command by hand');
		}

		return {text: stdout, tool: [program, ...first].join(' ')};
	}

	throw new Mistake(`${tools.map((tool) => tool.join(' ')).join(' and ')}: not installed`, {file: about}, remedy);
};

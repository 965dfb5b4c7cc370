import type {Material} from './mutation.js';

/** The error in an input's result; `undefined` without one. */
export type Complaint = string | undefined;

/** Processes an input. */
export interface Take {
	(input: string): Complaint | Promise<Complaint>;
	/** Closes its resources. */
	readonly close?: () => Promise<void>;
}

/** An entry point for outside data, for a fuzz run. */
export interface Door extends Material {
	/** The input. */
	readonly about: string;
	/** The default number of inputs of a run. */
	readonly usual: number;
	/** The CPU limit for an input of up to 100 kB, in milliseconds: 100 unless it starts a whole run. For a longer input, it grows in proportion. */
	readonly mostMs?: number;
	/** The number of inputs before it is opened again, because each leaves something behind. */
	readonly renewedAfter?: number;
	/** Opens it: the returned function accepts an input, and refuses it with a known error, or throws. */
	readonly open: () => Take;
}

/** Whether an error is a refusal: `Error` among the classes matches only itself, not a TypeError. */
const isRefusal = (error: unknown, classes: ReadonlyArray<abstract new (...given: never[]) => Error>): boolean =>
	error instanceof Error && classes.some((one) => (one === Error ? error.constructor === Error : error instanceof one));

/** Accepts inputs that may be refused with errors of some classes; any other error is a mistake of the program. */
export const refusing =
	(
		refusals: ReadonlyArray<abstract new (...given: never[]) => Error>,
		take: (input: string) => unknown,
	): Door['open'] =>
	() =>
	(input) => {
		const refuse = (error: unknown): Complaint => {
			if (isRefusal(error, refusals)) {
				return complaintAbout(String(error), input);
			}

			throw error;
		};
		try {
			const taken = take(input);
			return taken instanceof Promise ? taken.then(() => undefined, refuse) : undefined;
		} catch (error) {
			return refuse(error);
		}
	};

const leaked =
	/\[object \w+\]|\n {4}at |\bundefined\b(?! field| variable)|Cannot (?:read|set|convert|mix|destructure|access)|is not (?:a function|iterable|a constructor)|Maximum call stack|Invalid (?:array|string|count) /;

/** Patterns that a text for users must not contain, except in quoted input. */
export const complaintAbout = (text: string, input: string): Complaint => {
	const found = leaked.exec(text)?.[0];
	return found === undefined || input.includes(found.trim()) ? undefined : `says ${JSON.stringify(text.slice(0, 300))}`;
};

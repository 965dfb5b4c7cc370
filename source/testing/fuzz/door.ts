import type {Material} from './mutation.js';

/** What is wrong with what an input led to; `undefined` if nothing is. */
export type Complaint = string | undefined;

/** Takes an input. */
export interface Take {
	(input: string): Complaint | Promise<Complaint>;
	/** Ends what was opened for it. */
	readonly close?: () => Promise<void>;
}

/** A place where something from outside comes in, for a fuzz run. */
export interface Door extends Material {
	/** What comes in. */
	readonly about: string;
	/** How many inputs a run has when nobody says. */
	readonly usual: number;
	/** How much CPU time an input of up to 100 kB may take, in milliseconds: 100 unless a whole run follows from it. A longer one may take more in proportion. */
	readonly mostMs?: number;
	/** It is opened anew after so many inputs, because each leaves something behind. */
	readonly renewedAfter?: number;
	/** Opens it: what it returns takes an input, and refuses it in words that are known, or throws. */
	readonly open: () => Take;
}

/** Whether an error is a refusal: `Error` among the classes stands for itself, and not for a TypeError. */
const isRefusal = (error: unknown, classes: ReadonlyArray<abstract new (...given: never[]) => Error>): boolean =>
	error instanceof Error && classes.some((one) => (one === Error ? error.constructor === Error : error instanceof one));

/** Takes inputs that may be refused with errors of some classes; whatever else is thrown is a mistake of the program. */
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

/** What a text that a user reads must not have in it, unless it quotes what the user gave. */
export const complaintAbout = (text: string, input: string): Complaint => {
	const found = leaked.exec(text)?.[0];
	return found === undefined || input.includes(found.trim()) ? undefined : `says ${JSON.stringify(text.slice(0, 300))}`;
};

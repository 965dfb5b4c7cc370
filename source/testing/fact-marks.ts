import {hashOf} from '../kernel/fingerprint.js';
import type {Facts} from '../kernel/routine.js';
import type {Stop} from '../kernel/stop.js';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** One of 64 letters for plain data: equal data have equal letters. */
const letterOf = (value: unknown): string => letters[(hashOf(value) >>> 0) % letters.length] ?? '';

const namesOf = (facts: Facts | undefined): readonly string[] =>
	Object.keys(facts ?? {})
		.filter((name) => facts?.[name] !== undefined)
		.sort();

/** A letter for the place and time of a stop, then one for each of its facts, in the order of their names. */
export const marksOf = ({stage, process, object, outcome, timeMs, cause, facts}: Stop): string =>
	letterOf([stage, process, object ?? '', outcome ?? '', Math.round(timeMs), cause]) +
	namesOf(facts)
		.map((name) => letterOf([name, facts?.[name]]))
		.join('');

const shownLength = 600;

/** The difference at a stop: the fact by its name, with its value now. */
const differenceAt = (golden: string | undefined, stop: Stop): string => {
	const now = marksOf(stop);
	const names = namesOf(stop.facts);
	if (golden === undefined) {
		return 'the golden ends before it';
	}

	if (golden[0] !== now[0]) {
		return `its place, time, outcome or cause is another one: ${stop.object ?? 'no object'}, ${stop.timeMs} ms, ${stop.outcome ?? 'no outcome'}, cause ${stop.cause}`;
	}

	if (golden.length !== now.length) {
		return `it had ${golden.length - 1} facts, and has ${names.join(', ') || 'none'}`;
	}

	const name = names.find((_, index) => golden[index + 1] !== now[index + 1]) ?? '';
	return `the fact ${name} is another one, now ${JSON.stringify(stop.facts?.[name]).slice(0, shownLength)}`;
};

/**
The first stop with a fact that differs from the golden, in words. Many facts are in no sentence, so lines of sentences do not show them.

@param golden the marks of each stop
@returns undefined if all marks are equal
*/
export const firstDifferentFact = (golden: readonly string[], stops: readonly Stop[]): string | undefined => {
	const stop = stops.find((one, index) => golden[index] !== marksOf(one));
	if (stop) {
		return `stop ${stop.step}, ${stop.stage} of ${stop.process}: ${differenceAt(golden[stops.indexOf(stop)], stop)}`;
	}

	return golden.length === stops.length
		? undefined
		: `the golden has ${golden.length} stops, and this run ${stops.length}`;
};

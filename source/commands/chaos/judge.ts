import {english} from '../words/english.js';
import {drawnBetween} from './drawn-names.js';
import {differencesOf, type Difference} from './end-state.js';
import type {Ended} from './program.js';
import type {Run} from './run.js';

/** The parts of a run that are compared. */
export type Judged = Pick<Run, 'command' | 'isCut' | 'ends' | 'isAtRest' | 'state' | 'broken'>;

type Words = typeof english.chaos;

const endText = ({code, signal}: Ended, words: Words): string =>
	code === undefined ? words.signal(signal) : words.exitCode(code);

/** The differences of a run apart from its objects. */
const conductOf = (before: Judged, after: Judged, changesLeader: boolean, words: Words): readonly Difference[] => {
	const found: Difference[] = [];
	const add = (what: string, mine: string, other: string): void => {
		if (mine !== other) {
			found.push({what, before: mine, after: other});
		}
	};
	const result = ({isCut, command}: Judged): string => (isCut ? words.late : endText(command, words));
	add(words.command, result(before), result(after));
	const exits = after.ends.slice(before.ends.length).map((end) => endText(end, words));
	if (!changesLeader && exits.length > 0) {
		found.push({what: words.controller, before: words.runs, after: words.endsUnexpectedly([...new Set(exits)])});
	}

	const rest = ({isAtRest}: Judged): string => (isAtRest ? words.atRest : words.atWork);
	add(words.cluster, rest(before), rest(after));
	for (const rule of after.broken) {
		if (!before.broken.includes(rule)) {
			found.push({what: words.rule(rule), before: words.holds, after: words.broken});
		}
	}

	return found;
};

/** The object of a difference, without its field. */
const objectOf = (what: string): string => what.split(' ', 2).join(' ');

/**
The differences between a run and the undisturbed runs that do not also occur among the undisturbed runs.

@param references undisturbed runs, the first of which is the reference.
@param changesLeader a controller that loses its Lease ends.
*/
export const findingsOf = (
	references: readonly [Judged, ...Judged[]],
	run: Judged,
	changesLeader = false,
	words = english.chaos,
): readonly Difference[] => {
	const steps = references.slice(1).map((other) => drawnBetween(references[0].state, other.state));
	const named = (judged: Judged): Judged => ({
		...judged,
		state: steps.reduce((state, withoutDraws) => withoutDraws(state), judged.state),
	});
	const first = named(references[0]);
	const others = references.slice(1).map((other) => named(other));
	const unsteady = new Set(
		others.flatMap((other) =>
			[...differencesOf(first.state, other.state, words), ...conductOf(first, other, false, words)].map(
				({what}) => what,
			),
		),
	);
	const exits = Math.max(...references.map(({ends}) => ends.length));
	const patient = {...first, ends: Array.from({length: exits}, () => ({code: 0, signal: undefined}))};
	return [
		...conductOf(patient, run, changesLeader, words),
		...differencesOf(first.state, named(run).state, words),
	].filter(({what}) => !unsteady.has(what) && !unsteady.has(objectOf(what)));
};

/** The words for a number of objects, for every number. */
const withoutCount = (text: string, words: Words): string => {
	const [count] = /\d+/.exec(text) ?? [];
	return count !== undefined && words.objects(Number(count)) === text ? words.severalObjects : text;
};

/** Differences in words that are the same in each run. */
export const signatureOf = (differences: readonly Difference[], words = english.chaos): string =>
	differences.map(({what, after}) => `${what}: ${withoutCount(after, words)}`).join('\n');

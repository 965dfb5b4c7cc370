import {differencesOf, type Difference} from './end-state.js';
import type {Ended} from './program.js';
import type {Run} from './run.js';

/** The parts of a run that are compared. */
export type Judged = Pick<Run, 'command' | 'isCut' | 'ends' | 'isAtRest' | 'state' | 'broken'>;

const endText = ({code, signal}: Ended): string => (code === undefined ? `signal ${signal}` : `exit code ${code}`);

/** The differences of a run apart from its objects. */
const conductOf = (before: Judged, after: Judged, changesLeader: boolean): readonly Difference[] => {
	const found: Difference[] = [];
	const add = (what: string, mine: string, other: string): void => {
		if (mine !== other) {
			found.push({what, before: mine, after: other});
		}
	};
	const result = ({isCut, command}: Judged): string => (isCut ? 'did not end in time' : endText(command));
	add('the command', result(before), result(after));
	const exits = after.ends.slice(before.ends.length).map((end) => endText(end));
	if (!changesLeader && exits.length > 0) {
		found.push({what: 'the controller', before: 'runs', after: `ends unexpectedly: ${[...new Set(exits)].join(', ')}`});
	}

	add('the cluster', before.isAtRest ? 'at rest' : 'at work', after.isAtRest ? 'at rest' : 'at work');
	for (const rule of after.broken) {
		if (!before.broken.includes(rule)) {
			found.push({what: `rule "${rule}"`, before: 'holds', after: 'broken'});
		}
	}

	return found;
};

/** The object of a difference, without its field. */
const objectOf = (what: string): string => what.split(' ', 2).join(' ');

/**
The differences of a run from the undisturbed runs that these runs do not have among themselves.

@param references undisturbed runs, the first of which is the reference.
@param changesLeader a controller that loses its Lease ends.
*/
export const findingsOf = (
	references: readonly [Judged, ...Judged[]],
	run: Judged,
	changesLeader = false,
): readonly Difference[] => {
	const [first, ...others] = references;
	const unsteady = new Set(
		others.flatMap((other) =>
			[...differencesOf(first.state, other.state), ...conductOf(first, other, false)].map(({what}) => what),
		),
	);
	const exits = Math.max(...references.map(({ends}) => ends.length));
	const patient = {...first, ends: Array.from({length: exits}, () => ({code: 0, signal: undefined}))};
	return [...conductOf(patient, run, changesLeader), ...differencesOf(first.state, run.state)].filter(
		({what}) => !unsteady.has(what) && !unsteady.has(objectOf(what)),
	);
};

/** Differences in words that are the same in each run. */
export const signatureOf = (differences: readonly Difference[]): string =>
	differences.map(({what, after}) => `${what}: ${after.replace(/^\d+ objects$/, 'several objects')}`).join('\n');

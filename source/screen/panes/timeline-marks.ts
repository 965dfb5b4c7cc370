import type {Input} from '../../cluster.js';
import {breakpointSteps} from '../../debugger/session.js';
import type {Tone} from '../paint/text.js';
import type {State} from '../state/state.js';
import type {Axis} from './timeline-axis.js';

/** The marks of the timeline besides the amount of work, those of the user first: one place shows one mark. */
export type Mark = 'fault' | 'command' | 'mark' | 'failure' | 'breakpoint';

/** The sign of each mark. */
export const markSigns: Readonly<Record<Mark, {readonly sign: string; readonly tone: Tone}>> = {
	fault: {sign: '!', tone: 'warn'},
	command: {sign: '$', tone: 'key'},
	mark: {sign: '▼', tone: 'here'},
	failure: {sign: '✗', tone: 'bad'},
	breakpoint: {sign: '○', tone: 'warn'},
};

const kindOf = (input: Input): 'command' | 'fault' | undefined => {
	if ('kubectl' in input || 'traffic' in input || 'edited' in input || 'interrupt' in input) {
		return 'command';
	}

	if ('client' in input) {
		return undefined;
	}

	return 'fault';
};

/** The most marked steps of a breakpoint. */
const most = 500;

/** The steps that are marked, in the order of importance. */
export const markedSteps = (state: State, {from, failures, faults}: Axis): ReadonlyMap<Mark, readonly number[]> => {
	const {recording, session} = state;
	const inputs = (kind: 'command' | 'fault'): number[] =>
		recording.inputs.filter(({input}) => kindOf(input) === kind).map(({step}) => step);
	// Faults of a scenario are not inputs, and some begin later than their command.
	const steps: ReadonlyArray<readonly [Mark, readonly number[]]> = [
		['fault', [...inputs('fault'), ...faults]],
		['command', inputs('command')],
		['mark', Object.values(session.marks)],
		['failure', failures],
		[
			'breakpoint',
			session.breakpoints
				.filter(({enabled, log}) => enabled && log === undefined)
				.flatMap((breakpoint) => breakpointSteps(recording, breakpoint, from, most)),
		],
	];
	return new Map(steps.map(([mark, all]) => [mark, all.filter((step) => step >= from)]));
};

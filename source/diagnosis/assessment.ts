import type {ClusterRecording} from '../cluster.js';
import {codeOf, givenCommands, isWriting, type GivenCommand} from './given-commands.js';
import {judgedObjects, unwritten, type JudgedObject} from './judged.js';
import {family} from './look.js';
import {keyOfManifest} from './resource-of-kind.js';
import {progressOfAll, type Settled} from './settle.js';
import {remarkable, troubledIn, troubledSince} from './troubled.js';

/** A finished run, and its judged objects. */
export interface EndedRun {
	readonly recording: ClusterRecording;
	/** The last step before the first command that is judged. */
	readonly start: number;
	/** The last step before the last command, or the last other action. */
	readonly from: number;
	/** The last step before the first command whose refusal counts; by default that of {@link EndedRun.start}. A user at a screen may have repaired an earlier one by another command. */
	readonly refusedFrom?: number;
	/** Whether the cluster itself is judged too, with all its broken objects. */
	readonly isLook?: boolean;
	/** The stops that the copies of the run may take together: a share, where many runs are judged. */
	readonly stopsOfFixes?: number | undefined;
	/** The stop of its rest, or of its limit. */
	readonly settled: Omit<Settled, 'objects'>;
}

/** The most troubled objects that are listed: no reader reads more at once. */
const mostTroubled = 20;

/** All judged objects: those that the commands wrote, those that failed since, and on inspection all failing ones. */
const judgedIn = ({recording, start, isLook}: EndedRun): readonly JudgedObject[] => {
	const asked = judgedObjects(recording, start);
	const keys = new Set(asked.map((object) => keyOfManifest(recording, object)));
	const families = new Set(
		[...keys].flatMap((key) => (key === undefined ? [] : family(recording.kernel.ledger, key).map((one) => one.key))),
	);
	const troubled = isLook ? [...troubledIn(recording), ...remarkable(recording)] : troubledSince(recording, start);
	return [
		...asked,
		...troubled
			.filter(({key}) => !families.has(key))
			.slice(0, mostTroubled)
			.map(({object}) => unwritten(object)),
	];
};

/**
The commands with a refusal that no later equal command repaired. A command that a limit cut short is left out: kubectl reads an object
before it creates it, so a missing object is not a refusal.
*/
const refusedCommands = ({recording, start, refusedFrom = start, from, settled}: EndedRun): readonly GivenCommand[] => {
	const commands = givenCommands(recording).filter((command) => command.from >= refusedFrom);
	return commands.filter(
		(command) =>
			codeOf(recording, command) !== 0 &&
			(settled.cut === undefined || codeOf(recording, command) !== undefined) &&
			(command.from === from || isWriting(command.line)) &&
			!commands.some(
				(other) => other.number > command.number && other.line === command.line && codeOf(recording, other) === 0,
			),
	);
};

/** The objects of a run, the state of each, and the commands that were refused. */
export interface Assessment {
	readonly objects: readonly JudgedObject[];
	readonly settled: Settled;
	readonly refusing: readonly GivenCommand[];
}

/** Finds the objects of a finished run to judge; they are chosen equally in a user's run and in the trial of a fix. */
export const assessed = (ended: EndedRun): Assessment => {
	const objects = judgedIn(ended);
	return {
		objects,
		settled: {
			...ended.settled,
			objects: progressOfAll({recording: ended.recording, objects: () => objects}),
		},
		refusing: refusedCommands(ended),
	};
};

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
	/** The cluster itself is judged too: everything in it that does not work. */
	readonly isLook?: boolean;
	/** The stop of its rest, or of its limit. */
	readonly settled: Omit<Settled, 'objects'>;
}

/** No reader reads more at once. */
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

/** The commands with a refusal that a later command in the same words did not repair. A command that a limit cut short is left out: kubectl looks an object up before it creates it. */
const refusedCommands = ({recording, start, from, settled}: EndedRun): readonly GivenCommand[] => {
	const commands = givenCommands(recording).filter((command) => command.from >= start);
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

/** Finds the objects of a finished run to judge; the same for a run of the user and for one that only tries a fix. */
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

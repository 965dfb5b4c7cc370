import type {ClusterRecording} from '../cluster.js';
import {codeOf, givenCommands, isWriting, type GivenCommand} from './given-commands.js';
import {judgedObjects, unwritten, type JudgedObject} from './judged.js';
import {family} from './look.js';
import {keyOfManifest} from './resource-of-kind.js';
import {progressOfAll, type Settled} from './settle.js';
import {remarkable, troubledIn, troubledSince} from './troubled.js';

/** A run that is over, and what of it is judged. */
export interface EndedRun {
	readonly recording: ClusterRecording;
	/** The last step before the first command that is judged. */
	readonly start: number;
	/** The last step before the last command, or whatever else was done last. */
	readonly from: number;
	/** The cluster itself is judged too: everything in it that does not work. */
	readonly isLook?: boolean;
	/** Where it came to rest, or was cut short. */
	readonly settled: Omit<Settled, 'objects'>;
}

/** No reader reads more at once. */
const mostTroubled = 20;

/** Everything that is judged: what the commands wrote, what does not work since then, and in a look all that does not work. */
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

/** The commands that were refused something, and did not get it later by the same words. */
const refusedCommands = ({recording, start, from}: EndedRun): readonly GivenCommand[] => {
	const commands = givenCommands(recording).filter((command) => command.from >= start);
	return commands.filter(
		(command) =>
			codeOf(recording, command) !== 0 &&
			(command.from === from || isWriting(command.line)) &&
			!commands.some(
				(other) => other.number > command.number && other.line === command.line && codeOf(recording, other) === 0,
			),
	);
};

/** The objects of a run, how far each has come, and the commands that were refused. */
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

import {isRecord} from '../../../kernel/record.js';
import type {Stop} from '../../../kernel/stop.js';
import {resourceOfWord} from '../../../classroom/place.js';
import {objectName} from '../../../objects/object-name.js';
import type {State} from '../../state/state.js';
import {whileUnwritten} from '../../../debugger/writes-under.js';
import {objectOf, requestOf} from './requests.js';
import type {Scene} from './scene.js';

/** The objects that controllers create from an object, by the folders of the registry: the object continues in them. */
const made: Readonly<Record<string, string>> = {
	cronjobs: 'jobs',
	jobs: 'pods',
	deployments: 'replicasets',
	replicasets: 'pods',
	statefulsets: 'pods',
	daemonsets: 'pods',
	controllers: 'pods',
};

const folderOf = (key: string): string => key.split('/')[2] ?? '';

/** Whether objects in a folder of the registry create Pods. */
export const leadsToPods = (folder: string): boolean => folder === 'pods' || folder in made;

/** `pod/web`, as kubectl names it. */
export const objectWords = (state: State, key: string): string => {
	const name = objectName(key);
	return name ? `${resourceOfWord(name.resource, state.recording)?.singular ?? name.resource}/${name.name}` : key;
};

interface Command {
	/** Objects that kubectl has found in the command and its files so far. */
	readonly sent: readonly string[];
	/** Its stops so far, oldest first. */
	readonly stops: readonly Stop[];
}

/** The stops of the kubectl that a command started, up to the cursor. */
const commandAt = ({recording, cursor}: State, from: number): Command => {
	const {stops} = recording;
	const mine: Stop[] = [];
	let first = from;
	while (first <= cursor && stops.get(first)?.process.startsWith('kubectl/') === false) {
		first++;
	}

	for (
		let step: number | undefined = first;
		step !== undefined && step <= cursor;
		step = recording.nextOfProcess(step)
	) {
		const stop = stops.get(step);
		if (stop) {
			mine.push(stop);
		}
	}

	const sent = mine.flatMap(({stage, object}) =>
		stage.startsWith('kubectl.') && object?.startsWith('/registry/') && (objectName(object)?.name ?? '') !== ''
			? [object]
			: [],
	);
	return {sent: [...new Set(sent)], stops: mine};
};

/** The user's latest commands, up to the cursor, the latest first. */
export const commands = (state: State): readonly Command[] =>
	state.recording.inputs
		.filter(({input, step}) => 'kubectl' in input && step <= state.cursor)
		.slice(-8)
		.reverse()
		.map(({step}) => commandAt(state, step));

interface Owned {
	readonly metadata?: {
		readonly uid?: string;
		readonly ownerReferences?: ReadonlyArray<{readonly uid?: string; readonly controller?: boolean}>;
	};
}

const born = whileUnwritten<string | undefined>();

/** The first Pod that a controller made and that still exists; for ReplicaSets and Jobs, the last one. */
const madeOf = ({recording, cursor}: State, key: string): string | undefined => {
	const {ledger} = recording.kernel;
	const folder = made[folderOf(key)];
	const uid = ledger.readAt<Owned>(key, cursor)?.metadata?.uid;
	const namespace = objectName(key)?.namespace;
	if (folder === undefined || uid === undefined || namespace === undefined) {
		return undefined;
	}

	const below = `/registry/${folder}/${namespace}/`;
	return born(recording, below, cursor, uid, () => {
		const all = ledger
			.entries<Owned>(below, cursor)
			.filter(([, value]) =>
				value.metadata?.ownerReferences?.some((owner) => owner.controller === true && owner.uid === uid),
			)
			.map(([child]) => ({child, step: ledger.versions(child)[0]?.step ?? 0}))
			.sort((a, b) => a.step - b.step);
		return (folder === 'pods' ? all[0] : all.at(-1))?.child;
	});
};

/**
The objects from the user's own to the followed one of the board. If the user follows an object, it is the only one. Otherwise, the first is
the object of the latest command (Pods and kinds that create Pods first), and then the objects that controllers created from it.
*/
export const lineage = (state: State): readonly string[] => {
	if (state.object.followed !== undefined) {
		return [state.object.followed];
	}

	const {sent} = commands(state).find((command) => command.sent.length > 0) ?? {sent: []};
	const keys: string[] = [];
	for (
		let key = sent.find((candidate) => leadsToPods(folderOf(candidate))) ?? sent.at(-1);
		key !== undefined;
		key = madeOf(state, key)
	) {
		keys.push(key);
	}

	return keys;
};

/** An object that a controller is about to make, which has no name yet or is not stored yet. */
export interface Making {
	/** `pod`, `replicaset`. */
	readonly kind: string;
	readonly key?: string;
	/** The latest stop of its making. */
	readonly stop: Stop;
}

/** Whether a stop is part of the work for an object: a frame around it was entered for that object. */
const worksFor = ({state}: Scene, stop: Stop, key: string): boolean => {
	for (let {frame} = stop; frame; frame = frame.parent) {
		if (state.recording.stops.get(frame.step)?.object === key && frame.name.startsWith('sync ')) {
			return true;
		}
	}

	return false;
};

/** The object that the followed object's controller is creating now. */
export const makingOf = (scene: Scene, key: string): Making | undefined => {
	const folder = made[folderOf(key)];
	if (folder === undefined) {
		return undefined;
	}

	const kind = resourceOfWord(folder)?.singular ?? folder;
	for (const stop of scene.latest.values()) {
		const request = requestOf(stop);
		const creates = /^controller\.[^.]+\.create$/.test(stop.stage) && isRecord(stop.facts?.input);
		const sends = request?.method === 'POST' && request.plural === folder && stop.outcome !== 'refused';
		if ((creates || sends) && worksFor(scene, stop, key)) {
			const key = request ? objectOf(scene, stop, request) : stop.object;
			return {kind, stop, ...(key !== undefined && folderOf(key) === folder ? {key} : {})};
		}
	}

	return undefined;
};

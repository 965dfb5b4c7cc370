import type {Stop} from '../../../kernel/stop.js';
import {objectName} from '../../../objects/object-name.js';
import type {State} from '../../state/state.js';
import {boxOf, type BoxId} from './boxes.js';
import {commands, leadsToPods, lineage, makingOf, objectWords} from './followed.js';
import {concerns, isWrite, requestOf} from './requests.js';
import type {Scene} from './scene.js';
import {wordsOf} from '../../words/words.js';

/** The followed object, and its place. */
export interface Token {
	/** Ledger key; unknown before kubectl or the apiserver has named it. */
	readonly key?: string;
	/** `pod/web`. */
	readonly label: string;
	/** Missing for a deleted object. */
	readonly place?: BoxId;
	/** While a controller makes it: the latest stop of that. */
	readonly making?: Stop;
	/** The object and its owners, the user's own first. */
	readonly lineage: readonly string[];
}

/** Stops that inform other components about an object, and do not move it. */
export const onlyTells = /^(?:apiserver\.watch|informer\.|event\.|client\.)|\.enqueue$/;

/** Whether a stop works on the object of a key: then the object is there. */
const worksOn = (scene: Scene, stop: Stop, key: string): boolean => {
	// After the answer to a binding, the kubelet acts.
	const isAnswer = stop.stage === 'scheduler.bind' && stop.facts?.result !== undefined;
	if (onlyTells.test(stop.stage) || isAnswer) {
		return false;
	}

	const box = boxOf(stop);
	if (box !== 'apiserver' && box !== 'etcd') {
		return stop.object === key;
	}

	return requestOf(stop) ? isWrite(stop) && concerns(scene, stop, key) : stop.object === key;
};

interface PodLike {
	readonly spec?: {readonly nodeName?: string};
}

/** The place of an object while no process works on it: a Pod is on its node once the kubelet has it; every other object is in etcd. */
const restOf = ({recording, cursor}: State, key: string): BoxId | undefined => {
	const {ledger} = recording.kernel;
	const value = ledger.readAt<PodLike>(key, cursor);
	if (value === undefined) {
		return undefined;
	}

	const name = objectName(key);
	const node = value.spec?.nodeName;
	const known =
		name?.resource === 'pods' &&
		node !== undefined &&
		ledger.readAt(`/components/kubelet/${node}/status/${name.namespace}/${name.name}`, cursor) !== undefined;
	return known ? `node/${node}` : 'etcd';
};

/** The document or file, before kubectl has found an object. */
const beforeNamed = (state: State): Token | undefined => {
	const [command] = commands(state);
	if (!command || command.stops.length === 0) {
		return undefined;
	}

	const read = command.stops.flatMap(({stage, facts}) => {
		const {objectKind, objectName: name} = facts ?? {};
		return stage === 'kubectl.parse' && typeof objectKind === 'string' && typeof name === 'string'
			? [{kind: objectKind.toLowerCase(), name}]
			: [];
	});
	const found = read.find(({kind}) => leadsToPods(`${kind}s`)) ?? read.at(-1);
	return found
		? {label: `${found.kind}/${found.name}`, place: 'kubectl', lineage: []}
		: {label: wordsOf(state).board.command, place: command.stops.length > 1 ? 'kubectl' : 'file', lineage: []};
};

/** The followed object and its box, at the cursor. */
export const tokenOf = (scene: Scene): Token | undefined => {
	const {state, recent, stop} = scene;
	const keys = lineage(state);
	const key = keys.at(-1);
	if (key === undefined) {
		return beforeNamed(state);
	}

	const making = state.object.followed === undefined ? makingOf(scene, key) : undefined;
	if (making) {
		const label = making.key === undefined ? wordsOf(state).board.making(making.kind) : objectWords(state, making.key);
		return {label, key: making.key, place: boxOf(making.stop), making: making.stop, lineage: keys};
	}

	const last = recent.find((candidate) => worksOn(scene, candidate, key));
	const rests = !last || (last.stage === 'apiserver.respond' && last !== stop);
	return {
		key,
		label: objectWords(state, key),
		place: rests ? (restOf(state, key) ?? (last && boxOf(last) === 'apiserver' ? 'kubectl' : undefined)) : boxOf(last),
		lineage: keys,
	};
};

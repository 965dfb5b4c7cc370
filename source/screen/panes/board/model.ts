import type {State} from '../../state/state.js';
import type {Box, Link} from './boxes.js';
import {
	apiserverBox,
	controllersBox,
	etcdBox,
	fileBox,
	kubectlBox,
	schedulerBox,
	type View,
} from './component-boxes.js';
import {lights} from './lights.js';
import {networkBox, nodeBoxes} from './node-boxes.js';
import {sceneOf, type Scene} from './scene.js';
import {tokenOf, type Token} from './token.js';

/** The cluster as a drawing: the content of its boxes at a stop, the lit lines, and the place of the followed object. */
export interface Board {
	readonly scene: Scene;
	readonly token: Token | undefined;
	/** The user's file first, the nodes last. */
	readonly boxes: readonly Box[];
	/** The lines that are not idle, the lit one first. */
	readonly links: readonly Link[];
}

/** The board last made for a recording, and its place. */
interface Made {
	readonly cursor: number;
	readonly inputs: number;
	readonly followed: string | undefined;
	readonly language: string;
	readonly board: Board;
}

const boards = new WeakMap<State['recording'], Made>();

const make = (state: State): Board => {
	const scene = sceneOf(state);
	const token = tokenOf(scene);
	let links: readonly Link[] | undefined;
	let boxes: readonly Box[] | undefined;
	return {
		scene,
		token,
		get links() {
			return (links ??= lights(scene));
		},
		// Every view shows where the token is; only the board shows the boxes, and those of many Pods take time.
		get boxes() {
			return (boxes ??= boxesOf({scene, token}));
		},
	};
};

const boxesOf = (view: View): readonly Box[] => {
	const network = networkBox(view);
	return [
		fileBox(view),
		kubectlBox(view),
		apiserverBox(view),
		etcdBox(view),
		schedulerBox(view),
		controllersBox(view, network.short !== undefined),
		network,
		...nodeBoxes(view),
	];
};

/** The board at the cursor. Made once per frame. */
export const boardOf = (state: State): Board => {
	const {recording, cursor, object, setup} = state;
	const known = boards.get(recording);
	const inputs = recording.inputs.length;
	if (
		known?.cursor === cursor &&
		known.inputs === inputs &&
		known.followed === object.followed &&
		known.language === setup.language
	) {
		return known.board;
	}

	const board = make(state);
	boards.set(recording, {cursor, inputs, followed: object.followed, language: setup.language, board});
	return board;
};

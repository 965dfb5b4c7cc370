import type {Box, BoxId} from './boxes.js';
import type {Rectangle} from '../../paint/region.js';

/** A box at its place. Boxes of a stack share an edge. */
export interface Placed {
	readonly box: Box;
	readonly place: Rectangle;
}

/** The places of all parts. */
export interface Arrangement {
	readonly placed: readonly Placed[];
	/** Nodes that do not fit. */
	readonly folded: number;
	/** The first row between the apiserver and the boxes below, and the number of rows. */
	readonly links: {readonly top: number; readonly rows: number};
	/** Column of the line down to the nodes. */
	readonly trunk: number;
}

/** A board in less room than this is a list. */
export const smallest = {columns: 72, rows: 10} as const;

const isNode = ({id}: Box): boolean => id.startsWith('node/');

/** The shown nodes, in order: the active one and the one with the followed object first. */
const nodesShown = (nodes: readonly Box[], room: number): readonly Box[] => {
	const weight = ({acts, holds, note}: Box): number =>
		(acts ? 4 : 0) + (holds ? 2 : 0) + (note?.startsWith('0 ') ? 0 : 1);
	const kept = new Set(
		nodes
			.map((box, index) => ({box, index}))
			.sort((a, b) => weight(b.box) - weight(a.box) || a.index - b.index)
			.slice(0, Math.max(1, room))
			.map(({box}) => box),
	);
	return nodes.filter((box) => kept.has(box));
};

/** The columns of all parts, from the left, in a width. */
const columnsOf = (columns: number) => {
	const left = Math.max(14, Math.min(28, Math.floor(columns * 0.17)));
	const gap = columns >= 110 ? 5 : 3;
	const between = columns >= 110 ? 2 : 1;
	const trunk = columns >= 110 ? 4 : 2;
	const room = columns - left - gap - 2 * between - trunk;
	const etcd = Math.max(11, Math.floor(room * 0.18));
	const scheduler = Math.max(13, Math.floor(room * 0.21));
	const controllers = Math.max(16, Math.floor(room * 0.28));
	const nodes = room - etcd - scheduler - controllers;
	return {left, gap, between, trunk, etcd, scheduler, controllers, nodes};
};

/** Stacks boxes that share edges, each with a maximum height. */
const stack = (boxes: readonly Box[], {left, top, columns, rows}: Rectangle, most: number): Placed[] => {
	const each = Math.min(most, Math.floor((rows - 1) / Math.max(1, boxes.length)));
	const over = Math.min(most * boxes.length, rows - 1) - each * boxes.length;
	// The last ones get the rest.
	const heights = boxes.map((_, index) => each + (boxes.length - index <= over ? 1 : 0));
	return boxes.map((box, index): Placed => ({
		box,
		place: {
			left,
			top: top + heights.slice(0, index).reduce((sum, height) => sum + height, 0),
			columns,
			rows: (heights[index] ?? each) + 1,
		},
	}));
};

/** Every component uses the apiserver, so it spans the top, with the others below; the user's side is at the left. */
export const arrange = (boxes: readonly Box[], columns: number, height: number): Arrangement => {
	const size = columnsOf(columns);
	const server = 4 + [12, 14, 22].filter((enough) => height >= enough).length;
	const links = height >= 20 ? 2 : 1;
	const below = server + links;
	const rows = height - below;
	const start = size.left + size.gap;
	const byId = new Map<BoxId, Box>(boxes.map((box) => [box.id, box]));
	const at = (id: BoxId, place: Rectangle): Placed[] => {
		const box = byId.get(id);
		return box ? [{box, place}] : [];
	};

	const nodes = boxes.filter((box) => isNode(box));
	// A node needs its edge and a row.
	const fitting = Math.max(1, Math.floor((rows - 1) / 2));
	const shown = nodes.length > fitting ? nodesShown(nodes, Math.floor((rows - 2) / 2)) : nodes;
	const folded = nodes.length - shown.length;
	const scheduler = start + size.etcd + size.between;
	const controllers = scheduler + size.scheduler + size.between;
	const trunk = controllers + size.controllers;
	const user = [...at('file', noPlace), ...at('kubectl', noPlace)].map(({box}) => box);
	return {
		placed: [
			...stack(user, {left: 0, top: 0, columns: size.left, rows: server}, server),
			...at('apiserver', {left: start, top: 0, columns: columns - start, rows: server}),
			...at('network', {left: 0, top: below, columns: size.left, rows: Math.min(rows, 5)}),
			...at('etcd', {left: start, top: below, columns: size.etcd, rows: Math.min(rows, 5)}),
			...at('scheduler', {left: scheduler, top: below, columns: size.scheduler, rows: Math.min(rows, 7)}),
			...at('controllers', {left: controllers, top: below, columns: size.controllers, rows}),
			...stack(
				shown,
				{
					left: trunk + size.trunk,
					top: below,
					columns: size.nodes,
					rows: rows - (folded > 0 ? 1 : 0),
				},
				5,
			),
		],
		folded,
		links: {top: server, rows: links},
		trunk: trunk + Math.floor(size.trunk / 2) - 1,
	};
};

const noPlace: Rectangle = {left: 0, top: 0, columns: 0, rows: 0};

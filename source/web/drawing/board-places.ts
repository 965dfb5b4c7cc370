import type {Box, BoxId} from '../../screen/panes/board/boxes.js';
import {bottom, centre, right, type Area, type Point} from './geometry.js';

/** A box at its place. */
export interface PlacedBox {
	readonly box: Box;
	readonly area: Area;
}

/** A line from the apiserver to a box, or from kubectl to the user's file. */
export interface Wire {
	readonly box: BoxId;
	/** The points from the apiserver's or kubectl's edge to the edge of the box. */
	readonly points: readonly Point[];
	/** The place of its label: between the apiserver and the boxes below it. */
	readonly label: Point;
}

/** A line, with its label beside its beginning. @param band the height between the boxes at its start and the boxes below */
const wire = (box: BoxId, band: number, ...points: readonly Point[]): Wire => ({
	box,
	points,
	label: {x: (points[0]?.x ?? 0) + 10, y: (points[0]?.y ?? 0) + band / 2 + 4},
});

/** The places of all parts of a board. */
export interface BoardPlaces {
	readonly boxes: readonly PlacedBox[];
	readonly wires: readonly Wire[];
	/** Nodes that do not fit. */
	readonly folded: number;
}

/** A board of less width has its components one below the other, as on a phone. */
const wideFrom = 680;

/** The free edges of a drawing, in pixels: the token hangs over the lower edge. */
const margin = {side: 2, top: 2, bottom: 14} as const;

const isNode = ({id}: Box): boolean => id.startsWith('node/');

/** The shown nodes, in order: the active one and the one with the followed object first, then those with Pods. */
const nodesShown = (nodes: readonly Box[], room: number): readonly Box[] => {
	const weight = ({acts, holds, pods = []}: Box): number =>
		(acts ? 4 : 0) + (holds ? 2 : 0) + (pods.length > 0 ? 1 : 0);
	const kept = new Set(
		nodes
			.map((box, index) => ({box, index}))
			.sort((a, b) => weight(b.box) - weight(a.box) || a.index - b.index)
			.slice(0, Math.max(1, room))
			.map(({box}) => box),
	);
	return nodes.filter((box) => kept.has(box));
};

/** Areas of one size that fill an area: row by row, or column by column. */
const grid = (
	count: number,
	columns: number,
	gap: number,
	most: number,
	{left, top, width, height}: Area,
): readonly Area[] => {
	const rows = Math.max(1, Math.ceil(count / columns));
	const wide = (width - gap * (columns - 1)) / columns;
	const high = Math.min(most, (height - gap * (rows - 1)) / rows);
	return Array.from({length: count}, (_, index) => ({
		left: left + (wide + gap) * (index % columns),
		top: top + (high + gap) * Math.floor(index / columns),
		width: wide,
		height: high,
	}));
};

/** The number of node columns and of shown nodes, in an area with this size per node. */
const nodeGrid = (count: number, area: Area, gap: number, least: {readonly width: number; readonly height: number}) => {
	const mostColumns = Math.max(1, Math.floor((area.width + gap) / (least.width + gap)));
	const mostRows = Math.max(1, Math.floor((area.height + gap) / (least.height + gap)));
	const columns = Math.min(mostColumns, Math.max(1, Math.ceil(count / mostRows)));
	return {columns, shown: Math.min(count, columns * mostRows)};
};

/** The parts of a drawing, before nodes are placed. */
interface Plan {
	readonly areas: ReadonlyMap<string, Area>;
	readonly nodes: Area;
	readonly leastNode: {readonly width: number; readonly height: number};
	readonly mostNode: number;
	readonly gap: number;
	/** Whether nodes are side by side, as far as they fit, and not stacked. */
	readonly across: boolean;
}

/** The wide layout: the user at the left, the apiserver across the top, and its clients below it. */
const widePlan = (width: number, height: number): Plan => {
	const gap = width >= 1000 ? 16 : 10;
	const user = Math.max(140, Math.min(230, width * 0.17));
	const wire = Math.max(24, Math.min(46, height * 0.1));
	const server = Math.max(86, Math.min(132, height * 0.29));
	const start = margin.side + user + gap * 2.2;
	const end = width - margin.side;
	const below = margin.top + server + wire;
	const rest = height - margin.bottom - below;
	const room = end - start - gap * 4;
	const etcd = room * 0.17;
	const scheduler = room * 0.19;
	const controllers = room * 0.24;
	const half = (server - 12) / 2;
	const at = (left: number, wide: number): Area => ({left, top: below, width: wide, height: Math.min(rest, 160)});
	const nodes = start + etcd + scheduler + controllers + gap * 4;
	return {
		areas: new Map([
			['file', {left: margin.side, top: margin.top, width: user, height: half}],
			['kubectl', {left: margin.side, top: margin.top + half + 12, width: user, height: half}],
			['apiserver', {left: start, top: margin.top, width: end - start, height: server}],
			['network', {left: margin.side, top: below, width: user, height: Math.min(rest, 210)}],
			['etcd', at(start, etcd)],
			['scheduler', at(start + etcd + gap, scheduler)],
			['controllers', at(start + etcd + scheduler + gap * 2, controllers)],
		]),
		nodes: {left: nodes, top: below, width: end - nodes, height: rest},
		leastNode: {width: 190, height: 66},
		mostNode: 190,
		gap: gap * 0.75,
		across: false,
	};
};

/** The shares of the components in the width of a narrow board. */
const narrowParts = [
	['etcd', 0.2],
	['scheduler', 0.25],
	['controllers', 0.3],
	['network', 0.25],
] as const;

/** The narrow layout, in bands: the user, the apiserver, the components, the nodes. */
const narrowPlan = (width: number, height: number): Plan => {
	const gap = 6;
	const inner = width - margin.side * 2;
	const wire = Math.max(12, Math.min(22, height * 0.055));
	const room = height - margin.top - margin.bottom - wire * 3;
	const user = Math.max(34, Math.min(56, room * 0.14));
	const server = Math.max(70, Math.min(120, room * 0.33));
	const middle = Math.max(48, Math.min(96, room * 0.25));
	const serverTop = margin.top + user + wire;
	const middleTop = serverTop + server + wire;
	const nodesTop = middleTop + middle + wire;
	const half = (inner - gap * 3) / 2;
	const share = inner - gap * 3;
	let left: number = margin.side;
	const components = narrowParts.map(([id, part]): readonly [string, Area] => {
		const area: Area = {left, top: middleTop, width: share * part, height: middle};
		left += area.width + gap;
		return [id, area];
	});
	return {
		areas: new Map([
			['file', {left: margin.side, top: margin.top, width: half, height: user}],
			['kubectl', {left: margin.side + half + gap * 3, top: margin.top, width: half, height: user}],
			['apiserver', {left: margin.side, top: serverTop, width: inner, height: server}],
			...components,
		]),
		nodes: {left: margin.side, top: nodesTop, width: inner, height: Math.max(0, height - margin.bottom - nodesTop)},
		leastNode: {width: 150, height: 52},
		mostNode: 150,
		gap,
		across: true,
	};
};

/** The lines of a wide board: down from the apiserver, and across from kubectl. */
const wideWires = (areas: ReadonlyMap<string, Area>, nodes: readonly PlacedBox[]): readonly Wire[] => {
	const server = areas.get('apiserver');
	const kubectl = areas.get('kubectl');
	const file = areas.get('file');
	const network = areas.get('network');
	if (!server || !kubectl || !file || !network) {
		return [];
	}

	const level = kubectl.top + kubectl.height / 2;
	const edge = bottom(server);
	const port = server.left + 14;
	const lane = (edge + network.top) / 2;
	const end = right(network) - 24;
	const band = network.top - edge;
	return [
		wire('file', 0, {x: centre(kubectl), y: kubectl.top}, {x: centre(file), y: bottom(file)}),
		wire('kubectl', 0, {x: server.left, y: level}, {x: right(kubectl), y: level}),
		wire('network', band, {x: port, y: edge}, {x: port, y: lane}, {x: end, y: lane}, {x: end, y: network.top}),
		...(['etcd', 'scheduler', 'controllers'] as const).map((box): Wire => {
			const area = areas.get(box) ?? server;
			return wire(box, band, {x: centre(area), y: edge}, {x: centre(area), y: area.top});
		}),
		...nodes.map(({box, area}): Wire => {
			const trunk = area.left - 9;
			const at = area.top + 18;
			return wire(box.id, band, {x: trunk, y: edge}, {x: trunk, y: at}, {x: area.left, y: at});
		}),
	];
};

/** The lines of a narrow board: from band to band, those to the nodes between two components. */
const narrowWires = (areas: ReadonlyMap<string, Area>, nodes: readonly PlacedBox[], gap: number): readonly Wire[] => {
	const server = areas.get('apiserver');
	const kubectl = areas.get('kubectl');
	const file = areas.get('file');
	const scheduler = areas.get('scheduler');
	if (!server || !kubectl || !file || !scheduler) {
		return [];
	}

	const level = kubectl.top + kubectl.height / 2;
	const edge = bottom(server);
	const trunk = right(scheduler) + gap / 2;
	const lane = bottom(scheduler) + ((nodes[0]?.area.top ?? bottom(scheduler)) - bottom(scheduler)) / 2;
	const band = scheduler.top - edge;
	return [
		wire('file', 0, {x: kubectl.left, y: level}, {x: right(file), y: level}),
		wire('kubectl', 0, {x: centre(kubectl), y: server.top}, {x: centre(kubectl), y: bottom(kubectl)}),
		...(['etcd', 'scheduler', 'controllers', 'network'] as const).map((box): Wire => {
			const area = areas.get(box) ?? server;
			return wire(box, band, {x: centre(area), y: edge}, {x: centre(area), y: area.top});
		}),
		...nodes.map(({box, area}): Wire => {
			const start: readonly Point[] = [
				{x: trunk, y: edge},
				{x: trunk, y: lane},
			];
			if (area.top === nodes[0]?.area.top) {
				return wire(box.id, band, ...start, {x: centre(area), y: lane}, {x: centre(area), y: area.top});
			}

			// Nodes of a second row are reached between the columns of the first.
			const isLeft = area.left === nodes[0]?.area.left;
			const x = isLeft ? right(area) + gap / 2 : area.left - gap / 2;
			const at = area.top + 16;
			return wire(box.id, band, ...start, {x, y: lane}, {x, y: at}, {x: isLeft ? right(area) : area.left, y: at});
		}),
	];
};

/** The places of a board's boxes and the lines between them, in a drawing of this size. */
export const boardPlaces = (boxes: readonly Box[], width: number, height: number): BoardPlaces => {
	const plan = width >= wideFrom ? widePlan(width, height) : narrowPlan(width, height);
	const nodes = boxes.filter((box) => isNode(box));
	const {columns, shown} = nodeGrid(nodes.length, plan.nodes, plan.gap, plan.leastNode);
	const kept = shown < nodes.length ? nodesShown(nodes, shown) : nodes;
	// Nodes side by side share the width even where fewer columns would do.
	const wide = plan.across
		? Math.min(kept.length, Math.max(columns, Math.floor(plan.nodes.width / plan.leastNode.width)))
		: columns;
	const areas = grid(kept.length, Math.max(1, wide), plan.gap * (plan.across ? 1 : 1.2), plan.mostNode, plan.nodes);
	const placedNodes = kept.flatMap((box, index): readonly PlacedBox[] => {
		const area = areas[index];
		return area ? [{box, area}] : [];
	});
	return {
		boxes: [
			...boxes.flatMap((box): readonly PlacedBox[] => {
				const area = plan.areas.get(box.id);
				return area ? [{box, area}] : [];
			}),
			...placedNodes,
		],
		wires: plan.across ? narrowWires(plan.areas, placedNodes, plan.gap) : wideWires(plan.areas, placedNodes),
		folded: nodes.length - kept.length,
	};
};

import type {BoxId} from '../../screen/panes/board/boxes.js';
import type {BoardPlaces} from './board-places.js';
import {bottom, withoutRepeats, type Area, type Point} from './geometry.js';

/** A box of less height has its title where the token hangs, in pixels. */
const lowest = 44;

/** The token's place at a box: over the lower edge at the left, or at the right for a low box, whose title is at the left. @param width of the token */
export const restAt = (area: Area, width: number): Point => {
	const side = Math.min(10, Math.max(0, area.width - width) / 2) + width / 2;
	return {
		x: area.height < lowest ? area.left + area.width - side : area.left + side,
		y: bottom(area) - 2,
	};
};

/** The corner between two points of the apiserver's edges. */
const bend = (from: Point, to: Point): readonly Point[] =>
	from.x === to.x || from.y === to.y ? [] : [{x: Math.min(from.x, to.x), y: Math.max(from.y, to.y)}];

/** The points from the edge of a box to that of the apiserver. */
const outOf = ({wires}: BoardPlaces, box: BoxId): readonly Point[] => {
	const points = wires.find((wire) => wire.box === box)?.points.toReversed() ?? [];
	return box === 'file' ? [...points, ...outOf({boxes: [], wires, folded: 0}, 'kubectl')] : points;
};

const same = (one: Point | undefined, other: Point | undefined): boolean =>
	one !== undefined && one.x === other?.x && one.y === other.y;

/**
The path of the token from one box to another: along the lines, and along the edge of the apiserver between them.

@returns points from its present place on; empty if a box is not drawn
*/
export const tokenWay = (places: BoardPlaces, from: BoxId, to: BoxId, width: number): readonly Point[] => {
	const areaOf = (id: BoxId): Area | undefined => places.boxes.find(({box}) => box.id === id)?.area;
	const [start, end] = [areaOf(from), areaOf(to)];
	if (!start || !end) {
		return [];
	}

	let [away, back] = [outOf(places, from), outOf(places, to)];
	// A shared part is not a way: kubectl reads a file, which does not pass the apiserver.
	const isShared = (): boolean => away.length > 0 && same(away.at(-1), back.at(-1));
	const shares = isShared();
	while (isShared()) {
		[away, back] = [away.slice(0, -1), back.slice(0, -1)];
	}

	const there = back.toReversed();
	const [last, next] = [away.at(-1), there[0]];
	return withoutRepeats([
		restAt(start, width),
		...away,
		...(shares || !last || !next ? [] : bend(last, next)),
		...there,
		restAt(end, width),
	]);
};

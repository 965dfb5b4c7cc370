/** A point of a drawing, in pixels from its upper left corner. */
export interface Point {
	readonly x: number;
	readonly y: number;
}

/** A rectangle of a drawing, in pixels. */
export interface Area {
	readonly left: number;
	readonly top: number;
	readonly width: number;
	readonly height: number;
}

export const right = ({left, width}: Area): number => left + width;

export const bottom = ({top, height}: Area): number => top + height;

export const centre = ({left, width}: Area): number => left + width / 2;

/** The length of a line through points. */
export const lengthOf = (points: readonly Point[]): number =>
	points
		.slice(1)
		.reduce((sum, {x, y}, index) => sum + Math.hypot(x - (points[index]?.x ?? x), y - (points[index]?.y ?? y)), 0);

/** Points without repeated neighbours. */
export const withoutRepeats = (points: readonly Point[]): readonly Point[] =>
	points.filter(({x, y}, index) => x !== points[index - 1]?.x || y !== points[index - 1]?.y);

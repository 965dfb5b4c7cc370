import type {Target} from './target.js';
import {width, type Line} from './text.js';

/** A row whose segments have a target; segments with a target of their own keep it. */
export const aimed = (row: Line, target: Target): Line =>
	row.map((segment) => ({...segment, target: segment.target ? {...target, ...segment.target} : target}));

/** A place on the screen: its target, its first column and its width in columns. */
export interface Place {
	readonly target: Target;
	readonly from: number;
	readonly columns: number;
}

/**
The target at a place of a painted screen.

@param column from 0, like `row`.
*/
export const placeAt = (rows: readonly Line[], column: number, row: number): Place | undefined => {
	let at = 0;
	let place: {target: Target; from: number; columns: number} | undefined;
	for (const {text, target} of rows[row] ?? []) {
		const columns = width(text);
		if (target && place?.target === target) {
			place.columns += columns;
		} else if (at > column) {
			break;
		} else {
			place = target && {target, from: at, columns};
		}

		at += columns;
	}

	return place && column >= place.from && column < place.from + place.columns ? place : undefined;
};

import type {View} from '../../classroom/views.js';

/** The target of a click at a place of the screen. Segments carry it, so that a click hits the painted object. */
export interface Target {
	/** The target's pane, which the wheel scrolls … */
	readonly view?: View;
	/** … and its row in the pane, counted from the first row, visible or not. */
	readonly row?: number;
	/** The view that a tab opens. */
	readonly tab?: View;
	/** The key at this place, by its name in the key table. */
	readonly key?: string;
	/** The step of a mark. */
	readonly step?: number;
	/** Ledger key of the object that is named there. */
	readonly object?: string;
	/** An answer to the question that is open, counted from 0. */
	readonly option?: number;
	/** A line of a list that fills the screen, counted from 0. */
	readonly item?: number;
	/** A box of the board. */
	readonly box?: string;
	/** The recorded time, from the first column of the place to its last. */
	readonly timeline?: true;
}

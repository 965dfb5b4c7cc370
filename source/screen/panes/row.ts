import type {Line} from '../paint/text.js';
import type {Path} from '../../classroom/changed-fields.js';
import type {State} from '../state/state.js';

/** A row of a pane; enter on it opens its step or follows its key. */
export interface Row {
	readonly row: Line;
	readonly step?: number;
	readonly key?: string;
	/** The step at which a client sent a request; enter follows its path. */
	readonly request?: number;
	/** Whether it continues the row above, and is selected together with it. */
	readonly continues?: true;
	/** Whether the row is cut if it does not fit, as in pictures, tables and long lists; other rows continue below. */
	readonly oneLine?: true;
	/** The field that it shows. */
	readonly path?: Path;
	/** Set if its field is one of the stop's facts, not of the object. */
	readonly of?: 'facts';
	/** Whether this stop changed it. */
	readonly changed?: true;
	/** Whether it is a former value, which this stop removed. */
	readonly removed?: true;
	/** Enter unfolds it. */
	readonly unfolds?: true;
}

/** The rows of a view: its file in `views/` has one such value. Its name, key and titles are in `classroom/views.ts`. */
export interface ViewRows {
	/** @param height the available rows, if the contents depend on them; otherwise unlimited */
	readonly rows: (state: State, columns: number, height: number) => readonly Row[];
	/** Whether its rows can be selected. */
	readonly isList?: (state: State) => boolean;
	/** Whether its contents depend on the available room. */
	readonly isFitted?: true;
}

/** Rows without a step, a key or a field. */
export const plain = (rows: readonly Line[]): Row[] => rows.map((row) => ({row}));

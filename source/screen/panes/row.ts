import type {Line} from '../paint/text.js';
import type {Path} from '../../classroom/changed-fields.js';
import type {State} from '../state/state.js';

/** A row of a pane; enter on it opens its step or follows its key. */
export interface Row {
	readonly row: Line;
	readonly step?: number;
	readonly key?: string;
	/** The step at which a client sent a request: enter follows its way. */
	readonly request?: number;
	/** It continues with the text of the row above, and is selected together with it. */
	readonly continues?: true;
	/** Whether the row is cut where there is no room, as in pictures, tables and long lists; other rows continue below. */
	readonly oneLine?: true;
	/** The field that it shows. */
	readonly path?: Path;
	/** Its field is one of the stop's facts, not of the object. */
	readonly of?: 'facts';
	/** This stop changed it. */
	readonly changed?: true;
	/** Enter unfolds it. */
	readonly unfolds?: true;
}

/** The rows of a view: its file in `views/` has one such value. Its name, key and titles are in `classroom/views.ts`. */
export interface ViewRows {
	/** @param height the available rows, where it chooses its contents by them; else there is no limit */
	readonly rows: (state: State, columns: number, height: number) => readonly Row[];
	/** Its rows can be selected. */
	readonly isList?: (state: State) => boolean;
	/** It chooses its contents by the available room. */
	readonly isFitted?: true;
}

/** Rows without a step, a key or a field. */
export const plain = (rows: readonly Line[]): Row[] => rows.map((row) => ({row}));

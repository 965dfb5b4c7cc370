import type {Line, Tone} from '../../screen/paint/text.js';
import type {Area, Point} from './geometry.js';

/** A part of a drawing. Places are in pixels from the drawing's upper left corner; a text's place is the beginning of its baseline. */
export type Mark =
	| {
			readonly is: 'text';
			readonly x: number;
			readonly y: number;
			readonly parts: Line;
			readonly role?: TextRole;
	  }
	/** A step of the apiserver's chain, or a Pod. */
	| {readonly is: 'pill'; readonly area: Area; readonly tone: Tone}
	/** A state: a disc where all is well, a ring where something is awaited, a cross where it failed. */
	| {
			readonly is: 'dot';
			readonly x: number;
			readonly y: number;
			readonly radius: number;
			readonly shape: DotShape;
			readonly tone: Tone;
	  }
	/** A stretch of time, or a frame around the parts at one place. */
	| {
			readonly is: 'bar';
			readonly area: Area;
			readonly tone: Tone;
			readonly role: 'stretch' | 'window' | 'frame' | 'plate';
	  }
	| {readonly is: 'stroke'; readonly points: readonly Point[]; readonly tone: Tone}
	/** An area that shows details under the pointer and opens a step. */
	| {readonly is: 'hit'; readonly area: Area; readonly step: number; readonly title: string};

export type DotShape = 'disc' | 'ring' | 'cross';

/** The style of a text: a box's title and role, a value to the right of its place or to the left, a number in a disc. */
export type TextRole = 'title' | 'note' | 'value' | 'end' | 'number';

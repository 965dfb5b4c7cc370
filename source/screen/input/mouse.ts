/** A mouse event, as a terminal reports it in SGR 1006. */
export interface MouseReport {
	readonly does: 'press' | 'drag' | 'release' | 'wheel-up' | 'wheel-down';
	readonly button: 'left' | 'middle' | 'right' | 'none';
	/** The column, from 0, like `row`. */
	readonly column: number;
	readonly row: number;
}

const buttons = ['left', 'middle', 'right', 'none'] as const;

/** The meaning of bits in a report's first number. */
const motion = 32;
const wheel = 64;
const others = 128;

/**
A report of the mouse, such as `ESC [ < 0 ; 10 ; 5 M`; `undefined` for any other input, and for wheels and buttons without an action.
Modifiers are ignored: with them, the terminal itself selects.

@param input with or without its leading escape, which Ink removes.
@see https://invisible-island.net/xterm/ctlseqs/ctlseqs.html#h3-Extended-coordinates
*/
export const readMouse = (input: string): MouseReport | undefined => {
	const [, code = '', column = '', row = '', end = ''] =
		/^\u001B?\[<(\d{1,3});(\d{1,5});(\d{1,5})([Mm])$/.exec(input) ?? [];
	if (end === '') {
		return undefined;
	}

	const bits = Number(code);
	const place = {column: Math.max(0, Number(column) - 1), row: Math.max(0, Number(row) - 1)};
	if (bits & others) {
		return undefined;
	}

	if (bits & wheel) {
		const direction = bits & 3;
		return direction > 1 || end === 'm'
			? undefined
			: {does: direction === 0 ? 'wheel-up' : 'wheel-down', button: 'none', ...place};
	}

	const button = buttons[bits & 3] ?? 'none';
	const pressed = bits & motion ? 'drag' : 'press';
	return {does: end === 'm' ? 'release' : pressed, button, ...place};
};

/** Whether an input is a report of the mouse, with or without an action: it is never typed text. */
export const isMouse = (input: string): boolean => /^\u001B?\[<[\d;]*[Mm]$/.test(input);

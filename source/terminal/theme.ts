import type {Tone} from './text.js';

interface Style {
	readonly color?: string;
	readonly dimColor?: boolean;
	readonly bold?: boolean;
	readonly inverse?: boolean;
}

const dark: Readonly<Record<Tone, Style>> = {
	plain: {},
	dim: {dimColor: true},
	title: {bold: true},
	here: {color: 'cyan', bold: true},
	good: {color: 'green'},
	bad: {color: 'red', bold: true},
	warn: {color: 'yellow'},
	add: {color: 'green'},
	remove: {color: 'red'},
	change: {color: 'yellow', inverse: true},
	key: {color: 'magenta', bold: true},
	select: {inverse: true},
};

const light: Readonly<Record<Tone, Style>> = {
	...dark,
	here: {color: 'blue', bold: true},
	warn: {color: 'magenta'},
	key: {color: 'blue', bold: true},
};

const styles = process.env.K8S_WALKTHROUGH_THEME === 'light' ? light : dark;

/** How a meaning looks, in the 16 colours every terminal has. */
export const toneStyle = (tone: Tone): Style => styles[tone];

import process from 'node:process';
import type {Tone} from './text.js';

interface Style {
	readonly color?: string;
	readonly dimColor?: boolean;
	readonly bold?: boolean;
	readonly underline?: boolean;
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
	term: {underline: true},
	select: {inverse: true},
};

const light: Readonly<Record<Tone, Style>> = {
	...dark,
	here: {color: 'blue', bold: true},
	warn: {color: 'magenta'},
	key: {color: 'blue', bold: true},
};

/** The background as the environment tells it: by our own variable, else as some terminals do (`COLORFGBG=0;15`). */
export const isLight = (environment: Readonly<Record<string, string | undefined>>): boolean => {
	const own = environment.K8S_WALKTHROUGH_THEME;
	const background = environment.COLORFGBG?.split(';').at(-1);
	return own === undefined || own === '' ? background === '7' || background === '15' : own === 'light';
};

const styles = isLight(process.env) ? light : dark;

/** How a meaning looks, in the 16 colours every terminal has. */
export const toneStyle = (tone: Tone): Style => styles[tone];

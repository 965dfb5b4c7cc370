import process from 'node:process';
import type {Line, Tone} from '../../screen/paint/text.js';

/** The look of a meaning, in the 16 colours of every terminal; the words are Ink's. */
export interface Style {
	readonly color?: 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan';
	readonly dimColor?: boolean;
	readonly bold?: boolean;
	readonly underline?: boolean;
	readonly inverse?: boolean;
}

export type Theme = Readonly<Record<Tone, Style>>;

/** The theme for dark backgrounds. */
export const darkTheme: Theme = {
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

const light: Theme = {
	...darkTheme,
	here: {color: 'blue', bold: true},
	warn: {color: 'magenta'},
	key: {color: 'blue', bold: true},
};

const monochrome: Theme = {
	...darkTheme,
	here: {bold: true},
	good: {},
	bad: {bold: true},
	warn: {},
	add: {},
	remove: {},
	change: {inverse: true},
	key: {bold: true},
};

type Environment = Readonly<Record<string, string | undefined>>;

/** The background according to the environment: by the program's own variable, otherwise by that of some terminals (`COLORFGBG=0;15`). */
export const isLight = (environment: Environment): boolean => {
	const own = environment.K8S_WALKTHROUGH_THEME;
	const background = environment.COLORFGBG?.split(';').at(-1);
	return own === undefined || own === '' ? background === '7' || background === '15' : own === 'light';
};

/** The theme for an environment; `NO_COLOR` leaves only bold, dim, underlined and inverse. @see https://no-color.org */
export const themeOf = (environment: Environment): Theme => {
	if (environment.NO_COLOR) {
		return monochrome;
	}

	if (isLight(environment)) {
		return light;
	}

	return darkTheme;
};

const current = themeOf(process.env);

export const toneStyle = (tone: Tone): Style => current[tone];

const colours = {red: 31, green: 32, yellow: 33, blue: 34, magenta: 35, cyan: 36} as const;

const codesOf = ({color, dimColor, bold, underline, inverse}: Style): string =>
	[bold && 1, dimColor && 2, underline && 4, inverse && 7, color && colours[color]].filter(Boolean).join(';');

/** A row without the spaces at its end, where they are invisible. */
const trimmed = (row: Line, theme: Theme): Line => {
	const last = row.at(-1);
	if (!last || theme[last.tone].inverse) {
		return row;
	}

	const text = last.text.trimEnd();
	return text === '' ? trimmed(row.slice(0, -1), theme) : [...row.slice(0, -1), {...last, text}];
};

/** A row for a terminal. */
export const paintWhole = (row: Line, theme = current): string =>
	row
		.map(({text, tone}) => {
			const codes = codesOf(theme[tone]);
			return codes === '' ? text : `\u001B[${codes}m${text}\u001B[0m`;
		})
		.join('');

/** Paints a row without invisible trailing spaces; its row was cleared before. */
export const paint = (row: Line, theme = current): string => paintWhole(trimmed(row, theme), theme);

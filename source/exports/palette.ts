/** The colours of pictures: they have their own dark background, so they are readable on any page. */
export const palette = {
	background: '#0d1117',
	foreground: '#d5dce4',
	faint: '#8b949e',
	line: '#30363d',
	red: '#ff7b72',
	green: '#56d364',
	yellow: '#e3b341',
	blue: '#79c0ff',
	magenta: '#d2a8ff',
	cyan: '#39d5e5',
} as const;

/** Monospaced fonts, by the names on various systems. */
export const monospace =
	"ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', 'Liberation Mono', monospace";

/** A length in pixels, with at most one decimal. */
export const pixels = (value: number): string => String(Math.round(value * 10) / 10);

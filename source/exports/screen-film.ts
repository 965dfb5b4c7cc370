import type {Line, Size} from '../screen/paint/text.js';
import {imageOf, marksOf} from './screen-picture.js';

/** Marks of a row that stay the same from one frame to another, both included. */
interface Shown {
	readonly marks: string;
	readonly from: number;
	to: number;
}

/** The content of each row over the frames; equal consecutive ones are joined. */
const shownOf = (frames: ReadonlyArray<readonly Line[]>): readonly Shown[] => {
	const drawn = frames.map((rows) => marksOf(rows));
	const rows = Math.max(0, ...drawn.map(({length}) => length));
	return Array.from({length: rows}, (_, row) => row).flatMap((row) => {
		const shown: Shown[] = [];
		for (const [frame, marks] of drawn.entries()) {
			const last = shown.at(-1);
			if (last?.marks === (marks[row] ?? '')) {
				last.to = frame;
			} else {
				shown.push({marks: marks[row] ?? '', from: frame, to: frame});
			}
		}

		return shown.filter(({marks}) => marks !== '');
	});
};

const percent = (part: number, whole: number): string => `${Math.round((10_000 * part) / whole) / 100}%`;

/**
A sequence of screens as one animated SVG image without a script: each row is drawn once for the frames in which it stays the same. It
repeats after the last frame. With the system setting for reduced motion, or without CSS animation, only the last frame is shown.

@param frames the screens, at least one

@param seconds the duration of each
*/
export const filmOf = (frames: ReadonlyArray<readonly Line[]>, size: Size, title: string, seconds: number): string => {
	const count = frames.length;
	const shown = shownOf(frames);
	const classOf = ({from, to}: Shown): string | undefined => (to - from + 1 < count ? `f${from}-${to}` : undefined);
	const parts = new Map(shown.flatMap((part) => (classOf(part) === undefined ? [] : [[classOf(part), part] as const])));
	const moving = [...parts].map(([name, {from, to}]) => {
		const hidden = from === 0 ? '' : '0%{visibility:hidden}';
		const end = to === count - 1 ? '' : `${percent(to + 1, count)}{visibility:hidden}`;
		return `@keyframes ${name}{${hidden}${percent(from, count)}{visibility:visible}${end}}.${name}{visibility:${to === count - 1 ? 'visible' : 'hidden'};animation:${name} ${count * seconds}s step-end infinite}`;
	});
	return imageOf(
		size,
		title,
		shown.map((part) => {
			const name = classOf(part);
			return name === undefined ? part.marks : `<g class="${name}">${part.marks}</g>`;
		}),
		[...moving, '@media (prefers-reduced-motion:reduce){g{animation:none!important}}'],
	);
};

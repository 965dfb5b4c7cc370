import type {Stop} from '../kernel/stop.js';
import {printable} from '../scenario/mistake.js';
import {sentenceOf} from '../stages/sentence.js';
import type {Export} from './export.js';
import {escapeMarkup} from './markup.js';
import {messagesOf, type Message} from './messages.js';
import {monospace, palette, pixels} from './palette.js';
import {inOrder, participantOf} from './participant.js';
import {isFailure} from './spans.js';
import {formatTime} from './stop-line.js';
import {clipped, extentOf, stopsOf, titleOf, type Stretch} from './stretch.js';
import {exportWords} from './words/words.js';

/** A wider picture is not readable. */
const mostStops = 600;

const margin = 16;
const laneHeight = 26;
const rulerHeight = 24;
const titleHeight = 44;
const characterWidth = 7.3;
/** The height of a time above the lanes. */
const timeWidth = 66;

/** The layout: a column per stop, a row per participant. */
interface Plan {
	readonly lanes: readonly string[];
	readonly columns: ReadonlyMap<number, number>;
	readonly left: number;
	readonly columnWidth: number;
	readonly width: number;
	readonly height: number;
}

const planOf = (stops: readonly Stop[], messages: readonly Message[], title: string): Plan => {
	const lanes = inOrder([...stops.map((stop) => participantOf(stop)), ...messages.flatMap(({from, to}) => [from, to])]);
	const left = margin + Math.max(0, ...lanes.map((lane) => lane.length)) * characterWidth + 12;
	const columnWidth = Math.max(2.5, Math.min(14, 1200 / Math.max(1, stops.length)));
	return {
		lanes,
		columns: new Map(stops.map(({step}, index) => [step, index])),
		left,
		columnWidth,
		width: Math.max(left + stops.length * columnWidth, title.length * characterWidth) + 2 * margin,
		height: titleHeight + rulerHeight + lanes.length * laneHeight + margin,
	};
};

const xOf = ({columns, left, columnWidth}: Plan, {step}: Stop): number =>
	left + ((columns.get(step) ?? 0) + 0.5) * columnWidth;

const yOf = ({lanes}: Plan, participant: string): number =>
	titleHeight + rulerHeight + (lanes.indexOf(participant) + 0.5) * laneHeight;

/** A tooltip. */
const saying = (text: string): string => `<title>${escapeMarkup(printable(text))}</title>`;

const textAt = (x: number, y: number, text: string, colour: string): string =>
	`<text x="${pixels(x)}" y="${pixels(y)}" fill="${colour}">${escapeMarkup(printable(text))}</text>\n`;

/** Times, where time has passed and there is room. */
function* ruler(plan: Plan, stops: readonly Stop[], fromMs: number): Generator<string, void> {
	let free = 0;
	let lastMs: number | undefined;
	for (const stop of stops) {
		const x = xOf(plan, stop);
		if (stop.timeMs !== lastMs && x >= free) {
			yield textAt(x, titleHeight + 14, formatTime(stop.timeMs - fromMs), palette.faint);
			yield `<path d="M${pixels(x)} ${titleHeight + 17}V${titleHeight + rulerHeight}" stroke="${palette.line}"/>\n`;
			free = x + timeWidth;
		}

		lastMs = stop.timeMs;
	}
}

/** A message as an arrow between two lanes, at the stop where it is heard. */
const arrow = (plan: Plan, {from, to, kind, text, failed, stop}: Message): string => {
	const x = xOf(plan, stop);
	const [start, end] = [yOf(plan, from), yOf(plan, to)];
	const towards = end > start ? 1 : -1;
	const ofKind = kind === 'delivery' ? palette.cyan : palette.faint;
	const colour = failed ? palette.red : ofKind;
	const dashes = kind === 'answer' ? ' stroke-dasharray="3 3"' : '';
	const head = `M${pixels(x - 3)} ${pixels(end - towards * 11)}L${pixels(x)} ${pixels(end - towards * 6)}L${pixels(x + 3)} ${pixels(end - towards * 11)}`;
	return `<path d="M${pixels(x)} ${pixels(start)}V${pixels(end - towards * 6)}" stroke="${colour}"${dashes}>${saying(text)}</path><path d="${head}" stroke="${colour}"/>\n`;
};

/** Lanes over time as an SVG image: a row per component, a mark per stop, and arrows for requests and deliveries; the text of each is its tooltip. */
export const exportLanes = (whole: Stretch): Export => {
	const {stretch, count, omitted} = clipped(whole, mostStops);
	return {
		omitted,
		*chunks() {
			const stops = [...stopsOf(stretch)];
			const messages = [...messagesOf(stretch)].filter(({from, to}) => from !== to);
			const title = titleOf(stretch);
			const plan = planOf(stops, messages, title);
			const {width, height, lanes, left, columnWidth} = plan;
			yield `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${pixels(width)} ${pixels(height)}" width="${pixels(width)}" height="${pixels(height)}" role="img">\n`;
			yield `${saying(title)}\n<rect width="100%" height="100%" rx="8" fill="${palette.background}"/>\n`;
			yield `<g font-family="${monospace}" font-size="12">\n`;
			yield textAt(margin, 20, title, palette.foreground);
			yield textAt(
				margin,
				37,
				omitted ??
					`${exportWords(stretch.language).stops(count)}${exportWords(stretch.language).comma}${extentOf(stretch)}`,
				omitted ? palette.red : palette.faint,
			);
			yield* ruler(plan, stops, stretch.fromMs);
			for (const lane of lanes) {
				const y = yOf(plan, lane);
				yield textAt(margin, y + 4, lane, palette.foreground);
				yield `<path d="M${pixels(left)} ${pixels(y)}H${pixels(left + stops.length * columnWidth)}" stroke="${palette.line}"/>\n`;
			}

			yield '</g>\n<g fill="none">\n';
			for (const message of messages) {
				yield arrow(plan, message);
			}

			yield '</g>\n';
			for (const stop of stops) {
				const says = `#${stop.step} ${stop.stage}: ${sentenceOf(stop, stretch.language)}`;
				const size = Math.max(2, columnWidth - 1);
				yield `<rect x="${pixels(xOf(plan, stop) - size / 2)}" y="${pixels(yOf(plan, participantOf(stop)) - 5)}" width="${pixels(size)}" height="10" fill="${isFailure(stop) ? palette.red : palette.green}">${saying(says)}</rect>\n`;
			}

			yield '</svg>\n';
		},
	};
};

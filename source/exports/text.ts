import type {Stop} from '../kernel/stop.js';
import {printable} from '../scenario/mistake.js';
import {sentenceOf} from '../stages/sentence.js';
import {participantOf} from './participant.js';
import {formatTime} from './stop-line.js';
import {clipped, extentOf, stopsOf, titleOf, type Stretch} from './stretch.js';
import {exportWords, type ExportWords} from './words/words.js';
import type {Export} from './export.js';

/** The most stops of a text that people can read. */
const mostStops = 100_000;

/** Consecutive stops of the same component. */
interface Passage {
	readonly who: string;
	/** The other process for which it works, if any. */
	readonly forWhom: string;
}

const passageOf = (stop: Stop): Passage => {
	const who = participantOf(stop);
	return {who, forWhom: participantOf({...stop, component: ''}) === who ? '' : stop.process};
};

/** The marks of outcomes. */
const marks: Readonly<Record<string, string>> = {refused: '✗ ', failed: '✗ ', warning: '! '};

/** The parts of a stop's line, safe to print. */
interface Told {
	readonly step: string;
	readonly time: string;
	readonly mark: string;
	readonly stage: string;
	readonly sentence: string;
}

const tellStop = (stop: Stop, {fromMs, language}: Stretch): Told => ({
	step: `#${stop.step}`,
	time: formatTime(stop.timeMs - fromMs),
	mark: marks[stop.outcome ?? ''] ?? '',
	stage: printable(stop.stage),
	sentence: printable(sentenceOf(stop, language)).replaceAll(/\s*[\n\t]\s*/g, ' '),
});

/** The functions with which a format writes the parts of a narration. */
interface Telling {
	readonly head: (title: string, extent: string, count: number, words: ExportWords) => string;
	readonly passage: (passage: Passage, words: ExportWords) => string;
	readonly stop: (told: Told, words: ExportWords) => string;
	readonly end: (omitted: string | undefined) => string;
}

/** The stops of a stretch with their sentences, in order, under the names of the active processes. */
const tell = (whole: Stretch, {head, passage, stop, end}: Telling): Export => {
	const {stretch, count, omitted} = clipped(whole, mostStops);
	const words = exportWords(stretch.language);
	return {
		omitted,
		*chunks() {
			yield head(titleOf(stretch), extentOf(stretch), count, words);
			let last = '';
			for (const at of stopsOf(stretch)) {
				const under = passage(passageOf(at), words);
				yield (under === last ? '' : under) + stop(tellStop(at, stretch), words);
				last = under;
			}

			yield end(omitted);
		},
	};
};

/** Plain text: one line per stop, under the names of components. */
export const exportText = (stretch: Stretch): Export =>
	tell(stretch, {
		head: (title, extent, count, {stops, comma}) => `${title}\n${stops(count)}${comma}${extent}\n`,
		passage: ({who, forWhom}, {forProcess}) =>
			`\n${printable(who)}${forWhom === '' ? '' : `  (${forProcess(printable(forWhom))})`}\n`,
		stop: ({step, time, mark, stage, sentence}) =>
			`  ${step.padEnd(7)} ${time.padStart(8)}  ${mark}${stage}  ${sentence}\n`,
		end: (omitted) => (omitted === undefined ? '' : `\n… ${omitted}\n`),
	});

/** Text that Markdown shows literally. */
const literal = (text: string): string =>
	text
		.replaceAll(/[\\`*_[\]#|~$]/g, String.raw`\$&`)
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll('>', '&gt;')
		.replaceAll(/(https?):\/\//g, '$1:&#47;&#47;')
		.replaceAll('@', '&#64;');

/** Markdown: one list item per stop, under the names of components. */
export const exportMarkdown = (stretch: Stretch): Export =>
	tell(stretch, {
		head: (title, extent, count, {stops, comma}) =>
			`# ${literal(title)}\n\n${stops(count)}${comma}${literal(extent)}\n`,
		passage: ({who, forWhom}, {forProcess}) =>
			`\n**${literal(who)}**${forWhom === '' ? '' : ` (${forProcess(literal(forWhom))})`}\n\n`,
		stop: ({step, time, mark, stage, sentence}, {seconds}) =>
			`- ${literal(`${step} ${seconds(time)}`)} ${mark}\`${stage.replaceAll('`', '')}\` ${literal(sentence)}\n`,
		end: (omitted) => (omitted === undefined ? '' : `\n> ${literal(omitted)}\n`),
	});

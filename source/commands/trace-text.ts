import type {TerminalEntry} from '../cluster.js';
import type {Verdict} from '../diagnosis/verdict.js';
import {formatTime, stopLine} from '../exports/stop-line.js';
import {printable} from '../scenario/mistake.js';
import {plainText} from '../screen/paint/text.js';
import {walkRows} from '../screen/panes/walk-rows.js';
import {screenWords} from '../screen/words/words.js';
import type {Language} from '../stages/language.js';
import {sentenceOf} from '../stages/sentence.js';
import {cutWords} from './cut-words.js';
import {explanationLines, type Look} from './explanation-lines.js';
import type {Printer, PrintOptions} from './trace-printer.js';
import {commandWords} from './words/words.js';
import {wrapWords} from './wrap-words.js';

/** The options of a trace as text. */
interface TextOptions extends PrintOptions {
	/** Whether commands follow the first one, so that the ending does not repeat its errors. */
	readonly isFollowed: boolean;
}

const marks = {done: '✓', waiting: '…', failed: '✗'} as const;

/** The output of kubectl, without a blank line at its end. */
const output = ({stdout, stderr}: Pick<TerminalEntry, 'stdout' | 'stderr'>): readonly string[] =>
	[stdout, stderr].flatMap((text) => (text.trimEnd() === '' ? [] : text.trimEnd().split('\n')));

/** The most finished objects that are named. */
const mostDone = 20;

/** The most lines of an ending without -v. */
const mostLines = 100;

/** The state of each object; of very many finished ones, only the number. */
const objectLines = (
	objects: Verdict['objects'],
	language: Language,
	verbose: boolean | undefined,
): readonly string[] => {
	const done = objects.filter(({state}) => state === 'done');
	const left = new Set(verbose || done.length <= mostDone + 1 ? [] : done.slice(mostDone));
	return [
		...objects.filter((one) => !left.has(one)).map((one) => `${marks[one.state]} ${one.name}  ${one.words}`),
		...(left.size > 0 ? [`${marks.done} ${commandWords(language).explanation.moreDone(left.size)}`] : []),
	];
};

/** The lines of an ending, or the first of them: with the line of its state, a hundred. */
const shortened = (lines: readonly string[], language: Language, verbose: boolean | undefined): readonly string[] =>
	verbose || lines.length < mostLines
		? lines
		: [
				...lines.slice(0, mostLines - 3),
				commandWords(language).explanation.moreInAll(lines.length - mostLines + 3),
				'',
			];

/** The reasons of an ending. Where all of them are too long, only the first has its chain of causes: the others keep their place and their fixes. */
const findingLines = (findings: Verdict['findings'], look: Look): readonly string[] => {
	const linesOf = (short: boolean): readonly string[] =>
		findings.flatMap((finding, index) => ['', ...explanationLines(finding, {...look, short: short && index > 0})]);
	const whole = linesOf(false);
	return look.verbose || whole.length < mostLines - mostDone ? whole : linesOf(true);
};

const summary = (
	{objects, terminal, findings, because, state, cut, endless}: Verdict,
	fromMs: number,
	{language, columns = 80, verbose, isFollowed}: TextOptions,
): readonly string[] =>
	shortened(
		[
			...(cut ? [...wrapWords(cutWords(cut, language), columns), ''] : []),
			...(endless
				? [...wrapWords(commandWords(language).end.endless(endless.line, endless.seconds, endless.says), columns), '']
				: []),
			...objectLines(objects, language, verbose),
			...(terminal && !isFollowed ? output({...terminal, stdout: ''}).flatMap((line) => wrapWords(line, columns)) : []),
			...findingLines(findings, {fromMs, language, columns, verbose}),
			...(because && findings.length === 0
				? [
						'',
						...wrapWords(
							commandWords(language).end.verdictAt(
								commandWords(language).end.states[state],
								`#${because.step} ${because.stage}`,
								sentenceOf(because, language),
							),
							columns,
						),
					]
				: []),
			'',
		],
		language,
		verbose,
	).map(printable);

/** Prints a trace as text: a line for each stop, then the verdict. @param fromMs the time of the first command, in virtual milliseconds */
export const textPrinter = (options: TextOptions, fromMs: number): Printer => ({
	stop(stop) {
		options.write(`${stopLine(stop, fromMs, options.language)}\n`);
	},
	command(entry) {
		const lines = output(entry);
		options.write(`${[`$ kubectl ${entry.command}`, ...lines].map(printable).join('\n')}\n`);
	},
	walk(words, walk) {
		const rows = walkRows(
			walk,
			options.columns ?? 80,
			options.verbose ?? false,
			screenWords(options.language).panes.walk,
		);
		options.write(
			`${[`:packet ${words}`, ...rows.map((row) => plainText(row).trimEnd())].map(printable).join('\n')}\n`,
		);
	},
	end({step, timeMs, fingerprint, assumed = []}, ending) {
		const {language} = options;
		const words = commandWords(language).end;
		let lines: readonly string[];
		if ('verdict' in ending) {
			lines = summary(ending.verdict, fromMs, options);
		} else if (ending.cut) {
			lines = wrapWords(cutWords(ending.cut, language), options.columns ?? 80);
		} else {
			lines = [(ending.reached ? words.reached : words.notReached)(ending.until)];
		}

		const remarks = assumed
			.flatMap(({says}) => wrapWords(printable(says), options.columns ?? 80))
			.map((line) => `${line}\n`)
			.join('');
		const state = 'verdict' in ending ? words.states[ending.verdict.state] : undefined;
		options.write(`${lines.join('\n')}\n${remarks}${words.last(state, step, formatTime(timeMs), fingerprint)}\n`);
	},
});

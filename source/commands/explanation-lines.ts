import type {Explanation} from '../diagnosis/explanation.js';
import type {Fix, LineChange} from '../diagnosis/fix.js';
import type {FieldPlace} from '../diagnosis/reason.js';
import type {Stop} from '../kernel/stop.js';
import type {Language} from '../stages/language.js';
import type {LanguageName} from '../stages/language-names.js';
import {firstClause} from '../stages/milestones.js';
import {sentenceOf} from '../stages/sentence.js';
import {formatTime} from '../exports/stop-line.js';
import {pad} from '../screen/paint/text.js';
import {commandWords} from './words/words.js';
import {wrapWords} from './wrap-words.js';

/** The options for showing explanations. */
export interface Look {
	/** The time of the command, from which times count. */
	readonly fromMs: number;
	readonly language: Language;
	/** Columns that a line may have. */
	readonly columns: number;
	/** All links of the chain of causes. */
	readonly verbose?: boolean;
	/** No stop, no chain of causes, and no next problem: the reason, its place, and the fixes. */
	readonly short?: boolean;
}

const labelWidth = 11;

/** Lines under a label; texts of several words are wrapped. */
const labelled = (label: string, texts: readonly string[], columns: number): readonly string[] =>
	texts
		.flatMap((text) => wrapWords(text.replaceAll('\n', ' '), columns - labelWidth))
		.map((line, index) => `  ${pad(index === 0 ? label : '', labelWidth - 3)} ${line}`);

/** A place on one line, or on two if it is too long. */
const place = ({file, line, column, field}: FieldPlace, columns: number): readonly string[] => {
	const at = `${file}:${line}:${column}`;
	if (field === undefined) {
		return [at];
	}

	if (at.length + field.length + 2 <= columns - labelWidth) {
		return [`${at}  ${field}`];
	}

	return [at, field];
};

const at = (stop: Stop, {fromMs, language}: Look): string =>
	commandWords(language).explanation.at(`#${stop.step} ${stop.stage}`, formatTime(stop.timeMs - fromMs), stop.process);

/** The sentence of a stop, if Kubernetes has no message for it. */
const saidBy = (stop: Stop | undefined, language: Language): string => (stop ? sentenceOf(stop, language) : '');

const mostLines = 12;

/** Lines without the indentation that all of them share. */
const dedented = (lines: readonly string[]): readonly string[] => {
	const by = Math.min(...lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/)));
	return lines.map((line) => line.slice(Number.isFinite(by) ? by : 0));
};

/** One change, with each place to make it: `web.yaml:16, 21`. */
const changeLines = (
	[first, ...others]: readonly [LineChange, ...LineChange[]],
	language: LanguageName,
	place?: FieldPlace,
): readonly string[] => {
	const {file, line} = first.source ?? first;
	const made = first.source ? first : first.rendered;
	const lines = linesOf(first);
	const isKnown = others.length === 0 && place?.file === file && place.line === line;
	const rest = others.map((other) => (other.source ?? other).line);
	return [
		...(isKnown ? [] : [[`${file}:${line}`, ...rest].join(', ') + (made ? `  (${made.file}:${made.line})` : '')]),
		...lines.slice(0, mostLines),
		...(lines.length > mostLines ? [commandWords(language).explanation.moreLines(lines.length - mostLines)] : []),
	];
};

const linesOf = ({before, after}: LineChange): readonly string[] =>
	dedented([...before, ...after].map((line) => line.replace(/\r$/, ''))).map(
		(text, index) => `${index < before.length ? '-' : '+'} ${text}`,
	);

/** Changes of a file that read alike are one, at several places. */
const alike = (edits: readonly LineChange[]): ReadonlyArray<readonly [LineChange, ...LineChange[]]> => {
	const groups = new Map<string, [LineChange, ...LineChange[]]>();
	for (const edit of edits) {
		const text = [(edit.source ?? edit).file, ...linesOf(edit)].join('\n');
		const group = groups.get(text);
		if (group) {
			group.push(edit);
		} else {
			groups.set(text, [edit]);
		}
	}

	return [...groups.values()];
};

/** A command on several lines that a shell reads as one. */
const shellLines = (text: string, columns: number): readonly string[] => {
	if (text.length <= columns) {
		return [text];
	}

	const parts = text.split(/ (?=-)/);
	return parts.map((part, index) => `${part}${index < parts.length - 1 ? ' \\' : ''}`);
};

/** A fix as lines: a command, or the changes in a file. @param place the place that the reader has just seen: a single change there does not repeat it. @param columns that a line may have */
export const fixLines = (
	{words, edits, commands, next}: Fix,
	language: LanguageName,
	place?: FieldPlace,
	columns = Infinity,
): readonly string[] => {
	const say = commandWords(language).explanation;
	const groups = alike(edits);
	return [
		...(words === undefined ? [] : [words]),
		...groups.flatMap((group) => changeLines(group, language, groups.length === 1 ? place : undefined)),
		...commands.flatMap((command) => shellLines(command, columns)),
		...(next === undefined ? [] : wrapWords(say.next(next), columns)),
	];
};

/** The most files of a command that are named. */
const mostFiles = 3;

/** A command with at most three of its files: `kubectl apply -f a.yaml -f b.yaml … (12 files)`. */
export const foldedCommand = (command: string, say: (files: number) => string): string => {
	const files = [...command.matchAll(/ (?:-f|--filename)[ =](?:'[^']*'|"[^"]*"|\S+)/g)];
	const first = files[mostFiles];
	const last = files.at(-1);
	return first && last && files.length > mostFiles + 1
		? `${command.slice(0, first.index)} ${say(files.length)}${command.slice(last.index + last[0].length)}`
		: command;
};

const becauseLines = (
	{causes, milestones, command}: Explanation,
	{language, verbose, columns}: Look,
): readonly string[] => {
	const words = commandWords(language).explanation;
	const [, ...before] = verbose ? causes : milestones;
	return causes.length > 1
		? labelled(
				words.because,
				[
					...before.map((cause) => `← #${cause.step} ${cause.process}: ${firstClause(sentenceOf(cause, language))}`),
					...(command === undefined ? [] : [words.you(verbose ? command : foldedCommand(command, words.files))]),
				],
				columns,
			)
		: [];
};

/** The changes that were tried, and their results. Commands and lines of files can be copied. */
const triedLines = (fixes: readonly Fix[], {columns, language}: Look): readonly string[] => {
	const words = commandWords(language).explanation;
	return fixes.flatMap((fix, index) => {
		const label = fixes[index - 1]?.proof === fix.proof ? words.or : words[fix.proof];
		return [...fixLines(fix, language, undefined, columns - labelWidth), ...(fix.again ? [words.again] : [])].map(
			(line, row) => `  ${pad(row > 0 ? '' : label, labelWidth - 3)} ${line}`,
		);
	});
};

/** An explanation as lines to read: the place, the message, the field in the user's file, the causes, the remedies. */
export const explanationLines = (explanation: Explanation, look: Look): readonly string[] => {
	const {kind, object, others = [], message, stop: decisive, places, advice, fixes, follows} = explanation;
	const {language, columns} = look;
	// Each further reason has its own chain of causes.
	const isBrief = follows !== undefined && look.verbose !== true;
	const hasCauses = !isBrief && look.short !== true;
	const stop = hasCauses ? decisive : undefined;
	const words = commandWords(language).explanation;
	const said = message ?? saidBy(decisive, language);
	const sentence = saidBy(stop, language);
	const isSaid = said.length > 20 && sentence.includes(said.slice(0, 60));
	return [
		...wrapWords(words[kind]([object, ...others].join(', ')), columns),
		...(stop ? labelled(words.where, [at(stop, look), ...(isSaid ? [] : [sentence])], columns) : []),
		...labelled(
			words.says,
			places.length > 1 && places.some((one) => one.message !== undefined) ? [] : [said],
			columns,
		),
		...labelled(
			words.field,
			places.flatMap((one) =>
				places.length > 1 && one.message !== undefined
					? [`${place(one, Number.POSITIVE_INFINITY).join('')}: ${one.message}`]
					: place(one, columns),
			),
			columns,
		),
		...(hasCauses ? becauseLines(explanation, look) : []),
		...labelled(words.unblock, isBrief ? [] : advice, columns),
		...triedLines(look.short ? fixes.map((fix) => ({...fix, next: undefined})) : fixes, look),
	];
};

/** An explanation as plain data, for machines. */
export const explanationRecord = (
	{stop, causes, ...rest}: Explanation,
	language: Language,
): Record<string, unknown> => ({
	...rest,
	message: rest.message ?? saidBy(stop, language),
	step: stop?.step,
	stage: stop?.stage,
	causes: causes.map(({step}) => step),
});

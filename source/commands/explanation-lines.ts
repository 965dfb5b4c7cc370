import type {Explanation, FieldPlace} from '../diagnosis/explanation.js';
import type {Fix, LineChange} from '../diagnosis/trial.js';
import type {Stop} from '../kernel/stop.js';
import type {Language} from '../stages/language.js';
import {firstClause} from '../stages/milestones.js';
import {sentenceOf} from '../stages/sentence.js';
import {formatTime} from '../exports/stop-line.js';
import {wrapWords} from './wrap-words.js';

/** How explanations are shown. */
export interface Look {
	/** When the command was given: times count from it. */
	readonly fromMs: number;
	readonly language: Language;
	/** Columns that a line may have. */
	readonly columns: number;
	/** All links of the chain of causes. */
	readonly verbose?: boolean;
}

const labelWidth = 11;

/** Lines under a label; texts of several words are wrapped. */
const labelled = (label: string, texts: readonly string[], columns: number): readonly string[] =>
	texts
		.flatMap((text) => wrapWords(text.replaceAll('\n', ' '), columns - labelWidth))
		.map((line, index) => `  ${(index === 0 ? label : '').padEnd(labelWidth - 3)} ${line}`);

/** A place on one line, or on two where it is too long for one. */
const place = ({file, line, column, field}: FieldPlace, columns: number): readonly string[] => {
	const at = `${file}:${line}:${column}`;
	return field === undefined
		? [at]
		: at.length + field.length + 2 <= columns - labelWidth
			? [`${at}  ${field}`]
			: [at, field];
};

const at = (stop: Stop, fromMs: number): string =>
	`#${stop.step} ${stop.stage} at ${formatTime(stop.timeMs - fromMs)} s in ${stop.process}`;

/** What a stop says, where Kubernetes has no words of its own for it. */
const saidBy = (stop: Stop | undefined, language: Language): string => (stop ? sentenceOf(stop, language) : '');

const kinds: Readonly<Record<Explanation['kind'], string>> = {refused: 'refused', stuck: 'stuck', remark: 'note'};

const mostLines = 6;

/** Lines without the indentation that all of them share. */
const dedented = (lines: readonly string[]): readonly string[] => {
	const by = Math.min(...lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/)));
	return lines.map((line) => line.slice(Number.isFinite(by) ? by : 0));
};

const changeLines = ({file, line, before, after}: LineChange): readonly string[] => {
	const lines = dedented([...before, ...after]).map((text, index) => `${index < before.length ? '-' : '+'} ${text}`);
	return [
		`${file}:${line}`,
		...lines.slice(0, mostLines),
		...(lines.length > mostLines ? [`  … ${lines.length - mostLines} more lines`] : []),
	];
};

/** A fix as lines: a command, or what changes in a file. */
export const fixLines = ({words, edits = []}: Fix): readonly string[] => [
	...(words === undefined ? [] : [words]),
	...edits.flatMap((edit) => changeLines(edit)),
];

/** A command on lines that a shell takes as one. */
const shellLines = (text: string, columns: number): readonly string[] => {
	if (text.length <= columns || !text.startsWith('kubectl ')) {
		return [text];
	}

	const parts = text.split(/ (?=-)/);
	return parts.map((part, index) => `${part}${index < parts.length - 1 ? ' \\' : ''}`);
};

const becauseLines = (
	{causes, milestones, command}: Explanation,
	{language, verbose, columns}: Look,
): readonly string[] => {
	const [, ...before] = verbose ? causes : milestones;
	return causes.length > 1
		? labelled(
				'because',
				[
					...before.map((cause) => `← #${cause.step} ${cause.process}: ${firstClause(sentenceOf(cause, language))}`),
					...(command === undefined ? [] : [`← you: ${command}`]),
				],
				columns,
			)
		: [];
};

/** What was tried, and helps. Commands and lines of files can be copied. */
const triedLines = (fixes: readonly Fix[], columns: number): readonly string[] =>
	fixes.flatMap((fix, index) =>
		fixLines(fix)
			.flatMap((line) => shellLines(line, columns - labelWidth))
			.map((line, row) => `  ${(row > 0 ? '' : index === 0 ? 'works' : 'or').padEnd(labelWidth - 3)} ${line}`),
	);

/** An explanation as lines to read: where it stopped, what was said, the field in the user's file, what led there, what helps. */
export const explanationLines = (explanation: Explanation, look: Look): readonly string[] => {
	const {kind, object, message, stop, places, advice, fixes} = explanation;
	const {fromMs, language, columns} = look;
	const said = message ?? saidBy(stop, language);
	const sentence = saidBy(stop, language);
	const isSaid = said.length > 20 && sentence.includes(said.slice(0, 60));
	return [
		`${kinds[kind]}: ${object}`,
		...(stop ? labelled('where', [at(stop, fromMs), ...(isSaid ? [] : [sentence])], columns) : []),
		...labelled('says', places.length > 1 ? [] : [said], columns),
		...labelled(
			'field',
			places.flatMap((one) =>
				places.length > 1 && one.message !== undefined
					? [`${place(one, Number.POSITIVE_INFINITY).join('')}: ${one.message}`]
					: place(one, columns),
			),
			columns,
		),
		...becauseLines(explanation, look),
		...labelled('unblock', advice, columns),
		...triedLines(fixes, columns),
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

import type {Stop} from '../kernel/stop.js';
import type {Language} from '../stages/language.js';
import {sentenceOf} from '../stages/sentence.js';
import {formatTime} from './stop-line.js';
import type {Explanation, FieldPlace} from '../diagnosis/explanation.js';

const where = ({file, line, column, field}: FieldPlace): string =>
	`${file}:${line}:${column}${field === undefined ? '' : `  ${field}`}`;

const labelled = (label: string, lines: readonly string[]): readonly string[] =>
	lines.map((line, index) => `  ${(index === 0 ? label : '').padEnd(8)} ${line.replaceAll('\n', ' ')}`);

const at = (stop: Stop, fromMs: number): string =>
	`#${stop.step} ${stop.stage} at ${formatTime(stop.timeMs - fromMs)} s in ${stop.process}`;

/** The first thing that a text says. */
const firstClause = (text: string): string => (text.split(/(?:;|(?<=\.)) /)[0] ?? '').replace(/\.$/, '');

/** What a stop says, where Kubernetes has no words of its own for it. */
const saidBy = (stop: Stop | undefined, language: Language): string => (stop ? sentenceOf(stop, language) : '');

const stages: Readonly<Record<Explanation['kind'], string>> = {refused: 'refused', stuck: 'stuck', remark: 'note'};

/**
An explanation as lines to read: where it stopped, what was said, the field in the user's file, what led there, what would help.

@param fromMs when the command was given: times count from it.
*/
export const explanationLines = (
	{kind, object, message, stop, places, causes, command, remedies}: Explanation,
	fromMs: number,
	language: Language,
): readonly string[] => [
	`${stages[kind]}: ${object}`,
	...(stop ? labelled('where', [at(stop, fromMs), sentenceOf(stop, language)]) : []),
	...labelled('says', places.length > 1 ? [] : [message ?? saidBy(stop, language)]),
	...labelled(
		'field',
		places.map((place) =>
			places.length > 1 && place.message !== undefined ? `${where(place)}: ${place.message}` : where(place),
		),
	),
	...labelled(
		'because',
		causes.length > 1
			? [
					...causes
						.slice(1)
						.map((cause) => `← #${cause.step} ${cause.process}: ${firstClause(sentenceOf(cause, language))}`),
					`← you: ${command}`,
				]
			: [],
	),
	...labelled('unblock', remedies),
];

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

import type {Stop} from '../kernel/stop.js';
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
const firstClause = (text: string): string => text.split(/(?:;|(?<=\.)) /)[0]!.replace(/\.$/, '');

const stages: Readonly<Record<Explanation['kind'], string>> = {refused: 'refused', stuck: 'stuck', remark: 'note'};

/**
An explanation as lines to read: where it stopped, what was said, the field in the user's file, what led there, what would help.

@param fromMs when the command was given: times count from it.
*/
export const explanationLines = (
	{kind, object, message, stop, places, causes, command, remedies}: Explanation,
	fromMs: number,
): readonly string[] => [
	`${stages[kind]}: ${object}`,
	...(stop ? labelled('where', [at(stop, fromMs), sentenceOf(stop)]) : []),
	...labelled('says', places.length > 1 ? [] : [message]),
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
					...causes.slice(1).map((cause) => `← #${cause.step} ${cause.process}: ${firstClause(sentenceOf(cause))}`),
					`← you: ${command}`,
				]
			: [],
	),
	...labelled('unblock', remedies),
];

/** An explanation as plain data, for machines. */
export const explanationRecord = ({stop, causes, ...rest}: Explanation): Record<string, unknown> => ({
	...rest,
	step: stop?.step,
	stage: stop?.stage,
	causes: causes.map(({step}) => step),
});

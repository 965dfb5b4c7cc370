import {readTextFile} from '../../scenario/read-text-file.js';
import {examFile, examNames, headField, listLength, titleIn} from '../heads.js';
import {keptAttempt} from './kept-attempt.js';

/** All that a list of exams shows of a set, with how the last attempt ended. */
export interface ExamHead {
	readonly name: string;
	readonly title: string;
	/** The number of its tasks. */
	readonly tasks: number;
	readonly minutes: number;
	/** Whether there is an attempt. */
	readonly begun: boolean;
	/** The points of a finished attempt, of 100. */
	readonly points?: number;
}

/** All sets of tasks, as a list shows them: their files are scanned line by line, not checked. @param language of the titles */
export const examHeads = (language?: string): readonly ExamHead[] =>
	examNames().map((name) => {
		const file = examFile(name);
		const source = readTextFile(file);
		const kept = keptAttempt(name);
		const points = kept?.points?.reduce((sum, one) => sum + one, 0);
		return {
			name,
			title: titleIn(file, source, language),
			tasks: listLength(source, 'tasks'),
			minutes: Number(headField(source, 'minutes')),
			begun: kept !== undefined,
			...(points === undefined ? {} : {points}),
		};
	});

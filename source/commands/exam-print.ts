import {printable} from '../scenario/mistake.js';
import {examTaskRows, spoken, tallExam, taskList} from '../screen/panes/exam-text.js';
import {plainText, type Line} from '../screen/paint/text.js';
import type {ExamSession} from '../classroom/exams/session.js';
import {examWords} from '../screen/words/exam-words.js';

const printed = (rows: readonly Line[]): string =>
	rows.map((row) => `${printable(plainText(row)).trimEnd()}\n`).join('');

/** The width of texts, in columns. */
const columns = 100;

/** The remaining time of an exam, in words. */
const timeLeft = (session: ExamSession): string => {
	const words = examWords(session.language);
	const left = session.leftMs(Date.now());
	return left <= 0 ? words.over : words.left(spoken(left, words));
};

/** The task of an exam, to work on it with other tools. */
export const taskText = (session: ExamSession): string => {
	const words = examWords(session.language);
	const {at, exam} = session;
	const {title, examTask} = session.lesson(at);
	const heading = words.heading(at + 1, exam.sources.length, exam.domains[examTask.domain]?.name ?? '', title);
	return `\n${heading}\n${words.points(session.most(at))} · ${timeLeft(session)}\n${printed(examTaskRows(session, columns))}`;
};

/** All tasks of an exam, a line each, and the remaining time. */
export const tasksText = (session: ExamSession): string =>
	`${printed(taskList(session, columns))} ${timeLeft(session)}\n`;

/** The result of an exam, by domain and by task. */
export const resultText = (session: ExamSession): string => printed(tallExam(session, columns, Date.now()));

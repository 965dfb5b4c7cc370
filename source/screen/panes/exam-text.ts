import {progressMark} from '../../classroom/progress-mark.js';
import type {ExamSession} from '../../classroom/exams/session.js';
import type {Action} from '../../classroom/format.js';
import type {Score} from '../../classroom/exams/grade.js';
import {cut, line, rule, type Line, type Segment} from '../paint/text.js';
import {reflow, wrap} from '../paint/text-layout.js';
import {examWords, type ExamWords} from '../words/exam-words.js';

/** A length of time in words; a started minute counts as one. */
export const spoken = (ms: number, words: ExamWords): string => {
	const minutes = Math.ceil(Math.max(0, ms) / 60_000);
	return words.spoken(Math.floor(minutes / 60), minutes % 60);
};

const wordsOfExam = (session: ExamSession): ExamWords => examWords(session.language);

/** Lines of a text. */
const rowsOf = (text: string, columns: number, tone: Segment['tone'] = 'plain', indent = 1): Line[] =>
	text
		.trim()
		.split(/\n\s*\n/)
		.flatMap((paragraph) =>
			wrap(reflow(paragraph), columns - 1 - indent).map((row) => line(`${' '.repeat(indent)}${row}`, tone)),
		);

/** A solution, as it is typed. */
const typed = (actions: readonly Action[]): string =>
	actions
		.flatMap(({kubectl, crash, restart}) => [
			...(kubectl === undefined ? [] : [`:kubectl ${kubectl}`]),
			...(crash === undefined ? [] : [`:crash ${crash}`]),
			...(restart === undefined ? [] : [`:revive ${restart}`]),
		])
		.join('  ');

/** The result of a criterion, with the stop that decided it. */
const scoreRows = ({earned, points, says, step, problem}: Score, columns: number, words: ExamWords): Line[] => {
	const where = step === undefined ? words.unchanged : `#${step}`;
	const reason = problem === undefined || problem === '' ? '' : words.reason(problem);
	return rowsOf(
		`${earned ? '✓' : '✗'} ${points}  ${says.trim()}${words.aside(where)}${reason}`,
		columns,
		earned ? 'good' : 'warn',
	);
};

/** The rule above a task, and its points and the time that is left. */
export const examRule = (session: ExamSession, columns: number, nowMs: number): Line => {
	const words = wordsOfExam(session);
	const {at, exam} = session;
	const lesson = session.lesson(at);
	const domain = exam.domains[lesson.examTask.domain]?.name ?? '';
	const left = session.leftMs(nowMs);
	const grade = session.grades?.[at];
	return rule(
		`${words.heading(at + 1, exam.sources.length, domain, lesson.title)}${session.flagged.has(at) ? ' ⚑' : ''}`,
		columns,
		grade
			? words.ofTask(grade.points, session.most(at))
			: `${words.points(session.most(at))} · ${left <= 0 ? words.over : words.left(spoken(left, words))}`,
		'key',
	);
};

/** The text of a task; after the exam, the results of its criteria, a solution and its reason. */
export const examTaskRows = (session: ExamSession, columns: number): Line[] => {
	const words = wordsOfExam(session);
	const lesson = session.lesson(session.at);
	const grade = session.grades?.[session.at];
	return grade
		? [
				...grade.scores.flatMap((score) => scoreRows(score, columns, words)),
				...rowsOf(words.howGraded, columns, 'dim'),
				...rowsOf(lesson.examTask.task, columns),
				...rowsOf(words.solution(typed(session.solutionOf(session.at))), columns, 'key'),
				...rowsOf(`${words.why}: ${lesson.examTask.why}`, columns),
			]
		: rowsOf(lesson.examTask.task, columns);
};

/** All tasks, a line each. */
export const taskList = (session: ExamSession, columns: number): Line[] => {
	const words = wordsOfExam(session);
	return session.exam.sources.map((_, index) => {
		const lesson = session.lesson(index);
		const grade = session.grades?.[index];
		const graded = grade?.points === session.most(index) ? '✓' : '✗';
		const mark = grade ? graded : progressMark(session.worked(index) ? {} : undefined);
		const points = grade ? words.ofTask(grade.points, session.most(index)) : words.points(session.most(index));
		const flag = session.flagged.has(index) ? `  ⚑ ${words.flagged}` : '';
		const domain = session.exam.domains[lesson.examTask.domain]?.name;
		const aside = domain === undefined ? '' : ` ${words.aside(domain)}`;
		return line(
			cut(` ${mark} ${String(index + 1).padStart(2)}  ${lesson.title}  ${points}${flag}${aside}`, columns - 1),
			index === session.at ? 'here' : 'plain',
		);
	});
};

/** The result by domain and by task, with the stop that decided each criterion. */
const resultRows = (session: ExamSession, columns: number, nowMs: number): Line[] => {
	const words = wordsOfExam(session);
	const {points, exam, grades = []} = session;
	return [
		...rowsOf(
			words.result(points, points >= exam.pass, exam.pass, spoken(session.usedMs(nowMs), words)),
			columns,
			points >= exam.pass ? 'good' : 'warn',
		),
		rule(words.byDomain, columns),
		...session.domains.map(({name, points: got, weight}) => line(` ${words.ofTask(got, weight).padEnd(18)} ${name}`)),
		rule(words.byTask, columns),
		...grades.flatMap(({scores, points: got}, index) => [
			line(` ${index + 1}  ${session.lesson(index).title}  ${words.ofTask(got, session.most(index))}`, 'key'),
			...scores.flatMap((score) => scoreRows(score, columns, words)),
		]),
	];
};

/** The exam over the whole height: the task and all tasks, or the result. */
export const tallExam = (session: ExamSession, columns: number, nowMs: number): Line[] => {
	const words = wordsOfExam(session);
	if (session.grades) {
		return [rule(session.exam.title, columns, '', 'key'), ...resultRows(session, columns, nowMs)];
	}

	return session.paused
		? [
				rule(session.exam.title, columns, '', 'key'),
				...rowsOf(words.paused(words.left(spoken(session.leftMs(nowMs), words))), columns),
				rule(words.tasks, columns),
				...taskList(session, columns),
			]
		: [
				examRule(session, columns, nowMs),
				...examTaskRows(session, columns),
				...rowsOf(words.how, columns, 'dim'),
				rule(words.tasks, columns),
				...taskList(session, columns),
			];
};

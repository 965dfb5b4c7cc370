import type {LanguageName} from '../../stages/language-names.js';

/** The words of an exam. */
export interface ExamWords {
	/** The rule above a task. */
	readonly heading: (task: number, of: number, domain: string, title: string) => string;
	readonly points: (points: number) => string;
	/** The time that is left. */
	readonly left: (time: string) => string;
	readonly over: string;
	/** The lines that `exam --serve` reads. */
	readonly serveHelp: string;
	/** The instructions below the text of a task. */
	readonly how: string;
	readonly howGraded: string;
	readonly tasks: string;
	readonly flagged: string;
	readonly paused: (left: string) => string;
	readonly timeOver: string;
	readonly noTask: (count: number) => string;
	readonly noHints: string;
	readonly notGraded: string;
	readonly noExam: string;
	readonly lastTask: string;
	readonly isFlagged: (flagged: boolean) => string;
	/** The progress of the grading. */
	readonly grading: (task: number, of: number) => string;
	readonly result: (points: number, passed: boolean, pass: number, used: string) => string;
	readonly byDomain: string;
	readonly byTask: string;
	readonly ofTask: (points: number, most: number) => string;
	readonly why: string;
	readonly solution: (commands: string) => string;
	/** The message that the screen shows the solution, from its beginning. */
	readonly solutionShown: string;
	readonly unchanged: string;
	/** A text in brackets, with the space before them. */
	readonly aside: (text: string) => string;
	/** Why a criterion is not met, after the criterion. */
	readonly reason: (problem: string) => string;
	/** A length of time, such as 1 h 5 min. */
	readonly spoken: (hours: number, minutes: number) => string;
}

const english: ExamWords = {
	heading: (task, of, domain, title) => `Task ${task}/${of} · ${domain} · ${title}`,
	points: (points) => `${points} point${points === 1 ? '' : 's'}`,
	left: (time) => `${time} left`,
	over: 'time is up',
	serveHelp: 'Enter: the next task · NUMBER: that task · tasks · pause · grade · quit',
	how: 'Type kubectl commands after `:`. Enter opens the next task, tab shows all tasks, :task 3 opens task 3, :flag marks this task, :clock stops the clock, and :grade ends the exam.',
	howGraded:
		'Enter opens the next task, tab the result; :goto STEP shows the stop of a criterion, :solution plays the solution.',
	tasks: 'All tasks',
	flagged: 'marked for later',
	paused: (left) => `The clock is stopped, ${left}. Enter continues; q leaves, and everything is kept.`,
	timeOver: 'time is up; :grade ends the exam',
	noTask: (count) => `tasks are numbered 1 to ${count}`,
	noHints: 'an exam has no hints',
	notGraded: 'solutions appear after the exam; :grade ends it',
	noExam: 'this word works only in an exam: k8s-walkthrough exam cka',
	lastTask: 'this was the last task; :grade ends the exam, :task 1 opens the first',
	isFlagged: (flagged) => (flagged ? 'marked for later' : 'the mark is removed'),
	grading: (task, of) => `grading task ${task} of ${of}; esc stops`,
	result: (points, passed, pass, used) =>
		`${points} of 100 points: ${passed ? 'passed' : 'not passed'} (${pass} to pass), in ${used}`,
	byDomain: 'By domain',
	byTask: 'By task',
	ofTask: (points, most) => `${points} of ${most} points`,
	why: 'Why',
	solution: (commands) => `A solution: ${commands}`,
	solutionShown: 'the solution ran on a fresh cluster; n and c step through it from here',
	unchanged: 'as at the start',
	aside: (text) => ` (${text})`,
	reason: (problem) => `: ${problem}`,
	spoken: (hours, minutes) =>
		[...(hours === 0 ? [] : [`${hours} h`]), ...(hours > 0 && minutes === 0 ? [] : [`${minutes} min`])].join(' '),
};

const chinese: ExamWords = {
	heading: (task, of, domain, title) => `第 ${task}/${of} 题 · ${domain} · ${title}`,
	points: (points) => `${points} 分`,
	left: (time) => `还剩 ${time}`,
	over: '时间已到',
	serveHelp: 'Enter：下一题 · 数字：该题 · tasks：所有题目 · pause：停表 · grade：交卷 · quit：离开',
	how: '在 `:` 后输入 kubectl 命令。Enter 打开下一题，tab 列出所有题目，:task 3 打开第 3 题，:flag 做记号，:clock 停表，:grade 交卷。',
	howGraded: 'Enter 打开下一题，tab 显示成绩；:goto STEP 显示某项要求的停点，:solution 演示解法。',
	tasks: '所有题目',
	flagged: '待回头再做',
	paused: (left) => `表已停，${left}。Enter 继续；q 离开，一切都会保存。`,
	timeOver: '时间已到；:grade 交卷',
	noTask: (count) => `题号是 1 到 ${count}`,
	noHints: '考试没有提示',
	notGraded: '解法在考试之后才有；:grade 交卷',
	noExam: '这个词只用于考试：k8s-walkthrough exam cka',
	lastTask: '这是最后一题；:grade 交卷，:task 1 打开第一题',
	isFlagged: (flagged) => (flagged ? '已做记号，回头再做' : '记号已去掉'),
	grading: (task, of) => `正在评第 ${task} 题，共 ${of} 题；esc 停止`,
	result: (points, passed, pass, used) =>
		`100 分中得 ${points} 分：${passed ? '通过' : '未通过'}（${pass} 分通过），用时 ${used}`,
	byDomain: '按领域',
	byTask: '按题目',
	ofTask: (points, most) => `${most} 分中得 ${points} 分`,
	why: '原因',
	solution: (commands) => `一种解法：${commands}`,
	solutionShown: '解法已在新集群上做完；从这里用 n 和 c 一步步看',
	unchanged: '与开始时一样',
	aside: (text) => `（${text}）`,
	reason: (problem) => `：${problem}`,
	spoken: (hours, minutes) =>
		[...(hours === 0 ? [] : [`${hours} 小时`]), ...(hours > 0 && minutes === 0 ? [] : [`${minutes} 分钟`])].join(' '),
};

const russian: ExamWords = {
	heading: (task, of, domain, title) => `Задача ${task}/${of} · ${domain} · ${title}`,
	points: (points) => `баллов: ${points}`,
	left: (time) => `осталось ${time}`,
	over: 'время вышло',
	serveHelp:
		'Enter: следующая задача · НОМЕР: эта задача · tasks: все задачи · pause: остановить часы · grade: завершить · quit: выйти',
	how: 'Команды kubectl набирают после `:`. Enter открывает следующую задачу, tab показывает все, :task 3 открывает задачу 3, :flag отмечает эту задачу, :clock останавливает часы, :grade завершает экзамен.',
	howGraded:
		'Enter открывает следующую задачу, tab — результат; :goto STEP показывает остановку критерия, :solution проигрывает решение.',
	tasks: 'Все задачи',
	flagged: 'вернуться',
	paused: (left) => `Часы стоят, ${left}. Enter продолжает; q выходит, всё сохраняется.`,
	timeOver: 'время вышло; :grade завершает экзамен',
	noTask: (count) => `задачи имеют номера от 1 до ${count}`,
	noHints: 'на экзамене нет подсказок',
	notGraded: 'решения появляются после экзамена; :grade завершает его',
	noExam: 'это слово для экзамена: k8s-walkthrough exam cka',
	lastTask: 'это последняя задача; :grade завершает экзамен, :task 1 открывает первую',
	isFlagged: (flagged) => (flagged ? 'отмечено, чтобы вернуться' : 'отметка снята'),
	grading: (task, of) => `оценивается задача ${task} из ${of}; esc останавливает`,
	result: (points, passed, pass, used) =>
		`${points} из 100 баллов: ${passed ? 'сдано' : 'не сдано'} (порог ${pass}), за ${used}`,
	byDomain: 'По темам',
	byTask: 'По задачам',
	ofTask: (points, most) => `${points} из ${most} баллов`,
	why: 'Почему',
	solution: (commands) => `Решение: ${commands}`,
	solutionShown: 'решение выполнено на новом кластере; n и c идут по нему отсюда',
	unchanged: 'как в начале',
	aside: (text) => ` (${text})`,
	reason: (problem) => `: ${problem}`,
	spoken: (hours, minutes) =>
		[...(hours === 0 ? [] : [`${hours} ч`]), ...(hours > 0 && minutes === 0 ? [] : [`${minutes} мин`])].join(' '),
};

const tables: Readonly<Partial<Record<LanguageName, ExamWords>>> = {en: english, zh: chinese, ru: russian};

/** The words of an exam in a language. */
export const examWords = (language: LanguageName): ExamWords => tables[language] ?? english;

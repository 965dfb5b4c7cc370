import type {LanguageName} from '../stages/language-names.js';
import {Texts, type Translation} from '../stages/translation.js';
import type {Unmet} from './unmet.js';

/** The reasons why a task is not solved, in words. */
interface ProblemWords {
	/** A client that sends requests: how many it sent, and how many were answered. */
	readonly requestsOf: (client: string, sent: number, answered: number) => string;
	readonly replaced: (name: string) => string;
	readonly stillThere: (name: string) => string;
	/** @param part of the condition, in CEL */
	readonly doesNotSatisfy: (name: string, part: string) => string;
	/** The field of an object, its value, and the one that it should have. */
	readonly differs: (name: string, unmet: Unmet) => string;
	readonly absent: (name: string) => string;
	/** @param said the message about the learner's last command, which was refused */
	readonly lastRefused: (missing: string, said: string) => string;
	readonly tenMinutesLater: (missing: string | undefined) => string;
	/** @param said the run's words about it */
	readonly triedOut: (wrong: string, said: string | undefined) => string;
	readonly notReached: (place: string, edge: string | undefined) => string;
	readonly otherFuture: string;
}

const english: ProblemWords = {
	requestsOf: (client, sent, answered) => `client ${client} got an answer to ${answered} of ${sent} requests`,
	replaced: (name) => `${name} is no longer the original object`,
	stillThere: (name) => `${name} is still there`,
	doesNotSatisfy: (name, part) => `this should be true of ${name}, and is not: ${part}`,
	differs: (name, {field, is, comparison, wanted}) =>
		`${field} of ${name} is ${is ?? 'not set'}, and should be ${{'==': '', '!=': 'anything but ', '>=': 'at least ', '<=': 'at most ', '>': 'more than ', '<': 'less than '}[comparison]}${wanted}`,
	absent: (name) => `there is no ${name}`,
	lastRefused: (missing, said) => `${missing}; your last command was refused: ${said}`,
	tenMinutesLater: (missing) => `ten minutes later, ${missing ?? 'the repair has not lasted'}`,
	triedOut: (wrong, said) => `when tried out, ${wrong}${said === undefined ? '' : `; the run says: ${said}`}`,
	notReached: (place, edge) => `the run does not reach ${place} (${edge})`,
	otherFuture: 'the fault has not happened in this future; u undoes your last command',
};

const chinese: Translation<ProblemWords> = {
	requestsOf: (client, sent, answered) => `客户端 ${client} 的 ${sent} 个请求中 ${answered} 个得到了应答`,
	replaced: (name) => `${name} 不再是原来那一个`,
	stillThere: (name) => `${name} 还在`,
	doesNotSatisfy: (name, part) => `对 ${name} 应该成立而没有成立：${part}`,
	differs: (name, {field, is, comparison, wanted}) =>
		`${name} 的 ${field} ${is === undefined ? '没有设置' : `是 ${is}`}，应该${{'==': '是', '!=': '不是', '>=': '至少是', '<=': '至多是', '>': '大于', '<': '小于'}[comparison]} ${wanted}`,
	absent: (name) => `没有 ${name}`,
	lastRefused: (missing, said) => `${missing}；你的上一个命令被拒绝了：${said}`,
	tenMinutesLater: (missing) => `十分钟后，${missing ?? '没能保持下去'}`,
	triedOut: (wrong, said) => `试了一下，${wrong}${said === undefined ? '' : `；运行记录说：${said}`}`,
	notReached: (place, edge) => `运行到不了 ${place}（${edge}）`,
	otherFuture: '在这个未来里，故障还没有发生；u 撤回你上一个命令',
};

const russian: Translation<ProblemWords> = {
	requestsOf: (client, sent, answered) => `клиент ${client} получил ответ на ${answered} из ${sent} запросов`,
	replaced: (name) => `${name} — уже не тот, что был`,
	stillThere: (name) => `${name} всё ещё есть`,
	doesNotSatisfy: (name, part) => `для ${name} должно быть верно, а не верно: ${part}`,
	differs: (name, {field, is, comparison, wanted}) =>
		`поле ${field} объекта ${name} ${is === undefined ? 'не задано' : `равно ${is}`}, а должно быть ${{'==': '', '!=': 'не ', '>=': 'не меньше ', '<=': 'не больше ', '>': 'больше ', '<': 'меньше '}[comparison]}${wanted}`,
	absent: (name) => `${name} не существует`,
	lastRefused: (missing, said) => `${missing}; последняя ваша команда получила отказ: ${said}`,
	tenMinutesLater: (missing) => `и через десять минут ${missing ?? 'нужное состояние не удержалось'}`,
	triedOut: (wrong, said) => `при проверке ${wrong}${said === undefined ? '' : `; кластер говорит: ${said}`}`,
	notReached: (place, edge) => `до ${place} не доходит (${edge})`,
	otherFuture: 'в этом будущем поломки ещё не было; u отменяет вашу последнюю команду',
};

/** The reasons why a task is not solved, in all languages. */
export const problemTexts = new Texts<ProblemWords>('lessons', english, {zh: chinese, ru: russian});

/** The reasons why a task is not solved, in a language. */
export const problemWords = (language: LanguageName): ProblemWords => problemTexts.in(language);

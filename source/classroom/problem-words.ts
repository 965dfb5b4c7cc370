import type {LanguageName} from '../stages/language-names.js';
import {Texts, type Translation} from '../stages/translation.js';
import type {Comparison, Unmet} from './unmet.js';

/** The number of requests that should be answered. */
export type Wanted = 'all' | Pick<Unmet, 'comparison' | 'wanted'>;

/** The reasons why a task is not solved, in words. */
interface ProblemWords {
	/** A client that sends requests: how many it sent, how many were answered, and the number that should be. */
	readonly requestsOf: (client: string, sent: number, answered: number, wanted: Wanted | undefined) => string;
	readonly client: (name: string) => string;
	readonly rules: (node: string, proxy: string) => string;
	/** A field whose name does not say its meaning. */
	readonly generation: string;
	readonly replaced: (name: string) => string;
	readonly stillThere: (name: string) => string;
	/** @param part of the condition, in CEL */
	readonly doesNotSatisfy: (name: string, part: string) => string;
	/** The field of an object, its value, and the one that it should have. */
	readonly differs: (name: string, unmet: Unmet) => string;
	readonly absent: (name: string) => string;
	/** A change that a trial waits for does not come. */
	readonly unchanged: (name: string) => string;
	/** @param said the message about the learner's last command, which was refused */
	readonly lastRefused: (missing: string, said: string) => string;
	readonly tenMinutesLater: (missing: string | undefined) => string;
	/** @param said the run's words about it */
	readonly triedOut: (wrong: string, said: string | undefined) => string;
	readonly notReached: (place: string, edge: string | undefined) => string;
	readonly otherFuture: string;
}

const comparedInEnglish: Readonly<Record<Comparison, string>> = {
	'==': '',
	'!=': 'anything but ',
	'>=': 'at least ',
	'<=': 'at most ',
	'>': 'more than ',
	'<': 'less than ',
};

const english: ProblemWords = {
	requestsOf: (client, sent, answered, wanted) =>
		`client ${client} got an answer to ${answered} of ${sent} requests${wanted ? `; ${wanted === 'all' ? 'all' : `${comparedInEnglish[wanted.comparison]}${wanted.wanted}`} must be answered` : ''}`,
	client: (name) => `client ${name}`,
	rules: (node, proxy) => `the ${proxy} rules of node ${node}`,
	generation: 'metadata.generation (the number of versions of the spec)',
	replaced: (name) => `${name} is no longer the original object`,
	stillThere: (name) => `${name} is still there`,
	doesNotSatisfy: (name, part) => `this should be true of ${name}, and is not: ${part}`,
	differs: (name, {field, is, comparison, wanted}) =>
		`${field} of ${name} is ${is ?? 'not set'}, and should be ${comparedInEnglish[comparison]}${wanted}`,
	absent: (name) => `there is no ${name}`,
	unchanged: (name) => `${name} does not change`,
	lastRefused: (missing, said) => `${missing}; your last command was refused: ${said}`,
	tenMinutesLater: (missing) => `ten minutes later, ${missing ?? 'the repair has not lasted'}`,
	triedOut: (wrong, said) => `when tried out, ${wrong}${said === undefined ? '' : `; the run says: ${said}`}`,
	notReached: (place, edge) => `the run does not reach ${place} (${edge})`,
	otherFuture: 'the fault has not happened in this future; u undoes your last command',
};

const comparedInChinese: Readonly<Record<Comparison, string>> = {
	'==': '是',
	'!=': '不是',
	'>=': '至少是',
	'<=': '至多是',
	'>': '大于',
	'<': '小于',
};

const chinese: Translation<ProblemWords> = {
	requestsOf: (client, sent, answered, wanted) =>
		`客户端 ${client} 的 ${sent} 个请求中 ${answered} 个得到了应答${wanted ? `，${wanted === 'all' ? '应该全部得到应答' : `得到应答的应该${comparedInChinese[wanted.comparison]} ${wanted.wanted} 个`}` : ''}`,
	client: (name) => `客户端 ${name}`,
	rules: (node, proxy) => `节点 ${node} 的 ${proxy} 规则`,
	generation: 'metadata.generation（spec 的版本数）',
	replaced: (name) => `${name} 不再是原来那一个`,
	stillThere: (name) => `${name} 还在`,
	doesNotSatisfy: (name, part) => `对 ${name} 应该成立而没有成立：${part}`,
	differs: (name, {field, is, comparison, wanted}) =>
		`${name} 的 ${field} ${is === undefined ? '没有设置' : `是 ${is}`}，应该${comparedInChinese[comparison]} ${wanted}`,
	absent: (name) => `没有 ${name}`,
	unchanged: (name) => `${name} 没有变化`,
	lastRefused: (missing, said) => `${missing}；你的上一个命令被拒绝了：${said}`,
	tenMinutesLater: (missing) => `十分钟后，${missing ?? '没能保持下去'}`,
	triedOut: (wrong, said) => `试了一下，${wrong}${said === undefined ? '' : `；运行记录说：${said}`}`,
	notReached: (place, edge) => `运行到不了 ${place}（${edge}）`,
	otherFuture: '在这个未来里，故障还没有发生；u 撤回你上一个命令',
};

const comparedInRussian: Readonly<Record<Comparison, string>> = {
	'==': '',
	'!=': 'не ',
	'>=': 'не меньше ',
	'<=': 'не больше ',
	'>': 'больше ',
	'<': 'меньше ',
};

const russian: Translation<ProblemWords> = {
	requestsOf: (client, sent, answered, wanted) =>
		`клиент ${client} получил ответ на ${answered} из ${sent} запросов${wanted ? `, а должен ${wanted === 'all' ? 'на все' : `на ${comparedInRussian[wanted.comparison]}${wanted.wanted}`}` : ''}`,
	client: (name) => `клиент ${name}`,
	rules: (node, proxy) => `«правила ${proxy} узла ${node}»`,
	generation: 'metadata.generation (число версий spec)',
	replaced: (name) => `${name} — уже не тот, что был`,
	stillThere: (name) => `${name} всё ещё есть`,
	doesNotSatisfy: (name, part) => `для ${name} должно быть верно, а не верно: ${part}`,
	differs: (name, {field, is, comparison, wanted}) =>
		`поле ${field} объекта ${name} ${is === undefined ? 'не задано' : `равно ${is}`}, а должно быть ${comparedInRussian[comparison]}${wanted}`,
	absent: (name) => `${name} не существует`,
	unchanged: (name) => `${name} не меняется`,
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

/** The object of a condition as a sentence names it: a client or the rules of a node has no kind. */
export const spokenName = (name: string, language: LanguageName): string => {
	const words = problemWords(language);
	const [, client, node, proxy] =
		/^\/(?:network\/traffic\/(.+)|nodes\/([^/]+)\/(iptables|ip6tables|nftables|nftables-ip6|ipvs))$/.exec(name) ?? [];
	if (client !== undefined) {
		return words.client(client);
	}

	return node === undefined ? name : words.rules(node, proxy ?? '');
};

/** The field of a condition, with its meaning if its name does not say it. */
export const spokenField = (field: string, language: LanguageName): string =>
	field === 'metadata.generation' ? problemWords(language).generation : field;

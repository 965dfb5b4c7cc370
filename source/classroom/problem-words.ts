import type {LanguageName} from '../stages/language-names.js';
import {Texts, type Translation} from '../stages/translation.js';
import type {Feature, Shortfall} from './condition-shapes.js';
import type {Comparison} from './condition-reading.js';
import type {Unmet} from './unmet.js';

/** The requests that should be answered: all of them, the last one, or a number. */
export type Wanted = 'all' | 'last' | Pick<Unmet, 'comparison' | 'wanted'>;

/** The reasons why a task is not solved, in words. */
interface ProblemWords {
	/** The requests of a client: the numbers sent and answered, and the expected number of answers. */
	readonly requestsOf: (client: string, sent: number, answered: number, wanted: Wanted | undefined) => string;
	readonly client: (name: string) => string;
	/** @param command with its arguments; its exit code, and the one that it should have */
	readonly exits: (command: string, is: string, wanted: string) => string;
	readonly rules: (node: string, proxy: string) => string;
	/** A field whose name does not say its meaning. */
	readonly generation: string;
	readonly replaced: (name: string) => string;
	readonly stillThere: (name: string) => string;
	/** @param part of the condition, in CEL */
	readonly doesNotSatisfy: (name: string, part: string) => string;
	/** The field of an object, its value, and the one that it should have. */
	readonly differs: (name: string, unmet: Unmet) => string;
	readonly unset: (name: string, field: string) => string;
	/** @param is the value, where a sentence has room for it */
	readonly set: (name: string, field: string, is: string | undefined) => string;
	readonly size: (name: string, field: string, is: number, comparison: Comparison, wanted: string) => string;
	readonly noEntry: (name: string, field: string, features: readonly Feature[]) => string;
	readonly notEvery: (name: string, field: string, features: readonly Feature[]) => string;
	readonly lacks: (name: string, field: string, entry: string) => string;
	readonly has: (name: string, field: string, entry: string) => string;
	readonly absent: (name: string) => string;
	/** A change that a trial waits for does not happen. */
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
	'!=': 'anything except ',
	'>=': 'at least ',
	'<=': 'at most ',
	'>': 'more than ',
	'<': 'less than ',
};

/** `type Ready and status anything but True`; a feature without a comparison is the name of a field. */
const featuresIn =
	(and: string, compared: Readonly<Record<Comparison, string>>, nothing: string) =>
	(features: readonly Feature[]): string =>
		features
			.map(({field, comparison, wanted = ''}) =>
				comparison === undefined ? field : `${field} ${compared[comparison]}${wanted === '' ? nothing : wanted}`,
			)
			.join(and);

const englishFeatures = featuresIn(' and ', comparedInEnglish, 'empty');

/** The requests that should be answered, in the words of a language. */
const answersIn =
	(words: Readonly<Record<'all' | 'last', string>>, counted: (wanted: Exclude<Wanted, string>) => string) =>
	(wanted: Wanted): string =>
		typeof wanted === 'string' ? words[wanted] : counted(wanted);

const answersInEnglish = answersIn(
	{all: 'all', last: 'the last one'},
	({comparison, wanted}) => `${comparedInEnglish[comparison]}${wanted}`,
);

const english: ProblemWords = {
	requestsOf: (client, sent, answered, wanted) =>
		`client ${client} got an answer to ${answered} of ${sent} requests${wanted ? `; ${answersInEnglish(wanted)} must be answered` : ''}`,
	exits: (command, is, wanted) => `${command} ends with exit code ${is}, but should end with ${wanted}`,
	client: (name) => `client ${name}`,
	rules: (node, proxy) => `the ${proxy} rules on node ${node}`,
	generation: 'metadata.generation (the number of spec versions)',
	replaced: (name) => `${name} is no longer the original object`,
	stillThere: (name) => `${name} still exists`,
	doesNotSatisfy: (name, part) => `this should be true of ${name}, but is not: ${part}`,
	differs: (name, {field, is, comparison, wanted}) =>
		`${field} of ${name} is ${is ?? 'not set'}, but should be ${comparedInEnglish[comparison]}${wanted}`,
	unset: (name, field) => `${field} of ${name} is not set, but should be`,
	set: (name, field, is) => `${field} of ${name} is ${is ?? 'set'}, but should not be set`,
	size: (name, field, is, comparison, wanted) =>
		`the number of ${field} in ${name} is ${is}, but should be ${comparedInEnglish[comparison]}${wanted}`,
	noEntry: (name, field, features) => `no item of ${field} in ${name} has ${englishFeatures(features)}`,
	notEvery: (name, field, features) => `not every item of ${field} in ${name} has ${englishFeatures(features)}`,
	lacks: (name, field, entry) => `${field} of ${name} lacks ${entry}`,
	has: (name, field, entry) => `${field} of ${name} has ${entry}, but should not`,
	absent: (name) => `there is no ${name}`,
	unchanged: (name) => `${name} does not change`,
	lastRefused: (missing, said) => `${missing}; your last command was refused: ${said}`,
	tenMinutesLater: (missing) => `ten minutes later, ${missing ?? 'the repair does not last'}`,
	triedOut: (wrong, said) => `in a trial, ${wrong}${said === undefined ? '' : `; the run says: ${said}`}`,
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

const chineseFeatures = featuresIn('、', comparedInChinese, '空');

const answersInChinese = answersIn(
	{all: '应该全部得到应答', last: '最后一个也应该得到应答'},
	({comparison, wanted}) => `得到应答的应该${comparedInChinese[comparison]} ${wanted} 个`,
);

const chinese: Translation<ProblemWords> = {
	requestsOf: (client, sent, answered, wanted) =>
		`客户端 ${client} 的 ${sent} 个请求中 ${answered} 个得到了应答${wanted ? `，${answersInChinese(wanted)}` : ''}`,
	exits: (command, is, wanted) => `${command} 的退出码是 ${is}，应该是 ${wanted}`,
	client: (name) => `客户端 ${name}`,
	rules: (node, proxy) => `节点 ${node} 的 ${proxy} 规则`,
	generation: 'metadata.generation（spec 的版本数）',
	replaced: (name) => `${name} 不再是原来那一个`,
	stillThere: (name) => `${name} 还在`,
	doesNotSatisfy: (name, part) => `对 ${name} 应该成立而没有成立：${part}`,
	differs: (name, {field, is, comparison, wanted}) =>
		`${name} 的 ${field} ${is === undefined ? '没有设置' : `是 ${is}`}，应该${comparedInChinese[comparison]} ${wanted}`,
	unset: (name, field) => `${name} 的 ${field} 没有设置，应该设置`,
	set: (name, field, is) => `${name} 的 ${field} ${is === undefined ? '已经设置' : `是 ${is}`}，不应该设置`,
	size: (name, field, is, comparison, wanted) =>
		`${name} 的 ${field} 有 ${is} 个，应该${comparedInChinese[comparison]} ${wanted} 个`,
	noEntry: (name, field, features) => `${name} 的 ${field} 中没有一项满足：${chineseFeatures(features)}`,
	notEvery: (name, field, features) => `${name} 的 ${field} 中不是每一项都满足：${chineseFeatures(features)}`,
	lacks: (name, field, entry) => `${name} 的 ${field} 里没有 ${entry}`,
	has: (name, field, entry) => `${name} 的 ${field} 里有 ${entry}，不应该有`,
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

const russianFeatures = featuresIn(', ', comparedInRussian, 'пусто');

const answersInRussian = answersIn(
	{all: 'на все', last: 'и на последний'},
	({comparison, wanted}) => `на ${comparedInRussian[comparison]}${wanted}`,
);

const russian: Translation<ProblemWords> = {
	requestsOf: (client, sent, answered, wanted) =>
		`клиент ${client} получил ответ на ${answered} из ${sent} запросов${wanted ? `, а должен ${answersInRussian(wanted)}` : ''}`,
	exits: (command, is, wanted) => `${command} завершается с кодом ${is}, а должна с кодом ${wanted}`,
	client: (name) => `клиент ${name}`,
	rules: (node, proxy) => `«правила ${proxy} узла ${node}»`,
	generation: 'metadata.generation (число версий spec)',
	replaced: (name) => `${name} — уже не тот, что был`,
	stillThere: (name) => `${name} всё ещё есть`,
	doesNotSatisfy: (name, part) => `для ${name} должно быть верно, а не верно: ${part}`,
	differs: (name, {field, is, comparison, wanted}) =>
		`поле ${field} объекта ${name} ${is === undefined ? 'не задано' : `равно ${is}`}, а должно быть ${comparedInRussian[comparison]}${wanted}`,
	unset: (name, field) => `поле ${field} объекта ${name} не задано, а должно быть задано`,
	set: (name, field, is) =>
		`поле ${field} объекта ${name} ${is === undefined ? 'задано' : `равно ${is}`}, а не должно быть задано`,
	size: (name, field, is, comparison, wanted) =>
		`число элементов ${field} объекта ${name} равно ${is}, а должно быть ${comparedInRussian[comparison]}${wanted}`,
	noEntry: (name, field, features) =>
		`среди ${field} объекта ${name} нет элемента, для которого верно: ${russianFeatures(features)}`,
	notEvery: (name, field, features) =>
		`среди ${field} объекта ${name} не для всех элементов верно: ${russianFeatures(features)}`,
	lacks: (name, field, entry) => `в ${field} объекта ${name} нет ${entry}`,
	has: (name, field, entry) => `в ${field} объекта ${name} есть ${entry}, а быть не должно`,
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

/** Why a part of a condition does not hold for an object, in a sentence. */
export const spokenShortfall = (name: string, shortfall: Shortfall, language: LanguageName): string => {
	const words = problemWords(language);
	const field = spokenField(shortfall.field, language);
	switch (shortfall.kind) {
		case 'differs': {
			return words.differs(name, {...shortfall, field});
		}

		case 'unset': {
			return words.unset(name, field);
		}

		case 'set': {
			return words.set(name, field, shortfall.is);
		}

		case 'size': {
			return words.size(name, field, shortfall.is, shortfall.comparison, shortfall.wanted);
		}

		case 'noEntry':
		case 'notEvery': {
			return words[shortfall.kind](name, field, shortfall.features);
		}

		case 'lacks':
		case 'has': {
			return words[shortfall.kind](name, field, shortfall.entry);
		}
	}
};

/** The field of a condition, with its meaning if its name does not say it. */
export const spokenField = (field: string, language: LanguageName): string =>
	field === 'metadata.generation' ? problemWords(language).generation : field;

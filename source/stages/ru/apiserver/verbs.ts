import type {DeletionReason, GraceReason, VerbFacts} from '../../facts/apiserver/verbs.js';
import {counted} from '../words.js';
import type {Translation} from '../../translation.js';
import type {Sentences} from '../../language-table.js';

const nameOf = ({name, generateName}: {readonly name?: string; readonly generateName?: string}): string =>
	name || (generateName ? `${generateName}…` : '(без имени)');

/** The reason of a Pod's grace period, after a comma. */
const graceReasons: Readonly<Record<GraceReason, string>> = {
	'no-node': 'он не на узле',
	Failed: 'его фаза — Failed',
	Succeeded: 'его фаза — Succeeded',
	negative: 'запрошенный срок отрицателен',
	spec: 'так задано в terminationGracePeriodSeconds',
	request: 'так запрошено',
};

const whyDeleted = (what: string, verdict: 'pending' | 'marked' | 'gone', because: DeletionReason): string => {
	switch (because.case) {
		case 'no-finalizer': {
			return `У ${what} нет финализатора: объект исчезает сразу.`;
		}

		case 'finalizers': {
			const holders = because.finalizers.join(', ');
			return verdict === 'pending'
				? `${what} уже удаляется, но его ещё держит ${holders}.`
				: `${what} лишь помечен на удаление: он остаётся, пока не ${because.finalizers.length === 1 ? 'снят' : 'сняты'} ${holders}.`;
		}

		case 'namespace-terminates': {
			return `${what} переходит в Terminating: создавать в нём больше ничего нельзя, а контроллер пространств имён удалит его содержимое.`;
		}

		case 'namespace-not-empty': {
			return `${what} уже удаляется и ещё не пуст.`;
		}

		case 'namespace-empty': {
			return `${what} пуст: он исчезает.`;
		}

		case 'no-time-left': {
			return `У ${what} не осталось срока на завершение: объект исчезает.`;
		}

		case 'no-less-time': {
			return `${what} уже удаляется, срок на завершение — ${because.graceSeconds} с; его можно только сократить.`;
		}

		case 'less-time': {
			const {beforeSeconds, graceSeconds} = because;
			return verdict === 'gone'
				? `Срок на завершение ${what} сокращён с ${beforeSeconds} с до 0: объект исчезает.`
				: `Срок на завершение ${what} сокращён с ${beforeSeconds} с до ${graceSeconds} с.`;
		}

		case 'no-time': {
			return `${what} исчезает сразу: ${graceReasons[because.because]}.`;
		}

		case 'pod-finalizer': {
			return `${what} лишь помечен на удаление: его держит финализатор.`;
		}

		case 'grace': {
			return `${what} лишь помечен на удаление: у kubelet узла ${because.node} есть ${because.graceSeconds} с, чтобы остановить его (${graceReasons[because.because]}).`;
		}
	}
};

/** The effect of each verb on an object, in Russian. */
export const verbSentences: Translation<Sentences<VerbFacts>> = {
	'apiserver.default': ({before: {kind, metadata}, changed}) =>
		changed
			? `Пропущенные поля ${kind} ${nameOf(metadata)} получают значения по умолчанию.`
			: `В ${kind} ${nameOf(metadata)} не пропущено ни одного поля со значением по умолчанию.`,
	'apiserver.validate'(facts) {
		const {kind} = facts;
		if (facts.verdict === 'invalid') {
			const errors = counted(facts.errors.length, 'ошибка', 'ошибки', 'ошибок');
			return 'object' in facts
				? `${kind} ${nameOf(facts.object.metadata)} не прошёл проверку: ${errors}. Цепочка здесь заканчивается.`
				: `${kind} ${facts.name} нельзя так изменить: ${errors}. Цепочка здесь заканчивается.`;
		}

		return 'object' in facts
			? `${kind} ${nameOf(facts.object.metadata)} прошёл проверку.`
			: `Изменение ${facts.subresource === '' ? '' : `${facts.subresource} объекта `}${kind} ${facts.name} верно.`;
	},
	'apiserver.apply'(facts) {
		const {manager, kind, name} = facts;
		const what = `${kind} ${name}`;
		if ('verdict' in facts) {
			return `${manager} не может так применить ${what}: ${facts.message}`;
		}

		const {liveVersion, force} = facts;
		return `${manager} применяет ${what}: ${liveVersion === undefined ? 'объекта ещё нет, он появляется' : `поля вливаются в объект с resourceVersion ${liveVersion}`}${force ? '; поля других менеджеров переходят к нему' : ''}.`;
	},
	'apiserver.delete': ({kind, name, verdict, because}) => whyDeleted(`${kind} ${name}`, verdict, because),
};

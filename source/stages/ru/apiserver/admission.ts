import {findingInWords} from '../../admission-words.js';
import type {AdmissionFacts} from '../../facts/apiserver/admission.js';
import {counted, lastPartOf} from '../words.js';
import {findingSentences as englishFindings} from '../../en/apiserver/admission-findings.js';
import {findingSentences} from './admission-findings.js';
import type {Translation} from '../../translation.js';
import type {Sentences} from '../../language-table.js';

type MutateFacts = AdmissionFacts['apiserver.admit.mutate.*'];
type ValidateFacts = AdmissionFacts['apiserver.admit.validate.*'];

const operations = (count: number): string => counted(count, 'операции', 'операций', 'операций');

const actions = (verdict: 'admitted' | readonly string[]): string =>
	verdict === 'admitted' ? '' : verdict.join(' и ');

/** A step inside a plug-in: a webhook, a policy, an initializer. */
const part = (facts: Extract<MutateFacts | ValidateFacts, {readonly case: string}>): string => {
	switch (facts.case) {
		case 'asks': {
			return `kube-apiserver отправляет AdmissionReview на webhook «${facts.webhook.name}» из «${facts.configuration}» и ждёт не дольше ${facts.timeoutSeconds} с.`;
		}

		case 'unanswered': {
			return `${facts.message}. Его failurePolicy — ${facts.webhook.failurePolicy ?? 'Fail'}, поэтому запрос ${facts.verdict === 'ignored' ? 'продолжается без него' : 'отклонён'}.${facts.notCalled ? ' Серверы вне симуляции не вызываются, кроме как с `serve --webhooks`.' : ''}`;
		}

		case 'answers': {
			const {message, patch = []} = facts.response;
			const who = `Webhook «${facts.webhook.name}»`;
			return facts.verdict === 'allowed'
				? `${who} разрешает запрос${patch.length > 0 ? ` и присылает патч из ${operations(patch.length)}` : ''}${facts.isAssumed ? ': программа не симулируется, это допущение' : ''}.`
				: `${who} не разрешает запрос${message ? `: ${message}` : ''}.`;
		}

		case 'skipped': {
			const {name} = facts.policy.metadata;
			return facts.message === undefined
				? `Политика «${name}» не применяется: не выполнено одно из её условий matchConditions.`
				: `Условия matchConditions политики «${name}» не удаётся вычислить: ${facts.message}.`;
		}

		case 'applied': {
			const {policy, binding, failures, changed} = facts;
			const who = `Политика «${policy.metadata.name}», привязанная через «${binding.metadata.name}»,`;
			if (failures.length > 0) {
				return `${who} завершается ошибкой: ${failures.join('; ')}.`;
			}

			return changed.length === 0 ? `${who} оставляет объект как есть.` : `${who} меняет ${changed.join(', ')}.`;
		}

		case 'misconfigured': {
			return `Политику «${facts.policy.metadata.name}» нельзя использовать: ${facts.message}. Её failurePolicy ${facts.verdict === 'ignored' ? 'Ignore пропускает запрос дальше' : 'Fail отклоняет запрос'}.`;
		}

		case 'judged': {
			const {policy, binding, applies, decisions, verdict} = facts;
			const who = `Политика «${policy.metadata.name}», привязанная через «${binding.metadata.name}»,`;
			if (!applies) {
				return `${who} не применяется: не выполнено одно из её условий matchConditions.`;
			}

			const denying = decisions.find(({denied}) => denied);
			return denying
				? `${who} нарушена: ${denying.message}. Действия привязки: ${actions(verdict)}.`
				: `${who} вычисляет ${decisions.length === 1 ? 'своё выражение' : `свои выражения (${decisions.length})`} и принимает объект.`;
		}

		case 'image-review': {
			return `kube-apiserver отправляет ImageReview, в нём ${counted(facts.images, 'образ', 'образа', 'образов')}, на ${facts.url}.`;
		}

		case 'initializer-refuses': {
			return `Инициализатор ${facts.initializer} отвергает объект: он удаляется до того, как его увидит клиент. ${facts.message}`;
		}

		case 'initializer': {
			const {initializer, changes, pending} = facts;
			return `Инициализатор ${initializer} — первый в списке: он ${changes ? 'меняет объект и ' : ''}убирает себя. ${
				pending.length === 0 ? 'Список пуст, теперь объект видят все клиенты клиенты' : `Следующий — ${pending[0]}`
			}.`;
		}
	}
};

const admissionSentence = (facts: MutateFacts | ValidateFacts, {stage}: {readonly stage: string}): string => {
	if ('case' in facts) {
		return part(facts);
	}

	const plugin = lastPartOf(stage);
	// Actions of a legacy plug-in are marked: no current cluster has them.
	const removed = facts.legacy === undefined ? '' : ` (Удалено из Kubernetes в ${facts.legacy}.)`;
	if ('verdict' in facts) {
		return `${plugin} отклоняет запрос, и обработка здесь заканчивается: ${facts.message}${removed}`;
	}

	const again = facts.reinvocation ? 'Ещё раз, потому что объект изменился: ' : '';
	return `${again}${findingInWords({...englishFindings, ...findingSentences}, plugin, facts.found)}${removed}`;
};

/** Admission, in Russian. */
export const admissionSentences: Translation<Sentences<AdmissionFacts>> = {
	'apiserver.admit.mutate.*': admissionSentence,
	'apiserver.admit.validate.*': admissionSentence,
};

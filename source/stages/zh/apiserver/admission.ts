import {findingInWords} from '../../admission-words.js';
import type {AdmissionFacts} from '../../facts/apiserver/admission.js';
import {lastPartOf} from '../../stop-names.js';
import {listed} from '../words.js';
import {findingSentences as englishFindings} from '../../en/apiserver/admission-findings.js';
import {findingSentences} from './admission-findings.js';
import type {Translation} from '../../translation.js';
import type {Sentences} from '../../language-table.js';

type MutateFacts = AdmissionFacts['apiserver.admit.mutate.*'];
type ValidateFacts = AdmissionFacts['apiserver.admit.validate.*'];

/** A step inside a plug-in: a webhook, a policy, an initializer. */
const part = (facts: Extract<MutateFacts | ValidateFacts, {readonly case: string}>): string => {
	switch (facts.case) {
		case 'asks': {
			return `kube-apiserver 向“${facts.configuration}”的 Webhook “${facts.webhook.name}”发送一个 AdmissionReview，最多等 ${facts.timeoutSeconds} 秒。`;
		}

		case 'unanswered': {
			return `${facts.message}。它的 failurePolicy 是 ${facts.webhook.failurePolicy ?? 'Fail'}，所以${facts.verdict === 'ignored' ? '忽略它，请求继续' : '请求被拒绝'}。${facts.notCalled ? '模拟之外的服务器只有用 `serve --webhooks` 才会调用。' : ''}`;
		}

		case 'answers': {
			const {message, patch = []} = facts.response;
			const who = `Webhook “${facts.webhook.name}”`;
			return facts.verdict === 'allowed'
				? `${who}允许请求${patch.length > 0 ? `，并发来一个含 ${patch.length} 个操作的补丁` : ''}${facts.isAssumed ? '（它的程序没有模拟，这是假定）' : ''}。`
				: `${who}不允许请求${message ? `：${message}` : ''}。`;
		}

		case 'skipped': {
			const {name} = facts.policy.metadata;
			return facts.message === undefined
				? `策略“${name}”不适用：它的一个匹配条件不成立。`
				: `策略“${name}”的匹配条件无法求值：${facts.message}。`;
		}

		case 'applied': {
			const {policy, binding, failures, changed} = facts;
			const who = `由“${binding.metadata.name}”绑定的策略“${policy.metadata.name}”`;
			if (failures.length > 0) {
				return `${who}失败：${failures.join('；')}。`;
			}

			return changed.length === 0 ? `${who}没有改动对象。` : `${who}修改了 ${listed(changed)}。`;
		}

		case 'misconfigured': {
			return `策略“${facts.policy.metadata.name}”无法使用：${facts.message}。它的 failurePolicy ${facts.verdict === 'ignored' ? 'Ignore 让请求继续' : 'Fail 拒绝请求'}。`;
		}

		case 'judged': {
			const {policy, binding, applies, decisions, verdict} = facts;
			const who = `由“${binding.metadata.name}”绑定的策略“${policy.metadata.name}”`;
			if (!applies) {
				return `${who}不适用：它的一个匹配条件不成立。`;
			}

			const denying = decisions.find(({denied}) => denied);
			return denying
				? `${who}未被满足：${denying.message}。绑定规定的动作是 ${verdict === 'admitted' ? '' : listed(verdict)}。`
				: `${who}对它的 ${decisions.length} 个表达式求值，并接受这个对象。`;
		}

		case 'image-review': {
			return `kube-apiserver 向 ${facts.url} 发送一个 ImageReview，内含 ${facts.images} 个镜像。`;
		}

		case 'initializer-refuses': {
			return `Initializer ${facts.initializer} 拒绝这个尚不可见的对象：它被删除。${facts.message}`;
		}

		case 'initializer': {
			const {initializer, changes, pending} = facts;
			return `Initializer ${initializer} 排在列表首位：它${changes ? '修改对象，并' : ''}把自己移除。${
				pending.length === 0 ? '列表已空，现在所有客户端都能看到这个对象' : `下一个是 ${pending[0]}`
			}。`;
		}
	}
};

const admissionSentence = (facts: MutateFacts | ValidateFacts, {stage}: {readonly stage: string}): string => {
	if ('case' in facts) {
		return part(facts);
	}

	const plugin = lastPartOf(stage);
	// Actions of a legacy plug-in are marked: no current cluster has them.
	const removed = facts.legacy === undefined ? '' : `（已在 ${facts.legacy} 中从 Kubernetes 移除。）`;
	if ('verdict' in facts) {
		return `${plugin} 拒绝请求，请求到此为止：${facts.message}${removed}`;
	}

	const again = facts.reinvocation ? '对象发生了变化，所以再次执行：' : '';
	return `${again}${findingInWords({...englishFindings, ...findingSentences}, plugin, facts.found)}${removed}`;
};

/** Admission, in Chinese. */
export const admissionSentences: Translation<Sentences<AdmissionFacts>> = {
	'apiserver.admit.mutate.*': admissionSentence,
	'apiserver.admit.validate.*': admissionSentence,
};

import type {DeletionReason, GraceReason, VerbFacts} from '../../facts/apiserver/verbs.js';
import {listed} from '../words.js';
import type {Translation} from '../../translation.js';
import type {Sentences} from '../../language-table.js';

const nameOf = ({name, generateName}: {readonly name?: string; readonly generateName?: string}): string =>
	name || (generateName ? `${generateName}…` : '（无名）');

/** The reason of a Pod's grace period. */
const graceReasons: Readonly<Record<GraceReason, string>> = {
	'no-node': '因为它不在任何节点上',
	Failed: '因为它的阶段是 Failed',
	Succeeded: '因为它的阶段是 Succeeded',
	negative: '因为请求的宽限期是负数',
	spec: '依据它的 terminationGracePeriodSeconds',
	request: '依据请求',
};

const whyDeleted = (what: string, verdict: 'pending' | 'marked' | 'gone', because: DeletionReason): string => {
	switch (because.case) {
		case 'no-finalizer': {
			return `${what} 没有 Finalizer：立即移除。`;
		}

		case 'finalizers': {
			const holders = listed(because.finalizers);
			return verdict === 'pending'
				? `${what} 已在删除中，但还有 ${holders}。`
				: `${what} 只是打上了删除标记：在 ${holders} 被移除之前，它会保留。`;
		}

		case 'namespace-terminates': {
			return `${what} 变为 Terminating：其中不能再创建新对象，由命名空间控制器清空它。`;
		}

		case 'namespace-not-empty': {
			return `${what} 已在删除中，还没有清空。`;
		}

		case 'namespace-empty': {
			return `${what} 已清空：予以移除。`;
		}

		case 'no-time-left': {
			return `${what} 的宽限期已用完：对象被移除。`;
		}

		case 'no-less-time': {
			return `${what} 已在删除中，宽限期 ${because.graceSeconds} 秒，只能缩短。`;
		}

		case 'less-time': {
			const {beforeSeconds, graceSeconds} = because;
			return verdict === 'gone'
				? `${what} 的宽限期从 ${beforeSeconds} 秒缩短到 0：对象被移除。`
				: `${what} 的宽限期从 ${beforeSeconds} 秒缩短到 ${graceSeconds} 秒。`;
		}

		case 'no-time': {
			return `${what} 立即移除，${graceReasons[because.because]}。`;
		}

		case 'pod-finalizer': {
			return `${what} 只是打上了删除标记：它的 Finalizer 尚未移除。`;
		}

		case 'grace': {
			return `${what} 只是打上了删除标记：${because.node} 的 kubelet 有 ${because.graceSeconds} 秒来停止它，${graceReasons[because.because]}。`;
		}
	}
};

/** The effect of each verb on an object, in Chinese. */
export const verbSentences: Translation<Sentences<VerbFacts>> = {
	'apiserver.default': ({before: {kind, metadata}, changed}) =>
		changed
			? `${kind} ${nameOf(metadata)} 没写的字段得到默认值。`
			: `${kind} ${nameOf(metadata)} 没有需要填默认值的字段。`,
	'apiserver.validate'(facts) {
		const {kind} = facts;
		if (facts.verdict === 'invalid') {
			const errors = `${facts.errors.length} 个错误`;
			return 'object' in facts
				? `${kind} ${nameOf(facts.object.metadata)} 无效：${errors}。处理到此为止。`
				: `${kind} ${facts.name} 不能这样改：${errors}。处理到此为止。`;
		}

		return 'object' in facts
			? `${kind} ${nameOf(facts.object.metadata)} 有效。`
			: `对 ${kind} ${facts.name}${facts.subresource === '' ? ' ' : ` 的 ${facts.subresource} `}的修改有效。`;
	},
	'apiserver.apply'(facts) {
		const {manager, kind, name} = facts;
		const what = `${kind} ${name}`;
		if ('verdict' in facts) {
			return `${manager} 不能这样应用 ${what}：${facts.message}`;
		}

		const {liveVersion, force} = facts;
		return `${manager} 所应用的内容${liveVersion === undefined ? `成为还不存在的 ${what}` : `并入 resourceVersion 为 ${liveVersion} 的 ${what}`}${force ? '；它接管其他管理者拥有的字段' : ''}。`;
	},
	'apiserver.delete': ({kind, name, verdict, because}) => whyDeleted(`${kind} ${name}`, verdict, because),
};

import type {EveryControllerFacts, Gone} from '../../facts/controllers/every-controller.js';
import {controllerNameOf, nameOf, ownKind} from '../../stop-names.js';
import type {Translation} from '../../translation.js';
import type {Sentences} from '../../language-table.js';

/** The sentence that the object of a key was deleted or is being deleted. */
export const goneOrGoing =
	(kind: string) =>
	({key}: Gone): string =>
		`${kind} ${key} 已不存在或正在被删除。`;

/** Stops that all controllers have, in Chinese. */
export const everyControllerSentences: Translation<Sentences<EveryControllerFacts>> = {
	'controller.*.retry'(facts, stop) {
		const name = controllerNameOf(stop);
		return facts.case === 'round'
			? `${name} 控制器失败：${facts.message}。它在下一轮重试。`
			: `${name} 控制器无法完成 ${facts.key}：${facts.message}。它在 ${facts.pauseMs} 毫秒后重试。`;
	},
	'controller.*.done': ({key, again}, stop) =>
		`${controllerNameOf(stop)} 控制器处理完了 ${key}${again ? '；它在此期间又变了：重新入队' : ''}。`,
	'controller.*.reconcile': ({key}, stop) => `${controllerNameOf(stop)} 控制器调谐 ${key}：它比较期望状态和当前状态。`,
	'controller.*.note': ({text}) => text,
	'controller.*.adopt': ({owner, kind}, stop) =>
		`${ownKind(stop)} ${owner} 收养 ${kind} ${nameOf(stop)}：标签匹配，又没有属主。`,
	'controller.*.release': ({owner, kind}, stop) =>
		`${ownKind(stop)} ${owner} 释放 ${kind} ${nameOf(stop)}：它的标签不再符合选择算符。`,
};

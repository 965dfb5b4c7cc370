import type {ResourceClaimFacts} from '../../facts/controllers/resource-claims.js';
import {nameOf, podOf} from '../../stop-names.js';
import {listed} from '../words.js';
import type {Translation} from '../../translation.js';
import type {Sentences} from '../../language-table.js';

/** Stops of the controller that makes and frees ResourceClaims, in Chinese. */
export const resourceClaimSentences: Translation<Sentences<ResourceClaimFacts>> = {
	'controller.resourceclaim.sync'(facts, stop) {
		switch (facts.case) {
			case 'gone': {
				return `${facts.kind} ${facts.key} 已不存在或正在被删除：无需处理。`;
			}

			case 'pod': {
				const {entries, missing} = facts;
				return missing.length === 0
					? `${podOf(stop)} 有 ${entries} 个设备申领，没有一个需要创建。`
					: `${podOf(stop)} 有 ${entries} 个设备申领：${listed(missing)} 要从模板创建。`;
			}

			case 'claim': {
				const {users, isAllocated} = facts;
				return `申领 ${nameOf(stop)} ${isAllocated ? '已有设备' : '还没有设备'}；${users.length === 0 ? '没有 Pod 使用它' : `它为 ${listed(users)} 保留`}。`;
			}
		}
	},
	'controller.resourceclaim.create': ({pod, entry, template}) =>
		`Pod ${pod} 通过模板 ${template} 申领 ${entry}：据此为它创建一个专属的 ResourceClaim。`,
	'controller.resourceclaim.failure': ({message}, stop) => `${podOf(stop)} 得不到它的申领：${message}。`,
	'controller.resourceclaim.report': ({resourceClaimStatuses}, stop) =>
		`${podOf(stop)} 的状态写明为它创建的申领：${listed(resourceClaimStatuses.map(({name, resourceClaimName}) => `${name} 是 ${resourceClaimName}`))}。`,
	'controller.resourceclaim.reserve': ({pod}, stop) =>
		`Pod ${pod} 的节点不是调度器分配的：控制器把它作为使用者写入申领 ${nameOf(stop)}。`,
	'controller.resourceclaim.release'({before, after, devices}, stop) {
		const ended = before.filter((name) => !after.includes(name));
		const freed = devices.length === 0 ? '' : `${listed(devices)} 重新空闲。`;
		return ended.length === 0
			? `申领 ${nameOf(stop)} 没有 Pod 使用了。${freed}`
			: `${listed(ended)} 不再使用申领 ${nameOf(stop)}。${freed}`;
	},
	'controller.resourceclaim.finalizers': ({finalizer}, stop) =>
		`申领 ${nameOf(stop)} 不再有设备：去掉 Finalizer ${finalizer} 后，它可以被删除。`,
	'controller.resourceclaim.delete': ({pod, isReplaced, hasEnded}, stop) => {
		const present = hasEnded ? '已经结束' : '再也不会运行';
		return `申领 ${nameOf(stop)} 是为 Pod ${pod} 创建的，而它${isReplaced ? '现在是另一个 Pod' : present}：将其删除。`;
	},
};

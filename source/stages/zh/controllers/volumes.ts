import type {VolumeFacts} from '../../facts/controllers/volumes.js';
import {keyOf, nameOf} from '../../stop-names.js';
import {listed} from '../words.js';
import {goneOrGoing} from './every-controller.js';
import type {Translation} from '../../translation.js';
import type {Sentences} from '../../language-table.js';

const protection = ({key, user, free}: VolumeFacts['controller.persistentvolume-protection.sync']): string => {
	if (user) {
		return `${key} 正在删除，但 ${user} 仍在使用它，所以它会保留。`;
	}

	if (free) {
		return `${key} 正在被删除，没有被使用。`;
	}

	return `${key} 不再需要保护。`;
};

const release = ({key, finalizer}: VolumeFacts['controller.persistentvolume-protection.release']): string =>
	`${key} 去掉 Finalizer ${finalizer}，可以移除了。`;

/** Stops of the controllers of volumes, in Chinese. */
export const volumeSentences: Translation<Sentences<VolumeFacts>> = {
	'controller.persistentvolume-binder.sync'(facts, stop) {
		switch (facts.case) {
			case 'claim-gone': {
				return `申领 ${facts.key} 已不存在。`;
			}

			case 'claim-bound': {
				return `申领 ${keyOf(stop)} 已绑定到卷 ${facts.volumeName}${facts.present ? '' : '，而这个卷已不存在'}。`;
			}

			case 'claim': {
				const {request, volume, capacity, waits, volumes} = facts;
				const unfit = volumes === 0 ? '没有任何卷' : `${volumes} 个卷都不合适`;
				const without = waits ? '它等一个使用它的 Pod' : unfit;
				const answer = volume === undefined ? without : `卷 ${volume}（${capacity}）合适`;
				return `申领 ${keyOf(stop)} 要求“${facts.class}”类的 ${request?.resources?.requests?.['storage']}：${answer}。`;
			}

			case 'volume-gone': {
				return `卷 ${facts.name} 已不存在。`;
			}

			case 'volume': {
				const {claim, phase} = facts;
				return `卷 ${nameOf(stop)} ${claim === undefined ? '不属于任何申领' : `属于申领 ${claim}`}：${phase}。`;
			}
		}
	},
	'controller.persistentvolume-binder.provision': ({provisioner}, stop) =>
		`申领 ${nameOf(stop)} 现在写明由 ${provisioner} 制备。`,
	'controller.persistentvolume-binder.class': (facts, stop) =>
		`申领 ${nameOf(stop)} 没有写类，而现在有了默认的类：它得到 ${facts.class}。`,
	'controller.persistentvolume-binder.delete': ({volume, problem}) =>
		problem === undefined ? `卷 ${volume} 已释放：连同数据一起删除。` : `卷 ${volume} 已释放，但无法删除：${problem}`,
	'controller.persistentvolume-binder.bind': (facts, stop) =>
		facts.case === 'volume'
			? `卷 ${nameOf(stop)} 留给申领 ${facts.claim}。`
			: `申领 ${nameOf(stop)} 现在写明了它的卷 ${facts.volume}。`,
	'controller.persistentvolume-binder.status'(facts, stop) {
		const {phase} = facts.after;
		if (facts.case === 'volume') {
			return `卷 ${nameOf(stop)} 的阶段是 ${phase}。`;
		}

		const storage = phase === 'Bound' ? facts.after.capacity?.['storage'] : undefined;
		return `申领 ${nameOf(stop)} 的阶段是 ${phase}${storage === undefined ? '' : `，容量 ${storage}`}。`;
	},

	'controller.persistentvolumeclaim-protection.sync': protection,
	'controller.persistentvolumeclaim-protection.release': release,
	'controller.persistentvolume-protection.sync': protection,
	'controller.persistentvolume-protection.release': release,

	'controller.persistentvolume-attach-detach.sync': ({want, have}, stop) =>
		`节点 ${nameOf(stop)} 需要挂接 ${want.length} 个卷，已有 ${have.length} 个。`,
	'controller.persistentvolume-attach-detach.attach': ({attacher, volume, node}, stop) =>
		`VolumeAttachment ${nameOf(stop)} 请 ${attacher} 把 ${volume} 挂接到节点 ${node}。`,
	'controller.persistentvolume-attach-detach.refuse'(facts) {
		const {volume, node} = facts;
		if (facts.case === 'failed') {
			return `卷 ${volume} 未能挂接到 ${node}：${facts.message}`;
		}

		const users = facts.pods.length > 0 ? `，那里的 ${listed(facts.pods)} 在用它` : '';
		return `卷 ${volume} 只能挂接到一个节点，现在挂接在 ${listed(facts.nodes)}${users}：${node} 需要等待。`;
	},
	'controller.persistentvolume-attach-detach.wait': ({volume, node, leftMs}) =>
		`${node} 上不再有 Pod 需要 ${volume}，但节点还挂载着它：它保持挂接${leftMs === undefined ? '' : `；节点未就绪，所以最多再等 ${Math.round(leftMs / 1000)} 秒`}。`,
	'controller.persistentvolume-attach-detach.report': ({node, after}) =>
		`节点 ${node} 现在报告${after.length === 0 ? '没有挂接的卷' : `挂接着 ${after.length} 个卷`}：不在这个列表里的，它的 kubelet 不得挂载。`,
	'controller.persistentvolume-attach-detach.detach': ({node, volume, force}) =>
		force === undefined
			? `${node} 上不再有 Pod 使用 ${volume}，那里也没有挂载它：解除挂接。`
			: `${volume} 被强制解除挂接：${node} ${force === 'timeout' ? '已有 6 分钟未就绪' : '已停止服务'}。`,

	'controller.persistentvolume-expander.sync': ({key, size, before}) =>
		size === undefined
			? `申领 ${key} 已不存在。`
			: `申领 ${key} 有 ${before ?? '0'}，要求 ${size}：需要由其 CSI 驱动程序的边车扩容。`,

	'controller.ephemeral-volume.sync'(facts, stop) {
		switch (facts.case) {
			case 'gone': {
				return goneOrGoing('Pod')(facts);
			}

			case 'present': {
				return `Pod ${facts.pod} 的申领 ${nameOf(stop)} 存在${facts.isOwn ? '' : '，但不属于它'}。`;
			}

			case 'create': {
				return `Pod ${facts.pod} 的卷 ${facts.volume} 里有申领模板：由它创建申领 ${nameOf(stop)}。`;
			}
		}
	},
};

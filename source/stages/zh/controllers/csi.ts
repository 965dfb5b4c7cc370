import type {CSIFacts} from '../../facts/controllers/csi.js';
import {nameOf} from '../../stop-names.js';
import {listed} from '../words.js';
import type {Translation} from '../../translation.js';
import type {Sentences} from '../../language-table.js';

/** Stops of the sidecars of CSI drivers, in Chinese. */
export const csiSentences: Translation<Sentences<CSIFacts>> = {
	'controller.csi-provisioner.sync'(facts) {
		if (facts.case === 'volume') {
			return `卷 ${facts.name} 已释放，${facts.present ? '将连同数据一起删除' : '已不存在'}。`;
		}

		return facts.class === undefined
			? `申领 ${facts.key} 不需要新卷。`
			: `申领 ${facts.key} 在等一个 ${facts.class} 类的卷。`;
	},
	'controller.csi-provisioner.create': ({claim}, stop) =>
		`卷 ${nameOf(stop)} 在 API 里代表新的存储，留给申领 ${claim}。`,
	'controller.csi-provisioner.release': ({key, finalizer}) => `${key} 的存储已删除：去掉它的 Finalizer ${finalizer}。`,

	'controller.csi-attacher.sync'(facts, stop) {
		switch (facts.case) {
			case 'gone': {
				return `${facts.key} 已不存在。`;
			}

			case 'attach': {
				return `VolumeAttachment ${nameOf(stop)} 要求${facts.volume === undefined ? '一个卷' : ` ${facts.volume} `}挂接到节点 ${facts.node}。`;
			}

			case 'detach': {
				return `VolumeAttachment ${nameOf(stop)} 正在删除：${facts.volume ?? '它的卷'} 要离开节点 ${facts.node}。`;
			}

			case 'volume': {
				return `卷 ${facts.volume} 正在删除，${facts.node === undefined ? '没有节点挂着它' : `但节点 ${facts.node} 还挂着它`}。`;
			}
		}
	},
	'controller.csi-attacher.prepare': ({finalizer}, stop) =>
		`VolumeAttachment ${nameOf(stop)} 得到 Finalizer ${finalizer}：卷解除挂接之前，它不能被移除。`,
	'controller.csi-attacher.status': (facts, stop) =>
		facts.case === 'attached'
			? `VolumeAttachment ${nameOf(stop)} 已挂接到节点 ${facts.node}。`
			: `VolumeAttachment ${nameOf(stop)} 报告${facts.field === 'attachError' ? '挂接错误' : '解除挂接的错误'}：${facts.message}`,
	'controller.csi-attacher.release': ({key, finalizer}) =>
		`卷已解除挂接：VolumeAttachment ${key} 去掉 Finalizer ${finalizer}，可以移除了。`,
	'controller.csi-attacher.finalizers': ({before = [], after}, stop) =>
		after.length > before.length
			? `卷 ${nameOf(stop)} 得到一个 Finalizer：有节点挂着它时，它不能被移除。`
			: `没有节点挂着卷 ${nameOf(stop)}：去掉 attacher 的 Finalizer。`,

	'controller.csi-resizer.sync'({plan, key, size, before}) {
		switch (plan) {
			case 'none': {
				return `申领 ${key} 的卷够大。`;
			}

			case 'node': {
				return `申领 ${key} 的卷已有 ${size}；它的文件系统还是 ${before}，等 kubelet 挂载它或再次查看其 Pod 时才会增大。`;
			}

			case 'controller': {
				return `申领 ${key} 有 ${before}，要求 ${size}：它的卷要增大。`;
			}
		}
	},
	'controller.csi-resizer.status': ({after}, stop) =>
		`申领 ${nameOf(stop)} 报告 ${listed((after.conditions ?? []).map(({type}) => type))}${after.allocatedResourceStatuses?.['storage'] === undefined ? '' : `（${after.allocatedResourceStatuses['storage']}）`}。`,
	'controller.csi-resizer.capacity': ({before, after}, stop) =>
		`卷 ${nameOf(stop)} 现在有 ${after}，原来是 ${before}。`,

	'csi.CreateVolume': ({driver, input, output}) =>
		`驱动程序 ${driver} 建了一个 ${input.capacity} 的卷，称它为 ${output.volumeHandle}。`,
	'csi.DeleteVolume': ({driver, input}) => `驱动程序 ${driver} 删除卷 ${input.volumeHandle}。`,
	'csi.ControllerPublishVolume': ({driver, input}) =>
		`驱动程序 ${driver} 把卷 ${input.volumeId} 挂接到节点 ${input.nodeId}。`,
	'csi.ControllerUnpublishVolume': ({driver, input}) =>
		`驱动程序 ${driver} 把卷 ${input.volumeId} 从节点 ${input.nodeId} 解除挂接。`,
	'csi.ControllerExpandVolume': ({driver, input}) =>
		`驱动程序 ${driver} 把卷 ${input.volumeId} 扩到 ${input.capacity}。`,
};

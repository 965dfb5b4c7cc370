import type {Stop} from '../../../kernel/stop.js';
import type {VolumeFacts} from '../../facts/kubelet/volumes.js';
import {podOf} from '../../stop-names.js';
import {listed} from '../words.js';
import type {Translation} from '../../translation.js';
import type {Sentences} from '../../language-table.js';

const volumesSentence = (facts: VolumeFacts['kubelet.volumes'], stop: Stop): string => {
	const pod = podOf(stop);
	switch (facts.case) {
		case 'mounted': {
			const {volume, plugin, path, files} = facts;
			const names = Object.keys(files ?? {});
			const content = files ? `，${names.length === 0 ? '没有文件' : `内有 ${listed(names)}`}` : '';
			return `MountVolume.SetUp 成功：${pod} 的卷 ${volume.name}，由 ${plugin} 挂载在 ${path}${content}。`;
		}

		case 'updated': {
			return `${pod} 的卷 ${facts.volume} 里的内容变了：${listed(Object.keys(facts.files)) || '没有文件'}；..data 现在指向新文件，所有文件同时切换。`;
		}

		case 'failed': {
			return `${facts.message}。kubelet 重试。`;
		}

		case 'all-mounted': {
			return `${pod} 的所有卷都已挂载：${listed(facts.volumes) || '它没有卷'}。`;
		}

		case 'waiting': {
			const {persistentVolume, node} = facts;
			return facts.for === 'volumesInUse'
				? `${pod} 等待：${node} 还要先把 ${persistentVolume} 报告为在用的卷，这会在下一次状态上报时完成。`
				: `${pod} 等待：${persistentVolume} 还没有挂接到 ${node}。`;
		}

		case 'timed-out': {
			return `kubelet 不再等 ${pod} 的卷，不久之后重试：${facts.message}。`;
		}

		case 'expanded': {
			return `申领 ${facts.claim} 的文件系统现在有 ${facts.size}，原来是 ${facts.before}。`;
		}

		case 'given-up': {
			return `${pod} 要结束了；kubelet 不再等它的卷。`;
		}

		case 'unmounted': {
			return `${pod} 的卷已卸载：${listed(facts.volumes)}。`;
		}

		case 'token': {
			return `kubelet 申请服务账号 ${facts.serviceAccount} 的令牌，绑定到 ${pod}，有效期 ${facts.expirationSeconds} 秒。`;
		}

		case 'bound': {
			return `${pod} 的申领 ${facts.claim} 已绑定到卷 ${facts.persistentVolume}。`;
		}

		case 'attached': {
			return `卷 ${facts.persistentVolume} 已挂接到 ${facts.node}：kubelet 可以为 ${pod} 挂载它。`;
		}
	}
};

/** Stops of mounting volumes, in Chinese. */
export const volumeSentences: Translation<Sentences<VolumeFacts>> = {
	'kubelet.volumes': volumesSentence,
	'csi.NodeStageVolume': ({driver, request, node}) =>
		`驱动程序 ${driver} 在 ${node} 上把 ${request['volumeId']} 格式化并挂载一次。`,
	'csi.NodePublishVolume': ({driver, request, volume}, stop) =>
		`驱动程序 ${driver} 把 ${request['volumeId']} 放进 ${podOf(stop)} 的目录，名为 ${volume}。`,
	'csi.NodeUnpublishVolume': ({driver, request, volume}, stop) =>
		`驱动程序 ${driver} 把 ${request['volumeId']} 从 ${podOf(stop)} 的目录取出（${volume}）。`,
	'csi.NodeExpandVolume': ({driver, request}, stop) =>
		`驱动程序 ${driver} 在 ${podOf(stop)} 使用 ${request['volumeId']} 期间，把它的文件系统扩到 ${request['capacity']}。`,
	'csi.NodeUnstageVolume': ({driver, request, node}) =>
		`驱动程序 ${driver} 卸载 ${request['volumeId']}；现在可以把它从 ${node} 解除挂接。`,
};

import type {DeviceFacts} from '../../facts/kubelet/devices.js';
import {podOf} from '../../stop-names.js';
import {listed} from '../words.js';
import type {Translation} from '../../translation.js';
import type {Sentences} from '../../language-table.js';

/** Stops of drivers of devices, in Chinese. */
export const deviceSentences: Translation<Sentences<DeviceFacts>> = {
	'dra.driver'(facts) {
		const {driver, node} = facts;
		switch (facts.case) {
			case 'start': {
				return `驱动程序 ${driver} 在 ${node} 上启动，${facts.devices.length === 0 ? '没有找到设备' : `找到 ${listed(facts.devices)}`}。`;
			}

			case 'publish': {
				return `驱动程序 ${driver} 把 ${node} 的 ${facts.devices.length} 个设备发布在一个 ResourceSlice 里：此后调度器可以分配它们。`;
			}

			case 'refused': {
				return `驱动程序 ${driver} 无法发布 ${node} 的设备：${facts.message}。`;
			}
		}
	},
	'dra.NodePrepareResources': ({driver, claim, devices}, stop) =>
		`kubelet 请求驱动程序 ${driver} 为 ${podOf(stop)} 的申领 ${claim} 准备好 ${listed(devices)}；应答中写明容器运行时使用的设备名称。`,
	'dra.NodeUnprepareResources': ({driver, claim}, stop) =>
		`kubelet 请求驱动程序 ${driver} 释放 ${podOf(stop)} 的申领 ${claim} 的设备。`,
};

import type {DeviceFacts} from '../../facts/kubelet/devices.js';
import {counted, podOf} from '../words.js';
import type {Translation} from '../../translation.js';
import type {Sentences} from '../../language-table.js';

/** Stops of drivers of devices, in Russian. */
export const deviceSentences: Translation<Sentences<DeviceFacts>> = {
	'dra.driver'(facts) {
		const {driver, node} = facts;
		switch (facts.case) {
			case 'start': {
				return `Драйвер ${driver} запускается на ${node} и ${facts.devices.length === 0 ? 'не находит устройств' : `находит ${facts.devices.join(', ')}`}.`;
			}

			case 'publish': {
				return `Драйвер ${driver} публикует ${counted(facts.devices.length, 'устройство', 'устройства', 'устройств')} узла ${node} в ResourceSlice: с этого момента планировщик может их выделять.`;
			}

			case 'refused': {
				return `Драйвер ${driver} не может опубликовать устройства узла ${node}: ${facts.message}.`;
			}
		}
	},
	'dra.NodePrepareResources': ({driver, claim, devices}, stop) =>
		`kubelet просит драйвер ${driver} подготовить ${devices.join(', ')} для заявки ${claim} у ${podOf(stop)}; в ответе — их имена для среды выполнения.`,
	'dra.NodeUnprepareResources': ({driver, claim}, stop) =>
		`kubelet просит драйвер ${driver} освободить устройства заявки ${claim} у ${podOf(stop)}.`,
};

import type {CSIFacts} from '../../facts/controllers/csi.js';
import {nameOf} from '../words.js';
import type {Translation} from '../../translation.js';
import type {Sentences} from '../../language-table.js';

/** Stops of the sidecars of CSI drivers, in Russian. */
export const csiSentences: Translation<Sentences<CSIFacts>> = {
	'controller.csi-provisioner.sync'(facts) {
		if (facts.case === 'volume') {
			return `Том ${facts.name} освобождён${facts.present ? ' и будет удалён вместе с данными' : ', его больше нет'}.`;
		}

		return facts.class === undefined
			? `Заявке ${facts.key} новый том не нужен.`
			: `Заявка ${facts.key} ждёт том класса ${facts.class}.`;
	},
	'controller.csi-provisioner.create': ({claim}, stop) =>
		`Том ${nameOf(stop)} представляет новое хранилище в API, он занят для заявки ${claim}.`,
	'controller.csi-provisioner.release': ({key, finalizer}) =>
		`Хранилища ${key} больше нет: финализатор ${finalizer} снят.`,

	'controller.csi-attacher.sync'(facts, stop) {
		switch (facts.case) {
			case 'gone': {
				return `${facts.key} больше нет.`;
			}

			case 'attach': {
				return `VolumeAttachment ${nameOf(stop)} запрашивает ${facts.volume ?? 'том'} на узле ${facts.node}.`;
			}

			case 'detach': {
				return `VolumeAttachment ${nameOf(stop)} удаляется: ${facts.volume ?? 'его том'} должен покинуть узел ${facts.node}.`;
			}

			case 'volume': {
				return `Том ${facts.volume} удаляется${facts.node === undefined ? ', и ни на одном узле его нет' : `, но он ещё на узле ${facts.node}`}.`;
			}
		}
	},
	'controller.csi-attacher.prepare': ({finalizer}, stop) =>
		`VolumeAttachment ${nameOf(stop)} получает финализатор ${finalizer}: пока том не отключён, он не исчезнет.`,
	'controller.csi-attacher.status': (facts, stop) =>
		facts.case === 'attached'
			? `VolumeAttachment ${nameOf(stop)}: том подключён к узлу ${facts.node}.`
			: `VolumeAttachment ${nameOf(stop)} сообщает об ${facts.field === 'attachError' ? 'ошибке подключения' : 'ошибке отключения'}: ${facts.message}`,
	'controller.csi-attacher.release': ({key, finalizer}) =>
		`Том отключён: с VolumeAttachment ${key} снят финализатор ${finalizer}, и он может исчезнуть.`,
	'controller.csi-attacher.finalizers': ({before = [], after}, stop) =>
		after.length > before.length
			? `Том ${nameOf(stop)} получает финализатор: пока он на узле, он не исчезнет.`
			: `Тома ${nameOf(stop)} нет ни на одном узле: финализатор attacher снят.`,

	'controller.csi-resizer.sync'({plan, key, size, before}) {
		switch (plan) {
			case 'none': {
				return `Том заявки ${key} достаточно велик.`;
			}

			case 'node': {
				return `В томе заявки ${key} теперь ${size}; его файловая система (${before}) вырастет, когда kubelet смонтирует его или снова посмотрит на Pod.`;
			}

			case 'controller': {
				return `У заявки ${key} ${before}, запрошено ${size}: том нужно увеличить.`;
			}
		}
	},
	'controller.csi-resizer.status': ({after}, stop) =>
		`Заявка ${nameOf(stop)} сообщает ${(after.conditions ?? []).map(({type}) => type).join(', ')}${after.allocatedResourceStatuses?.['storage'] === undefined ? '' : ` (${after.allocatedResourceStatuses['storage']})`}.`,
	'controller.csi-resizer.capacity': ({before, after}, stop) =>
		`В томе ${nameOf(stop)} теперь ${after} вместо ${before}.`,

	'csi.CreateVolume': ({driver, input, output}) =>
		`Драйвер ${driver} создаёт том на ${input.capacity} и называет его ${output.volumeHandle}.`,
	'csi.DeleteVolume': ({driver, input}) => `Драйвер ${driver} удаляет том ${input.volumeHandle}.`,
	'csi.ControllerPublishVolume': ({driver, input}) =>
		`Драйвер ${driver} подключает том ${input.volumeId} к узлу ${input.nodeId}.`,
	'csi.ControllerUnpublishVolume': ({driver, input}) =>
		`Драйвер ${driver} отключает том ${input.volumeId} от узла ${input.nodeId}.`,
	'csi.ControllerExpandVolume': ({driver, input}) =>
		`Драйвер ${driver} увеличивает том ${input.volumeId} до ${input.capacity}.`,
};

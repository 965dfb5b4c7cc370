import type {VolumeFacts} from '../../facts/controllers/volumes.js';
import {counted, keyOf, nameOf} from '../words.js';
import {goneOrGoing} from './every-controller.js';
import type {Translation} from '../../translation.js';
import type {Sentences} from '../../language-table.js';

const protection = ({key, user, free}: VolumeFacts['controller.persistentvolume-protection.sync']): string => {
	if (user) {
		return `${key} удаляется, но остаётся, пока его использует ${user}.`;
	}

	if (free) {
		return `${key} удаляется и не используется.`;
	}

	return `${key} больше не нужна защита.`;
};

const release = ({key, finalizer}: VolumeFacts['controller.persistentvolume-protection.release']): string =>
	`С ${key} снят финализатор ${finalizer}, теперь можно исчезнуть.`;

/** Stops of the controllers of volumes, in Russian. */
export const volumeSentences: Translation<Sentences<VolumeFacts>> = {
	'controller.persistentvolume-binder.sync'(facts, stop) {
		switch (facts.case) {
			case 'claim-gone': {
				return `Заявки ${facts.key} больше нет.`;
			}

			case 'claim-bound': {
				return `Заявка ${keyOf(stop)} привязана к тому ${facts.volumeName}${facts.present ? '' : ', которого больше нет'}.`;
			}

			case 'claim': {
				const {request, volume, capacity, waits, volumes} = facts;
				const unfit =
					volumes === 0 ? 'томов нет' : `из ${counted(volumes, 'тома', 'томов', 'томов')} не подходит ни один`;
				const without = waits ? 'она ждёт Pod, который ею воспользуется' : unfit;
				const answer = volume === undefined ? without : `подходит том ${volume} (${capacity})`;
				return `Заявка ${keyOf(stop)} запрашивает ${request?.resources?.requests?.['storage']} класса «${facts.class}»: ${answer}.`;
			}

			case 'volume-gone': {
				return `Тома ${facts.name} больше нет.`;
			}

			case 'volume': {
				const {claim, phase} = facts;
				return `Том ${nameOf(stop)} ${claim === undefined ? 'не принадлежит ни одной заявке' : `принадлежит заявке ${claim}`}: ${phase}.`;
			}
		}
	},
	'controller.persistentvolume-binder.provision': ({provisioner}, stop) =>
		`Заявка ${nameOf(stop)} теперь называет provisioner: ${provisioner}.`,
	'controller.persistentvolume-binder.class': (facts, stop) =>
		`Заявка ${nameOf(stop)} не называет класс, а класс по умолчанию теперь есть: она получает ${facts.class}.`,
	'controller.persistentvolume-binder.delete': ({volume, problem}) =>
		problem === undefined
			? `Том ${volume} освобождён: он удаляется вместе с данными.`
			: `Том ${volume} освобождён, но удалить его нельзя: ${problem}`,
	'controller.persistentvolume-binder.bind': (facts, stop) =>
		facts.case === 'volume'
			? `Том ${nameOf(stop)} занят для заявки ${facts.claim}.`
			: `Заявка ${nameOf(stop)} теперь называет свой том, ${facts.volume}.`,
	'controller.persistentvolume-binder.status'(facts, stop) {
		const {phase} = facts.after;
		if (facts.case === 'volume') {
			return `Том ${nameOf(stop)}: ${phase}.`;
		}

		const storage = phase === 'Bound' ? facts.after.capacity?.['storage'] : undefined;
		return `Заявка ${nameOf(stop)}: ${phase}${storage === undefined ? '' : `, размер ${storage}`}.`;
	},

	'controller.persistentvolumeclaim-protection.sync': protection,
	'controller.persistentvolumeclaim-protection.release': release,
	'controller.persistentvolume-protection.sync': protection,
	'controller.persistentvolume-protection.release': release,

	'controller.persistentvolume-attach-detach.sync': ({want, have}, stop) =>
		`Узлу ${nameOf(stop)} нужны подключённые тома: ${want.length}; есть ${have.length}.`,
	'controller.persistentvolume-attach-detach.attach': ({attacher, volume, node}, stop) =>
		`VolumeAttachment ${nameOf(stop)} просит ${attacher} подключить ${volume} к узлу ${node}.`,
	'controller.persistentvolume-attach-detach.refuse'(facts) {
		const {volume, node} = facts;
		if (facts.case === 'failed') {
			return `Том ${volume} не удалось подключить к ${node}: ${facts.message}`;
		}

		const users =
			facts.pods.length > 0
				? `, где его ${facts.pods.length === 1 ? 'использует' : 'используют'} ${facts.pods.join(', ')}`
				: '';
		return `Том ${volume} может быть подключён только к одному узлу, и это ${facts.nodes.join(', ')}${users}: ${node} ждёт.`;
	},
	'controller.persistentvolume-attach-detach.wait': ({volume, node, leftMs}) =>
		`Ни одному Pod на ${node} больше не нужен ${volume}, но он там ещё смонтирован и остаётся подключённым${leftMs === undefined ? '' : `, не дольше ${Math.round(leftMs / 1000)} с, потому что узел не готов`}.`,
	'controller.persistentvolume-attach-detach.report': ({node, after}) =>
		`Узел ${node} теперь сообщает о подключённых томах: ${after.length}. Других томов его kubelet монтировать не может.`,
	'controller.persistentvolume-attach-detach.detach': ({node, volume, force}) =>
		force === undefined
			? `Ни один Pod на ${node} больше не использует ${volume}, и он там не смонтирован: том отключается.`
			: `${volume} отключается принудительно: ${node} ${force === 'timeout' ? 'не готов уже 6 минут' : 'выведен из строя'}.`,

	'controller.persistentvolume-expander.sync': ({key, size, before}) =>
		size === undefined
			? `Заявки ${key} больше нет.`
			: `У заявки ${key} ${before ?? 'ещё ничего нет'}, запрошено ${size}: том должен расширить sidecar её драйвера CSI.`,

	'controller.ephemeral-volume.sync'(facts, stop) {
		switch (facts.case) {
			case 'gone': {
				return goneOrGoing('Pod')(facts);
			}

			case 'present': {
				return `Заявка ${nameOf(stop)} для Pod ${facts.pod} существует${facts.isOwn ? '' : ', но принадлежит не ему'}.`;
			}

			case 'create': {
				return `У Pod ${facts.pod} в томе ${facts.volume} есть шаблон заявки: по нему создаётся заявка ${nameOf(stop)}.`;
			}
		}
	},
};

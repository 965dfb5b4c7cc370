import type {Stop} from '../../../kernel/stop.js';
import type {VolumeFacts} from '../../facts/kubelet/volumes.js';
import {podOf} from '../words.js';
import type {Translation} from '../../translation.js';
import type {Sentences} from '../../language-table.js';

const volumesSentence = (facts: VolumeFacts['kubelet.volumes'], stop: Stop): string => {
	const pod = podOf(stop);
	switch (facts.case) {
		case 'mounted': {
			const {volume, plugin, path, files} = facts;
			const content = files ? `, файлы: ${Object.keys(files).join(', ') || 'нет'}` : '';
			return `MountVolume.SetUp для тома ${volume.name} в ${pod} выполнен: ${plugin}, путь ${path}${content}.`;
		}

		case 'updated': {
			return `То, что показывает том ${facts.volume} в ${pod}, изменилось: ${Object.keys(facts.files).join(', ') || 'файлов нет'}; ..data теперь ведёт к новым файлам, сразу ко всем.`;
		}

		case 'failed': {
			return `${facts.message}. kubelet повторит.`;
		}

		case 'all-mounted': {
			return `Все тома ${pod} смонтированы: ${facts.volumes.join(', ') || 'их нет'}.`;
		}

		case 'waiting': {
			const {persistentVolume, node} = facts;
			return facts.for === 'volumesInUse'
				? `${pod} ждёт: ${node} ещё не сообщил, что использует ${persistentVolume}; он сделает это со следующим статусом.`
				: `${pod} ждёт: ${persistentVolume} ещё не подключён к ${node}.`;
		}

		case 'timed-out': {
			return `kubelet перестаёт ждать тома ${pod} и скоро повторит: ${facts.message}.`;
		}

		case 'expanded': {
			return `В файловой системе заявки ${facts.claim} теперь ${facts.size} вместо ${facts.before}.`;
		}

		case 'given-up': {
			return `${pod} должен завершиться; kubelet больше не ждёт его тома.`;
		}

		case 'unmounted': {
			return `Тома ${pod} размонтированы: ${facts.volumes.join(', ')}.`;
		}

		case 'token': {
			return `kubelet запрашивает токен для служебной учётной записи ${facts.serviceAccount}, привязанный к ${pod}, на ${facts.expirationSeconds} с.`;
		}

		case 'bound': {
			return `Заявка ${facts.claim} для ${pod} привязана к тому ${facts.persistentVolume}.`;
		}

		case 'attached': {
			return `Том ${facts.persistentVolume} подключён к ${facts.node}: kubelet может смонтировать его для ${pod}.`;
		}
	}
};

/** Stops of mounting volumes, in Russian. */
export const volumeSentences: Translation<Sentences<VolumeFacts>> = {
	'kubelet.volumes': volumesSentence,
	'csi.NodeStageVolume': ({driver, request, node}) =>
		`Драйвер ${driver} форматирует и один раз монтирует ${request['volumeId']} на ${node}.`,
	'csi.NodePublishVolume': ({driver, request, volume}, stop) =>
		`Драйвер ${driver} помещает ${request['volumeId']} в каталог ${podOf(stop)} как ${volume}.`,
	'csi.NodeUnpublishVolume': ({driver, request, volume}, stop) =>
		`Драйвер ${driver} убирает ${request['volumeId']} из каталога ${podOf(stop)} (${volume}).`,
	'csi.NodeExpandVolume': ({driver, request}, stop) =>
		`Драйвер ${driver} увеличивает файловую систему ${request['volumeId']} до ${request['capacity']}, пока ею пользуется ${podOf(stop)}.`,
	'csi.NodeUnstageVolume': ({driver, request, node}) =>
		`Драйвер ${driver} размонтирует ${request['volumeId']}; теперь том можно отключить от ${node}.`,
};

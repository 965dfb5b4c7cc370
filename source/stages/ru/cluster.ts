import type {ClusterFacts} from '../facts/cluster.js';
import type {Sentences} from '../language.js';
import {counted} from './words.js';

const whose = (client: string): string => (client === '*' ? 'всех клиентов' : client);

/** Stops of what the user does to the cluster, in Russian. */
export const clusterSentences: Sentences<ClusterFacts> = {
	'fault.*': ({process, isUnknown, root}, {stage}) =>
		isUnknown
			? `Процесса с именем ${process} нет, так что ничего не происходит.`
			: stage === 'fault.crash'
				? `Процесс ${process} убит${root ? `, а с ним ${root}, с которым у него общая память` : ''}.`
				: `Процесс ${root ?? process} запускается заново, с чистого листа.`,
	'fault.requests': ({from, forMs, fail, share = 1, delayMs}) =>
		`В течение ${forMs} мс ${share >= 1 ? 'все запросы' : `${Math.round(share * 100)} из 100 запросов`} ${whose(from)} ${
			[
				...(delayMs === undefined ? [] : [`опаздывают на ${delayMs} мс`]),
				...(fail === undefined ? [] : [fail === 'lost' ? 'теряют ответы' : `завершаются с ${fail}`]),
			].join(' и ') || 'остаются как есть'
		}.`,
	'fault.request': ({client, method, path, fail, delayMs}) =>
		`${method} ${path} от ${client} ${[
			...(delayMs > 0 ? [`в пути на ${delayMs} мс дольше`] : []),
			...(fail === undefined
				? []
				: [
						fail === 'lost'
							? 'выполняется, но соединение рвётся раньше ответа'
							: `не доходит до apiserver: ошибка ${fail}`,
					]),
		].join(' и ')}.`,
	'fault.watches': ({of, end, count}) =>
		`У ${whose(of)} ${counted(count, 'watch обрывается', 'watch обрываются', 'watch обрываются')}: ${
			end === 'closed' ? 'соединение закрыто' : '410 Gone, версия слишком старая'
		}.`,
};

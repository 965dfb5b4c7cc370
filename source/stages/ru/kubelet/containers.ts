import type {Stop} from '../../../kernel/stop.js';
import type {LifecycleHandler} from '../../../objects/kubernetes.generated.js';
import {probeKindOf} from '../../digest/container.js';
import type {ContainerFacts, ProbeKind} from '../../facts/kubelet/containers.js';
import {counted, lastPartOf, podOf} from '../words.js';
import type {Translation} from '../../translation.js';
import type {Sentences} from '../../language-table.js';

/** The result for a container once its probe has succeeded, or failed, often enough. */
const consequences: Readonly<Record<ProbeKind, readonly [passed: string, failed: string]>> = {
	startup: ['запущенным', 'не запущенным и останавливается'],
	readiness: ['готовым', 'не готовым'],
	liveness: ['живым', 'нерабочим и останавливается'],
};

const pullSentence = (facts: ContainerFacts['kubelet.pull'], stop: Stop): string => {
	switch (facts.case) {
		case 'secrets': {
			const {found, missing} = facts;
			return missing.length > 0
				? `${missing.length === 1 ? 'Секрета' : 'Секретов'} для образов ${missing.join(', ')} у ${podOf(stop)} нет: скачивание может быть отклонено.`
				: `У kubelet есть секреты для образов ${podOf(stop)}: ${found.join(', ')}.`;
		}

		case 'invalid': {
			return `${facts.image} — недопустимое имя образа.`;
		}

		case 'present': {
			return `Образ ${facts.image} для ${facts.container} уже есть на ${facts.node}; при политике ${facts.policy} его не скачивают.`;
		}

		case 'never': {
			return `${facts.message}.`;
		}

		case 'back-off': {
			return `${facts.message}: следующая попытка через ${Math.ceil(facts.leftMs / 1000)} с.`;
		}

		case 'pull': {
			const {image, container, present, isForeign, username} = facts;
			return isForeign
				? `Образ ${image} есть на узле, но скачан с учётными данными, которых у ${podOf(stop)} нет: он скачивается снова.`
				: `Образ ${image} для ${container} ${present ? 'есть на узле, но политика — Always' : 'отсутствует на узле'}: его скачивают${username === undefined ? '' : ` от имени ${username}`}.`;
		}
	}
};

const handlerWords = ({exec, httpGet, sleep}: LifecycleHandler): string => {
	if (exec) {
		return `Exec ${(exec.command ?? []).join(' ')}`;
	}

	if (httpGet) {
		return `HTTP GET ${httpGet.path ?? '/'}, порт ${httpGet.port}`;
	}

	if (sleep) {
		return `Sleep ${sleep.seconds} с`;
	}

	return 'TCP socket';
};

/** Stops of the kubelet's work for one container, in Russian. */
export const containerSentences: Translation<Sentences<ContainerFacts>> = {
	'kubelet.pull': pullSentence,
	'kubelet.hook.*'(facts, stop) {
		const kind = lastPartOf(stop.stage);
		if (facts.case === 'end') {
			return facts.message === undefined
				? `Хук ${kind} контейнера ${facts.container} выполнен.`
				: `Хук ${kind} контейнера ${facts.container} завершился ошибкой: ${facts.message}.`;
		}

		const what = handlerWords(facts.handler);
		return kind === 'postStart'
			? `Хук postStart контейнера ${facts.container} в ${podOf(stop)} выполняется одновременно с контейнером, а тот считается работающим лишь после хука: ${what}.`
			: `Хук preStop контейнера ${facts.container} в ${podOf(stop)} выполняется до сигнала остановки, за счёт срока на завершение: ${what}.`;
	},
	'kubelet.probe.*'({container, result, output, inARow, threshold, changed}, stop) {
		const kind = probeKindOf(stop);
		if (result === 'unknown') {
			return `Пробу ${kind} у ${container} в ${podOf(stop)} нельзя выполнить: ${output.trimEnd()}. Её итог отброшен: это ни неудача, ни успех.`;
		}

		const passed = result !== 'failure';
		const consequence = consequences[kind][passed ? 0 : 1];
		const unchanged = passed ? '' : ` (${inARow > threshold ? `${inARow} подряд` : `${inARow} из ${threshold}`})`;
		const more = changed ? `; подряд — ${inARow}, и контейнер считается ${consequence}` : unchanged;
		const said = output.trimEnd();
		return `Проба ${kind} у ${container} в ${podOf(stop)} ${passed ? 'успешна' : `не прошла${said === '' ? '' : `: ${said}`}`}${more}.`;
	},
	'kubelet.logs'(facts, stop) {
		return facts.case === 'refused'
			? `kubelet узла ${facts.node} не может прочесть лог: ${facts.message}.`
			: `kubelet узла ${facts.node} читает лог ${facts.container} в ${podOf(stop)}: ${counted(facts.lines, 'строка', 'строки', 'строк')}${facts.follows ? ', и продолжает следить за ним' : ''}.`;
	},
};

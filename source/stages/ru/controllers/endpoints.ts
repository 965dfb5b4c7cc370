import type {Stop} from '../../../kernel/stop.js';
import {readyEndpoints} from '../../digest/endpoints.js';
import type {EndpointsFacts} from '../../facts/controllers/endpoints.js';
import {counted, nameOf} from '../words.js';
import type {Translation} from '../../translation.js';
import type {Sentences} from '../../language-table.js';

type Publication = EndpointsFacts['endpoints.publish'];

/** The words for a slice: a new one has no name until the apiserver generates it. */
const sliceOf = (before: object | undefined, stop: Stop): string =>
	before === undefined ? 'Новый EndpointSlice' : `EndpointSlice ${nameOf(stop)}`;

const states = {current: 'не отстают', outdated: 'отстали', missing: 'ещё не созданы'};

const published = ({service, before, after}: Extract<Publication, {case: 'slice'}>, stop: Stop): string => {
	const {ready, hinted, addresses: few} = readyEndpoints(after.endpoints);
	const addresses = few.length > 0 ? `: ${few.join(', ')}` : '';
	const hints = hinted > 0 ? `; с подсказкой зоны или узла — ${hinted}` : '';
	return `${sliceOf(before, stop)} для Service ${service} перечисляет эндпоинтов: ${after.endpoints.length}, готовых — ${ready}${addresses}${hints}. Об этом узнают все компоненты, которые следят за EndpointSlice.`;
};

/** Stops of the controllers of endpoints, in Russian. */
export const endpointsSentences: Translation<Sentences<EndpointsFacts>> = {
	'controller.endpointslice.sync'(facts) {
		const {key} = facts;
		switch (facts.case) {
			case 'gone': {
				return `Service ${key} больше нет; его EndpointSlice принадлежат ему и исчезнут вместе с ним.`;
			}

			case 'no-selector': {
				return `У Service ${key} нет селектора: этот контроллер не создаёт для него EndpointSlice.`;
			}

			case 'compare': {
				const {pods, endpoints, slices, waits} = facts;
				return `Service ${key} выбирает ${pods} Pod, с адресом — ${endpoints}; EndpointSlice у него — ${slices}.${waits ? ' Кеш ещё не показывает последнюю запись, и контроллер ждёт.' : ''}`;
			}

			case 'hints': {
				const parts = Object.entries(facts.cpuRatios).map(([zone, part]) => `у ${zone} ${Math.round(part * 100)} %`);
				return facts.refusal === undefined
					? `Эндпоинты Service ${key} делятся между зонами по их CPU: ${parts.join(', ')}.`
					: `Эндпоинты Service ${key} не получают подсказок: ${facts.refusal}.`;
			}
		}
	},
	'controller.endpoints.sync'(facts) {
		const {key} = facts;
		switch (facts.case) {
			case 'gone': {
				return `Service ${key} больше нет, его Endpoints тоже.`;
			}

			case 'no-selector': {
				return `У Service ${key} нет селектора: этот контроллер не создаёт для него Endpoints.`;
			}

			case 'compare': {
				return `Service ${key} выбирает ${facts.pods} Pod; его Endpoints ${states[facts.state]}.`;
			}
		}
	},
	'controller.endpointslice-mirroring.sync': ({key, mirrored, slices}) =>
		mirrored
			? `Endpoints ${key} написаны вручную и отражаются; EndpointSlice — ${slices}.`
			: `Endpoints ${key} не отражаются; EndpointSlice осталось ${slices}.`,
	'endpoints.publish'(facts, stop) {
		switch (facts.case) {
			case 'slice': {
				return published(facts, stop);
			}

			case 'slice-gone': {
				return `EndpointSlice ${nameOf(stop)} для Service ${facts.service} больше не нужен и удаляется.`;
			}

			case 'endpoints': {
				const ready = (facts.after.subsets ?? []).reduce((sum, {addresses = []}) => sum + addresses.length, 0);
				return `Endpoints ${nameOf(stop)} перечисляют ${counted(ready, 'готовый адрес', 'готовых адреса', 'готовых адресов')} для Service ${nameOf(stop)}.`;
			}

			case 'endpoints-gone': {
				return `Endpoints ${nameOf(stop)} удаляются вместе со своим Service.`;
			}

			case 'mirror': {
				return `${sliceOf(facts.before, stop)} отражает Endpoints ${facts.endpoints}: ${counted(facts.after.endpoints.length, 'адрес', 'адреса', 'адресов')}.`;
			}

			case 'mirror-gone': {
				return `EndpointSlice ${nameOf(stop)} больше нечего отражать, он удаляется.`;
			}
		}
	},
};

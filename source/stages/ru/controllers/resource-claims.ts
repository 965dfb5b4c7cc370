import type {ResourceClaimFacts} from '../../facts/controllers/resource-claims.js';
import {counted, nameOf, podOf} from '../words.js';
import type {Translation} from '../../translation.js';
import type {Sentences} from '../../language-table.js';

/** Stops of the controller that makes and frees ResourceClaims, in Russian. */
export const resourceClaimSentences: Translation<Sentences<ResourceClaimFacts>> = {
	'controller.resourceclaim.sync'(facts, stop) {
		switch (facts.case) {
			case 'gone': {
				return `${facts.kind} ${facts.key} уже нет, или он удаляется: делать нечего.`;
			}

			case 'pod': {
				const {entries, missing} = facts;
				const claims = counted(entries, 'заявка', 'заявки', 'заявок');
				return missing.length === 0
					? `У ${podOf(stop)} ${claims} на устройства, создавать нечего.`
					: `У ${podOf(stop)} ${claims} на устройства: ${missing.join(', ')} надо создать по шаблону.`;
			}

			case 'claim': {
				const {users, isAllocated} = facts;
				return `У заявки ${nameOf(stop)} ${isAllocated ? 'есть устройства' : 'нет устройств'}; ${users.length === 0 ? 'ни один Pod её не использует' : `она зарезервирована для ${users.join(', ')}`}.`;
			}
		}
	},
	'controller.resourceclaim.create': ({pod, entry, template}) =>
		`Pod ${pod} запрашивает ${entry} по шаблону ${template}: по нему создаётся его собственный ResourceClaim.`,
	'controller.resourceclaim.failure': ({message}, stop) => `${podOf(stop)} не получает заявку: ${message}.`,
	'controller.resourceclaim.report': ({resourceClaimStatuses}, stop) =>
		`В статусе ${podOf(stop)} теперь названо, что для него создано: ${resourceClaimStatuses.map(({name, resourceClaimName}) => `${name} — ${resourceClaimName}`).join(', ')}.`,
	'controller.resourceclaim.reserve': ({pod}, stop) =>
		`Pod ${pod} получил узел не от планировщика: контроллер записывает его в заявку ${nameOf(stop)} как пользователя.`,
	'controller.resourceclaim.release'({before, after, devices}, stop) {
		const ended = before.filter((name) => !after.includes(name));
		const freed = devices.length === 0 ? '' : ` Снова свободно: ${devices.join(', ')}.`;
		return ended.length === 0
			? `Заявку ${nameOf(stop)} больше не использует ни один Pod.${freed}`
			: `${ended.join(', ')} больше не ${ended.length === 1 ? 'пользуется' : 'пользуются'} заявкой ${nameOf(stop)}.${freed}`;
	},
	'controller.resourceclaim.finalizers': ({finalizer}, stop) =>
		`У заявки ${nameOf(stop)} больше нет устройств: без финализатора ${finalizer} её можно удалить.`,
	'controller.resourceclaim.delete': ({pod, isReplaced, hasEnded}, stop) => {
		const present = hasEnded ? 'закончился' : 'никогда не запустится';
		return `Заявка ${nameOf(stop)} создана для Pod ${pod}, который ${isReplaced ? 'уже заменён другим' : present}: она удаляется.`;
	},
};

import type {EveryControllerFacts, Gone} from '../../facts/controllers/every-controller.js';
import {controllerNameOf, nameOf, ownKind} from '../words.js';
import type {Translation} from '../../translation.js';
import type {Sentences} from '../../language-table.js';

/** The sentence that the object of a key was deleted or is being deleted. */
export const goneOrGoing =
	(kind: string) =>
	({key}: Gone): string =>
		`${kind} ${key} больше нет, или он удаляется.`;

/** Stops that all controllers have, in Russian. */
export const everyControllerSentences: Translation<Sentences<EveryControllerFacts>> = {
	'controller.*.retry'(facts, stop) {
		const name = controllerNameOf(stop);
		return facts.case === 'round'
			? `У контроллера ${name} ошибка: ${facts.message}. Он повторит в следующем круге.`
			: `Контроллер ${name} не может обработать ${facts.key}: ${facts.message}. Повтор через ${facts.pauseMs} мс.`;
	},
	'controller.*.done': ({key, again}, stop) =>
		`Контроллер ${controllerNameOf(stop)} обработал ${key}${again ? ', но тот за это время изменился и снова в очереди' : ''}.`,
	'controller.*.reconcile': ({key}, stop) =>
		`Контроллер ${controllerNameOf(stop)} обрабатывает ${key}: он сравнивает желаемое состояние с текущим.`,
	'controller.*.note': ({text}) => text,
	'controller.*.adopt': ({owner, kind}, stop) =>
		`${ownKind(stop)} ${owner} усыновляет ${kind} ${nameOf(stop)}: метки подходят, владельца нет.`,
	'controller.*.release': ({owner, kind}, stop) =>
		`${ownKind(stop)} ${owner} отпускает ${kind} ${nameOf(stop)}: метки больше не подходят под селектор.`,
};

import type {EveryControllerFacts, Gone} from '../../facts/controllers/every-controller.js';
import {controllerNameOf, nameOf, ownKind} from '../words.js';
import type {Sentences} from '../../language-table.js';

/** The sentence that the object of a key was deleted or is being deleted. */
export const goneOrGoing =
	(kind: string) =>
	({key}: Gone): string =>
		`${kind} ${key} is gone or being deleted.`;

/** Stops that all controllers have, in English. */
export const everyControllerSentences: Sentences<EveryControllerFacts> = {
	'controller.*.retry'(facts, stop) {
		const name = controllerNameOf(stop);
		return facts.case === 'round'
			? `The ${name} controller fails: ${facts.message}. It tries again in its next round.`
			: `The ${name} controller cannot finish ${facts.key}: ${facts.message}. It tries again in ${facts.pauseMs} ms.`;
	},
	'controller.*.done': ({key, again}, stop) =>
		`The ${controllerNameOf(stop)} controller is done with ${key}${again ? ', which changed meanwhile and is queued again' : ''}.`,
	'controller.*.reconcile': ({key}, stop) =>
		`The ${controllerNameOf(stop)} controller reconciles ${key}: it compares the desired state with the current one.`,
	'controller.*.note': ({text}) => text,
	'controller.*.adopt': ({owner, kind}, stop) =>
		`${ownKind(stop)} ${owner} adopts ${kind} ${nameOf(stop)}: its labels match, and it has no owner.`,
	'controller.*.release': ({owner, kind}, stop) =>
		`${ownKind(stop)} ${owner} releases ${kind} ${nameOf(stop)}: its labels no longer match the selector.`,
};

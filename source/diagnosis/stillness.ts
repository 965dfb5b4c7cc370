import {getOrInsert} from '../kernel/get-or-insert.js';
import {isKind, type KubernetesObject} from '../objects/kubernetes-object.js';
import {isPodReady} from '../objects/pod.js';
import {family, lastEvent, type Reader} from './look.js';

/** After so long without a change, in virtual milliseconds, an object for which nothing is due counts as at rest. */
const stillMs = 15_000;

const isPulling = (ledger: Reader, object: KubernetesObject): boolean =>
	isKind(object, 'v1 Pod') && lastEvent(ledger, object, ['Pulling', 'Pulled', 'Failed'])?.reason === 'Pulling';

/** The part of an object that shows progress. It leaves out the tries of a Pod that fail again and again. */
const progressIn = (object: KubernetesObject): string =>
	isKind(object, 'v1 Pod')
		? `${object.metadata.uid} ${object.status.phase} ${isPodReady(object)}`
		: (object.metadata.resourceVersion ?? '');

/** Finds objects that are at rest although the cluster is not: another object keeps it busy. */
export class Stillness {
	readonly #seen = new Map<string, {readonly progress: string; readonly sinceMs: number}>();

	constructor(readonly ledger: Reader) {}

	/**
	Whether neither an object nor anything that it caused has made progress for 15 s. No image is being pulled for it.

	@param key in the ledger
	@param nowMs in virtual milliseconds. The time begins with the first question.
	*/
	concerns(key: string, nowMs: number): boolean {
		const members = family(this.ledger, key).map(({object}) => object);
		const progress = members.map(progressIn).join('\n');
		const before = getOrInsert(this.#seen, key, () => ({progress, sinceMs: nowMs}));
		if (before.progress !== progress) {
			this.#seen.set(key, {progress, sinceMs: nowMs});
			return false;
		}

		return nowMs - before.sinceMs >= stillMs && !members.some((object) => isPulling(this.ledger, object));
	}
}

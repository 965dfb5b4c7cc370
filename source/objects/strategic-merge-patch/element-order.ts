import {goText} from '../../go/print.js';
import {isRecord} from '../../kernel/record.js';
import {isDeletion, StrategicMergePatchError} from './directives.js';
import {finderIn} from './list-items.js';

const keyOf = (item: unknown, mergeKey: string | undefined): unknown => {
	if (mergeKey === undefined) {
		return item;
	}

	if (isRecord(item)) {
		return item[mergeKey];
	}

	return undefined;
};

/** Index of an item in a list; −1 if it is not there. */
type Find = (item: unknown) => number;

/** Sorts the items named in `order` by it; deletions are last. */
const sorted = (items: readonly unknown[], inOrder: Find): unknown[] => {
	if (items.length < 2) {
		return [...items];
	}

	const known = items.filter((item) => !isDeletion(item)).map((item) => ({item, place: inOrder(item)}));
	const places = known.filter(({place}) => place >= 0).sort((a, b) => a.place - b.place);
	let next = 0;
	return [
		...known.map((entry) => (entry.place >= 0 ? places[next++]?.item : entry.item)),
		...items.filter((item) => isDeletion(item)),
	];
};

/** Merges two ordered lists: an item of `left` is first only if the server's order requires it. */
const mergeSorted = (left: readonly unknown[], right: readonly unknown[], inServerOrder: Find): unknown[] => {
	const result: unknown[] = [];
	let i = 0;
	let j = 0;
	while (i < left.length && j < right.length) {
		const l = inServerOrder(left[i]);
		const r = inServerOrder(right[j]);
		result.push(l >= 0 && r >= 0 && l < r ? left[i++] : right[j++]);
	}

	return [...result, ...left.slice(i), ...right.slice(j)];
};

/**
The order of a merged list: items that the patch names are in the patch's order, the others in the server's.

@mirrors k8s.io/apimachinery/pkg/util/strategicpatch normalizeElementOrder
*/
export const elementOrder = (
	merged: readonly unknown[],
	patchOrder: readonly unknown[],
	serverOrder: readonly unknown[],
	mergeKey: string | undefined,
): readonly unknown[] => {
	const key = (item: unknown): unknown => keyOf(item, mergeKey);
	const inPatchOrder = finderIn(patchOrder, key);
	if (isAsOrdered(merged, inPatchOrder)) {
		return merged;
	}

	const inServerOrder = finderIn(serverOrder, key);
	const isInPatch = (item: unknown): boolean => inPatchOrder(item) >= 0;
	const ofPatch = merged.filter((item) => isInPatch(item));
	const ofServer = merged.filter((item) => !isInPatch(item));
	return mergeSorted(sorted(ofServer, inServerOrder), sorted(ofPatch, inPatchOrder), inServerOrder);
};

/** Whether the order names all items, and they have that order, as in most patches. */
const isAsOrdered = (items: readonly unknown[], inOrder: Find): boolean => {
	let place = 0;
	for (const item of items) {
		const next = isDeletion(item) ? -1 : inOrder(item);
		if (next < place) {
			return false;
		}

		place = next;
	}

	return true;
};

/** @throws StrategicMergePatchError when the list of a patch is not in the order that the patch declares. */
export const checkOrder = (change: unknown, order: readonly unknown[], mergeKey: string | undefined): void => {
	if (!Array.isArray(change) || order.length === 0) {
		return;
	}

	const items = (change as unknown[]).filter((item) => !isDeletion(item));
	let index = 0;
	for (const item of order) {
		if (index < items.length && keyOf(item, mergeKey) === keyOf(items[index], mergeKey)) {
			index++;
		}
	}

	if (index < items.length) {
		throw new StrategicMergePatchError(
			`The order in patch list:\n${goText(change)}\n doesn't match $setElementOrder list:\n${goText(order)}\n`,
		);
	}
};

import {goText} from '../../go/print.js';
import {isRecord} from '../../kernel/record.js';
import {isDeletion, StrategicMergePatchError} from './directives.js';

const keyOf = (item: unknown, mergeKey: string | undefined): unknown =>
	mergeKey === undefined ? item : isRecord(item) ? item[mergeKey] : undefined;

/** Index of an item in a list, by its merge key; −1 if it is not there. */
const inOrder = (list: readonly unknown[], item: unknown, mergeKey: string | undefined): number => {
	const key = keyOf(item, mergeKey);
	for (let index = 0; index < list.length; index++) {
		if (keyOf(list[index], mergeKey) === key) {
			return index;
		}
	}

	return -1;
};

/** Sorts what `order` names as it names it; deletions come last. */
const sorted = (items: readonly unknown[], order: readonly unknown[], mergeKey: string | undefined): unknown[] => {
	if (items.length < 2) {
		return [...items];
	}

	const known = items
		.filter((item) => !isDeletion(item))
		.map((item) => ({item, place: inOrder(order, item, mergeKey)}));
	const places = known.filter(({place}) => place >= 0).sort((a, b) => a.place - b.place);
	let next = 0;
	return [
		...known.map((entry) => (entry.place >= 0 ? places[next++]?.item : entry.item)),
		...items.filter((item) => isDeletion(item)),
	];
};

/** Puts two ordered lists together: an item of `left` goes first only where the server's order says so. */
const mergeSorted = (
	left: readonly unknown[],
	right: readonly unknown[],
	serverOrder: readonly unknown[],
	mergeKey: string | undefined,
): unknown[] => {
	const result: unknown[] = [];
	let i = 0;
	let j = 0;
	while (i < left.length && j < right.length) {
		const l = inOrder(serverOrder, left[i], mergeKey);
		const r = inOrder(serverOrder, right[j], mergeKey);
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
	if (isAsOrdered(merged, patchOrder, mergeKey)) {
		return merged;
	}

	const isInPatch = (item: unknown): boolean => inOrder(patchOrder, item, mergeKey) >= 0;
	const ofPatch = merged.filter((item) => isInPatch(item));
	const ofServer = merged.filter((item) => !isInPatch(item));
	return mergeSorted(
		sorted(ofServer, serverOrder, mergeKey),
		sorted(ofPatch, patchOrder, mergeKey),
		serverOrder,
		mergeKey,
	);
};

/** Whether all items are named by the order, and stand as it names them: so it is with most patches. */
const isAsOrdered = (items: readonly unknown[], order: readonly unknown[], mergeKey: string | undefined): boolean => {
	let place = 0;
	for (const item of items) {
		const next = isDeletion(item) ? -1 : inOrder(order, item, mergeKey);
		if (next < place) {
			return false;
		}

		place = next;
	}

	return true;
};

/** @throws StrategicMergePatchError when the list of a patch is in another order than the patch says. */
export const checkOrder = (change: unknown, order: readonly unknown[], mergeKey: string | undefined): void => {
	if (!Array.isArray(change) || order.length === 0) {
		return;
	}

	const items = (change as unknown[]).filter((item) => !isDeletion(item));
	let index = 0;
	for (const item of order) {
		if (index < items.length && inOrder([item], items[index], mergeKey) === 0) {
			index++;
		}
	}

	if (index < items.length) {
		throw new StrategicMergePatchError(
			`The order in patch list:\n${goText(change)}\n doesn't match $setElementOrder list:\n${goText(order)}\n`,
		);
	}
};

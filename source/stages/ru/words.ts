export {controllerNameOf, keyOf, lastPartOf, nameOf, ownKind, podOf} from '../stop-names.js';

/**
The form of a noun for a number: `узел` with 1 and 21, `узла` with 2 to 4, `узлов` with 5 to 20.

@param forms for one, for few, and for many
*/
export const formOf = (count: number, one: string, few: string, many: string): string => {
	const [units, tens] = [Math.abs(count) % 10, Math.abs(count) % 100];
	if (units === 1 && tens !== 11) {
		return one;
	}

	if (units >= 2 && units <= 4 && (tens < 12 || tens > 14)) {
		return few;
	}

	return many;
};

/** A number with its noun: `1 узел`, `2 узла`, `5 узлов`. */
export const counted = (count: number, one: string, few: string, many: string): string =>
	`${count} ${formOf(count, one, few, many)}`;

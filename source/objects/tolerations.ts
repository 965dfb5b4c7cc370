import type {Toleration} from './kubernetes.generated.js';
import {equal} from '../kernel/equality.js';

/**
Both lists combined, without entries that another entry covers.

@mirrors tolerations.MergeTolerations
*/
export const mergeTolerations = (
	first: readonly Toleration[],
	second: readonly Toleration[],
): readonly Toleration[] => {
	const all = [...first, ...second];
	const merged: Toleration[] = [];
	for (const [index, toleration] of all.entries()) {
		const redundant =
			merged.some((kept) => isSuperset(kept, toleration)) ||
			all.slice(index + 1).some((later) => !equal(toleration, later) && isSuperset(later, toleration));
		if (!redundant) {
			merged.push(toleration);
		}
	}

	return merged;
};

/**
Whether one toleration covers all taints that the other covers.

@mirrors tolerations.isSuperset
*/
export const isSuperset = (wide: Toleration, narrow: Toleration): boolean => {
	if (equal(wide, narrow)) {
		return true;
	}

	const sameKey = (wide.key ?? '') === (narrow.key ?? '') || (!wide.key && wide.operator === 'Exists');
	const sameEffect = !wide.effect || wide.effect === narrow.effect;
	if (!sameKey || !sameEffect) {
		return false;
	}

	const {tolerationSeconds} = wide;
	if (
		wide.effect === 'NoExecute' &&
		tolerationSeconds !== undefined &&
		tolerationSeconds !== null &&
		(narrow.tolerationSeconds ?? Number.POSITIVE_INFINITY) > tolerationSeconds
	) {
		return false;
	}

	return wide.operator === 'Exists'
		? true
		: (wide.operator ?? 'Equal') === 'Equal' &&
				narrow.operator === 'Equal' &&
				(wide.value ?? '') === (narrow.value ?? '');
};

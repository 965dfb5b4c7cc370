import type {Taint, Toleration} from './kubernetes.generated.js';

/** The effects of a taint on Pods that do not tolerate it. */
export const taintEffects = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'] as const satisfies ReadonlyArray<
	Taint['effect']
>;
export type TaintEffect = (typeof taintEffects)[number];

const isInteger = (text: string): boolean => /^(0|-?[1-9]\d*)$/.test(text);

/**
Whether one toleration covers one taint. An empty key with `Exists` covers all, an empty effect every effect; `Gt` and `Lt` compare the taint's value with the toleration's.

@mirrors k8s.io/component-helpers/scheduling/corev1 Toleration.ToleratesTaint
*/
export const tolerates = (toleration: Toleration, taint: Taint): boolean => {
	if (toleration.effect && toleration.effect !== taint.effect) {
		return false;
	}

	if (toleration.key && toleration.key !== taint.key) {
		return false;
	}

	const wanted = toleration.value ?? '';
	const value = taint.value ?? '';
	switch (toleration.operator) {
		case 'Exists': {
			return true;
		}

		case 'Gt':
		case 'Lt': {
			if (!isInteger(wanted) || !isInteger(value)) {
				return false;
			}

			return toleration.operator === 'Gt' ? BigInt(value) > BigInt(wanted) : BigInt(value) < BigInt(wanted);
		}

		default: {
			return wanted === value;
		}
	}
};

/** Whether one of the tolerations covers the taint. */
export const tolerated = (taint: Taint, tolerations: readonly Toleration[] | undefined): boolean =>
	tolerations?.some((toleration) => tolerates(toleration, taint)) ?? false;

/** The first taint with one of `effects` that is not tolerated. Effects that keep Pods off a node are the default. */
export const untoleratedTaint = (
	taints: readonly Taint[] | undefined,
	tolerations: readonly Toleration[] | undefined,
	effects: readonly TaintEffect[] = ['NoSchedule', 'NoExecute'],
): Taint | undefined => taints?.find((taint) => effects.includes(taint.effect) && !tolerated(taint, tolerations));

/** `key=value:effect`, as kubectl shows a taint. */
export const formatTaint = ({key, value, effect}: Taint): string => `${key}${value ? `=${value}` : ''}:${effect}`;

/** The taints that evict Pods. */
export const noExecute = (taints: readonly Taint[] | undefined): readonly Taint[] =>
	taints?.filter(({effect}) => effect === 'NoExecute') ?? [];

/**
The time that a Pod can stay on a node with these taints, in seconds: 0 for not at all, `undefined` for no limit.

@mirrors tainteviction.GetMinTolerationTime
*/
export const staySeconds = (
	taints: readonly Taint[],
	tolerations: readonly Toleration[] | undefined,
): number | undefined => {
	let shortest: number | undefined;
	for (const taint of noExecute(taints)) {
		const matching = tolerations?.filter((toleration) => tolerates(toleration, taint)) ?? [];
		if (matching.length === 0) {
			return 0;
		}

		for (const {tolerationSeconds} of matching) {
			if (tolerationSeconds !== undefined) {
				shortest = Math.min(shortest ?? Number.POSITIVE_INFINITY, Math.max(0, tolerationSeconds));
			}
		}
	}

	return shortest;
};

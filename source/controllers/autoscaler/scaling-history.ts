import type {HorizontalPodAutoscaler} from '../../objects/kubernetes.generated.js';

type Spec = HorizontalPodAutoscaler['spec'];
type Rules = NonNullable<NonNullable<Spec['behavior']>['scaleUp']>;

/** A condition about a limit. */
export interface Limit {
	readonly type: 'AbleToScale' | 'ScalingLimited';
	readonly status: 'True' | 'False';
	readonly reason: string;
	readonly message: string;
}

/** The decision of an autoscaler, with the reason of its limit. */
export interface Decision {
	readonly replicas: number;
	readonly limits: readonly Limit[];
}

interface Recommended {
	readonly replicas: number;
	readonly timeMs: number;
}

interface Scaled {
	/** The number added, or negative, removed. */
	readonly change: number;
	readonly timeMs: number;
}

const stabilizationMs = 300_000;
const upRules: Rules = {
	stabilizationWindowSeconds: 0,
	selectPolicy: 'Max',
	policies: [
		{type: 'Pods', value: 4, periodSeconds: 15},
		{type: 'Percent', value: 100, periodSeconds: 15},
	],
};
const downRules: Rules = {
	selectPolicy: 'Max',
	policies: [{type: 'Percent', value: 100, periodSeconds: 15}],
};

const stabilized = (direction: 'up' | 'down'): Limit => ({
	type: 'AbleToScale',
	status: 'True',
	reason: direction === 'up' ? 'ScaleUpStabilized' : 'ScaleDownStabilized',
	message:
		direction === 'up'
			? 'recent recommendations were lower than current one, applying the lowest recent recommendation'
			: 'recent recommendations were higher than current one, applying the highest recent recommendation',
});

const limited = (reason: string, what: string): Limit => ({
	type: 'ScalingLimited',
	status: 'True',
	reason,
	message: `the desired replica count is ${what}`,
});

const within: Limit = {
	type: 'ScalingLimited',
	status: 'False',
	reason: 'DesiredWithinRange',
	message: 'the desired count is within the acceptable range',
};

const ready: Limit = {
	type: 'AbleToScale',
	status: 'True',
	reason: 'ReadyForNewScale',
	message: 'recommended size matches current size',
};

/**
The recommendations and decisions of one autoscaler, in the memory of its controller: they steady the number of replicas and limit how fast it changes.

@see https://kubernetes.io/docs/concepts/workloads/autoscaling/horizontal-pod-autoscale/#configurable-scaling-behavior
@mirrors HorizontalController.normalizeDesiredReplicas, normalizeDesiredReplicasWithBehaviors
*/
export class ScalingHistory {
	#recommended: readonly Recommended[] = [];
	#scaled: readonly Scaled[] = [];

	/** The decision about a recommendation. */
	decide(
		{minReplicas = 1, maxReplicas, behavior}: Pick<Spec, 'minReplicas' | 'maxReplicas' | 'behavior'>,
		current: number,
		recommended: number,
		nowMs: number,
	): Decision {
		const up: Rules = {...upRules, ...behavior?.scaleUp};
		const down: Rules = {...downRules, ...behavior?.scaleDown};
		const [steady, steadied] = this.#steady(current, recommended, up, down, nowMs);
		if (steady > current) {
			const fastest = behavior ? this.#most(up, current, nowMs) : Math.max(2 * current, 4);
			const most = Math.min(fastest, maxReplicas);
			const isRate = fastest < maxReplicas;
			return steady > most
				? {
						replicas: Math.max(most, current),
						limits: [
							steadied,
							isRate
								? limited('ScaleUpLimit', 'increasing faster than the maximum scale rate')
								: limited('TooManyReplicas', 'more than the maximum replica count'),
						],
					}
				: {replicas: steady, limits: [steadied, within]};
		}

		const fastest = behavior ? this.#least(down, current, nowMs) : 0;
		const least = Math.max(fastest, minReplicas);
		return steady < least
			? {
					replicas: Math.min(least, current),
					limits: [
						steadied,
						fastest > minReplicas
							? limited('ScaleDownLimit', 'decreasing faster than the maximum scale rate')
							: limited('TooFewReplicas', 'less than the minimum replica count'),
					],
				}
			: {replicas: steady, limits: [steadied, within]};
	}

	/** The number of replicas was changed. */
	scaled(from: number, to: number, nowMs: number): void {
		this.#scaled = [
			...this.#scaled.filter(({timeMs}) => nowMs - timeMs <= 1_800_000),
			{change: to - from, timeMs: nowMs},
		];
	}

	/** The highest recommendation of the window for scaling down, the lowest for scaling up. */
	#steady(current: number, recommended: number, up: Rules, down: Rules, nowMs: number): readonly [number, Limit] {
		const upMs = (up.stabilizationWindowSeconds ?? 0) * 1000;
		const downMs =
			down.stabilizationWindowSeconds === undefined ? stabilizationMs : down.stabilizationWindowSeconds * 1000;
		const recent = this.#recommended.filter(({timeMs}) => nowMs - timeMs < Math.max(upMs, downMs, stabilizationMs));
		this.#recommended = [...recent, {replicas: recommended, timeMs: nowMs}];
		const since = (ms: number) => recent.filter(({timeMs}) => nowMs - timeMs < ms).map(({replicas}) => replicas);
		const lowest = Math.min(recommended, ...since(upMs));
		const highest = Math.max(recommended, ...since(downMs));
		const steady = Math.min(Math.max(current, lowest), highest);
		return steady === recommended ? [steady, ready] : [steady, stabilized(recommended > steady ? 'up' : 'down')];
	}

	/** The number of replicas added or removed within a period. */
	#changed(seconds: number, sign: 1 | -1, nowMs: number): number {
		return this.#scaled
			.filter(({change, timeMs}) => Math.sign(change) === sign && nowMs - timeMs < seconds * 1000)
			.reduce((sum, {change}) => sum + Math.abs(change), 0);
	}

	/** The most replicas that the policies allow. */
	#most({policies = [], selectPolicy}: Rules, current: number, nowMs: number): number {
		if (selectPolicy === 'Disabled') {
			return current;
		}

		const proposed = policies.map(({type, value, periodSeconds}) => {
			const start = current - this.#changed(periodSeconds, 1, nowMs);
			return type === 'Pods' ? start + value : Math.ceil(start * (1 + value / 100));
		});
		return selectPolicy === 'Min' ? Math.min(...proposed) : Math.max(...proposed);
	}

	/** The fewest replicas that the policies allow. */
	#least({policies = [], selectPolicy}: Rules, current: number, nowMs: number): number {
		if (selectPolicy === 'Disabled') {
			return current;
		}

		const proposed = policies.map(({type, value, periodSeconds}) => {
			const start = current + this.#changed(periodSeconds, -1, nowMs);
			return type === 'Pods' ? start - value : Math.floor(start * (1 - value / 100));
		});
		return selectPolicy === 'Min' ? Math.max(...proposed) : Math.min(...proposed);
	}
}

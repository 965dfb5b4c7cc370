import type {Routine} from '../../kernel/routine.js';
import {errorOf} from '../../client/errors.js';
import {urlPath} from '../../client/client.js';
import {keyOf} from '../../client/informer.js';
import type {
	HorizontalPodAutoscaler,
	HorizontalPodAutoscalerCondition,
	HorizontalPodAutoscalerStatus,
} from '../../objects/kubernetes.generated.js';
import {registryKey, resourceName, resources} from '../../objects/resources.js';
import type {FactsOf} from '../../stages/facts.js';
import {note} from '../../stages/note.js';
import type {Controller, Tools} from '../controller.js';
import {measureMetric, type MetricOutcome, type Proposed} from './measure.js';
import {ScalingHistory} from './scaling-history.js';
import {getOrInsert} from '../../kernel/get-or-insert.js';
import {equal} from '../../kernel/equality.js';
import {behaves} from '../../objects/versions/changed-behaviour.js';
import {allow} from '../controller-roles.js';

const resource = 'horizontalpodautoscalers.autoscaling';
const stage = 'controller.horizontal-pod-autoscaler.sync';
const syncMs = 15_000;

interface Scale {
	readonly spec?: {readonly replicas?: number};
	readonly status: {readonly replicas: number; readonly selector?: string};
}

type Told = Omit<HorizontalPodAutoscalerCondition, 'lastTransitionTime'>;

/** The decision of an autoscaler about a number of replicas without any metric. */
export type Plan =
	| {readonly do: 'nothing'; readonly because: string}
	| {readonly do: 'scale'; readonly to: number; readonly because: string}
	| {readonly do: 'measure'};

/**
The size without metrics: limits take precedence over metrics, and a target that was scaled to zero stays at zero.

@mirrors HorizontalController.reconcileAutoscaler
*/
export const planScale = ({minReplicas = 1, maxReplicas}: HorizontalPodAutoscaler['spec'], current: number): Plan => {
	if (current === 0 && minReplicas !== 0) {
		return {do: 'nothing', because: 'scaling is disabled since the replica count of the target is zero'};
	}

	if (current > maxReplicas) {
		return {do: 'scale', to: maxReplicas, because: 'Current number of replicas above Spec.MaxReplicas'};
	}

	return current < minReplicas
		? {do: 'scale', to: minReplicas, because: 'Current number of replicas below Spec.MinReplicas'}
		: {do: 'measure'};
};

/**
Keeps the usage of a target's Pods near the goal of its autoscaler, and their number between its limits. Resource metrics are from
metrics-server, if the cluster has one.

Simplified: no server provides the custom and external metrics APIs.

@see https://kubernetes.io/docs/tasks/run-application/horizontal-pod-autoscale/
@mirrors k8s.io/kubernetes/pkg/controller/podautoscaler
*/
export const horizontalPodAutoscaler: Controller = {
	name: 'horizontal-pod-autoscaler',
	reportsAs: 'horizontal-pod-autoscaler',
	rules: [
		allow('get list watch', 'horizontalpodautoscalers', 'autoscaling'),
		allow('update', 'horizontalpodautoscalers/status', 'autoscaling'),
		allow('get update', '*/scale', '*'),
		allow('list watch', 'pods'),
		allow('list watch', 'pods', 'metrics.k8s.io'),
		allow('get list watch', '*', 'custom.metrics.k8s.io'),
		allow('get list watch', '*', 'external.metrics.k8s.io'),
		allow('create patch update', 'events', 'core events.k8s.io'),
	],
	build(tools) {
		const histories = new Map<string, ScalingHistory>();
		return {
			handlers: {
				// Every key is handled once in a period, regardless of changes in between.
				[resource]: ({type, object, old}) => {
					const isNew = type === 'ADDED' || old?.metadata.generation !== object.metadata.generation;
					const atOnce = isNew && behaves(tools.minor, 'autoscalerAtOnce');
					return type === 'DELETED' ? [] : [{key: keyOf(object), ...(atOnce ? {} : {afterMs: syncMs})}];
				},
			},
			*sync(key) {
				const autoscaler = tools.informer(resource).getByKey(key);
				if (!autoscaler) {
					yield* note(stage, {case: 'gone', key});
					return;
				}

				const history = getOrInsert(histories, autoscaler.metadata.uid, () => new ScalingHistory());
				yield* new Sync(tools, autoscaler, history).run();
				tools.queue.addAfter(key, syncMs, {periodic: true});
			},
		};
	},
};

/** One evaluation of one autoscaler. */
class Sync {
	#conditions: readonly HorizontalPodAutoscalerCondition[];

	constructor(
		readonly tools: Tools,
		readonly autoscaler: HorizontalPodAutoscaler,
		readonly history: ScalingHistory,
	) {
		this.#conditions = autoscaler.status?.conditions ?? [];
	}

	*run(): Routine {
		const {metadata, spec} = this.autoscaler;
		const target = spec.scaleTargetRef;
		yield* this.#note({case: 'ask', target});
		const found = yield* this.#scale();
		if (typeof found === 'string') {
			yield* this.#note({case: 'failure', target, message: found}, 'failed');
			yield* this.#warn('FailedGetScale', found);
			this.#tell(
				'AbleToScale',
				'False',
				'FailedGetScale',
				`the HPA controller was unable to get the target's current scale: ${found}`,
			);
			yield* this.#update({...this.autoscaler.status});
			return;
		}

		const {path, scale} = found;
		this.#tell(
			'AbleToScale',
			'True',
			'SucceededGetScale',
			"the HPA controller was able to get the target's current scale",
		);
		const current = scale.spec?.replicas ?? 0;
		const plan = planScale(spec, current);
		const {minReplicas = 1, maxReplicas} = spec;
		yield* this.#note({case: 'found', target, replicas: current, minReplicas, maxReplicas, plan});
		if (plan.do === 'measure') {
			yield* this.#measure(path, current, scale, metadata.namespace);
		} else if (plan.do === 'nothing') {
			this.#tell('ScalingActive', 'False', 'ScalingDisabled', plan.because);
			yield* this.#update(this.#status(current, current));
		} else {
			yield* this.#rescale(path, scale, current, plan);
		}
	}

	/** The scale of the target and its path, or why there is no scale. */
	*#scale(): Routine<{readonly path: string; readonly scale: Scale} | string> {
		const {metadata, spec} = this.autoscaler;
		const {apiVersion = '', kind, name} = spec.scaleTargetRef;
		const parts = apiVersion.split('/');
		if (parts.length > 2) {
			return `unexpected GroupVersion string: ${apiVersion}`;
		}

		const [group = ''] = parts.length === 2 ? parts : [];
		const target = resources.find((one) => one.group === group && one.kind === kind);
		if (!target) {
			return `no matches for kind ${JSON.stringify(kind)} in group ${JSON.stringify(group)}`;
		}

		const path = urlPath(resourceName(target), metadata.namespace, name, 'scale');
		const {status, body} = yield* this.tools.client.exchange('GET', path);
		if (status < 400) {
			return {path, scale: body as Scale};
		}

		if (typeof body === 'string') {
			return 'the server could not find the requested resource';
		}

		return (body as {readonly message: string}).message;
	}

	/** @returns whether it could. */
	*#rescale(
		path: string,
		scale: Scale,
		current: number,
		{to, because}: Plan & {readonly do: 'scale'},
		currentMetrics?: HorizontalPodAutoscalerStatus['currentMetrics'],
	): Routine<boolean> {
		const response = yield* this.tools.client.exchange('PUT', path, {body: {...scale, spec: {replicas: to}}});
		if (response.status >= 400) {
			const error = errorOf(response);
			yield* this.#warn('FailedRescale', `New size: ${to}; reason: ${because}; error: ${error.message}`);
			this.#tell(
				'AbleToScale',
				'False',
				'FailedUpdateScale',
				`the HPA controller was unable to update the target scale: ${error.message}`,
			);
			yield* this.#update(this.#status(current, this.autoscaler.status?.desiredReplicas ?? 0));
			return false;
		}

		this.#tell(
			'AbleToScale',
			'True',
			'SucceededRescale',
			`the HPA controller was able to update the target scale to ${to}`,
		);
		const message = `New size: ${to}; reason: ${because}`;
		yield* this.tools.recorder.event(this.autoscaler, 'Normal', 'SuccessfulRescale', message);
		const lastScaleTime = this.tools.kernel.timestamp();
		const status = {...this.#status(current, to), lastScaleTime};
		yield* this.#update(currentMetrics ? {...status, currentMetrics} : status);
		return true;
	}

	*#measure(path: string, current: number, scale: Scale, namespace: string): Routine {
		const {selector} = scale.status;
		const {metrics = []} = this.autoscaler.spec;
		const desired = this.autoscaler.status?.desiredReplicas ?? 0;
		if (!selector) {
			yield* this.#warn('SelectorRequired', 'selector is required');
			this.#tell('ScalingActive', 'False', 'InvalidSelector', "the HPA target's scale is missing a selector");
			yield* this.#update(this.#status(current, desired));
			yield* this.#warn('FailedComputeMetricsReplicas', 'selector is required');
			return;
		}

		const found: MetricOutcome[] = [];
		for (const metric of metrics) {
			found.push(yield* measureMetric(this.tools, metric, {namespace, selector, current}));
		}

		const failures = found.flatMap((one) => ('failure' in one ? [one.failure] : []));
		const proposals = found.flatMap((one) => ('proposal' in one ? [one] : []));
		for (const {reason, cause} of failures) {
			yield* this.#warn(reason, cause);
		}

		const [first] = failures;
		const best = proposals.reduce<Proposed | undefined>(
			(most, one) => (most && most.proposal.replicas >= one.proposal.replicas ? most : one),
			undefined,
		);
		// A missing metric never lowers the number.
		if (best && (!first || best.proposal.replicas > current)) {
			yield* this.#follow(path, scale, current, best, found);
			return;
		}

		if (first) {
			this.#tell(
				'ScalingActive',
				'False',
				first.reason,
				`the HPA was unable to compute the replica count: ${first.cause}`,
			);
		}

		yield* this.#update({...this.#status(current, desired), currentMetrics: metrics.map(() => ({type: ''}))});
		if (first) {
			const message = `invalid metrics (${failures.length} invalid out of ${metrics.length}), first error is: ${first.message}`;
			yield* this.#warn('FailedComputeMetricsReplicas', message);
		}
	}

	/** Scales to the metric with the most replicas, within the limits. */
	*#follow(path: string, scale: Scale, current: number, best: Proposed, found: readonly MetricOutcome[]): Routine {
		const {spec} = this.autoscaler;
		const {kernel} = this.tools;
		const currentMetrics = found.map((one) => ('proposal' in one ? one.status : {type: ''}));
		this.#tell(
			'ScalingActive',
			'True',
			'ValidMetricFound',
			`the HPA was able to successfully calculate a replica count from ${best.name}`,
		);
		const {replicas, limits} = this.history.decide(spec, current, best.proposal.replicas, kernel.now);
		yield* this.#note({
			case: 'measured',
			target: spec.scaleTargetRef,
			metric: best.name,
			value: best.proposal.utilization ?? best.proposal.average,
			replicas: current,
			wanted: best.proposal.replicas,
			after: replicas,
			limits: limits.map(({reason}) => reason),
		});
		for (const {type, status, reason, message} of limits) {
			this.#tell(type, status, reason, message);
		}

		if (replicas === current) {
			yield* this.#update({...this.#status(current, current), currentMetrics});
			return;
		}

		const because = replicas > current ? `${best.name} above target` : 'All metrics below target';
		if (yield* this.#rescale(path, scale, current, {do: 'scale', to: replicas, because}, currentMetrics)) {
			this.history.scaled(current, replicas, kernel.now);
		}
	}

	#status(currentReplicas: number, desiredReplicas: number): HorizontalPodAutoscalerStatus {
		const {lastScaleTime} = this.autoscaler.status ?? {};
		return {currentReplicas, desiredReplicas, ...(lastScaleTime ? {lastScaleTime} : {})};
	}

	/** Conditions keep their order; their time is that of their last change of status. */
	#tell(type: string, status: Told['status'], reason: string, message: string): void {
		const before = this.#conditions.find((one) => one.type === type);
		const lastTransitionTime = before?.status === status ? before.lastTransitionTime : this.tools.kernel.timestamp();
		const after = {type, status, reason, message, lastTransitionTime};
		this.#conditions = before
			? this.#conditions.map((one) => (one === before ? after : one))
			: [...this.#conditions, after];
	}

	*#update(status: Partial<HorizontalPodAutoscalerStatus>): Routine {
		const {autoscaler} = this;
		const after = {...status, desiredReplicas: status.desiredReplicas ?? 0, conditions: this.#conditions};
		if (!equal(after, autoscaler.status)) {
			yield* this.tools.client.updateStatus(resource, {...autoscaler, status: after});
		}
	}

	#warn(reason: string, message: string): Routine {
		return this.tools.recorder.event(this.autoscaler, 'Warning', reason, message);
	}

	#note(facts: FactsOf<typeof stage>, outcome?: 'failed'): Routine {
		const {namespace, name} = this.autoscaler.metadata;
		return note(stage, facts, {object: registryKey(resource, namespace, name), outcome});
	}
}

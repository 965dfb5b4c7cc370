import type {Pod} from '../../objects/kubernetes.generated.js';
import {bytes, cpuMillis} from '../../objects/quantity.js';
import {parseTimestamp} from '../../kernel/clock.js';
import {podCondition} from '../../objects/pod.js';

/** The usage of a Pod, in thousandths of a CPU or in bytes, at the end of a window. */
export interface Measured {
	readonly value: number;
	readonly timeMs: number;
	readonly windowMs: number;
}

/** The goal: a percentage of the Pods' requests, or an amount for each Pod. */
export type Target =
	{readonly case: 'utilization'; readonly percent: number} | {readonly case: 'average'; readonly value: number};

/** The replicas that a metric requires, and its value. */
export interface Proposal {
	readonly replicas: number;
	/** Percent of the requests; absent for an amount. */
	readonly utilization?: number;
	/** Average of a Pod, in thousandths of a CPU or in bytes. */
	readonly average: number;
}

/** A metric from which no number of replicas can be computed, in upstream's words. */
export class Uncomputable extends Error {
	override name = 'Uncomputable';
}

const initializationMs = 5 * 60_000;
const initialReadinessMs = 30_000;
const tolerance = 0.1;

/** Whether a Pod's CPU usage is not meaningful yet, because it is starting. @mirrors groupPods */
const isUnready = (pod: Pod, {timeMs, windowMs}: Measured, nowMs: number): boolean => {
	const ready = podCondition(pod, 'Ready');
	const {startTime} = pod.status ?? {};
	if (!ready || startTime === undefined) {
		return true;
	}

	const startMs = parseTimestamp(startTime);
	const sinceMs = parseTimestamp(ready.lastTransitionTime ?? startTime);
	return startMs + initializationMs > nowMs
		? ready.status === 'False' || timeMs < sinceMs + windowMs
		: ready.status === 'False' && startMs + initialReadinessMs > sinceMs;
};

/** The requests of a Pod's containers, or of one of them. @throws {Uncomputable} when one requests nothing. */
export const requestOf = ({metadata, spec}: Pod, resource: string, container: string | undefined): number =>
	spec.containers
		.filter(({name}) => container === undefined || name === container)
		.reduce((sum, {name, resources}) => {
			const request = resources?.requests?.[resource];
			if (request === undefined) {
				throw new Uncomputable(`missing request for ${resource} in container ${name} of Pod ${metadata.name}`);
			}

			return sum + (resource === 'cpu' ? cpuMillis(request) : bytes(request));
		}, 0);

interface Ratio {
	readonly ratio: number;
	readonly utilization?: number;
	readonly average: number;
}

const total = (values: Iterable<number>): number => [...values].reduce((sum, value) => sum + value, 0);

const ratioOf = (values: ReadonlyMap<string, number>, requests: ReadonlyMap<string, number>, target: Target): Ratio => {
	const sum = total(values.values());
	const average = Math.trunc(sum / values.size);
	if (target.case === 'average') {
		return {ratio: average / target.value, average};
	}

	const utilization = Math.trunc((sum * 100) / total([...values.keys()].map((name) => requests.get(name) ?? 0)));
	return {ratio: utilization / target.percent, utilization, average};
};

/**
The number of replicas that brings the usage of Pods close to the target. Starting Pods are left out, and Pods without a metric count against a change.

@param current the target's replicas now.
@param measured the usage of each Pod, by its name. @throws {Uncomputable} if the needed metrics are missing.
@mirrors k8s.io/kubernetes/pkg/controller/podautoscaler ReplicaCalculator.GetResourceReplicas, calcPlainMetricReplicas
*/
export const proposeReplicas = (
	current: number,
	pods: readonly Pod[],
	measured: ReadonlyMap<string, Measured>,
	{resource, container, target}: {readonly resource: string; readonly container?: string; readonly target: Target},
	nowMs: number,
): Proposal => {
	if (pods.length === 0) {
		throw new Uncomputable('no pods returned by selector while calculating replica count');
	}

	const values = new Map<string, number>();
	const requests = new Map<string, number>();
	const missing: string[] = [];
	const unready: string[] = [];
	for (const pod of pods.filter(({metadata, status}) => !metadata.deletionTimestamp && status?.phase !== 'Failed')) {
		const {name} = pod.metadata;
		const found = measured.get(name);
		if (target.case === 'utilization') {
			requests.set(name, requestOf(pod, resource, container));
		}

		if (pod.status?.phase === 'Pending') {
			unready.push(name);
		} else if (!found) {
			missing.push(name);
		} else if (resource === 'cpu' && isUnready(pod, found, nowMs)) {
			unready.push(name);
		} else {
			values.set(name, found.value);
		}
	}

	if (values.size === 0) {
		throw new Uncomputable('did not receive metrics for targeted pods (pods might be unready)');
	}

	const first = ratioOf(values, requests, target);
	const shown = {utilization: first.utilization, average: first.average};
	const withUnready = unready.length > 0 && first.ratio > 1;
	if (!withUnready && missing.length === 0) {
		const isClose = Math.abs(1 - first.ratio) <= tolerance;
		return {replicas: isClose ? current : Math.ceil(first.ratio * values.size), ...shown};
	}

	const wanted = (name: string): number =>
		target.case === 'average' ? target.value : ((requests.get(name) ?? 0) * Math.max(100, target.percent)) / 100;
	for (const name of missing) {
		values.set(name, first.ratio < 1 ? wanted(name) : 0);
	}

	for (const name of withUnready ? unready : []) {
		values.set(name, 0);
	}

	const second = ratioOf(values, requests, target);
	const turns = (first.ratio < 1 && second.ratio > 1) || (first.ratio > 1 && second.ratio < 1);
	if (Math.abs(1 - second.ratio) <= tolerance || turns) {
		return {replicas: current, ...shown};
	}

	const replicas = Math.ceil(second.ratio * values.size);
	const isWrongWay = (second.ratio < 1 && replicas > current) || (second.ratio > 1 && replicas < current);
	return {replicas: isWrongWay ? current : replicas, ...shown};
};

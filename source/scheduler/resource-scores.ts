import type {ResourceWeight, ShapePoint} from '../objects/scheduler-configuration/configuration.js';
import {maxNodeScore} from './framework.js';
import type {NodeInfo} from './node-info.js';
import type {PodInfo} from './pod-info.js';

const usual: readonly ResourceWeight[] = [{name: 'cpu'}, {name: 'memory'}];

/** Resources that every node has. A Pod without a request for another resource is not scored by it. */
const basic = new Set(['cpu', 'memory', 'ephemeral-storage', 'pods']);

/** Gives a node a score from 0 to 100 for a Pod. */
export type ResourceScore = (pod: PodInfo, node: NodeInfo) => number;

/** The score of a resource, by the amount requested once the Pod is there and the capacity of the node. */
type ScoreOfAmounts = (requested: number, capacity: number) => number;

/**
The mean of the scores of the resources, by their weights; 0 without resources.

@param resources by default CPU and memory with equal weights.

@param counts whether a score is part of the mean.
@mirrors noderesources.resourceAllocationScorer
*/
const meanScore = (
	resources: readonly ResourceWeight[] = [],
	score: ScoreOfAmounts,
	round: (mean: number) => number,
	counts: (score: number) => boolean = () => true,
): ResourceScore => {
	const scored = (resources.length > 0 ? resources : usual).map(({name, weight}) => ({
		name,
		weight: weight || 1,
		isBasic: basic.has(name),
	}));
	return (pod, node) => {
		let sum = 0;
		let weights = 0;
		for (const {name, weight, isBasic} of scored) {
			const capacity = node.allocatable[name] ?? 0;
			if (capacity > 0 && (isBasic || (pod.requests[name] ?? 0) > 0)) {
				const points = score(requestedOf(name, pod, node), capacity);
				if (counts(points)) {
					sum += points * weight;
					weights += weight;
				}
			}
		}

		return weights === 0 ? 0 : round(sum / weights);
	};
};

const requestedOf = (name: string, pod: PodInfo, node: NodeInfo): number => {
	switch (name) {
		case 'cpu': {
			return node.assumedCpuMillis + pod.assumedCpuMillis;
		}

		case 'memory': {
			return node.assumedMemoryBytes + pod.assumedMemoryBytes;
		}

		default: {
			return (node.requested[name] ?? 0) + (pod.requests[name] ?? 0);
		}
	}
};

/** Share of the capacity that stays free, 0 … 100. @mirrors noderesources.leastRequestedScore */
const freeShare = (requested: number, capacity: number): number =>
	requested > capacity ? 0 : Math.trunc(((capacity - requested) * maxNodeScore) / capacity);

/** Share of the capacity that is requested, 0 … 100. @mirrors noderesources.mostRequestedScore */
const usedShare = (requested: number, capacity: number): number =>
	Math.trunc((Math.min(requested, capacity) * maxNodeScore) / capacity);

/** Prefers nodes that keep the most free. @mirrors noderesources.leastResourceScorer */
export const leastAllocated = (resources?: readonly ResourceWeight[]): ResourceScore =>
	meanScore(resources, freeShare, Math.trunc);

/** Prefers nodes that are the fullest once the Pod is there: it packs Pods. @mirrors noderesources.mostResourceScorer */
export const mostAllocated = (resources?: readonly ResourceWeight[]): ResourceScore =>
	meanScore(resources, usedShare, Math.trunc);

/**
A piecewise linear function through points, constant outside them.

@param shape at least one point, in the order of utilization.
@mirrors plugins/helper.BuildBrokenLinearFunction
*/
export const brokenLine =
	(shape: readonly ShapePoint[]) =>
	(utilization: number): number => {
		const next = shape.findIndex((point) => utilization <= point.utilization);
		const after = shape[next];
		const before = shape[next - 1];
		if (!after) {
			return shape.at(-1)?.score ?? 0;
		}

		return before
			? before.score +
					Math.trunc(
						((after.score - before.score) * (utilization - before.utilization)) /
							(after.utilization - before.utilization),
					)
			: after.score;
	};

/** The scores of a shape have a maximum of 10, those of nodes at 100. */
const scale = maxNodeScore / 10;

/**
Scores a node by the share in use, through the points of a shape. A resource that scores 0 does not count.

@mirrors noderesources.requestedToCapacityRatioScorer
*/
export const requestedToCapacityRatio = (
	shape: readonly ShapePoint[],
	resources?: readonly ResourceWeight[],
): ResourceScore => {
	const line = brokenLine(shape.map(({utilization, score}) => ({utilization, score: score * scale})));
	return meanScore(
		resources,
		(requested, capacity) => line(usedShare(requested, capacity)),
		Math.round,
		(score) => score > 0,
	);
};

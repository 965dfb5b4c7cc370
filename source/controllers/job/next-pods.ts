import type {Draft} from '../../client/client.js';
import type {Container, Job, Pod} from '../../objects/kubernetes.generated.js';
import {podFromTemplate} from '../pod-control.js';
import {deletionOrder} from '../replica-set/deletion-order.js';
import {endedAtMs, failureAnnotations, failuresBefore, onlyReplacesFailed} from './failed-pod.js';
import {freeIndexes, indexKey, indexOf, indexesOf, isIndexed} from './indexes.js';
import {backoffMs, finalizer, hasLimitPerIndex, type Failures, type Tally} from './plan.js';

/** The Pods to create now, or the wait before the first one. */
export const nextPods = (
	current: Job,
	counts: Tally,
	missing: number,
	failures: Failures,
	nowMs: number,
): {readonly drafts: ReadonlyArray<Draft<Pod>>; readonly pauseMs: number} => {
	if (!hasLimitPerIndex(current)) {
		const pauseMs = backoffMs(failures, nowMs);
		if (pauseMs > 0) {
			return {drafts: [], pauseMs};
		}
	}

	if (!isIndexed(current)) {
		return {drafts: Array.from({length: missing}, () => podFor(current)), pauseMs: 0};
	}

	const taken = new Set([
		...indexesOf(counts.active),
		...counts.succeededIndexes,
		...(counts.failedIndexes ?? []),
		...(onlyReplacesFailed(current) ? indexesOf(counts.terminating) : []),
	]);
	const pauses = freeIndexes(taken, missing, current.spec?.completions ?? 0).map((index) => {
		const last = counts.awaited.get(index);
		const pauseMs = last ? backoffMs({count: failuresBefore(last) + 1, lastMs: endedAtMs(last)}, nowMs) : 0;
		return {index, last, pauseMs};
	});
	const now = pauses.filter(({pauseMs}) => pauseMs === 0);
	return {
		drafts: now.map(({index, last}) =>
			podFor(current, index, hasLimitPerIndex(current) ? failureAnnotations(current, last) : {}),
		),
		pauseMs: now.length > 0 || pauses.length === 0 ? 0 : Math.min(...pauses.map(({pauseMs}) => pauseMs)),
	};
};

/** The Pods to delete: all but one of those with the same index, then the least important ones. */
export const surplusPods = (current: Job, active: readonly Pod[], atLeast: number, nowMs: number): readonly Pod[] => {
	const order = deletionOrder(() => 0, nowMs);
	const sorted = [...active].sort(order);
	const last = new Map(sorted.map((pod) => [indexOf(pod), pod]));
	const useless = isIndexed(current)
		? sorted.filter((pod) => {
				const index = indexOf(pod);
				return index === undefined || index >= (current.spec?.completions ?? 0) || last.get(index) !== pod;
			})
		: [];
	const others = sorted.filter((pod) => !useless.includes(pod));
	return [...useless, ...others.slice(0, Math.max(0, atLeast - useless.length))];
};

/** A Pod of the Job, with its index if there is one. */
export const podFor = (owner: Job, index?: number, annotations: Readonly<Record<string, string>> = {}): Draft<Pod> => {
	const pod = podFromTemplate(owner, owner.spec?.template ?? {});
	const finalizers = [...new Set([...(pod.metadata?.finalizers ?? []), finalizer])];
	const metadata = {...pod.metadata, finalizers};
	if (index === undefined) {
		return {...pod, metadata};
	}

	const fieldPath = `metadata.labels['${indexKey}']`;
	const own = {name: 'JOB_COMPLETION_INDEX', valueFrom: {fieldRef: {apiVersion: 'v1', fieldPath}}};
	const knowing = (containers: ReadonlyArray<Draft<Container>>): ReadonlyArray<Draft<Container>> =>
		containers.map((container) =>
			container.env?.some(({name}) => name === own.name)
				? container
				: {...container, env: [...(container.env ?? []), own]},
		);
	const {containers = [], initContainers} = pod.spec ?? {};
	return {
		...pod,
		metadata: {
			...metadata,
			generateName: `${owner.metadata.name}-${index}-`,
			labels: {...metadata.labels, [indexKey]: String(index)},
			annotations: {...metadata.annotations, [indexKey]: String(index), ...annotations},
		},
		spec: {
			...pod.spec,
			hostname: `${owner.metadata.name}-${index}`,
			containers: knowing(containers),
			...(initContainers ? {initContainers: knowing(initContainers)} : {}),
		},
	};
};

import type {Client} from '../client/client.js';
import type {Kernel} from '../kernel/kernel.js';
import {active, frame, note, take, type Routine} from '../kernel/routine.js';
import {chooseNode} from './cycle.js';
import type {ClusterView} from './framework.js';
import {podInfo, type PodInfo} from './pod-info.js';
import {queueKey, type QueuedPod} from './queue.js';
import {podKey, otherResources, SchedulerState, type SchedulerOptions} from './state.js';
import {follow, onNode, onPod} from './arrivals.js';
import {assume} from './binding.js';
import {fail, postFilter} from './failure.js';

export type {SchedulerOptions} from './state.js';

/**
Starts kube-scheduler: it watches for Pods without a node, finds the best node for each, and binds them.

Scheduling goes one Pod at a time; binding runs beside it, as it waits for the API.

@see https://kubernetes.io/docs/concepts/scheduling-eviction/kube-scheduler/

Simplified: one instance without leader election.
*/
export const startScheduler = (kernel: Kernel, client: Client, options: SchedulerOptions = {}): void => {
	kernel.spawn(options.process ?? 'kube-scheduler', 'kube-scheduler', () =>
		run(new SchedulerState(kernel, client, options)),
	);
};

function* run(state: SchedulerState): Routine {
	yield* startEmpty(state);
	yield* state.nodes.start(state.mailbox, (event) => () => onNode(state, event));
	for (const resource of otherResources) {
		yield* follow(state, resource);
	}

	yield* state.pods.start(state.mailbox, (event) => () => onPod(state, event));
	for (;;) {
		yield* takeWork(state);
		const queued = state.synced ? state.queue.pop() : undefined;
		if (queued) {
			yield* active();
			yield* frame(
				{name: `schedule ${queued.key}`, object: podKey(queued.pod)},
				schedule(state, queued, podInfo(queued.pod)),
			);
		}
	}
}

/** After a restart nothing is left of the queue: all of it comes back from the API. */
function* startEmpty(state: SchedulerState): Routine {
	const {ledger} = state.kernel;
	for (const key of ledger.keys(`${queueKey}/`)) {
		ledger.delete(key);
	}

	state.queue.publish();
	yield* note('scheduler.queue', 'kube-scheduler starts with an empty queue.', {counts: state.queue.counts});
}

/** Works through all that has arrived; waits only when no Pod is to be scheduled. */
function* takeWork(state: SchedulerState): Routine {
	while (state.mailbox.waiting.length > 0) {
		const work = (yield* take(state.mailbox))!;
		yield* work();
	}

	if (state.queue.counts.active > 0 && state.synced) {
		return;
	}

	const flush = state.queue.nextFlush;
	const work = yield* take(
		state.mailbox,
		flush && {timeoutMs: Math.max(0, flush.timeMs - state.kernel.now), periodic: flush.periodic},
	);
	if (work) {
		yield* work();
		return;
	}

	const moved = state.queue.flush();
	if (moved.length > 0) {
		state.queue.publish();
		yield* active();
		yield* note(
			'scheduler.queue',
			`${moved.map(({key}) => key).join(', ')} ${moved.length === 1 ? 'has' : 'have'} waited long enough and ${moved.length === 1 ? 'is' : 'are'} active again.`,
			{pods: moved.map(({key}) => key)},
		);
	}
}

function* schedule(state: SchedulerState, queued: QueuedPod, info: PodInfo): Routine {
	const {pod} = info;
	state.queue.publish();
	if (pod.metadata?.deletionTimestamp) {
		state.queue.remove(info.key);
		state.queue.publish();
		yield* note('scheduler.queue', `${info.key} is being deleted; it needs no node any more.`, {});
		return;
	}

	yield* note(
		'scheduler.queue',
		`${info.key} is next: try number ${queued.attempts}, ${state.kernel.now - queued.firstSeenMs} ms after it came.`,
		{attempts: queued.attempts, waitedMs: state.kernel.now - queued.timestampMs, counts: state.queue.counts},
	);
	const view: ClusterView = {...state.view, nodes: state.cache.nodes};
	if (view.nodes.length === 0) {
		yield* fail(state, queued, 'no nodes available to schedule pods', new Set(), {isIdle: true});
		return;
	}

	const outcome = yield* chooseNode(state.kernel, info, view, {
		profile: state.profile,
		start: state.start,
		percentageOfNodesToScore: state.options.percentageOfNodesToScore,
		ties: state.options.ties ?? 'first',
	});
	state.start = (state.start + outcome.filtering.nodes.length) % view.nodes.length;
	yield* outcome.node === undefined
		? postFilter(state, queued, info, view, outcome)
		: assume(state, queued, info, view, outcome.node, outcome);
}

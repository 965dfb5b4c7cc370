import type {Client} from '../client/client.js';
import {lead} from '../client/leader-election.js';
import type {Kernel} from '../kernel/kernel.js';
import {active, receive, take, type Routine} from '../kernel/routine.js';
import {frame, note} from '../stages/note.js';
import {assume} from './binding.js';
import {policyRemovedIn} from '../objects/scheduler-policy.js';
import {clusterQuestions} from './cluster-view.js';
import {chooseNode} from './cycle.js';
import {EventHandlers} from './event-handlers.js';
import {fail, postFilter} from './failure.js';
import type {ClusterView} from './framework.js';
import type {Profile} from './profile.js';
import {podKey, schedulerParts, type SchedulerOptions, type SchedulerParts} from './parts.js';
import {podInfo} from './pod-info.js';
import {resultAnnotations} from './result-annotations.js';
import type {QueuedPod} from './queue/queued-pod.js';

/**
Starts kube-scheduler: it watches for Pods without a node, finds the best node for each, and binds them.

Scheduling handles one Pod at a time; bindings run concurrently, because they wait for the API.

@see https://kubernetes.io/docs/concepts/scheduling-eviction/kube-scheduler/
*/
export const startScheduler = (kernel: Kernel, client: Client, options: SchedulerOptions = {}): void => {
	const {process = 'kube-scheduler', election} = options;
	// Simplified: upstream fills the caches of an instance that does not lead, too.
	const work = () => run(schedulerParts(kernel, client, options));
	kernel.spawn(process, 'kube-scheduler', () => (election ? lead(election, work) : work()));
};

function* run(parts: SchedulerParts): Routine {
	const {informers, cache, queue, profiles} = parts;
	// After a restart nothing is left of the queue: the API delivers all of it again.
	queue.clearShown();
	const {policy, configuration} = parts.settings;
	yield* note('scheduler.queue', {
		case: 'start',
		counts: queue.counts,
		...(policy ? {policy: {...actingPlugins(profiles.all[0]), removedIn: policyRemovedIn}} : {}),
		...(!policy && configuration?.profiles
			? {
					profiles: profiles.all.map((profile) => ({
						schedulerName: profile.schedulerName,
						...actingPlugins(profile),
						weights: profile.plugins.filter(({score}) => score).map(({weight}) => weight),
					})),
				}
			: {}),
	});
	yield* new EventHandlers(parts).start();
	const questions = clusterQuestions(parts);
	/** Index of the first node of the next cycle. */
	let start = 0;
	for (;;) {
		yield* takeWork(parts);
		const queued = informers.synced ? queue.pop() : undefined;
		if (queued) {
			const view: ClusterView = {...questions, nodes: cache.nodes};
			yield* active();
			const seen = yield* frame(
				{name: `schedule ${queued.key}`, object: podKey(queued.pod)},
				schedule(parts, queued, view, start),
			);
			start = view.nodes.length === 0 ? 0 : (start + seen) % view.nodes.length;
		}
	}
}

/** The plug-ins that filter and that score, in their orders. */
const actingPlugins = ({plugins}: Pick<Profile, 'plugins'> = {plugins: []}) => ({
	filters: plugins.filter(({look}) => look).map(({name}) => name),
	scores: plugins.filter(({score}) => score).map(({name}) => name),
});

/** Works through all that has arrived; waits only when no Pod is to be scheduled. */
function* takeWork({kernel, inbox, informers, queue}: SchedulerParts): Routine {
	while (inbox.waiting.length > 0) {
		const work = yield* receive(inbox);
		yield* work();
	}

	if (queue.counts.active > 0 && informers.synced) {
		return;
	}

	const flush = queue.nextFlush;
	const work = yield* take(
		inbox,
		flush && {timeoutMs: Math.max(0, flush.timeMs - kernel.now), periodic: flush.periodic},
	);
	if (work) {
		yield* work();
		return;
	}

	const moved = queue.flush();
	if (moved.length > 0) {
		queue.publish();
		yield* active();
		yield* note('scheduler.queue', {case: 'flush', pods: moved.map(({key}) => key)});
	}
}

/** One Pod's cycle, up to the start of its binding or the decision that no node fits. @returns the number of checked nodes. */
function* schedule(parts: SchedulerParts, queued: QueuedPod, view: ClusterView, start: number): Routine<number> {
	const {kernel, settings, queue} = parts;
	const info = podInfo(queued.pod);
	const profile = parts.profiles.of(queued.pod);
	queue.publish();
	if (info.pod.metadata.deletionTimestamp) {
		queue.remove(info.key);
		queue.publish();
		yield* note('scheduler.queue', {case: 'deleting'});
		return 0;
	}

	yield* note('scheduler.queue', {
		case: 'next',
		attempts: queued.attempts,
		waitedMs: kernel.now - queued.timestampMs,
		sinceFirstMs: kernel.now - queued.firstSeenMs,
		counts: queue.counts,
		...(parts.profiles.all.length > 1 ? {profile: profile.schedulerName} : {}),
	});
	if (view.nodes.length === 0) {
		yield* fail(parts, queued, 'no nodes available to schedule pods', new Set(), {isIdle: true});
		return 0;
	}

	const outcome = yield* chooseNode(kernel, info, view, {
		profile: profile.plugins,
		percentageOfNodesToScore: profile.percentageOfNodesToScore,
		ties: settings.ties,
		extenders: parts.extenders,
		start,
	});
	const {error, isOutside} = outcome.filtering;
	if (error !== undefined) {
		yield* fail(parts, queued, error, new Set(), {reason: 'SchedulerError', isIdle: isOutside});
		return outcome.filtering.nodes.length;
	}

	const {results, client} = parts;
	if (outcome.node !== undefined) {
		results?.keep(info, resultAnnotations(outcome, profile.plugins));
		yield* assume(parts, queued, info, view, outcome.node);
		return outcome.filtering.nodes.length;
	}

	const nominated = yield* postFilter(parts, queued, info, view, outcome);
	if (results) {
		results.keep(info, resultAnnotations(outcome, profile.plugins, nominated));
		yield* results.write(client, info, false);
	}

	return outcome.filtering.nodes.length;
}

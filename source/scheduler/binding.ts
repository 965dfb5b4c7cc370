import {ApiError} from '../client/errors.js';
import {frame, note, type Routine} from '../kernel/routine.js';
import type {Outcome} from './cycle.js';
import type {ClusterView} from './framework.js';
import {bindingFor, defaultBinder} from './plugins/default-binder.js';
import {planVolumes, type VolumePlan} from './plugins/volume-binding.js';
import type {PodInfo} from './pod-info.js';
import type {QueuedPod} from './queue.js';
import {wake} from './arrivals.js';
import {fail} from './failure.js';
import {podKey, type SchedulerState} from './state.js';
import {bindVolumes} from './volumes.js';

/** Takes the node as good as bound, and starts the binding, which goes on beside the next Pod's scheduling. */
export function* assume(
	state: SchedulerState,
	queued: QueuedPod,
	info: PodInfo,
	view: ClusterView,
	node: string,
	{prefiltering}: Outcome,
): Routine {
	const {pod} = info;
	const prepared = prefiltering.active.find(({plugin}) => plugin.name === 'VolumeBinding')?.state;
	const plan: VolumePlan = (prepared === undefined
		? undefined
		: planVolumes(info, state.cache.node(node)!, prepared as Parameters<typeof planVolumes>[2])) ?? {
		bind: [],
		provision: [],
	};
	for (const {claim, volume} of plan.bind) {
		state.assumedVolumes.set(volume.metadata.name, `${claim.metadata.namespace}/${claim.metadata.name}`);
	}

	state.cache.assume({...pod, spec: {...pod.spec, nodeName: node}}, node);
	state.nominations.delete(info.key);
	yield* note(
		'scheduler.reserve',
		`${info.key} counts for ${node} from now on, though no one else knows yet: the next Pod sees its requests taken.`,
		{
			node,
			requests: info.requests,
			volumes: plan.bind.map(({volume}) => volume.metadata.name),
			assumed: state.cache.assumedCount,
		},
	);
	yield* note('scheduler.permit', `No plug-in holds ${info.key} back: its binding begins.`, {node, plugins: []});
	const {kernel} = state;
	kernel.spawn(
		`${state.process}/bind/${info.key}/${queued.attempts}-${kernel.now}`,
		'kube-scheduler',
		() =>
			frame({name: `bind ${info.key} to ${node}`, object: podKey(pod)}, bind(state, queued, info, view, node, plan)),
		{child: true},
	);
}

function* bind(
	state: SchedulerState,
	queued: QueuedPod,
	info: PodInfo,
	view: ClusterView,
	node: string,
	plan: VolumePlan,
): Routine {
	const {pod, key} = info;
	const volumes = plan.bind.length + plan.provision.length;
	yield* note(
		'scheduler.prebind',
		volumes === 0
			? `Nothing has to be ready on ${node} before ${key} is bound.`
			: `${volumes} ${volumes === 1 ? 'volume has' : 'volumes have'} to be bound before ${key} is.`,
		{
			node,
			bind: plan.bind.map(({volume}) => volume.metadata.name),
			provision: plan.provision.map(({metadata}) => metadata.name),
		},
	);
	let failure: string | undefined;
	try {
		failure = volumes === 0 ? undefined : yield* bindVolumes(state.client, plan, node, view.claim);
		if (failure === undefined) {
			const binding = bindingFor(pod, node);
			yield* frame(
				{
					name: 'DefaultBinder.bind',
					stage: 'scheduler.bind',
					text: `DefaultBinder posts a Binding of ${key} to ${node}.`,
					facts: {plugin: 'DefaultBinder', request: binding, node},
				},
				defaultBinder(state.client, binding),
			);
		}
	} catch (error) {
		if (!(error instanceof ApiError)) {
			throw error;
		}

		failure = `binding rejected: ${error.message}`;
	} finally {
		for (const {volume} of plan.bind) {
			state.assumedVolumes.delete(volume.metadata.name);
		}
	}

	if (failure !== undefined) {
		yield* unassume(state, queued, info, node, failure);
		return;
	}

	if (state.queue.get(key) === queued) {
		state.queue.remove(key);
		state.queue.publish();
	}

	yield* state.recorder.event(pod, 'Normal', 'Scheduled', `Successfully assigned ${key} to ${node}`, {
		action: 'Binding',
	});
	yield* note(
		'scheduler.bind',
		`${key} is bound to ${node}: the API says so, and the kubelet there hears of it next.`,
		{
			node,
			result: 'bound',
			attempts: queued.attempts,
		},
	);
}

function* unassume(state: SchedulerState, queued: QueuedPod, info: PodInfo, node: string, failure: string): Routine {
	const {key, pod} = info;
	state.cache.forget(pod);
	yield* note(
		'scheduler.bind',
		`${key} could not be bound to ${node}: ${failure}. Its requests there are free again.`,
		{node, message: failure},
		{outcome: 'failed'},
	);
	const present = state.pods.getByKey(key);
	if (present?.metadata?.uid === pod.metadata?.uid && !present?.spec?.nodeName) {
		yield* fail(state, queued, failure, new Set(), {reason: 'SchedulerError'});
	} else if (state.queue.get(key) === queued) {
		state.queue.remove(key);
		state.queue.publish();
		yield* note('scheduler.queue', `${key} needs no node any more; it leaves the queue.`, {});
	}

	// What was taken on the node is free again: that may help others, and the queue may have work.
	state.kernel.send(state.mailbox, () =>
		wake(state, {resource: 'pods', action: 'DELETED', object: pod}, `the assumption that ${key} is on ${node}`),
	);
}

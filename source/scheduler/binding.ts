import {ApiError} from '../client/errors.js';
import type {Routine} from '../kernel/routine.js';
import {frame, note} from '../stages/note.js';
import {wake} from './event-handlers.js';
import {fail} from './failure.js';
import type {ClusterView} from './framework.js';
import {podKey, type SchedulerParts} from './parts.js';
import {bindingFor, defaultBinder} from './plugins/default-binder.js';
import {noVolumes, planVolumes, type VolumePlan} from './plugins/volume-binding.js';
import type {PodInfo} from './pod-info.js';
import type {QueuedPod} from './queue/queued-pod.js';
import {bindClaims, devicesOf, unreserveClaims} from './claims.js';
import {planClaims, type PlannedClaim} from './plugins/dynamic-resources.js';
import {bindVolumes} from './volumes.js';

/** A Pod on its way to its chosen node. */
interface Assumed {
	readonly queued: QueuedPod;
	readonly info: PodInfo;
	readonly node: string;
	readonly plan: VolumePlan;
	readonly claims: readonly PlannedClaim[];
}

/** Assumes that the Pod is bound, and starts the binding, which runs in parallel with the next Pod's scheduling. */
export function* assume(
	parts: SchedulerParts,
	queued: QueuedPod,
	info: PodInfo,
	view: ClusterView,
	node: string,
): Routine {
	const {kernel, settings, cache, nominator, assumedVolumes} = parts;
	const {pod} = info;
	const {reserve} = parts.profiles.of(pod);
	const place = cache.node(node);
	const plan = (place && reserve.has('VolumeBinding') && planVolumes(info, place, view)) || noVolumes;
	assumedVolumes.assume(plan);
	const claims = place && reserve.has('DynamicResources') ? planClaims(info, place, view) : [];
	for (const {claim, allocation} of claims) {
		if (allocation) {
			parts.claims.reserve(claim.metadata.uid, allocation);
		}
	}

	const devices = claims.flatMap(({allocation}) => devicesOf(allocation));
	cache.assume({...pod, spec: {...pod.spec, nodeName: node}}, node);
	nominator.forget(info.key);
	yield* note('scheduler.reserve', {
		node,
		requests: info.requests,
		volumes: plan.bind.map(({volume}) => volume.metadata.name),
		...(devices.length > 0 ? {devices} : {}),
		assumed: cache.assumedCount,
	});
	yield* note('scheduler.permit', {node, plugins: []});
	kernel.spawn(
		`${settings.process}/bind/${info.key}/${queued.attempts}-${kernel.now}`,
		'kube-scheduler',
		() =>
			frame(
				{name: `bind ${info.key} to ${node}`, object: podKey(pod)},
				bind(parts, {queued, info, node, plan, claims}, view.claim),
			),
		{child: true},
	);
}

/** The binding cycle: first its prerequisites, then the Binding itself. */
function* bind(parts: SchedulerParts, assumed: Assumed, claim: ClusterView['claim']): Routine {
	const {queue} = parts;
	const {queued, info, node, plan, claims} = assumed;
	const {recorder} = parts.profiles.of(info.pod);
	yield* note('scheduler.prebind', {
		case: 'plan',
		node,
		bind: plan.bind.map(({volume}) => volume.metadata.name),
		provision: plan.provision.map(({metadata}) => metadata.name),
		...(claims.length > 0 ? {claims: claims.map(({claim}) => claim.metadata.name)} : {}),
	});
	const failure = yield* tryToBind(parts, assumed, claim);
	if (failure !== undefined) {
		yield* unassume(parts, assumed, failure);
		return;
	}

	if (queue.get(info.key) === queued) {
		queue.remove(info.key);
		queue.publish();
	}

	yield* note('scheduler.bind', {case: 'done', node, result: 'bound', attempts: queued.attempts});
	yield* recorder.event(info.pod, 'Normal', 'Scheduled', `Successfully assigned ${info.key} to ${node}`, {
		action: 'Binding',
	});
	if (parts.results) {
		yield* parts.results.write(parts.client, info, true);
	}
}

/** Binds the Pod's volumes, then the Pod. @returns why that failed; `undefined` if it succeeded. */
function* tryToBind(
	{client, assumedVolumes, claims: tracker, profiles, extenders}: SchedulerParts,
	{info, node, plan, claims}: Assumed,
	claim: ClusterView['claim'],
): Routine<string | undefined> {
	try {
		const needsVolumes = plan.bind.length + plan.provision.length > 0;
		const failure = needsVolumes
			? yield* bindVolumes(client, plan, node, claim, profiles.of(info.pod).bindTimeoutMs)
			: undefined;
		if (failure !== undefined) {
			return failure;
		}

		const problem = yield* bindClaims(client, tracker, info.pod, claims);
		if (problem !== undefined) {
			return problem;
		}

		const binder = extenders?.binderOf(info);
		if (extenders && binder) {
			return yield* extenders.bind(binder, info, node);
		}

		const request = bindingFor(info.pod, node);
		yield* frame(
			{
				name: 'DefaultBinder.bind',
				stage: 'scheduler.bind',
				facts: {case: 'post', plugin: 'DefaultBinder', request, node},
			},
			defaultBinder(client, request),
		);
		return undefined;
	} catch (error) {
		if (!(error instanceof ApiError)) {
			throw error;
		}

		return `binding rejected: ${error.message}`;
	} finally {
		assumedVolumes.forget(plan);
		for (const {claim} of claims) {
			tracker.settle(claim.metadata.uid);
		}
	}
}

/** Withdraws the assumption that the Pod is on the node, and makes it and other Pods retry. */
function* unassume(parts: SchedulerParts, {queued, info, node, claims}: Assumed, failure: string): Routine {
	const {kernel, client, informers, inbox, cache, queue} = parts;
	const {key, pod} = info;
	cache.forget(pod);
	yield* note('scheduler.bind', {case: 'failure', node, message: failure}, {outcome: 'failed'});
	yield* unreserveClaims(client, parts.claims, pod, claims);
	const present = informers.pods.getByKey(key);
	if (present?.metadata.uid === pod.metadata.uid && !present.spec.nodeName) {
		yield* fail(parts, queued, failure, new Set(), {reason: 'SchedulerError'});
	} else if (queue.get(key) === queued) {
		queue.remove(key);
		queue.publish();
		yield* note('scheduler.queue', {case: 'obsolete'});
	}

	// The resources taken on the node are free again: that may help others, and the queue may have work.
	kernel.send(inbox, () => wake(queue, {resource: 'pods', action: 'DELETED', object: pod}, node));
}

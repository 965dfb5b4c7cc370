import {Random} from '../../kernel/random.js';
import type {KubernetesObject} from '../../objects/kubernetes-object.js';
import type {Node, Pod} from '../../objects/kubernetes.generated.js';
import {
	defaultSchedulerName,
	type SchedulerConfiguration,
} from '../../objects/scheduler-configuration/configuration.js';
import {SchedulerCache} from '../cache.js';
import {configuredProfiles} from '../configured-profiles.js';
import {filterNodes} from '../cycle.js';
import {prefilter, type Filtering} from '../filtering.js';
import {absentNodes, countReasons, unschedulableMessage} from '../fit-error.js';
import type {ClusterView} from '../framework.js';
import type {NodeInfo} from '../node-info.js';
import {podInfo, type PodInfo} from '../pod-info.js';
import {explainAfterwards} from '../post-filter.js';
import {defaultProfile, profileWith, type Profile} from '../profile.js';
import {bestNodes, scoreNodes, type Scoring} from '../scoring.js';
import {objectsView} from './objects-view.js';

/** A Pod that arrives at the scheduler. */
export interface Arrival {
	/** The Pod, without a node. */
	readonly pod: Pod;
	/** Milliseconds from the start; arrivals are in this order. */
	readonly atMs: number;
	/** The time at which it ends and leaves its node; never if missing. */
	readonly leavesAtMs?: number;
}

/** The cluster and the Pods of a replay. */
export interface ReplayWorld {
	readonly nodes: readonly Node[];
	/** Pods that stay on the nodes which they name. */
	readonly fixed: readonly Pod[];
	readonly arrivals: readonly Arrival[];
	/** The other objects that plug-ins read. */
	readonly objects: readonly KubernetesObject[];
}

/** The options of a replay. */
export interface ReplayOptions {
	/** The configuration; by default, the default profile. */
	readonly configuration?: SchedulerConfiguration;
	/** Decides between nodes of equal score. */
	readonly seed: number;
	/** `namespace/name` of a Pod whose decision is kept. */
	readonly watched?: string;
}

/** The choice of a node for the Pod that is watched. */
export interface WatchedChoice {
	readonly node?: string;
	readonly filtering: Filtering;
	/** Missing where fewer than two nodes fit. */
	readonly scoring?: Scoring;
}

/** The places of a replay's Pods at its end. */
export interface Replayed {
	/** `namespace/name` of a Pod → its node, its last one if it has left. */
	readonly placed: ReadonlyMap<string, string>;
	/** `namespace/name` of a Pod without a node → the message of the scheduler. */
	readonly waiting: ReadonlyMap<string, string>;
	/** The number of Pods evicted for one of higher priority. */
	readonly evictions: number;
	/** The nodes with the Pods that are on them. */
	readonly nodes: readonly NodeInfo[];
	/** The most nodes in use by arrivals at one time, and the sum of their hours in use. */
	readonly most: number;
	readonly nodeHours: ReadonlyMap<string, number>;
	readonly watched?: WatchedChoice;
}

/** The profiles by name. */
const profilesOf = (configuration: SchedulerConfiguration | undefined): ReadonlyMap<string, Profile> => {
	const profiles = configuration?.profiles
		? configuredProfiles(configuration)
		: [profileWith(defaultProfile, {percentageOfNodesToScore: configuration?.percentageOfNodesToScore})];
	return new Map(profiles.map((profile) => [profile.schedulerName, profile]));
};

/** The names of the schedulers of a configuration: Pods of other schedulers cannot be replayed. */
export const schedulerNames = (configuration: SchedulerConfiguration | undefined): ReadonlySet<string> =>
	new Set(profilesOf(configuration).keys());

const msPerHour = 3_600_000;

/** The time during which each node has had Pods of the replay. */
class Occupation {
	readonly #pods = new Map<string, number>();
	readonly #since = new Map<string, number>();
	readonly #hours = new Map<string, number>();
	most = 0;

	enter(node: string, nowMs: number): void {
		const pods = (this.#pods.get(node) ?? 0) + 1;
		this.#pods.set(node, pods);
		if (pods === 1) {
			this.#since.set(node, nowMs);
			this.most = Math.max(this.most, this.#since.size);
		}
	}

	leave(node: string, nowMs: number): void {
		const pods = (this.#pods.get(node) ?? 1) - 1;
		this.#pods.set(node, pods);
		if (pods === 0) {
			this.#add(node, nowMs);
			this.#since.delete(node);
		}
	}

	#add(node: string, nowMs: number): void {
		const ms = nowMs - (this.#since.get(node) ?? nowMs);
		this.#hours.set(node, (this.#hours.get(node) ?? 0) + ms / msPerHour);
	}

	/** Hours by node, up to now. */
	hours(nowMs: number): ReadonlyMap<string, number> {
		for (const node of this.#since.keys()) {
			this.#add(node, nowMs);
			this.#since.set(node, nowMs);
		}

		return this.#hours;
	}
}

/** One replay: a scheduler without an apiserver, whose Bindings succeed at once. */
class Replay {
	readonly #cache = new SchedulerCache();
	readonly #profiles: ReadonlyMap<string, Profile>;
	readonly #questions: Omit<ClusterView, 'nodes'>;
	readonly #random: Random;
	readonly #watchedKey: string | undefined;
	readonly #placed = new Map<string, string>();
	readonly #waiting = new Map<string, {readonly info: PodInfo; readonly message: string}>();
	readonly #occupation = new Occupation();
	#watched: WatchedChoice | undefined;
	#evictions = 0;
	/** Index of the first node of the next cycle. */
	#start = 0;

	constructor({nodes, fixed, objects}: ReplayWorld, {configuration, seed, watched}: ReplayOptions) {
		this.#profiles = profilesOf(configuration);
		this.#random = new Random(seed, 'kube-scheduler');
		this.#watchedKey = watched;
		for (const node of nodes) {
			this.#cache.setNode(node);
		}

		for (const pod of fixed) {
			this.#cache.setPod(pod, pod.spec.nodeName ?? '');
		}

		this.#questions = objectsView(objects, this.#cache);
	}

	/** Schedules an arriving or waiting Pod. @returns whether it got a node. */
	arrive(info: PodInfo, nowMs: number): boolean {
		const answer = this.#choose(info, nowMs);
		if (typeof answer !== 'string') {
			this.#waiting.set(info.key, {info, message: answer.message});
			return false;
		}

		this.#waiting.delete(info.key);
		this.#placed.set(info.key, answer);
		this.#cache.setPod(info.pod, answer);
		this.#occupation.enter(answer, nowMs);
		return true;
	}

	/** A Pod ends. */
	leave({key, pod}: PodInfo, nowMs: number): void {
		const node = this.#placed.get(key);
		if (this.#waiting.delete(key) || node === undefined) {
			return;
		}

		this.#cache.removePod(pod);
		this.#occupation.leave(node, nowMs);
	}

	/** Retries waiting Pods, higher priority first, until no further one finds a node. */
	retry(nowMs: number): void {
		let isProgress = true;
		while (isProgress && this.#waiting.size > 0) {
			isProgress = false;
			for (const {info} of [...this.#waiting.values()].sort((a, b) => b.info.priority - a.info.priority)) {
				isProgress = this.arrive(info, nowMs) || isProgress;
			}
		}
	}

	#choose(info: PodInfo, nowMs: number): string | {readonly message: string} {
		const profile = this.#profiles.get(info.pod.spec.schedulerName || defaultSchedulerName);
		const view: ClusterView = {...this.#questions, nodes: this.#cache.nodes};
		const gate = profile?.plugins.find(({preEnqueue}) => preEnqueue?.(info.pod, view.devices));
		if (!profile || gate) {
			return {message: gate ? `${gate.name} keeps it out of the queue` : 'no scheduler handles it'};
		}

		const {plugins, percentageOfNodesToScore} = profile;
		const prefiltering = prefilter(plugins, info, view);
		const looks = {profile: plugins, percentageOfNodesToScore, start: this.#start};
		const filtering = filterNodes(info, view, prefiltering, looks);
		this.#start = view.nodes.length === 0 ? 0 : (this.#start + filtering.nodes.length) % view.nodes.length;
		const [first, ...others] = prefiltering.refused ? [] : filtering.feasible;
		if (first) {
			const scoring = others.length > 0 ? scoreNodes(plugins, info, view, filtering.feasible) : undefined;
			const best = scoring ? bestNodes(filtering.feasible, scoring.totals) : [first];
			const {name} = best[best.length > 1 ? this.#random.below(best.length) : 0] ?? first;
			this.#watch(info, {node: name, filtering, scoring});
			return name;
		}

		this.#watch(info, {filtering});
		const after = explainAfterwards(profile, info, view, prefiltering, filtering);
		if (after.chosen) {
			for (const victim of after.chosen.victims) {
				this.#evict(victim, nowMs);
			}

			return after.chosen.node;
		}

		const reasons = countReasons(filtering.refusals, absentNodes(view, prefiltering, filtering));
		return {
			message: filtering.error ?? unschedulableMessage(view.nodes.length, prefiltering, reasons, after.message),
		};
	}

	/** Evicts a Pod, whose owner makes another one, which waits. */
	#evict(victim: PodInfo, nowMs: number): void {
		this.#evictions++;
		this.#cache.removePod(victim.pod);
		const node = this.#placed.get(victim.key);
		if (node !== undefined) {
			this.#placed.delete(victim.key);
			this.#occupation.leave(node, nowMs);
			this.#waiting.set(victim.key, {info: victim, message: 'evicted by a Pod of higher priority'});
		}
	}

	#watch({key}: PodInfo, choice: WatchedChoice): void {
		if (key === this.#watchedKey) {
			this.#watched = choice;
		}
	}

	result(nowMs: number): Replayed {
		return {
			placed: this.#placed,
			waiting: new Map([...this.#waiting].map(([key, {message}]) => [key, message])),
			evictions: this.#evictions,
			nodes: this.#cache.nodes,
			most: this.#occupation.most,
			nodeHours: this.#occupation.hours(nowMs),
			watched: this.#watched,
		};
	}
}

/**
Schedules Pods in sequence, without an apiserver and without latencies: the same plug-ins decide, and a Pod counts for its node at once.

Simplified: a preempting Pod gets its node at once, and each evicted Pod of the replay is retried like a new one. A claim that waits for its
first consumer has no volume in the replay.

@param options.seed equal seeds give equal placements.
*/
export const replayPods = (world: ReplayWorld, options: ReplayOptions): Replayed => {
	const replay = new Replay(world, options);
	/** Pods that will leave, the next one last. */
	const leaving: Array<{readonly info: PodInfo; readonly atMs: number}> = [];
	let nowMs = 0;
	const leaveUntil = (untilMs: number): void => {
		for (let next = leaving.at(-1); next && next.atMs <= untilMs; next = leaving.at(-1)) {
			leaving.pop();
			nowMs = next.atMs;
			replay.leave(next.info, nowMs);
			replay.retry(nowMs);
		}
	};

	for (const {pod, atMs, leavesAtMs} of world.arrivals) {
		leaveUntil(atMs);
		nowMs = atMs;
		const info = podInfo(pod);
		replay.arrive(info, nowMs);
		if (leavesAtMs !== undefined) {
			const place = leaving.findIndex((other) => other.atMs <= leavesAtMs);
			leaving.splice(place < 0 ? leaving.length : place, 0, {info, atMs: leavesAtMs});
		}
	}

	replay.retry(nowMs);
	leaveUntil(Number.POSITIVE_INFINITY);
	return replay.result(nowMs);
};

import type {Client} from '../client/client.js';
import type {Candidate} from '../client/leader-election.js';
import {EventRecorder} from '../client/event-recorder.js';
import type {RateLimit} from '../client/rate-limiter.js';
import type {Kernel} from '../kernel/kernel.js';
import {Mailbox} from '../kernel/mailbox.js';
import type {Routine} from '../kernel/routine.js';
import type {Pod} from '../objects/kubernetes.generated.js';
import {registryKey} from '../objects/resources.js';
import type {SchedulerPolicy} from '../objects/scheduler-policy.js';
import {AssumedVolumes} from './assumed-volumes.js';
import {SchedulerCache} from './cache.js';
import {deviceQuestions} from './cluster-view.js';
import {ClaimTracker} from './devices/claim-tracker.js';
import {SchedulerInformers} from './informers.js';
import {Nominator} from './nominator.js';
import type {DeviceView, ProfilePlugin} from './framework.js';
import {policyProfile} from './policy-profile.js';
import {defaultProfile} from './profile.js';
import {SchedulingQueue} from './queue/scheduling-queue.js';

/** How a scheduler is set up. */
export interface SchedulerOptions {
	/** Pods that name this scheduler are its own. */
	readonly schedulerName?: string;
	/** How much of a large cluster to look at; 0 or missing: less the larger it is. */
	readonly percentageOfNodesToScore?: number;
	/** What decides between nodes of equal score; `random` draws from the kernel's stream `kube-scheduler`. */
	readonly ties?: 'first' | 'random';
	/** Name of its process; by default `kube-scheduler`. */
	readonly process?: string;
	/** By which it becomes the one that works; without it, it does at once. */
	readonly election?: Candidate;
	readonly profile?: readonly ProfilePlugin[];
	/** Plug-ins that run after those of the profile. */
	readonly plugins?: readonly ProfilePlugin[];
	/** A Policy file of old, which says what the profile is. */
	readonly policy?: SchedulerPolicy;
	/** How fast its clients may send requests: 50 a second and 100 at once by default; no limit if `qps` is negative. */
	readonly clientConnection?: Partial<RateLimit>;
}

/** Work for the scheduler's one process. */
export type Work = () => Routine;

/** Ledger key of a Pod. */
export const podKey = (pod: Pod): string => registryKey('pods', pod.metadata.namespace, pod.metadata.name);

/**
The parts of one scheduler. Each is the one owner of its state; functions name the parts they work with.

They are shared by the one process that takes events and chooses nodes, and by the bindings beside it.
*/
export interface SchedulerParts {
	readonly kernel: Kernel;
	readonly client: Client;
	readonly recorder: EventRecorder;
	readonly settings: Required<Omit<SchedulerOptions, 'policy' | 'plugins' | 'election'>> &
		Pick<SchedulerOptions, 'policy'>;
	/** Events of the API and news from bindings, in the order in which they came. */
	readonly inbox: Mailbox<Work>;
	readonly informers: SchedulerInformers;
	readonly cache: SchedulerCache;
	readonly queue: SchedulingQueue;
	readonly nominator: Nominator;
	readonly assumedVolumes: AssumedVolumes;
	readonly claims: ClaimTracker;
	readonly devices: DeviceView;
}

/** The parts of a scheduler that has just started: all of them are empty. */
export const schedulerParts = (kernel: Kernel, connection: Client, options: SchedulerOptions): SchedulerParts => {
	// Its defaults take the place of a 0, too.
	const clientConnection = {
		qps: options.clientConnection?.qps || 50,
		burst: options.clientConnection?.burst ?? 100,
	};
	const client = connection.limited(clientConnection);
	const settings = {
		schedulerName: options.schedulerName ?? 'default-scheduler',
		percentageOfNodesToScore: options.percentageOfNodesToScore ?? 0,
		ties: options.ties ?? 'first',
		process: options.process ?? 'kube-scheduler',
		profile: [
			...(options.profile ?? (options.policy ? policyProfile(options.policy) : defaultProfile)),
			...(options.plugins ?? []),
		],
		policy: options.policy,
		clientConnection,
	};
	const informers = new SchedulerInformers(client);
	const claims = new ClaimTracker(informers.resourceClaims);
	const devices = deviceQuestions(informers, claims);
	return {
		kernel,
		client,
		// Events have a client of their own, so that they never hold up a binding.
		recorder: new EventRecorder(connection.limited(clientConnection), {
			component: settings.schedulerName,
			modern: true,
			process: `${settings.process}/events`,
		}),
		settings,
		inbox: new Mailbox<Work>('kube-scheduler'),
		informers,
		cache: new SchedulerCache(),
		queue: new SchedulingQueue(kernel, settings.profile, devices),
		nominator: new Nominator(),
		assumedVolumes: new AssumedVolumes(),
		claims,
		devices,
	};
};

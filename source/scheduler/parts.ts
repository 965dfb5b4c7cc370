import type {Client} from '../client/client.js';
import type {Outward} from '../client/outward.js';
import type {Candidate} from '../client/leader-election.js';
import type {RateLimit} from '../client/rate-limiter.js';
import type {Kernel} from '../kernel/kernel.js';
import {Mailbox} from '../kernel/mailbox.js';
import type {Routine} from '../kernel/routine.js';
import type {Pod} from '../objects/kubernetes.generated.js';
import type {DescribedExtender, SchedulerConfiguration} from '../objects/scheduler-configuration/configuration.js';
import {registryKey} from '../objects/resources.js';
import type {SchedulerPolicy} from '../objects/scheduler-policy.js';
import {AssumedVolumes} from './assumed-volumes.js';
import {SchedulerCache} from './cache.js';
import {ClaimTracker} from './devices/claim-tracker.js';
import {extenderPlugin, Extenders} from './extenders.js';
import {SchedulerInformers} from './informers.js';
import {Nominator} from './nominator.js';
import type {DeviceView, ProfilePlugin} from './framework.js';
import {policyProfile} from './policy-profile.js';
import {configuredProfiles} from './configured-profiles.js';
import {defaultProfile, profileWith, type Profile} from './profile.js';
import {Profiles} from './profiles.js';
import {ResultRecorder} from './result-annotations.js';
import {SchedulingQueue} from './queue/scheduling-queue.js';
import {deviceQuestions} from './device-questions.js';

/** The options of a scheduler. */
export interface SchedulerOptions {
	/** Pods that name this scheduler are its own. */
	readonly schedulerName?: string;
	/** The share of a large cluster to check; 0 or missing: it falls with the cluster's size. */
	readonly percentageOfNodesToScore?: number;
	/** The choice between nodes of equal score; `random` draws from the kernel's stream `kube-scheduler`. */
	readonly ties?: 'first' | 'random';
	/** Name of its process; by default `kube-scheduler`. */
	readonly process?: string;
	/** The leader election; without it, the scheduler starts at once. */
	readonly election?: Candidate;
	readonly profile?: readonly ProfilePlugin[];
	/** Plug-ins that run after those of every profile. */
	readonly plugins?: readonly ProfilePlugin[];
	/** A KubeSchedulerConfiguration with the profiles. */
	readonly configuration?: SchedulerConfiguration;
	/** An old Policy file with the profile. */
	readonly policy?: SchedulerPolicy;
	/** The answers of extenders that a scenario describes, and the way to those beyond the simulation. */
	readonly describedExtenders?: readonly DescribedExtender[];
	readonly outward?: Outward;
	/** Whether it annotates the Pod with the results of each scheduling cycle, as kube-scheduler-simulator does. */
	readonly resultAnnotations?: boolean;
	/** The rate limit of its clients: by default 50 requests per second with a burst of 100; unlimited if `qps` is negative. */
	readonly clientConnection?: Partial<RateLimit>;
	/** The minor version of Kubernetes 1 that it follows where a changelog names other behaviour; by default the simulated one. */
	readonly minor?: number | undefined;
}

/** Work for the scheduler's one process. */
export type Work = () => Routine;

/** Ledger key of a Pod. */
export const podKey = (pod: Pod): string => registryKey('pods', pod.metadata.namespace, pod.metadata.name);

/**
The parts of one scheduler. Each part owns its state; functions name the parts that they use. The process that handles events and chooses
nodes shares them with the concurrent bindings.
*/
export interface SchedulerParts {
	readonly kernel: Kernel;
	readonly client: Client;
	readonly settings: Required<Pick<SchedulerOptions, 'ties' | 'process'>> &
		Pick<SchedulerOptions, 'policy' | 'configuration' | 'minor'>;
	readonly profiles: Profiles;
	/** Servers that are called after the plug-ins; missing without any in the configuration. */
	readonly extenders: Extenders | undefined;
	/** Events of the API and results of bindings, in the order of arrival. */
	readonly inbox: Mailbox<Work>;
	readonly informers: SchedulerInformers;
	readonly cache: SchedulerCache;
	readonly queue: SchedulingQueue;
	readonly nominator: Nominator;
	readonly assumedVolumes: AssumedVolumes;
	/** Missing where the results are not written on Pods. */
	readonly results: ResultRecorder | undefined;
	readonly claims: ClaimTracker;
	readonly devices: DeviceView;
}

/** The parts of a scheduler that has just started: all of them are empty. */
export const schedulerParts = (kernel: Kernel, connection: Client, options: SchedulerOptions): SchedulerParts => {
	const {configuration, policy} = options;
	// Its defaults also replace a 0.
	const clientConnection = {
		qps: options.clientConnection?.qps || 50,
		burst: options.clientConnection?.burst ?? 100,
	};
	const client = connection.limited(clientConnection);
	const process = options.process ?? 'kube-scheduler';
	// Events have their own client, so that they never delay a binding.
	const profiles = new Profiles(profilesOf(options), connection.limited(clientConnection), process);
	const informers = new SchedulerInformers(client);
	const claims = new ClaimTracker(informers.resourceClaims);
	const devices = deviceQuestions(informers, claims);
	return {
		kernel,
		client,
		settings: {ties: options.ties ?? 'first', process, policy, configuration, minor: options.minor},
		profiles,
		extenders: configuration?.extenders?.length
			? new Extenders({
					extenders: configuration.extenders,
					described: options.describedExtenders ?? [],
					outward: options.outward,
				})
			: undefined,
		inbox: new Mailbox<Work>('kube-scheduler'),
		informers,
		cache: new SchedulerCache(),
		queue: new SchedulingQueue(kernel, (pod) => profiles.of(pod).plugins, devices, {
			...configuration,
			...(configuration?.profiles ? {schedulers: profiles.all.map(({schedulerName}) => schedulerName)} : {}),
		}),
		nominator: new Nominator(),
		assumedVolumes: new AssumedVolumes(),
		results: options.resultAnnotations ? new ResultRecorder() : undefined,
		claims,
		devices,
	};
};

/** The profiles of a scheduler: those of its configuration, or one from an old Policy file, by its other options, or by default. */
const profilesOf = ({
	configuration,
	policy,
	profile,
	plugins = [],
	schedulerName,
	percentageOfNodesToScore,
}: SchedulerOptions): readonly Profile[] => {
	const profiles =
		!profile && !policy && configuration?.profiles
			? configuredProfiles(configuration)
			: [
					profileWith(profile ?? (policy ? policyProfile(policy) : defaultProfile), {
						schedulerName,
						percentageOfNodesToScore: percentageOfNodesToScore ?? configuration?.percentageOfNodesToScore,
					}),
				];
	const last = configuration?.extenders?.length ? [...plugins, extenderPlugin] : plugins;
	return profiles.map((one) => ({...one, plugins: [...one.plugins, ...last]}));
};

import type {Kernel} from '../kernel/kernel.js';
import {Mailbox} from '../kernel/mailbox.js';
import {receive, type Routine} from '../kernel/routine.js';
import type {Client} from '../client/client.js';
import {lead, type Candidate} from '../client/leader-election.js';
import type {RateLimit} from '../client/rate-limiter.js';
import {attachDetach} from './attach-detach/attach-detach.js';
import {horizontalPodAutoscaler} from './autoscaler/horizontal-pod-autoscaler.js';
import {certificateSigning, certificateSigningBy, type Signer} from './certificate-signing.js';
import {clusterRoleAggregation} from './cluster-role-aggregation.js';
import {controllerManager, runController, type Controller, type Program} from './controller.js';
import {daemonSet} from './daemon-set/daemon-set.js';
import {deployment} from './deployment/deployment.js';
import {disruption} from './disruption.js';
import {endpoints} from './endpoints/endpoints.js';
import {endpointSlice} from './endpoints/endpoint-slice.js';
import {endpointSliceMirroring} from './endpoints/mirroring.js';
import {garbageCollector} from './garbage-collector/garbage-collector.js';
import {cronJob} from './job/cron-job.js';
import {job} from './job/job.js';
import {ttlAfterFinished} from './job/ttl-after-finished.js';
import {namespace} from './namespace.js';
import {defaultNetwork, type ClusterNetwork} from '../objects/cluster-network.js';
import {nodeIPAM} from './node/node-ipam.js';
import {nodeLifecycle} from './node/node-lifecycle.js';
import {podGarbageCollector} from './node/pod-garbage-collector.js';
import {taintEviction} from './node/taint-eviction.js';
import {nodeTTL} from './node/ttl.js';
import {replicaSet, replicationController} from './replica-set/replica-set.js';
import {resourceClaim} from './resource-claim/resource-claim.js';
import {resourceQuota} from './resource-quota.js';
import {rootCertificate, serviceAccount} from './service-account.js';
import {serviceAccountToken} from './service-account-token.js';
import {validatingAdmissionPolicyStatus} from './validating-admission-policy-status.js';
import type {SecretToken} from '../objects/secret-token.js';
import {SharedInformers} from './shared-informers.js';
import {statefulSet} from './stateful-set/stateful-set.js';
import {volumeBinder} from './volume/binder.js';
import {ephemeralVolume} from './volume/ephemeral.js';
import {volumeExpander} from './volume/expander.js';
import {claimProtection, volumeProtection} from './volume/protection.js';
import {requestedTokens} from '../client/requested-tokens.js';

/** All controllers, in the order in which they start. */
export const controllers: readonly Controller[] = [
	serviceAccount,
	rootCertificate,
	deployment,
	replicaSet,
	replicationController,
	endpointSlice,
	endpoints,
	endpointSliceMirroring,
	garbageCollector,
	namespace,
	nodeLifecycle,
	taintEviction,
	podGarbageCollector,
	nodeTTL,
	volumeBinder,
	claimProtection,
	volumeProtection,
	attachDetach,
	volumeExpander,
	ephemeralVolume,
	resourceClaim,
	statefulSet,
	daemonSet,
	job,
	cronJob,
	ttlAfterFinished,
	disruption,
	horizontalPodAutoscaler,
	clusterRoleAggregation,
	resourceQuota,
	validatingAdmissionPolicyStatus,
	nodeIPAM(defaultNetwork),
	certificateSigning,
];

/** All of them, with the one that writes tokens into Secrets. @param sign signs a token. */
export const controllersWithTokens = (sign: (token: SecretToken) => string): readonly Controller[] => [
	...controllers,
	serviceAccountToken(sign),
];

export interface ControllerManagerOptions {
	/** Names of the controllers to run; by default all. */
	readonly controllers?: readonly string[];
	/** Requests a second that each controller may send; 20 by default, no limit if it is negative. */
	readonly kubeAPIQPS?: number;
	/** The burst of its clients; 30 by default. */
	readonly kubeAPIBurst?: number;
	/** The ranges of the nodes' Pod ranges; those of IPv4 by default. */
	readonly network?: ClusterNetwork;
	/** Signs the tokens of service accounts in Secrets; without it, no token is written. */
	readonly signToken?: (token: SecretToken) => string;
	/** Signs certificate requests; without it, certificates have words in place of a signature. */
	readonly signCertificate?: Signer;
	/** Name of its process; by default `controller-manager`. */
	readonly process?: string;
	/** The leader election; without it, the manager starts at once. */
	readonly election?: Candidate;
	/** The minor version of Kubernetes 1 that it follows where a changelog names other behaviour; by default the simulated one. */
	readonly minor?: number | undefined;
}

const {component} = controllerManager;

/**
Starts the kube-controller-manager: a process for each controller, and one that keeps the caches they share.

All of them are children of the process `controller-manager`: restarting it restarts all of them.

Each controller acts as its own service account in `kube-system`, with tokens that the manager requests
(`--use-service-account-credentials`, as kubeadm sets it); shared caches are read with the manager's own account.

@param connect a connection of a user agent, `kube-controller-manager/deployment`, with the manager's own credentials.
@see https://kubernetes.io/docs/reference/command-line-tools-reference/kube-controller-manager/
*/
export const startControllerManager = (
	kernel: Kernel,
	connect: (userAgent: string) => Client,
	options: ControllerManagerOptions = {},
): void => {
	const all = options.signToken ? controllersWithTokens(options.signToken) : controllers;
	const own = [nodeIPAM(options.network ?? defaultNetwork), certificateSigningBy(options.signCertificate)];
	const chosen = all
		.map((controller) => own.find(({name}) => name === controller.name) ?? controller)
		.filter(({name}) => options.controllers?.some((chosen) => chosen === name) ?? true);
	const limit = {qps: options.kubeAPIQPS ?? 20, burst: options.kubeAPIBurst ?? 30};
	const {process = controllerManager.process, election, minor} = options;
	const work = () => run(kernel, connect, chosen, limit, {process, component, minor});
	kernel.spawn(process, component, () => (election ? lead(election, work) : work()));
};

function* run(
	kernel: Kernel,
	connect: (userAgent: string) => Client,
	chosen: readonly Controller[],
	limit: RateLimit,
	program: Program,
): Routine {
	const {process} = program;
	const informers = new SharedInformers(kernel, connect(`${component}/informers`), process);
	const itself = connect(component);
	kernel.spawn(`${process}/informers`, component, () => informers.run(), {child: 'vital'});
	const begin = (controller: Controller): void => {
		const {name, account = controller.reportsAs} = controller;
		const start = () => {
			const client = connect(`${component}/${name}`);
			const own = controller.actsAsManager
				? client
				: client.as({tokenSource: requestedTokens(itself, 'kube-system', account)});
			return runController(controller, kernel, own, informers, limit, program);
		};

		kernel.spawn(`${process}/${name}`, component, start, {child: true});
	};

	const late = new Mailbox<Controller>(process);
	for (const controller of chosen) {
		const isOwed = controller.ends !== undefined && kernel.ledger.keys(controller.ends).length > 0;
		if (controller.startsWith && !isOwed) {
			beginLate(controller.startsWith, informers, () => kernel.send(late, controller));
		} else {
			begin(controller);
		}
	}

	for (;;) {
		begin(yield* receive(late));
	}
}

/** Waits for the first Pod that belongs to a controller. */
const beginLate = (
	isConcerned: NonNullable<Controller['startsWith']>,
	informers: SharedInformers,
	begin: () => void,
): void => {
	const end = informers.informer('pods').observe((_key, _old, pod) => {
		if (pod && isConcerned(pod)) {
			end();
			begin();
		}
	});
};

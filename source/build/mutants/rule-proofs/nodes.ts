import type {RuleProof} from './rule-proof.js';

/** Rules about nodes, and about the kubelet's work on Pods: containers, probes, images and statuses. */
export const nodeProofs: readonly RuleProof[] = [
	{
		rule: 'a container starts when the init containers before it have succeeded and the sidecars before it have started',
		mistake: 'main containers start beside init containers',
		seed: 1_050_005,
	},
	{
		rule: 'a container starts when the volumes that it mounts are mounted',
		mistake: 'the kubelet does not wait for volumes',
		seed: 1_090_005,
	},
	{
		rule: 'a container that is stopped is killed only when its grace period is over',
		mistake: 'containerd kills a container after half of its grace period',
		seed: 1_050_005,
	},
	{
		rule: 'a container that has ended starts again only as its restart policy says',
		mistake: 'a container that has ended is started again whatever its policy says',
		seed: 1_140_005,
	},
	{
		rule: 'without faults, a container that ends again and again pauses before each start, and no shorter than before',
		mistake: 'pauses do not double',
		seed: 1_140_005,
	},
	{
		rule: 'a container gets SIGTERM after its preStop hook, if it has one and time for it',
		mistake: 'preStop does not run',
		seed: 1_050_005,
	},
	{
		rule: 'SIGKILL comes as long after SIGTERM as the grace period and the hook say',
		mistake: 'containerd kills a container after half of its grace period',
		seed: 1_050_005,
	},
	{
		rule: 'sidecars are asked to end when the main containers have ended, in the reverse of their order',
		mistake: 'sidecars end with the main containers',
		seed: 1_050_005,
	},
	{
		rule: 'a result of a probe counts when it has occurred as often in a row as its threshold says',
		mistake: 'readiness needs no successThreshold and failureThreshold',
		seed: 1_290_005,
	},
	{
		rule: 'liveness and readiness probes begin when the startup probe has succeeded',
		mistake: 'liveness probes do not wait for the startup probe',
		seed: 1_290_005,
	},
	{
		rule: 'a container whose liveness or startup probe has failed is stopped',
		mistake: 'a container that fails its liveness probe goes on',
		seed: 1_290_005,
	},
	{
		rule: 'a container counts as started when its startup probe has succeeded',
		mistake: 'a container counts as started before its startup probe has answered',
		seed: 1_290_005,
	},
	{
		rule: 'an image with the pull policy Always is asked for before each start',
		mistake: 'pull policy Always is taken as IfNotPresent',
		seed: 1_300_005,
	},
	{
		rule: 'without faults, the pause after a failed pull is at least ten seconds',
		mistake: 'failed pulls do not back off',
		seed: 1_300_005,
	},
	{
		rule: 'at rest, the status of a Pod tells of its containers as its node has them',
		mistake: 'a status is sent once and never again',
		seed: 1_000_005,
	},
	{
		rule: 'a kubelet makes a Pod ready when its containers run, its readiness probes succeed and its gates are open',
		mistake: 'the status manager does not look at what others have made of a status',
		seed: 55,
	},
	{
		rule: 'without faults, a kubelet runs Pods only within what its node has, and each host port once',
		mistake: 'a kubelet admits two Pods with a host port',
		seed: 1_450_005,
	},
	{
		rule: 'without faults, a kubelet ends a Pod when its activeDeadlineSeconds are over',
		mistake: 'the deadline of a Pod is ignored',
		seed: 1_450_005,
	},
	{
		rule: 'the qosClass of a new Pod follows from the requests and limits of its containers',
		mistake: 'a Pod counts as Guaranteed although it says nothing about memory',
		seed: 1_460_005,
	},
	{
		rule: 'at rest, the hostIP of a Pod is an address of its node',
		mistake: 'a Pod has the loopback address as its hostIP',
		seed: 1_000_005,
	},
	{
		rule: 'without faults, a probe begins after its initialDelaySeconds, and pauses for its period',
		mistake: 'a probe does not wait for its initial delay',
		seed: 1_290_005,
	},
	{
		rule: 'a Pod is evicted by a taint when its toleration is over',
		mistake: 'Pods are evicted at once',
		seed: 1_000_007,
	},
	{
		rule: 'at rest, a Node has the taints of its conditions',
		mistake: 'a lost node keeps its unreachable taint after it is back',
		seed: 1_340_005,
	},
];

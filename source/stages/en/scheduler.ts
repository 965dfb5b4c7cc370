import type {Stop} from '../../kernel/stop.js';
import type {PluginName} from '../../objects/scheduling.js';
import {firstFew} from '../digest/first-few.js';
import {bestScored, nodesLeft, selection} from '../digest/scores.js';
import type {SchedulerFacts} from '../facts/scheduler.js';
import {withDecision, withStrategy, type PluginWords, type StrategyWords} from '../plugin-words.js';
import {counted, podOf} from './words.js';
import type {Sentences} from '../language-table.js';

/** The filter decision of each plug-in, after its name. */
const decides: PluginWords = {
	SchedulingGates: 'keeps Pods with scheduling gates out of the active queue',
	NodeUnschedulable: 'keeps Pods off cordoned nodes',
	NodeName: 'admits only the node that the Pod names, if it names one',
	TaintToleration: 'keeps Pods off nodes whose taints they do not tolerate',
	NodeAffinity: "admits nodes that match the Pod's node selector and required node affinity",
	NodePorts: 'keeps Pods off nodes where their host ports are in use',
	NodeResourcesFit: 'admits nodes with room for what the Pod requests',
	VolumeRestrictions: 'keeps a second Pod from using a disk that only one may use',
	NodeVolumeLimits: 'keeps nodes within the number of volumes that their CSI drivers can attach',
	VolumeBinding: "admits nodes that can reach the Pod's volumes",
	VolumeZone: 'keeps Pods in the zone of their volumes',
	PodTopologySpread: 'spreads matching Pods evenly over the topology of each constraint',
	InterPodAffinity: 'places Pods near, or away from, existing Pods',
	DynamicResources: 'admits nodes that have, or can reach, the devices that the Pod claims',
	NodeResourcesBalancedAllocation: 'prefers nodes whose CPU and memory will be used about equally',
	ImageLocality: "prefers nodes that already have the Pod's images",
	NodeResourcesMostAllocated: 'prefers nodes with the least room left',
};

/** The preference of each plug-in when it scores, after its name: some use different rules for scores and filters. */
const prefers: PluginWords = {
	...decides,
	TaintToleration: 'prefers nodes with fewer PreferNoSchedule taints that the Pod does not tolerate',
	NodeAffinity: "prefers nodes that match more of the Pod's preferred node affinity",
	NodeResourcesFit: 'prefers nodes with the most room left',
	PodTopologySpread: 'prefers nodes whose part of the topology has fewer matching Pods',
	InterPodAffinity: "prefers nodes near the Pods in the Pod's affinity, and far from those in its anti-affinity",
	DynamicResources: "prefers nodes that have the devices which the Pod's claims list first",
};

/** A plug-in with its decision. */
const deciding = (plugin: PluginName): string => withDecision(decides, plugin);

/** The preference of NodeResourcesFit by other strategies. */
const strategies: StrategyWords = {
	MostAllocated: 'prefers nodes with the least room left',
	RequestedToCapacityRatio: 'prefers nodes whose utilization scores highest by the configured shape',
};

/** A plug-in with its preference. */
const preferring = (plugin: PluginName, strategy: string | undefined): string =>
	strategy === undefined ? withDecision(prefers, plugin) : withStrategy(strategies, plugin, strategy);

const plural = (count: number, one: string, many: string): string => (count === 1 ? one : many);

/** Names of plug-ins. */
const listed = (names: readonly string[]): string => (names.length === 0 ? 'nothing' : names.join(', '));

/** Names of nodes; of many, the first three. */
const few = (nodes: readonly string[]): string => {
	const {named, more} = firstFew(nodes, 4);
	return nodes.length === 0 ? 'none' : `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
};

/** All of these nodes. */
const all = (nodes: readonly string[]): string => {
	if (nodes.length === 1) {
		return nodes[0] ?? '';
	}

	if (nodes.length === 2) {
		return 'both nodes';
	}

	return `all ${nodes.length} nodes`;
};

const events = {ADDED: 'the arrival of', MODIFIED: 'a change to', DELETED: 'the removal of'};

/** The event that woke Pods, after the word "after". */
const wakingWords = ({
	action,
	by: {kind, key, node, isAssumed},
}: Extract<SchedulerFacts['scheduler.queue'], {case: 'wake'}>): string =>
	isAssumed
		? `the scheduler stops assuming that ${key} is on ${node}`
		: `${events[action]} ${kind === 'Node' ? 'node' : kind} ${key}${node === undefined ? '' : ` on ${node}`}`;

/** The queue of a Pod after a failed attempt. */
const failureSentence = (
	pod: string,
	{place, backoffMs}: Pick<Extract<SchedulerFacts['scheduler.queue'], {case: 'failure'}>, 'place' | 'backoffMs'>,
): string => {
	if (place === 'active') {
		return `${pod} returns to the active queue at once: preemption for it failed.`;
	}

	return place === 'unschedulable'
		? `${pod} joins the unschedulable Pods and waits for a change that may help.`
		: `${pod} waits ${backoffMs} ms before the next attempt.`;
};

/** The queue of a Pod without a node. */
const addSentence = (
	pod: string,
	{place, gatedBy, counts}: Extract<SchedulerFacts['scheduler.queue'], {case: 'add'}>,
): string => {
	if (gatedBy.includes('DynamicResources')) {
		return `${pod} waits for its ResourceClaims: until all of them exist, DynamicResources keeps it out of the active queue.`;
	}

	return place === 'gated'
		? `${pod} has scheduling gates: ${gatedBy.join(', ')} ${plural(gatedBy.length, 'keeps', 'keep')} it out of the active queue.`
		: `${pod} has no node: it joins the active queue, which now holds ${counted(counts.active, 'Pod')}.`;
};

const queueSentence = (facts: SchedulerFacts['scheduler.queue'], stop: Stop): string => {
	const pod = podOf(stop);
	switch (facts.case) {
		case 'start': {
			const {policy, profiles} = facts;
			if (policy) {
				return `kube-scheduler starts with an empty queue. It reads a Policy file: its predicates filter as ${listed(policy.filters)}; its priorities score as ${listed(policy.scores)}. (Removed from Kubernetes in ${policy.removedIn}.)`;
			}

			return `kube-scheduler starts with an empty queue.${profiles ? ` Its configuration has ${counted(profiles.length, 'profile')}: ${listed(profiles.map(({schedulerName}) => schedulerName))}.` : ''}`;
		}

		case 'add': {
			return addSentence(pod, facts);
		}

		case 'foreign': {
			return `${pod} names the scheduler ${facts.schedulerName}; kube-scheduler (${facts.own}) ignores it.`;
		}

		case 'next': {
			return `${pod} is next: attempt ${facts.attempts}, ${facts.sinceFirstMs} ms after it joined the queue.${facts.profile === undefined ? '' : ` Its profile is ${facts.profile}.`}`;
		}

		case 'deleting': {
			return `${pod} is being deleted; it no longer needs a node.`;
		}

		case 'gone': {
			return `${pod} was deleted before it got a node; it leaves the queue.`;
		}

		case 'placed': {
			return `${pod} is already on ${facts.node}; it leaves the queue.`;
		}

		case 'obsolete': {
			return `${pod} no longer needs a node; it leaves the queue.`;
		}

		case 'update': {
			const {from, to} = facts;
			return from === to
				? `${pod} has changed and stays ${to}.`
				: `${pod} has changed and moves from ${from} to ${to}.`;
		}

		case 'failure': {
			return failureSentence(pod, facts);
		}

		case 'wake': {
			const {pods} = facts;
			return `${plural(pods.length, pods[0] ?? '', `${pods.length} Pods`)} may fit after ${wakingWords(facts)}: ${plural(pods.length, 'it leaves', 'they leave')} the unschedulable Pods.`;
		}

		case 'flush': {
			const {pods} = facts;
			return `${pods.join(', ')} ${plural(pods.length, 'has', 'have')} waited long enough and ${plural(pods.length, 'is', 'are')} active again.`;
		}

		case 'status-refused': {
			return `The condition of ${pod} cannot be written: ${facts.message}.`;
		}
	}
};

const prebindSentence = (facts: SchedulerFacts['scheduler.prebind'], stop: Stop): string => {
	switch (facts.case) {
		case 'plan': {
			const volumes = facts.bind.length + facts.provision.length;
			if (facts.claims) {
				return `Before ${podOf(stop)} is bound, ${facts.claims.join(', ')} must name the devices for the Pod${volumes === 0 ? '' : `, and ${counted(volumes, 'volume')} must be bound`}.`;
			}

			return volumes === 0
				? `Nothing has to be prepared on ${facts.node} before ${podOf(stop)} is bound.`
				: `${counted(volumes, 'volume')} must be bound before ${podOf(stop)} itself.`;
		}

		case 'bind': {
			const {volume, claimRef} = facts;
			return `The scheduler reserves volume ${volume} for claim ${claimRef?.namespace}/${claimRef?.name}; the volume controller then binds the two.`;
		}

		case 'provision': {
			const {claim, node, annotation} = facts;
			const [key] = Object.keys(annotation);
			return `The scheduler sets ${key}=${node} on claim ${claim}: its provisioner then creates a volume that ${node} can reach.`;
		}

		case 'unreserve': {
			return `${podOf(stop)} could not be bound: the scheduler removes it from claim ${facts.claim}, which keeps its devices.`;
		}

		case 'protect': {
			return `The finalizer ${facts.finalizer} protects claim ${facts.claim} as long as devices are allocated to it.`;
		}

		case 'claim': {
			const {claim, devices} = facts;
			return devices.length === 0
				? `Claim ${claim} already has its devices; the scheduler reserves it for ${facts.reservedFor.join(', ')}.`
				: `The scheduler allocates ${devices.join(', ')} to claim ${claim} and reserves it for ${facts.reservedFor.join(', ')}.`;
		}
	}
};

const bindSentence = (facts: SchedulerFacts['scheduler.bind'], stop: Stop): string => {
	const pod = podOf(stop);
	switch (facts.case) {
		case 'post': {
			return `DefaultBinder posts a Binding for ${pod} on ${facts.node}.`;
		}

		case 'done': {
			return `${pod} is bound to ${facts.node} in the API; the kubelet of ${facts.node} learns of it next.`;
		}

		case 'failure': {
			return `${pod} could not be bound to ${facts.node}: ${facts.message}. The resources reserved for it are free again.`;
		}
	}
};

/** Stops in the scheduler, in English. */
export const schedulerSentences: Sentences<SchedulerFacts> = {
	'scheduler.queue': queueSentence,
	'scheduler.prefilter'({plugin, reasons = [], active, skipped, nodes, nodeNames}, stop) {
		if (plugin !== undefined) {
			return `${plugin} refuses ${podOf(stop)} before it checks any node: ${reasons.join(', ')}.`;
		}

		const silent =
			skipped.length === 0 ? '' : `; ${skipped.join(', ')} ${plural(skipped.length, 'has', 'have')} nothing to check`;
		return `${counted(active.length, 'plug-in')} will check ${nodeNames?.join(', ') ?? counted(nodes, 'node')} for ${podOf(stop)}${silent}.`;
	},
	'scheduler.filter.*'({plugin, nodes, verdicts, refused, reasons}, stop) {
		const left = nodesLeft({nodes, verdicts});
		if (refused.length === 0) {
			return `${deciding(plugin)}: ${all(left)} can take ${podOf(stop)}.`;
		}

		return `${deciding(plugin)}: ${few(refused)} cannot take ${podOf(stop)} (${reasons.join(', ')}). ${left.length === 0 ? 'No node is left.' : `Left: ${few(left)}.`}`;
	},
	'scheduler.extender'(facts, stop) {
		switch (facts.case) {
			case 'asks': {
				return `The scheduler asks the extender ${facts.url} about ${podOf(stop)} and ${few(facts.nodes)}.`;
			}

			case 'filters': {
				return facts.refused.length === 0
					? `The extender ${facts.url} keeps ${all(facts.left)} for ${podOf(stop)}.`
					: `The extender ${facts.url} refuses ${few(facts.refused)} for ${podOf(stop)} (${facts.reasons.join(', ')}). Left: ${few(facts.left)}.`;
			}

			case 'scores': {
				return `The extender ${facts.url} scores nodes for ${podOf(stop)}: ${facts.nodes.map((node, index) => `${facts.points[index]} for ${node}`).join(', ')}; each point adds ${10 * facts.weight}.`;
			}

			case 'fails': {
				return `The extender ${facts.url} fails: ${facts.message}. ${facts.ignored ? 'It is ignorable, so the cycle continues.' : 'The attempt ends, unless the call was for scores.'}`;
			}
		}
	},
	'scheduler.postfilter'(facts, stop) {
		if (facts.case === 'evict') {
			return `DefaultPreemption evicts ${facts.victim} from ${facts.node}: ${facts.preemptor}, with priority ${facts.priority}, needs the room.`;
		}

		if (facts.case === 'deallocate') {
			return `Claim ${facts.claim} is unused, and ${podOf(stop)} cannot run where the claim's devices (${facts.devices.join(', ')}) are: DynamicResources deallocates the claim so that it can get other devices.`;
		}

		const {victims = [], nominated, message} = facts;
		return nominated === undefined
			? `No node can take ${podOf(stop)}, and preemption cannot help: ${message}`
			: `No node has room for ${podOf(stop)}, but ${nominated} would have room without the lower-priority ${victims.join(', ')}: DefaultPreemption evicts ${plural(victims.length, 'it', 'them')}.`;
	},
	'scheduler.prescore'({nodes, scoring, skipped}, stop) {
		const silent =
			skipped.length === 0 ? '' : `; ${skipped.join(', ')} ${plural(skipped.length, 'has', 'have')} nothing to score`;
		return `${counted(nodes.length, 'node')} can take ${podOf(stop)}: ${few(nodes)}. ${counted(scoring.length, 'plug-in')} will score them${silent}.`;
	},
	'scheduler.score.*'({plugin, weight, strategy, nodes, normalised}, stop) {
		const {top, lowest, best, isEven} = bestScored({nodes, normalised});
		return isEven
			? `${plugin} gives ${all(best)} ${top} for ${podOf(stop)}${weight === 1 ? '' : `, with weight ${weight}`}.`
			: `${preferring(plugin, strategy)}: ${few(best)} ${plural(best.length, 'gets', 'get')} ${top}; the lowest score is ${lowest}${weight === 1 ? '' : `. The weight of this plug-in is ${weight}`}.`;
	},
	'scheduler.select'(facts, stop) {
		if (facts.case === 'only') {
			return `${facts.node} is the only node that can take ${podOf(stop)}, so nothing is scored.`;
		}

		const {node, ties} = facts;
		const {top, others} = selection(facts);
		return `${node} is best for ${podOf(stop)} with ${top} points${others.length === 0 ? '' : `, tied with ${few(others)}; ${ties === 'random' ? 'the scheduler picks one at random' : 'the first one wins'}`}.`;
	},
	'scheduler.reserve': ({node, devices}, stop) =>
		`${podOf(stop)} counts towards ${node} from now on, but only in the scheduler's cache. The next Pod cannot use the resources reserved for this one${devices ? `, nor ${devices.join(', ')}` : ''}.`,
	'scheduler.permit': (_facts, stop) => `No plug-in delays ${podOf(stop)}: its binding begins.`,
	'scheduler.prebind': prebindSentence,
	'scheduler.bind': bindSentence,
};

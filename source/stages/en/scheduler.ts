import type {Stop} from '../../kernel/stop.js';
import type {SchedulerPlugin} from '../../objects/scheduling.js';
import type {SchedulerFacts} from '../facts/scheduler.js';
import type {Sentences} from '../language.js';

/** What each plug-in decides, after its name. */
const decides: Readonly<Record<SchedulerPlugin, string>> = {
	SchedulingGates: 'keeps Pods with scheduling gates out of the queue',
	NodeUnschedulable: 'keeps Pods off cordoned nodes',
	NodeName: 'admits only the node that the Pod names, if it names one',
	TaintToleration: 'keeps Pods off nodes whose taints they do not tolerate',
	NodeAffinity: "admits nodes that meet the Pod's node selector and required node affinity",
	NodePorts: 'keeps two Pods from wanting the same host port of one node',
	NodeResourcesFit: 'admits nodes with room for what the Pod requests',
	VolumeRestrictions: 'keeps a disk that only one Pod may use from being used by two',
	NodeVolumeLimits: 'keeps nodes below the number of volumes that their CSI drivers can attach',
	VolumeBinding: "admits nodes that the Pod's volumes can be reached from",
	VolumeZone: 'keeps Pods in the zone of their volumes',
	PodTopologySpread: 'keeps the number of matching Pods even over the topology that a constraint names',
	InterPodAffinity: 'puts Pods together with, or apart from, Pods that are there already',
	NodeResourcesBalancedAllocation: 'prefers nodes whose CPU and memory come to be used to about the same share',
	ImageLocality: 'prefers nodes that have the images already',
};

/** A plug-in with what it decides. */
const deciding = (plugin: SchedulerPlugin): string => `${plugin} ${decides[plugin]}`;

/** `namespace/name` of the Pod that a stop is about. */
const podOf = ({object = ''}: Stop): string => object.slice('/registry/pods/'.length);

const plural = (count: number, one: string, many: string): string => (count === 1 ? one : many);

/** Names of nodes; of many, the first three. */
const named = (nodes: readonly string[]): string =>
	nodes.length === 0
		? 'none'
		: nodes.length <= 4
			? nodes.join(', ')
			: `${nodes.slice(0, 3).join(', ')} and ${nodes.length - 3} more`;

const events = {ADDED: 'the arrival', MODIFIED: 'the change', DELETED: 'the end'};

/** What woke Pods up, after "the change of". */
const wakingWords = ({
	kind,
	key,
	node,
	isAssumed,
}: Extract<SchedulerFacts['scheduler.queue'], {case: 'wake'}>['by']): string =>
	isAssumed
		? `the assumption that ${key} is on ${node}`
		: `${kind === 'Node' ? 'node' : kind} ${key}${node === undefined ? '' : ` on ${node}`}`;

const queueSentence = (facts: SchedulerFacts['scheduler.queue'], stop: Stop): string => {
	const pod = podOf(stop);
	switch (facts.case) {
		case 'start': {
			return 'kube-scheduler starts with an empty queue.';
		}

		case 'add': {
			const {place, gatedBy, counts} = facts;
			return place === 'gated'
				? `${pod} has no node, and scheduling gates: ${gatedBy.join(', ')} keeps it out of the active queue.`
				: `${pod} has no node: it joins the active queue, where ${counts.active} now ${plural(counts.active, 'waits', 'wait')}.`;
		}

		case 'foreign': {
			return `${pod} names the scheduler ${facts.schedulerName}; ${facts.own} leaves it alone.`;
		}

		case 'next': {
			return `${pod} is next: try number ${facts.attempts}, ${facts.sinceFirstMs} ms after it came.`;
		}

		case 'deleting': {
			return `${pod} is being deleted; it needs no node any more.`;
		}

		case 'gone': {
			return `${pod} is gone before it got a node; it leaves the queue.`;
		}

		case 'placed': {
			return `${pod} is on ${facts.node} already; it leaves the queue.`;
		}

		case 'obsolete': {
			return `${pod} needs no node any more; it leaves the queue.`;
		}

		case 'update': {
			const {from, to} = facts;
			return from === to
				? `${pod} was changed, and stays ${to}.`
				: `${pod} was changed and goes from the ${from} to the ${to} queue.`;
		}

		case 'failure': {
			return facts.place === 'unschedulable'
				? `${pod} goes to the unschedulable Pods until something changes that may help.`
				: `${pod} waits ${facts.backoffMs} ms before the next try.`;
		}

		case 'wake': {
			const {pods, action, by} = facts;
			return `${plural(pods.length, pods[0] ?? '', `${pods.length} Pods`)} may fit after ${events[action]} of ${wakingWords(by)}: ${plural(pods.length, 'it leaves', 'they leave')} the unschedulable Pods.`;
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
			return volumes === 0
				? `Nothing has to be ready on ${facts.node} before ${podOf(stop)} is bound.`
				: `${volumes} ${plural(volumes, 'volume has', 'volumes have')} to be bound before ${podOf(stop)} is.`;
		}

		case 'bind': {
			const {volume, claimRef} = facts;
			return `The scheduler claims the volume ${volume} for ${claimRef?.namespace}/${claimRef?.name}: the controller binds the two next.`;
		}

		case 'provision': {
			const {claim, node, annotation} = facts;
			const [key] = Object.keys(annotation);
			return `The scheduler marks ${claim} with ${key}: ${node}: its provisioner makes a volume that ${node} can reach.`;
		}
	}
};

const bindSentence = (facts: SchedulerFacts['scheduler.bind'], stop: Stop): string => {
	const pod = podOf(stop);
	switch (facts.case) {
		case 'post': {
			return `DefaultBinder posts a Binding of ${pod} to ${facts.node}.`;
		}

		case 'done': {
			return `${pod} is bound to ${facts.node}: the API says so, and the kubelet there hears of it next.`;
		}

		case 'failure': {
			return `${pod} could not be bound to ${facts.node}: ${facts.message}. Its requests there are free again.`;
		}
	}
};

/** Stops in the scheduler, in English. */
export const schedulerSentences: Sentences<SchedulerFacts> = {
	'scheduler.queue': queueSentence,
	'scheduler.prefilter'({plugin, reasons = [], active, skipped, nodes, nodeNames}, stop) {
		if (plugin !== undefined) {
			return `${plugin} refuses ${podOf(stop)} before any node is looked at: ${reasons.join(', ')}.`;
		}

		const silent =
			skipped.length === 0
				? ''
				: `; ${skipped.join(', ')} ${plural(skipped.length, 'has', 'have')} nothing to say about it`;
		return `${active.length} plug-ins will look at ${nodeNames ? `the nodes ${nodeNames.join(', ')}` : `${nodes} nodes`} for ${podOf(stop)}${silent}.`;
	},
	'scheduler.filter.*'({plugin, nodes, verdicts, refused, reasons}, stop) {
		const left = nodes.filter((_node, index) => verdicts[index] === 'passed');
		if (refused.length === 0) {
			return `${deciding(plugin)}: ${left.length === 1 ? left[0] : `all ${left.length} nodes`} can take ${podOf(stop)}.`;
		}

		return `${deciding(plugin)}: ${named(refused)} ${plural(refused.length, 'is', 'are')} out for ${podOf(stop)}: ${reasons.join(', ')}. ${left.length === 0 ? 'No node is left.' : `Left: ${named(left)}.`}`;
	},
	'scheduler.postfilter'(facts, stop) {
		if (facts.case === 'evict') {
			return `DefaultPreemption tells ${facts.victim} to go: ${facts.preemptor} with priority ${facts.priority} needs its place on ${facts.node}.`;
		}

		const {victims = [], nominated, message} = facts;
		return nominated === undefined
			? `No node can take ${podOf(stop)}, and nothing can be done about it: ${message}`
			: `No node has room for ${podOf(stop)}, but ${nominated} would without ${victims.join(', ')}, which ${plural(victims.length, 'has', 'have')} lower priority: DefaultPreemption removes ${plural(victims.length, 'it', 'them')} for it.`;
	},
	'scheduler.prescore'({nodes, scoring, skipped}, stop) {
		const silent =
			skipped.length === 0
				? ''
				: `; ${skipped.join(', ')} ${plural(skipped.length, 'has', 'have')} no opinion about this Pod`;
		return `${nodes.length} nodes can take ${podOf(stop)}: ${named(nodes)}. ${scoring.length} plug-ins will score them${silent}.`;
	},
	'scheduler.score.*'({plugin, weight, nodes, normalised}, stop) {
		const scores = normalised.filter((score) => score !== null);
		const top = Math.max(...scores);
		const best = nodes.filter((_node, index) => normalised[index] === top);
		return best.length === scores.length
			? `${plugin} gives all ${scores.length} nodes ${top} for ${podOf(stop)}${weight === 1 ? '' : `, times its weight ${weight}`}.`
			: `${deciding(plugin)}: ${named(best)} ${plural(best.length, 'gets', 'get')} ${top}, the least is ${Math.min(...scores)}${weight === 1 ? '' : `, each times its weight ${weight}`}.`;
	},
	'scheduler.select'(facts, stop) {
		if (facts.case === 'only') {
			return `${facts.node} is the only node that can take ${podOf(stop)}, so nothing is scored.`;
		}

		const {node, candidates, ties, totals} = facts;
		const top = Math.max(...totals.filter((total) => total !== null));
		const others = candidates.filter((candidate) => candidate !== node);
		return `${node} is best for ${podOf(stop)} with ${top} points${others.length === 0 ? '' : `, as are ${named(others)}; ${ties === 'random' ? 'chance decides' : 'the first is taken'}`}.`;
	},
	'scheduler.reserve': ({node}, stop) =>
		`${podOf(stop)} counts for ${node} from now on, though no one else knows yet: the next Pod sees its requests taken.`,
	'scheduler.permit': (_facts, stop) => `No plug-in holds ${podOf(stop)} back: its binding begins.`,
	'scheduler.prebind': prebindSentence,
	'scheduler.bind': bindSentence,
};

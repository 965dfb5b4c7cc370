import {firstFew} from '../../digest/first-few.js';
import type {AutoscalerFacts} from '../../facts/controllers/autoscaler.js';
import type {Sentences} from '../../language-table.js';
import {counted} from '../words.js';

const some = (items: readonly string[]): string => {
	const {named, more} = firstFew(items);
	return `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
};

/** A time that a reader can compare: seconds, or whole minutes. */
const lasting = (ms: number): string =>
	ms >= 120_000 && ms % 60_000 === 0 ? `${ms / 60_000} minutes` : `${Math.round(ms / 100) / 10} s`;

const percent = (share: number): string => `${Math.round(share * 100)}%`;

/** The reasons for keeping a node, by the autoscaler's words. */
const kept: Readonly<Record<string, string>> = {
	CurrentlyBeingDeleted: 'its removal has begun',
	ScaleDownDisabledAnnotation: 'its annotation forbids its removal',
	NoPlaceToMovePods: 'its Pods fit nowhere else',
};

/** The reasons why a Pod keeps its node. */
const keepers: Readonly<Record<string, string>> = {
	ControllerNotFound: 'its controller does not exist',
	NotReplicated: 'no controller would create it again',
	LocalStorageRequested: 'it has local storage',
	NotSafeToEvictAnnotation: 'its annotation forbids its eviction',
	UnmovableKubeSystemPod: 'it is a system Pod without a disruption budget',
	NotEnoughPdb: 'its disruption budget forbids its eviction',
};

const neededWords = ({
	reason,
	pod,
	blocking = '',
	resource,
	share,
}: AutoscalerFacts['cluster-autoscaler.needed']): string => {
	if (pod !== undefined) {
		return `${pod} keeps it (${keepers[blocking] ?? blocking})`;
	}

	return resource !== undefined && share !== undefined && reason === 'NotUnderutilized'
		? `${percent(share)} of its ${resource} is requested`
		: (kept[reason] ?? reason);
};

/** Stops of the cluster autoscaler, in English. */
export const autoscalerSentences: Sentences<AutoscalerFacts> = {
	'cluster-autoscaler.start': ({groups}) =>
		`The cluster autoscaler starts with ${some(groups.map(({name, size, min, max}) => `the group ${name} (size ${size}, limits ${min} to ${max})`))}.`,
	'cluster-autoscaler.scan'({waiting, soon, isEarly, unneeded}) {
		if (waiting.length > 0) {
			return `The cluster autoscaler finds ${counted(waiting.length, 'Pod')} that ${waiting.length === 1 ? 'fits' : 'fit'} on no node: ${some(waiting)}.${isEarly ? ' More may follow, so it waits one round.' : ''}`;
		}

		const rest = unneeded.length > 0 ? ` Not needed: ${some(unneeded)}.` : '';
		return soon.length > 0
			? `The cluster autoscaler expects room for ${some(soon)}.${rest}`
			: `The cluster autoscaler finds no Pod that needs a new node.${rest}`;
	},
	'cluster-autoscaler.scale-up'({group, from, to, max, pods, options, expanders}) {
		const others = options.filter((option) => option.group !== group).map((option) => option.group);
		const choice = others.length > 0 ? `, chosen by ${expanders.join(' and ')} over ${some(others)}` : '';
		return `The cluster autoscaler enlarges ${group} from ${from} to ${to} (max ${max})${choice}: new nodes will take ${some(pods)}.`;
	},
	'cluster-autoscaler.no-scale-up': ({pod, reasons}) =>
		`The cluster autoscaler adds no node for ${pod}: ${reasons || 'no node group gives a reason'}.`,
	'cluster-autoscaler.unneeded': ({node, resource, share, pods, unneededMs}) =>
		`The cluster could do without ${node}: ${percent(share)} of its ${resource} is requested${pods.length > 0 ? `, and ${some(pods)} would fit elsewhere` : ''}. The node is removed if this lasts ${lasting(unneededMs)}.`,
	'cluster-autoscaler.needed': (facts) =>
		facts.reason === 'CurrentlyBeingDeleted'
			? `The removal of ${facts.node} has begun.`
			: `${facts.node} stays: ${neededWords(facts)}.`,
	'cluster-autoscaler.scale-down': ({node, pods, unneededMs}) =>
		`${node} has not been needed for ${lasting(unneededMs)}. The cluster autoscaler removes it${pods.length > 0 ? ` after evicting ${some(pods)}` : ''}.`,
	'cluster-autoscaler.removed': ({node, drained}) =>
		`The cluster autoscaler has the cloud remove ${node}${drained ? ', which is drained' : ''}.`,
	'cluster-autoscaler.failed': ({node, message}) => `The removal of ${node} fails: ${message}. The node stays.`,
	'cloud.create': ({group, node, delayMs}) =>
		`The cloud creates ${node} for the group ${group}; its kubelet starts in ${lasting(delayMs)}.`,
	'cloud.start': ({node}) => `The machine of ${node} is ready, and its kubelet starts.`,
	'cloud.remove': ({node}) => `The cloud terminates the machine of ${node} and deletes its Node.`,
};

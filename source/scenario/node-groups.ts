import {expanders, nodeOfGroup, type AutoscalerFlags, type SimulatedNodeGroup} from '../objects/node-group.js';
import {isForbiddenToKubelet} from '../objects/node-labels.js';
import {
	amount,
	anything,
	boolean,
	count,
	list,
	mapOf,
	number,
	oneOf,
	record,
	seed,
	text,
	type Shape,
} from './document.js';
import {duration, kubeletShape} from './kubelet.js';
import {taintEffects} from '../objects/taints.js';

const taint = record({key: text, value: text, effect: oneOf(taintEffects)}, ['key', 'effect']);

/** The fields of a node that nodes of a group can have too. */
export const commonNodeFields = {
	labels: mapOf(text),
	taints: list(taint),
	capacity: mapOf(amount),
	images: list(text),
	staticPods: list(anything),
	hostPaths: list(text),
	runtimeHandlers: list(text),
	appArmor: boolean,
	kubelet: kubeletShape,
};

const template = record(commonNodeFields);

/** Nodes that a cloud makes when the cluster autoscaler requests them. */
export const nodeGroup: Shape<SimulatedNodeGroup> = record(
	{name: text, min: seed, max: count, size: seed, delay: duration, price: number, template},
	['name', 'max'],
);

/** The flags of the cluster autoscaler. */
export const autoscalerFlags: Shape<AutoscalerFlags> = record({
	expander: list(oneOf(expanders)),
	scanInterval: duration,
	scaleDownUnneededTime: duration,
	scaleDownUnreadyTime: duration,
	scaleDownDelayAfterAdd: duration,
	scaleDownUtilizationThreshold: number,
});

/** The nodes that the groups have at first, as a scenario lists them; without those that it lists already. */
export const firstNodes = <Node extends {readonly name: string}>(
	groups: readonly SimulatedNodeGroup[],
	listed: readonly Node[],
): ReadonlyArray<{readonly name: string} & NonNullable<SimulatedNodeGroup['template']>> => {
	const names = new Set(listed.map(({name}) => name));
	return groups.flatMap(({name, min = 0, size = min, template: own}) =>
		Array.from({length: size}, (_, index) => ({...own, name: nodeOfGroup(name, index + 1)})).filter(
			(node) => !names.has(node.name),
		),
	);
};

type Report = (path: ReadonlyArray<string | number>, message: string, remedy?: string) => void;

/** Mistakes in the sizes and labels of groups. @param report receives the path from `nodeGroups` on. */
export const nodeGroupMistakes = (groups: readonly SimulatedNodeGroup[], report: Report): void => {
	for (const [index, {name, min = 0, max, size = 0, template: own}] of groups.entries()) {
		if (min > max) {
			report([index, 'min'], `min ${min} is more than max ${max}`, 'write a smaller min or a larger max');
		}

		if (size > max) {
			report([index, 'size'], `size ${size} is more than max ${max}`, 'write a smaller size or a larger max');
		}

		for (const label of Object.keys(own?.labels ?? {})) {
			if (isForbiddenToKubelet(label)) {
				report(
					[index, 'template', 'labels', label],
					`a kubelet may not set the label ${label}, so nodes of group ${name} cannot have it`,
					'use a label of your own, such as example.com/role',
				);
			}
		}
	}
};

import type {Node} from '../../objects/kubernetes.generated.js';
import type {Replayed} from '../../scheduler/replay/replay.js';
import {nodeInfo, type NodeInfo} from '../../scheduler/node-info.js';
import {podInfo} from '../../scheduler/pod-info.js';
import type {ComparedWorld} from './world.js';

/** Shares in percent, of the nodes in use. */
interface Shares {
	readonly cpu: number;
	readonly memory: number;
}

/** The result of one configuration, or the state of the dump. */
export interface Outcome {
	readonly name: string;
	/** Nodes that have Pods of the replay at its end, and at most at one time. */
	readonly nodesUsed: number;
	readonly mostNodes: number;
	readonly nodesFree: number;
	readonly requested: Shares;
	/** By the price label: the sum of the nodes in use, or of their hours; `undefined` without a label. */
	readonly cost?: number;
	/** Hours of nodes in use; 0 if nothing takes time. */
	readonly nodeHours: number;
	readonly waiting: number;
	/** The messages of Pods without a node, the most frequent one first. */
	readonly reasons: ReadonlyArray<{readonly message: string; readonly pods: number}>;
	readonly evictions: number;
	/** Pods on a node other than in the dump, and other than with the first configuration. */
	readonly movedFromDump?: number;
	readonly movedFromFirst?: number;
}

const round = (value: number, digits = 2): number => Math.round(value * 10 ** digits) / 10 ** digits;

/** The price of a node by a label; 0 for nodes without a number there. */
export const priceOf = ({metadata}: Node, label: string): number => {
	const price = Number(metadata.labels?.[label] ?? Number.NaN);
	return Number.isFinite(price) && price > 0 ? price : 0;
};

const sharesOf = (nodes: readonly NodeInfo[]): Shares => {
	const share = (name: string): number => {
		let requested = 0;
		let allocatable = 0;
		for (const node of nodes) {
			requested += node.requested[name] ?? 0;
			allocatable += node.allocatable[name] ?? 0;
		}

		return allocatable === 0 ? 0 : round((requested * 100) / allocatable, 1);
	};
	return {cpu: share('cpu'), memory: share('memory')};
};

const movedBetween = (from: ReadonlyMap<string, string>, to: ReadonlyMap<string, string>): number => {
	let moved = 0;
	for (const [key, node] of from) {
		moved += to.has(key) && to.get(key) !== node ? 1 : 0;
	}

	return moved;
};

const reasonsOf = (waiting: ReadonlyMap<string, string>): Outcome['reasons'] => {
	const counts = new Map<string, number>();
	for (const message of waiting.values()) {
		counts.set(message, (counts.get(message) ?? 0) + 1);
	}

	return [...counts].map(([message, pods]) => ({message, pods})).sort((a, b) => b.pods - a.pods);
};

interface Compared {
	readonly world: ComparedWorld;
	readonly price: string | undefined;
	/** Whether Pods leave, so that time counts. */
	readonly takesTime: boolean;
}

const costOf = (used: readonly NodeInfo[], hours: ReadonlyMap<string, number>, {price, takesTime, world}: Compared) =>
	price === undefined
		? {}
		: {
				cost: round(
					takesTime
						? world.nodes.reduce((sum, node) => sum + priceOf(node, price) * (hours.get(node.metadata.name) ?? 0), 0)
						: used.reduce((sum, {node}) => sum + priceOf(node, price), 0),
				),
			};

/** The result of a replay. @param first the result of the first configuration. */
export const outcomeOf = (
	name: string,
	{placed, waiting, evictions, nodes, most, nodeHours}: Replayed,
	compared: Compared,
	first?: Replayed,
): Outcome => {
	const arrived = new Set(compared.world.arrivals.map(({pod: {metadata}}) => `${metadata.namespace}/${metadata.name}`));
	const used = nodes.filter((node) => [...node.pods].some(({key}) => arrived.has(key)));
	const {before} = compared.world;
	const hours = [...nodeHours.values()].reduce((sum, value) => sum + value, 0);
	return {
		name,
		nodesUsed: used.length,
		mostNodes: most,
		nodesFree: nodes.length - used.length,
		requested: sharesOf(used),
		...costOf(used, nodeHours, compared),
		nodeHours: round(hours),
		waiting: waiting.size,
		reasons: reasonsOf(waiting),
		evictions,
		...(before ? {movedFromDump: movedBetween(before, placed)} : {}),
		...(first ? {movedFromFirst: movedBetween(first.placed, placed)} : {}),
	};
};

/** The state of the dump, without a replay. */
export const dumpOutcome = (name: string, compared: Compared): Outcome | undefined => {
	const {before, nodes: objects, fixed, arrivals} = compared.world;
	if (!before) {
		return undefined;
	}

	const byNode = new Map<string, NodeInfo>(objects.map((node) => [node.metadata.name, nodeInfo(node)]));
	const place = (pod: (typeof fixed)[number], node: string | undefined) => byNode.get(node ?? '')?.add(podInfo(pod));
	const used = new Set<string>();
	for (const pod of fixed) {
		place(pod, pod.spec.nodeName);
	}

	for (const {pod} of arrivals) {
		const node = before.get(`${pod.metadata.namespace}/${pod.metadata.name}`);
		place(pod, node);
		if (node !== undefined) {
			used.add(node);
		}
	}

	const inUse = [...byNode.values()].filter((node) => used.has(node.name));
	return {
		name,
		nodesUsed: inUse.length,
		mostNodes: inUse.length,
		nodesFree: objects.length - inUse.length,
		requested: sharesOf(inUse),
		...costOf(inUse, new Map(), compared),
		nodeHours: 0,
		waiting: arrivals.length - before.size,
		reasons: [],
		evictions: 0,
	};
};

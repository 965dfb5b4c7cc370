import {equal} from '../../kernel/equality.js';
import {podCondition} from '../../objects/pod.js';
import type {Node, Pod} from '../../objects/kubernetes.generated.js';
import type {Placement} from '../conformance/placements.js';
import {exchange, type Endpoint} from './endpoint.js';
import {pause} from './pause.js';

const namespace = 'placements';
const pods = `/api/v1/namespaces/${namespace}/pods`;

/** The longest time for a scheduler, and the time between two checks, in milliseconds. */
const patienceMs = 10_000;
const everyMs = 50;

/** The node of a Pod, or the reason why it has none. */
export type Placed = {readonly node: string} | {readonly message: string} | {readonly refused: string};

/** The common answer of several runs: any of the nodes, or one message; `undefined` when a run differs, and so no fact results. */
export const agreed = (runs: readonly Placed[]): Placement['answer'] | undefined => {
	const nodes = runs.flatMap((run) => ('node' in run ? [run.node] : []));
	if (nodes.length === runs.length) {
		return {nodes: [...new Set(nodes)].sort()};
	}

	const [first] = runs;
	return first && runs.every((run) => equal(run, first)) && !('node' in first) ? first : undefined;
};

const post = async (endpoint: Endpoint, target: string, body: unknown, method = 'POST') =>
	exchange(endpoint, method, target, {
		body: JSON.stringify(body),
		headers: {'content-type': 'application/json'},
	});

/** Creates a node from its description, with separate requests for its taints and its status. */
const addNode = async (endpoint: Endpoint, node: Node): Promise<void> => {
	const target = `/api/v1/nodes/${node.metadata.name}`;
	const {text} = await post(endpoint, '/api/v1/nodes', node);
	const made: Node = JSON.parse(text);
	await post(endpoint, `${target}/status`, {...made, status: node.status}, 'PUT');
	const latest: Node = JSON.parse((await exchange(endpoint, 'GET', target)).text);
	await post(endpoint, target, {...latest, spec: {...latest.spec, taints: node.spec?.taints}}, 'PUT');
};

const once = async (endpoint: Endpoint, {nodes, pods: others, pod}: Omit<Placement, 'answer'>): Promise<Placed> => {
	await post(endpoint, '/api/v1/namespaces', {apiVersion: 'v1', kind: 'Namespace', metadata: {name: namespace}});
	await post(endpoint, `/api/v1/namespaces/${namespace}/serviceaccounts`, {
		apiVersion: 'v1',
		kind: 'ServiceAccount',
		metadata: {name: 'default'},
	});
	try {
		for (const node of nodes) {
			// eslint-disable-next-line no-await-in-loop
			await addNode(endpoint, node);
		}

		for (const other of others) {
			// eslint-disable-next-line no-await-in-loop
			await post(endpoint, pods, other);
		}

		// The scheduler's cache has all of it by then.
		await pause(1000);
		const created = await post(endpoint, pods, pod);
		if (created.status >= 400) {
			const refusal: {readonly message: string} = JSON.parse(created.text);
			return {refused: refusal.message};
		}

		for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += everyMs) {
			// eslint-disable-next-line no-await-in-loop
			const now: Pod = JSON.parse((await exchange(endpoint, 'GET', `${pods}/${pod.metadata.name}`)).text);
			const message = podCondition(now, 'PodScheduled')?.message;
			if (now.spec.nodeName) {
				return {node: now.spec.nodeName};
			}

			if (message) {
				return {message};
			}

			// eslint-disable-next-line no-await-in-loop
			await pause(everyMs);
		}

		return {message: 'nothing happens'};
	} finally {
		await exchange(endpoint, 'DELETE', `${pods}?gracePeriodSeconds=0`);
		await Promise.all(nodes.map(({metadata}) => exchange(endpoint, 'DELETE', `/api/v1/nodes/${metadata.name}`)));
	}
};

/**
 * Lets a real scheduler place a Pod several times, on a control plane without real nodes and kubelets.
 * @returns the placement with the answer that all runs agree on; `undefined` when they differ
 */
export const placed = async (
	endpoint: Endpoint,
	placement: Omit<Placement, 'answer'>,
	times = 3,
): Promise<Placement | undefined> => {
	const runs: Placed[] = [];
	for (let run = 0; run < times; run++) {
		// eslint-disable-next-line no-await-in-loop
		runs.push(await once(endpoint, placement));
	}

	const answer = agreed(runs);
	return answer && {...placement, answer};
};

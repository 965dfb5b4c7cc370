import {differences} from './differences.js';
import {SimulatedCluster, adminToken} from './cluster.js';
import {answerOf, type Answer} from './player.js';
import {Normaliser} from './normaliser.js';
import type {Routine} from '../../kernel/routine.js';

/** An object that was sent to be created, without being stored, and the answer to it. */
export interface Mutation {
	readonly index: number;
	readonly kind: string;
	readonly changes: readonly string[];
	/** Path of the POST, with the query. */
	readonly target: string;
	readonly object: unknown;
	readonly answer: {readonly status: number; readonly warning?: string; readonly body: unknown};
}

const namespace = 'mutations';

/** A cluster for mutations: these store nothing, so they can share it. */
export const mutationCluster = (): SimulatedCluster => {
	const cluster = new SimulatedCluster();
	cluster.start();
	const client = cluster.connect('conformance', {token: adminToken});
	cluster.run(
		() =>
			client.exchange('POST', '/api/v1/namespaces', {
				body: {apiVersion: 'v1', kind: 'Namespace', metadata: {name: namespace}},
			}),
		10_000,
	);
	cluster.runUntil(cluster.kernel.now + 2000);
	return cluster;
};

/** The paths at which the simulation answers differently. */
export const tryMutation = (cluster: SimulatedCluster, {target, object, answer}: Mutation): string[] => {
	const client = cluster.connect('conformance', {token: adminToken});
	const [path = '', search = ''] = target.split('?', 2);
	const query = Object.fromEntries(new URLSearchParams(search));
	function* exchange(): Routine<Answer> {
		return answerOf(
			yield* client.exchange('POST', path, {
				query,
				headers: {'content-type': 'application/json'},
				text: JSON.stringify(object),
			}),
		);
	}

	const result = cluster.run(exchange, 30_000)?.value;
	if (!result) {
		return ['.: no answer'];
	}

	const normaliser = new Normaliser();
	normaliser.learn(result.body);
	const {status, warning, body} = result;
	return differences(answer, {
		status,
		...(warning ? {warning: normaliser.text(warning)} : {}),
		body: typeof body === 'string' ? normaliser.text(body) : normaliser.json(body),
	});
};

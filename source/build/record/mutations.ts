import type {Mutation} from '../conformance/mutations.js';
import {Normaliser} from '../conformance/normaliser.js';
import {exchange, type Endpoint} from './endpoint.js';

const namespace = 'mutations';

/** Makes the namespace that mutations are sent to; they store nothing. */
export const prepareMutations = async (endpoint: Endpoint): Promise<void> => {
	const body = JSON.stringify({apiVersion: 'v1', kind: 'Namespace', metadata: {name: namespace}});
	await exchange(endpoint, 'POST', '/api/v1/namespaces', {body});
};

/** Sends a mutated object, as a dry run. @returns the mutation with the cluster's answer */
export const answered = async (endpoint: Endpoint, mutation: Omit<Mutation, 'answer'>): Promise<Mutation> => {
	const {status, warning, text} = await exchange(endpoint, 'POST', mutation.target, {
		body: JSON.stringify(mutation.object),
		headers: {'content-type': 'application/json'},
	});
	let body: unknown = text;
	try {
		body = JSON.parse(text);
	} catch {
		// It is text.
	}

	const normaliser = new Normaliser();
	normaliser.learn(body);
	return {
		...mutation,
		answer: {
			status,
			...(warning ? {warning: normaliser.text(warning)} : {}),
			body: typeof body === 'string' ? normaliser.text(body) : normaliser.json(body),
		},
	};
};

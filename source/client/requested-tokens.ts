import {active, type Routine} from '../kernel/routine.js';
import type {Client} from './client.js';
import {ApiError, isNotFound} from './errors.js';
import {TokenSource} from './token-source.js';

const lifetimeSeconds = 3600;

/**
Tokens of a service account, requested with the TokenRequest API by a user with that right; the account is created if it does not exist.

@param client of the caller: the kube-controller-manager itself.
@mirrors k8s.io/controller-manager/pkg/clientbuilder.DynamicControllerClientBuilder
*/
export const requestedTokens = (client: Client, namespace: string, name: string): TokenSource =>
	new TokenSource(
		function* () {
			yield* active();
			yield* getOrCreate(client, namespace, name);
			const spec = {expirationSeconds: lifetimeSeconds};
			const {status} = yield* client.createSubresource('serviceaccounts', namespace, name, 'token', {spec});
			return {token: status.token ?? '', lifetimeMs: lifetimeSeconds * 1000};
		},
		() => client.kernel.now,
	);

function* getOrCreate(client: Client, namespace: string, name: string): Routine {
	try {
		yield* client.get('serviceaccounts', namespace, name);
	} catch (error) {
		if (!(error instanceof ApiError) || !isNotFound(error)) {
			throw error;
		}

		yield* client.create('serviceaccounts', namespace, {metadata: {name, namespace}});
	}
}

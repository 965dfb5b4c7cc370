import {ignoreNotFound} from '../client/errors.js';
import type {Routine} from '../kernel/routine.js';
import type {Secret} from '../objects/kubernetes.generated.js';
import {registryKey} from '../objects/resources.js';
import type {SecretToken} from '../objects/secret-token.js';
import {note} from '../stages/note.js';
import type {Controller, Tools} from './controller.js';
import {certificate} from './service-account.js';

const type = 'kubernetes.io/service-account-token';
const nameAnnotation = 'kubernetes.io/service-account.name';
const uidAnnotation = 'kubernetes.io/service-account.uid';

/** Whether a Secret asks for the token of an account. */
const isFor = (secret: Secret, name: string): boolean =>
	secret.type === type && secret.metadata.annotations?.[nameAnnotation] === name;

const secretsOf = ({informer}: Tools, namespace: string | undefined, name: string): readonly Secret[] =>
	informer('secrets')
		.list(namespace)
		.filter((secret) => isFor(secret, name));

const encode = (text: string): string => Buffer.from(text, 'utf8').toString('base64');

/** The data of a Secret with a token. */
const dataOf = (secret: Secret, token: () => string): Secret['data'] => {
	const {data = {}} = secret;
	return {
		...data,
		'ca.crt': encode(certificate),
		namespace: encode(secret.metadata.namespace ?? ''),
		token: data['token'] ?? encode(token()),
	};
};

const isComplete = ({data = {}, metadata}: Secret, uid: string): boolean =>
	data['token'] !== undefined &&
	data['namespace'] !== undefined &&
	data['ca.crt'] === encode(certificate) &&
	metadata.annotations?.[uidAnnotation] === uid;

/**
Writes a token that does not expire into each Secret that requests one, and deletes the Secret with its account.

It acts as the controller manager itself, whose key signs the tokens.

@param sign signs a token.
@see https://kubernetes.io/docs/reference/access-authn-authz/service-accounts-admin/#token-controller
@mirrors k8s.io/kubernetes/pkg/controller/serviceaccount TokensController
*/
export const serviceAccountToken = (sign: (token: SecretToken) => string): Controller => ({
	name: 'serviceaccount-token',
	reportsAs: 'serviceaccount-token-controller',
	actsAsManager: true,
	build: (tools) => ({
		handlers: {
			secrets: ({type: change, object}) =>
				change !== 'DELETED' && object.type === type
					? [`secret/${object.metadata.namespace}/${object.metadata.name}`]
					: [],
			serviceaccounts: ({type: change, object: {metadata}}) =>
				change !== 'MODIFIED' && secretsOf(tools, metadata.namespace, metadata.name).length > 0
					? [`account/${metadata.namespace}/${metadata.name}`]
					: [],
		},
		*sync(key) {
			const [kind = '', namespace = '', name = ''] = key.split('/');
			yield* kind === 'secret' ? syncSecret(tools, sign, namespace, name) : syncAccount(tools, sign, namespace, name);
		},
	}),
});

/** A deleted account deletes its Secrets; a new one receives the waiting ones. @mirrors TokensController.syncServiceAccount */
function* syncAccount(tools: Tools, sign: (token: SecretToken) => string, namespace: string, name: string): Routine {
	const {informer, client} = tools;
	const isThere = informer('serviceaccounts').get(namespace, name) !== undefined;
	const secrets = secretsOf(tools, namespace, name);
	yield* note(
		'controller.serviceaccount-token.sync',
		{case: 'account', namespace, name, isThere, secrets: secrets.length},
		{object: registryKey('serviceaccounts', namespace, name)},
	);
	for (const secret of secrets) {
		if (isThere) {
			yield* syncSecret(tools, sign, namespace, secret.metadata.name);
		} else {
			yield* remove(client, secret, name);
		}
	}
}

const stateOf = (secret: Secret | undefined, uid: string | undefined): 'gone' | 'orphan' | 'complete' | 'empty' => {
	if (secret === undefined) {
		return 'gone';
	}

	if (uid === undefined) {
		return 'orphan';
	}

	return isComplete(secret, uid) ? 'complete' : 'empty';
};

function* syncSecret(
	{informer, client}: Tools,
	sign: (token: SecretToken) => string,
	namespace: string,
	name: string,
): Routine {
	const secret = informer('secrets').get(namespace, name);
	const account = secret?.metadata.annotations?.[nameAnnotation] ?? '';
	const found = secret && informer('serviceaccounts').get(namespace, account);
	const uid = found?.metadata.uid;
	const state = stateOf(secret, uid);
	const object = registryKey('secrets', namespace, name);
	yield* note('controller.serviceaccount-token.sync', {case: 'secret', namespace, account, state}, {object});
	if (!secret || state === 'complete') {
		return;
	}

	if (uid === undefined) {
		yield* remove(client, secret, account);
		return;
	}

	yield* note('controller.serviceaccount-token.write', {account}, {object});
	yield* client.update('secrets', {
		...secret,
		metadata: {...secret.metadata, annotations: {...secret.metadata.annotations, [uidAnnotation]: uid}},
		data: dataOf(secret, () => sign({namespace, secret: name, account, uid})),
	});
}

function* remove(client: Tools['client'], {metadata}: Secret, account: string): Routine {
	const {namespace, name, uid} = metadata;
	yield* note('controller.serviceaccount-token.delete', {account}, {object: registryKey('secrets', namespace, name)});
	yield* ignoreNotFound(client.delete('secrets', namespace, name, {preconditions: {uid}}));
}

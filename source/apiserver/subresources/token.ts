import {asKind, isKind, type KubernetesObject} from '../../objects/kubernetes-object.js';
import {copyOf} from '../../objects/copy.js';
import type {Response} from '../../client/request.js';
import {timestamp} from '../../kernel/clock.js';
import type {Routine} from '../../kernel/routine.js';
import {note} from '../../stages/note.js';
import type {TokenRequest} from '../../objects/kubernetes.generated.js';
import {invalid, invalidStatus} from '../../objects/field-error.js';
import {groupVersionOf, registryKey, resourceNamed, type ResourceName} from '../../objects/resources.js';
import {admissionAttributes, admitMutating, admitValidating} from '../verbs/admit.js';
import type {Services} from '../services.js';
import {claimsFor, defaultAudience, issueToken, type TokenRequestOptions} from '../authentication/token.js';
import {decodeBody} from '../encoding/decode.js';
import type {ResourceExchange} from '../request/exchange.js';
import {badRequest, conflict, notFound, RequestFailure} from '../request/failure.js';
import {fieldValidationOf} from '../request/write-options.js';
import {existing} from '../verbs/get.js';

/**
`POST` of a TokenRequest: a token for a service account, valid for a limited time and, if bound, only as long as the Pod exists.

Long because it handles the request from body to signed token in upstream's order, and each step has its own refusals.
*/
export function* requestToken(services: Services, exchange: ResourceExchange): Routine<Response> {
	const {info} = exchange;
	const {kernel} = services;
	const target = {group: 'authentication.k8s.io', version: 'v1', kind: 'TokenRequest'};
	const decoded = yield* decodeBody(exchange, target, fieldValidationOf(exchange));
	const admitted = asKind(
		yield* admitMutating(services, exchange, admissionAttributes(exchange, 'CREATE', info.name, decoded)),
		'authentication.k8s.io/v1 TokenRequest',
	);
	checkIdentity(exchange, admitted);
	const account = existing(services, exchange);
	const {uid: asked} = admitted.metadata;
	if (asked && asked !== account.metadata.uid) {
		throw new RequestFailure(
			conflict(
				{group: 'authentication.k8s.io', plural: 'TokenRequest'},
				info.name,
				`the UID in the token request (${asked}) does not match the UID of the service account (${account.metadata.uid})`,
			),
		);
	}

	const spec = admitted.spec ?? {};
	const seconds = spec.expirationSeconds ?? 3600;
	const tooLong = seconds > 2 ** 32 ? 'may not specify a duration larger than 2^32 seconds' : undefined;
	const outOfRange = seconds < 600 ? 'may not specify a duration less than 10 minutes' : tooLong;
	if (outOfRange) {
		throw new RequestFailure(
			invalidStatus('authentication.k8s.io', 'TokenRequest', '', [
				invalid('spec.expirationSeconds', seconds, outOfRange),
			]),
		);
	}

	yield* admitValidating(services, exchange, admissionAttributes(exchange, 'CREATE', info.name, admitted));
	const audiences = spec.audiences && spec.audiences.length > 0 ? spec.audiences : [defaultAudience];
	const token = issueToken(
		claimsFor({
			namespace: info.namespace,
			name: info.name,
			uid: account.metadata.uid,
			audiences,
			expirationSeconds: seconds,
			nowSeconds: Math.floor(kernel.wallClockMs / 1000),
			tokenUid: kernel.random('token').uid(),
			...boundObject(services, exchange, spec.boundObjectRef),
		}),
		services.options.tokenKey,
	);
	const body = {
		...admitted,
		metadata: Object.assign(copyOf(admitted.metadata), {
			name: info.name,
			namespace: info.namespace,
			uid: account.metadata.uid,
			creationTimestamp: kernel.timestamp(),
		}),
		spec: {...spec, audiences, expirationSeconds: seconds, boundObjectRef: spec.boundObjectRef ?? null},
		status: {token, expirationTimestamp: timestamp(kernel.wallClockMs + seconds * 1000)},
	};
	yield* note(
		'apiserver.token',
		{
			request: spec,
			expirationTimestamp: body.status.expirationTimestamp,
			namespace: info.namespace,
			name: info.name,
			seconds,
		},
		{object: exchange.object},
	);
	return {status: 201, headers: {'content-type': 'application/json'}, body};
}

/** The names in the body may repeat the path, not contradict it. @throws RequestFailure 422 */
const checkIdentity = ({info}: ResourceExchange, {metadata}: KubernetesObject): void => {
	for (const [field, what] of [
		['name', 'name'],
		['namespace', 'namespace'],
	] as const) {
		if (metadata[field] && metadata[field] !== info[field]) {
			throw new RequestFailure(
				invalidStatus('authentication.k8s.io', 'TokenRequest', info.name, [
					invalid(`metadata.${field}`, metadata[field], `must match the service account ${what} if specified`),
				]),
			);
		}
	}
};

const boundResources = new Map<string, ResourceName>([
	['Pod', 'pods'],
	['Secret', 'secrets'],
	['Node', 'nodes'],
]);

/** The object that the token is bound to, and for a Pod also its node. @throws RequestFailure 400, 404 or 409 */
const boundObject = (
	services: Services,
	{info}: ResourceExchange,
	reference: TokenRequest['spec']['boundObjectRef'],
): Partial<TokenRequestOptions> => {
	if (!reference) {
		return {};
	}

	const {name = '', kind = '', apiVersion = ''} = reference;
	const {group, version} = groupVersionOf(apiVersion);
	const plural = group === '' ? boundResources.get(kind) : undefined;
	if (!plural) {
		throw new RequestFailure(badRequest(`cannot bind token to object of type ${group}/${version}, Kind=${kind}`));
	}

	const resource = resourceNamed(plural);
	const stored = services.storage.read(registryKey(resource, resource.namespaced ? info.namespace : undefined, name));
	if (!stored) {
		throw new RequestFailure(notFound(resource, name));
	}

	const object = stored.value;
	const pod = isKind(object, 'v1 Pod') ? object : undefined;
	if (pod && pod.spec.serviceAccountName !== info.name) {
		throw new RequestFailure(
			badRequest(
				`cannot bind token for serviceaccount ${JSON.stringify(info.name)} to pod running with different serviceaccount name.`,
			),
		);
	}

	const {uid} = object.metadata;
	if (reference.uid && reference.uid !== uid) {
		throw new RequestFailure(
			conflict(
				{group: '', plural: kind},
				name,
				`the UID in the bound object reference (${reference.uid}) does not match the UID in record. The object might have been deleted and then recreated`,
			),
		);
	}

	return {
		[kind.toLowerCase()]: {name, uid},
		...(pod?.spec.nodeName ? {node: nodeOf(services, pod.spec.nodeName)} : {}),
	};
};

/** The node of a Pod; only its name, if the node does not exist. */
const nodeOf = (services: Services, name: string): {readonly name: string; readonly uid?: string} => {
	const uid = services.cacher.get('nodes', undefined, name)?.metadata.uid;
	return uid === undefined ? {name} : {name, uid};
};

import type {Response} from '../../client/request.js';
import {timestamp} from '../../kernel/clock.js';
import {note, type Routine} from '../../kernel/routine.js';
import type {Pod, TokenRequest} from '../../objects/kubernetes.generated.js';
import {invalid, invalidStatus} from '../../objects/field-error.js';
import {admissionAttributes, admitMutating, admitValidating} from '../admit.js';
import type {Services} from '../apiserver.js';
import {claimsFor, defaultAudience, issueToken} from '../authentication/token.js';
import {decodeBody} from '../decode.js';
import type {KubernetesObject, ResourceExchange} from '../exchange.js';
import {badRequest, conflict, notFound, RequestFailure} from '../failure.js';
import {fieldValidationOf} from '../options.js';
import {existing} from '../verbs/get.js';

/** `POST` of a TokenRequest: a token for a service account, good for a while and perhaps only as long as a Pod exists. */
export function* requestToken(services: Services, exchange: ResourceExchange): Routine<Response> {
	const {info} = exchange;
	const {kernel} = services;
	const account = existing(services, exchange);
	const target = {group: 'authentication.k8s.io', version: 'v1', kind: 'TokenRequest'};
	const decoded = yield* decodeBody(exchange, target, fieldValidationOf(exchange));
	const admitted = (yield* admitMutating(
		services,
		exchange,
		admissionAttributes(exchange, 'CREATE', info.name, decoded),
	)) as KubernetesObject & TokenRequest;
	yield* admitValidating(services, exchange, admissionAttributes(exchange, 'CREATE', info.name, admitted));
	const spec = admitted.spec ?? {};
	const seconds = spec.expirationSeconds ?? 3600;
	if (seconds < 600) {
		throw new RequestFailure(
			invalidStatus('authentication.k8s.io', 'TokenRequest', '', [
				invalid('spec.expirationSeconds', seconds, 'may not specify a duration less than 10 minutes'),
			]),
		);
	}

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
	);
	const body = {
		...admitted,
		metadata: {
			...admitted.metadata,
			name: info.name,
			namespace: info.namespace,
			uid: account.metadata.uid,
			creationTimestamp: kernel.timestamp(),
		},
		spec: {...spec, audiences, expirationSeconds: seconds, boundObjectRef: spec.boundObjectRef ?? null},
		status: {token, expirationTimestamp: timestamp(kernel.wallClockMs + seconds * 1000)},
	};
	yield* note(
		'apiserver.token',
		`The apiserver signs a token for the service account ${info.namespace}/${info.name}, good for ${seconds} seconds${spec.boundObjectRef ? ` and only as long as ${spec.boundObjectRef.kind} ${spec.boundObjectRef.name} exists` : ''}.`,
		{request: spec, expirationTimestamp: body.status.expirationTimestamp},
		{object: exchange.object},
	);
	return {status: 201, headers: {'content-type': 'application/json'}, body};
}

const boundObject = (
	services: Services,
	{info}: ResourceExchange,
	reference: TokenRequest['spec']['boundObjectRef'],
) => {
	if (!reference) {
		return {};
	}

	const name = reference.name ?? '';
	const resources = {Pod: 'pods', Secret: 'secrets', Node: 'nodes'} as const;
	const resource = resources[reference.kind as keyof typeof resources];
	if (!resource) {
		throw new RequestFailure(
			badRequest(`cannot bind token to object of type ${reference.apiVersion ?? ''}, Kind=${reference.kind ?? ''}`),
		);
	}

	const object = services.cacher.get(resource, resource === 'nodes' ? undefined : info.namespace, name);
	if (!object) {
		throw new RequestFailure(notFound({group: '', plural: resource}, name));
	}

	if (resource === 'pods' && (object as Pod).spec.serviceAccountName !== info.name) {
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
				{group: '', plural: reference.kind!},
				name,
				`the UID in the bound object reference (${reference.uid}) does not match the UID in record. The object might have been deleted and then recreated`,
			),
		);
	}

	return {[reference.kind!.toLowerCase()]: {name, uid}};
};

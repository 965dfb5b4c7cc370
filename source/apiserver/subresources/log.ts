import {joinHostPort} from '../../objects/host-port.js';
import type {Response} from '../../client/request.js';
import type {Routine} from '../../kernel/routine.js';
import {asKind} from '../../objects/kubernetes-object.js';
import type {Pod} from '../../objects/kubernetes.generated.js';
import {forbidden, invalid, invalidStatus, type FieldError} from '../../objects/field-error.js';
import {timeError} from '../../registry/decode/go-values.js';
import type {Services} from '../services.js';
import type {ResourceExchange} from '../request/exchange.js';
import {badRequest, failure, RequestFailure} from '../request/failure.js';
import {parseInteger} from '../request/list-options.js';
import {isTrue} from '../request/request-info.js';
import {existing} from '../verbs/get.js';
import {kubeletAddress} from './kubelet-address.js';

/** `GET` of a container's log: the kubelet of the Pod's node reads it. */
export function* log(services: Services, exchange: ResourceExchange): Routine<Response> {
	const {info, request} = exchange;
	checkOptions(info.name, request.query);
	const pod = asKind(existing(services, exchange), 'v1 Pod');
	const container = containerOf(pod, request.query['container'] ?? '');
	const headers = {'content-type': 'text/plain'};
	if (!pod.spec.nodeName) {
		return {status: 204, headers, body: ''};
	}

	const {host, port} = kubeletAddress(services, pod.spec.nodeName);
	const {kubelets} = services.options;
	if (!kubelets) {
		const path = `containerLogs/${info.namespace}/${info.name}/${container}`;
		throw new RequestFailure(
			failure(
				500,
				'',
				`Get "https://${joinHostPort(host, port)}/${path}": dial tcp ${joinHostPort(host, port)}: connect: connection refused`,
			),
		);
	}

	const {onText, onEnd} = request;
	const follower =
		isTrue(request.query['follow']) && onText
			? {
					onText,
					onEnd() {
						onEnd?.();
					},
				}
			: undefined;
	const log = yield* kubelets.log(pod, container, request.query, follower);
	if ('problem' in log) {
		throw new RequestFailure(badRequest(log.problem));
	}

	return {status: 200, headers, body: log.text, close: log.close};
}

/** @throws RequestFailure 400 for a value that is not a number or time; 422. @mirrors k8s.io/kubernetes/pkg/apis/core/validation ValidatePodLogOptions */
const checkOptions = (name: string, query: Readonly<Record<string, string>>): void => {
	const numbers = new Map<string, number>();
	for (const field of ['sinceSeconds', 'tailLines', 'limitBytes']) {
		const text = query[field];
		if (text !== undefined) {
			numbers.set(field, parseInteger(text));
		}
	}

	const {sinceTime} = query;
	const problem = sinceTime ? timeError(sinceTime) : undefined;
	if (problem !== undefined) {
		throw new RequestFailure(badRequest(problem));
	}

	const errors: FieldError[] = [];
	const tail = numbers.get('tailLines');
	if (tail !== undefined && tail < 0) {
		errors.push(invalid('tailLines', tail, 'must be greater than or equal to 0'));
	}

	const since = numbers.get('sinceSeconds');
	for (const field of ['limitBytes', ...(sinceTime === undefined ? ['sinceSeconds'] : [])]) {
		const number = numbers.get(field);
		if (number !== undefined && number < 1) {
			errors.push(invalid(field, number, 'must be greater than 0'));
		}
	}

	if (since !== undefined && sinceTime !== undefined) {
		errors.push(forbidden('', 'at most one of `sinceTime` or `sinceSeconds` may be specified'));
	}

	if (errors.length > 0) {
		throw new RequestFailure(invalidStatus('', 'PodLogOptions', name, errors));
	}
};

/**
The container of the log: the requested one, the default of the annotation, or the only one.

@throws RequestFailure 400
@mirrors k8s.io/kubernetes/pkg/registry/core/pod LogLocation
*/
export const containerOf = ({metadata, spec}: Pod, asked: string): string => {
	const names = [...(spec.initContainers ?? []), ...spec.containers, ...(spec.ephemeralContainers ?? [])].map(
		({name}) => name,
	);
	if (asked !== '') {
		if (!names.includes(asked)) {
			throw new RequestFailure(badRequest(`container ${asked} is not valid for pod ${metadata.name}`));
		}

		return asked;
	}

	const byDefault = metadata.annotations?.['kubectl.kubernetes.io/default-container'];
	if (byDefault !== undefined && names.includes(byDefault)) {
		return byDefault;
	}

	const [only] = names;
	if (only !== undefined && names.length === 1 && spec.containers.length === 1) {
		return only;
	}

	throw new RequestFailure(
		badRequest(
			`a container name must be specified for pod ${metadata.name}, choose one of: [${names.slice(0, (spec.initContainers?.length ?? 0) + spec.containers.length).join(' ')}]`,
		),
	);
};

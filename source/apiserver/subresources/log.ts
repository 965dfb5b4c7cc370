import type {Response} from '../../client/request.js';
import type {Routine} from '../../kernel/routine.js';
import type {Pod} from '../../objects/kubernetes.generated.js';
import {invalid, invalidStatus} from '../../objects/field-error.js';
import type {Services} from '../apiserver.js';
import type {ResourceExchange} from '../exchange.js';
import {badRequest, RequestFailure} from '../failure.js';
import {isTrue} from '../request-info.js';
import {existing} from '../verbs/get.js';

/** `GET` of a container's log: the kubelet of the Pod's node reads it. */
export function* log(services: Services, exchange: ResourceExchange): Routine<Response> {
	const {info, request} = exchange;
	checkOptions(info.name, request.query);
	const pod = existing(services, exchange) as unknown as Pod;
	const container = containerOf(pod, request.query['container'] ?? '');
	const headers = {'content-type': 'text/plain'};
	if (!pod.spec.nodeName) {
		return {status: 204, headers, body: ''};
	}

	const {kubelets} = services.options;
	if (!kubelets) {
		return {status: 200, headers, body: ''};
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

const checkOptions = (name: string, query: Readonly<Record<string, string>>): void => {
	const errors = ['tailLines', 'limitBytes', 'sinceSeconds'].flatMap((field) => {
		const text = query[field];
		const least = field === 'tailLines' ? 0 : 1;
		return text !== undefined && Number(text) < least
			? [invalid(field, Number(text), least === 0 ? 'must be greater than or equal to 0' : 'must be greater than 0')]
			: [];
	});
	if (errors.length > 0) {
		throw new RequestFailure(invalidStatus('', 'PodLogOptions', name, errors));
	}
};

/**
The container whose log is meant: the one asked for, the default of the annotation, or the only one.

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

	if (spec.containers.length === 1 && !spec.initContainers?.length && !spec.ephemeralContainers?.length) {
		return spec.containers[0]!.name;
	}

	throw new RequestFailure(
		badRequest(
			`a container name must be specified for pod ${metadata.name}, choose one of: [${names.slice(0, (spec.initContainers?.length ?? 0) + spec.containers.length).join(' ')}]`,
		),
	);
};

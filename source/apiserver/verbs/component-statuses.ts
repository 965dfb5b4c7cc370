import type {Response} from '../../client/request.js';
import type {Processes} from '../../kernel/processes.js';
import type {Routine} from '../../kernel/routine.js';
import {asObject, type KubernetesObject} from '../../objects/kubernetes-object.js';
import {answered} from '../custom-resources/conversion-webhook.js';
import type {ResourceExchange} from '../request/exchange.js';
import {notFound, RequestFailure} from '../request/failure.js';
import type {Services} from '../services.js';
import {selectionOf} from '../storage/selection.js';
import {listOf} from './list.js';

/** The ports of the servers that kube-apiserver asks for `/healthz` on its own machine. */
const servers = [
	{name: 'controller-manager', process: 'controller-manager', port: 10_257},
	{name: 'scheduler', process: 'kube-scheduler', port: 10_259},
] as const;

const statusOf = (name: string, failure?: string): KubernetesObject =>
	asObject({
		apiVersion: 'v1',
		kind: 'ComponentStatus',
		metadata: {name},
		conditions: [{type: 'Healthy', status: failure === undefined ? 'True' : 'False', message: failure ?? 'ok'}],
	});

const isRunning = (processes: Pick<Processes, 'get'>, name: string): boolean => {
	const state = processes.get(name)?.state;
	return state !== undefined && state !== 'ended' && state !== 'crashed';
};

/**
The health of the other parts of the control plane at this moment: a server that does not run refuses the connection. etcd is healthy, because it answers.

@mirrors k8s.io/kubernetes/pkg/registry/core/componentstatus
*/
export const componentStatuses = (processes: Pick<Processes, 'get'>): readonly KubernetesObject[] => [
	...servers.map(({name, process, port}) =>
		isRunning(processes, process)
			? statusOf(name)
			: statusOf(
					name,
					`Get "https://127.0.0.1:${port}/healthz": dial tcp 127.0.0.1:${port}: connect: connection refused`,
				),
	),
	statusOf('etcd-0'),
];

export const isComponentStatus = ({resource: {group, plural}}: ResourceExchange): boolean =>
	group === '' && plural === 'componentstatuses';

/** Answers a read of component statuses, which are not stored. @throws RequestFailure 404 */
export function* answerComponentStatuses(services: Services, exchange: ResourceExchange): Routine<Response> {
	const {resource, info, request} = exchange;
	const all = componentStatuses(services.kernel.processes);
	if (info.name === '') {
		const {matches} = selectionOf(resource, request.query);
		return yield* answered(services, exchange, 200, listOf(resource, {}, all.filter(matches)));
	}

	const found = all.find(({metadata}) => metadata.name === info.name);
	if (!found) {
		throw new RequestFailure(notFound({...resource, plural: resource.singular}, info.name));
	}

	return yield* answered(services, exchange, 200, found);
}

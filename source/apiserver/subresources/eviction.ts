import type {Response} from '../../client/request.js';
import {note, type Routine} from '../../kernel/routine.js';
import type {DeleteOptions, ObjectMeta, Pod, PodDisruptionBudget} from '../../objects/kubernetes.generated.js';
import {matchesLabelSelector} from '../../objects/labels.js';
import {isPodReady} from '../../objects/pod.js';
import {registryKey, resourceNamed} from '../../objects/resources.js';
import {admissionAttributes, admitMutating, admitValidating} from '../admit.js';
import type {Services} from '../apiserver.js';
import {decodeBody} from '../decode.js';
import {isDryRun, type KubernetesObject, type ResourceExchange} from '../exchange.js';
import {badRequest, failure, RequestFailure, tooManyRequests} from '../failure.js';
import {fieldValidationOf} from '../options.js';
import {deleteObject} from '../verbs/delete.js';
import {existing} from '../verbs/get.js';

interface Eviction extends KubernetesObject {
	readonly metadata: ObjectMeta;
	readonly deleteOptions?: Partial<DeleteOptions>;
}

/**
`POST` of an Eviction: deletes a Pod only if its disruption budget has room.

@see https://kubernetes.io/docs/concepts/scheduling-eviction/api-eviction/
@mirrors k8s.io/kubernetes/pkg/registry/core/pod/storage EvictionREST.Create
*/
export function* evict(services: Services, exchange: ResourceExchange): Routine<Response> {
	const {info} = exchange;
	const target = {group: 'policy', version: 'v1', kind: 'Eviction'};
	const decoded = (yield* decodeBody(exchange, target, fieldValidationOf(exchange))) as Eviction;
	if (decoded.metadata.name && decoded.metadata.name !== info.name) {
		throw new RequestFailure(badRequest('name in URL does not match name in Eviction object'));
	}

	const pod = existing(services, exchange) as unknown as Pod;
	const eviction = (yield* admitMutating(
		services,
		exchange,
		admissionAttributes(exchange, 'CREATE', info.name, decoded),
	)) as Eviction;
	yield* admitValidating(services, exchange, admissionAttributes(exchange, 'CREATE', info.name, eviction));
	const options = eviction.deleteOptions ?? {};
	const dryRun = isDryRun(exchange) || (options.dryRun ?? []).includes('All');
	if (budgetApplies(pod)) {
		yield* checkBudget(services, exchange, pod, dryRun);
	}

	yield* deleteObject(services, exchange, info.name, dryRun ? {...options, dryRun: ['All']} : options);
	return {
		status: 201,
		headers: {'content-type': 'application/json'},
		body: {kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201},
	};
}

/** Pods that serve nobody may always go. */
const budgetApplies = ({metadata, status}: Pod): boolean =>
	metadata.deletionTimestamp === undefined && !['Succeeded', 'Failed', 'Pending'].includes(status?.phase ?? 'Pending');

function* checkBudget(services: Services, exchange: ResourceExchange, pod: Pod, dryRun: boolean): Routine {
	const budgets = services.cacher
		.list('poddisruptionbudgets.policy', pod.metadata.namespace)
		.filter(({spec}) => spec.selector && matchesLabelSelector(spec.selector, pod.metadata.labels));
	if (budgets.length === 0) {
		return;
	}

	if (budgets.length > 1) {
		throw new RequestFailure(
			failure(
				500,
				'InternalError',
				'Internal error occurred: This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.',
				{
					causes: [
						{
							message:
								'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.',
						},
					],
				},
			),
		);
	}

	const [budget] = budgets;
	if (!isPodReady(pod) && unreadyMayGo(budget!)) {
		return;
	}

	const refusal = budgetRefusal(budget!);
	const {name} = budget!.metadata;
	if (refusal) {
		const status = tooManyRequests(
			"Cannot evict pod as it would violate the pod's disruption budget.",
			refusal.retryAfterSeconds,
			[{reason: 'DisruptionBudget', message: refusal.message}],
		);
		yield* note(
			'apiserver.evict',
			`The disruption budget ${name} has no room: Pod ${pod.metadata.name} stays.`,
			{budget, verdict: 'refused', reason: status.reason, message: refusal.message},
			{object: exchange.object, outcome: 'refused'},
		);
		throw new RequestFailure(status);
	}

	yield* note(
		'apiserver.evict',
		`The disruption budget ${name} allows ${budget!.status.disruptionsAllowed} disruptions: this is one.`,
		{
			budget,
			verdict: 'allowed',
		},
		{object: exchange.object},
	);
	if (!dryRun) {
		yield* spend(services, budget!, pod);
	}
}

/** @mirrors EvictionREST.shouldEnforceResourceVersion and the unhealthyPodEvictionPolicy */
const unreadyMayGo = ({spec, status}: PodDisruptionBudget): boolean =>
	spec.unhealthyPodEvictionPolicy === 'AlwaysAllow' ||
	((status?.currentHealthy ?? 0) >= (status?.desiredHealthy ?? 0) && (status?.desiredHealthy ?? 0) > 0);

/** Why a budget refuses one more disruption; `undefined` when it does not. @mirrors checkAndDecrement */
export const budgetRefusal = (
	budget: PodDisruptionBudget,
): {readonly message: string; readonly retryAfterSeconds: number} | undefined => {
	const {metadata, status} = budget;
	if ((status?.observedGeneration ?? 0) < (metadata.generation ?? 0)) {
		return {
			message: `The disruption budget ${metadata.name} is still being processed by the server.`,
			retryAfterSeconds: 10,
		};
	}

	if ((status?.disruptionsAllowed ?? 0) <= 0) {
		return {
			message: `The disruption budget ${metadata.name} needs ${status?.desiredHealthy ?? 0} healthy pods and has ${status?.currentHealthy ?? 0} currently`,
			retryAfterSeconds: 0,
		};
	}

	return undefined;
};

/** Counts the disruption in the budget's status, so that the next eviction sees it before the controller does. */
function* spend(services: Services, budget: PodDisruptionBudget, pod: Pod): Routine {
	const resource = resourceNamed('poddisruptionbudgets.policy')!;
	const {namespace, name} = budget.metadata;
	yield* services.storage.update(
		registryKey(resource, namespace, name),
		resource,
		// eslint-disable-next-line require-yield
		function* (current) {
			const present = current.value as PodDisruptionBudget;
			return {
				type: 'write',
				object: {
					...present,
					status: {
						...present.status,
						disruptionsAllowed: (present.status.disruptionsAllowed ?? 0) - 1,
						disruptedPods: {...present.status.disruptedPods, [pod.metadata.name]: services.kernel.timestamp()},
					},
				},
			};
		},
		{dryRun: false, conditional: () => false, absent: () => new RequestFailure(badRequest('the budget is gone'))},
	);
}

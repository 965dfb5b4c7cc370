import {unsetTime} from '../../objects/unset-time.js';
import {asKind} from '../../objects/kubernetes-object.js';
import type {Response} from '../../client/request.js';
import type {Routine} from '../../kernel/routine.js';
import {note} from '../../stages/note.js';
import type {
	DeleteOptions,
	Eviction,
	Pod,
	PodCondition,
	PodDisruptionBudget,
	Status,
} from '../../objects/kubernetes.generated.js';
import {invalid, invalidStatus} from '../../objects/field-error.js';
import {matchesLabelSelector} from '../../objects/labels.js';
import {isPodReady} from '../../objects/pod.js';
import {behaves} from '../../objects/versions/changed-behaviour.js';
import {registryKey, resourceNamed} from '../../objects/resources.js';
import {admissionAttributes, admitMutating, admitValidating} from '../verbs/admit.js';
import type {Services} from '../services.js';
import {decodeBody} from '../encoding/decode.js';
import {checkedOptions} from '../verbs/delete-options.js';
import {isDryRun, type ResourceExchange} from '../request/exchange.js';
import {badRequest, failure, forbidden, notFound, RequestFailure, tooManyRequests} from '../request/failure.js';
import {fieldValidationOf} from '../request/write-options.js';
import {checkPreconditions, deleteObject} from '../verbs/delete.js';
import {existing} from '../verbs/get.js';

/**
`POST` of an Eviction: deletes a Pod only if its disruption budget has room.

@see https://kubernetes.io/docs/concepts/scheduling-eviction/api-eviction/
@mirrors k8s.io/kubernetes/pkg/registry/core/pod/storage EvictionREST.Create
*/
export function* evict(services: Services, exchange: ResourceExchange): Routine<Response> {
	const {info} = exchange;
	const target = {group: 'policy', version: 'v1', kind: 'Eviction', accepts: ['policy/v1beta1']};
	const decoded = yield* decodeBody(exchange, target, fieldValidationOf(exchange));
	const admitted = yield* admitMutating(
		services,
		exchange,
		admissionAttributes(exchange, 'CREATE', info.name, decoded),
	);
	const eviction = asKind(admitted, 'policy/v1 Eviction');
	if (eviction.metadata.name !== info.name) {
		throw new RequestFailure(badRequest('name in URL does not match name in Eviction object'));
	}

	const options = optionsOf(exchange, eviction);
	yield* admitValidating(services, exchange, admissionAttributes(exchange, 'CREATE', info.name, eviction));
	const pod = asKind(existing(services, exchange), 'v1 Pod');
	const refusal = budgetApplies(pod) ? yield* checkBudget(services, exchange, pod, options) : undefined;
	if (refusal === 'ambiguous') {
		return answer(failure(500, '', ambiguous), 500);
	}

	// A Pod that does not count must not have changed since that was decided.
	const isUncounted = refusal === 'uncounted' || (!budgetApplies(pod) && !isOver(pod));
	const seen = isUncounted ? {resourceVersion: pod.metadata.resourceVersion} : {};
	const final = {...options, preconditions: {...seen, ...options.preconditions}};
	const current = yield* markDisrupted(services, exchange, final);
	const preconditions = final.preconditions.resourceVersion
		? {...final.preconditions, resourceVersion: current}
		: final.preconditions;
	yield* deleteObject(services, exchange, info.name, checkedOptions({...final, preconditions}), true);
	return answer({kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201});
}

const ambiguous = 'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.';

const answer = (body: unknown, status = 201): Response => ({
	status,
	headers: {'content-type': 'application/json'},
	body,
});

/** The options of the deletion; it is a dry run if either the request or the options say so. @throws RequestFailure */
const optionsOf = (exchange: ResourceExchange, {deleteOptions}: Eviction): Partial<DeleteOptions> => {
	const asked = isDryRun(exchange) ? ['All'] : [];
	if (deleteOptions?.ignoreStoreReadErrorWithClusterBreakingPotential) {
		throw new RequestFailure(
			invalidStatus('policy', 'Eviction', exchange.info.name, [
				invalid(
					'deleteOptions.ignoreStoreReadErrorWithClusterBreakingPotential',
					true,
					'can not be set for pod eviction, try after removing the option',
				),
			]),
		);
	}

	const own = deleteOptions?.dryRun ?? [];
	if (own.length > 0 && asked.length > 0 && own.join() !== asked.join()) {
		throw new RequestFailure(
			failure(
				500,
				'',
				`Non-matching dry-run options in request and content: [${asked.join(' ')}] and [${own.join(' ')}]`,
			),
		);
	}

	return {...deleteOptions, dryRun: own.length > 0 ? own : asked};
};

const isOver = ({metadata, status}: Pod): boolean =>
	metadata.deletionTimestamp !== undefined || ['Succeeded', 'Failed'].includes(status?.phase ?? '');

/** Pods that serve no traffic may always be evicted. */
const budgetApplies = (pod: Pod): boolean => !isOver(pod) && (pod.status?.phase ?? 'Pending') !== 'Pending';

/**
Gives the Pod the condition DisruptionTarget, so that its owner knows why it is deleted.

@returns the resourceVersion after that.
*/
function* markDisrupted(
	services: Services,
	exchange: ResourceExchange,
	options: Partial<DeleteOptions>,
): Routine<string | undefined> {
	const {resource, info} = exchange;
	const key = registryKey(resource, info.namespace, info.name);
	const dryRun = (options.dryRun ?? []).includes('All');
	const stored = yield* services.storage.update(
		key,
		resource,
		function* (current) {
			const pod = asKind(current.value, 'v1 Pod');
			checkPreconditions(pod, options);
			const marked: Pod = {
				...pod,
				status: {...pod.status, conditions: withDisruption(pod, services.kernel.timestamp())},
			};
			yield* note('apiserver.evict', {before: pod, after: marked, pod: info.name}, {object: key});
			return {type: 'write', object: marked};
		},
		{dryRun, conditional: () => false, absent: () => new RequestFailure(notFound(resource, info.name))},
	);
	return stored.metadata.resourceVersion;
}

const withDisruption = ({status}: Pod, now: string): readonly PodCondition[] => {
	const conditions = status?.conditions ?? [];
	const old = conditions.find(({type}) => type === 'DisruptionTarget');
	const condition: PodCondition = {
		type: 'DisruptionTarget',
		status: 'True',
		lastProbeTime: unsetTime,
		lastTransitionTime: old?.status === 'True' ? old.lastTransitionTime : now,
		reason: 'EvictionByEvictionAPI',
		message: 'Eviction API: evicting',
	};
	return old ? conditions.map((item) => (item === old ? condition : item)) : [...conditions, condition];
};

/** Checks the Pod's budget, and counts the disruption in it. @throws RequestFailure 429 when the budget allows no disruption */
function* checkBudget(
	services: Services,
	exchange: ResourceExchange,
	pod: Pod,
	options: Partial<DeleteOptions>,
): Routine<'ambiguous' | 'uncounted' | undefined> {
	const budgets = services.cacher
		.list('poddisruptionbudgets.policy', pod.metadata.namespace)
		.filter(({spec}) => spec.selector && matchesLabelSelector(spec.selector, pod.metadata.labels));
	const [budget] = budgets;
	if (!budget) {
		return undefined;
	}

	if (budgets.length > 1) {
		return 'ambiguous';
	}

	if (!isPodReady(pod) && unreadyMayGo(budget)) {
		return 'uncounted';
	}

	const status = budgetRefusal(budget, exchange.minor);
	const {name} = budget.metadata;
	if (status) {
		yield* note(
			'apiserver.evict',
			{
				budget,
				verdict: 'refused',
				reason: status.reason,
				message: status.details?.causes?.[0]?.message ?? status.message,
				pod: pod.metadata.name,
				budgetName: name,
			},
			{object: exchange.object, outcome: 'refused'},
		);
		throw new RequestFailure(status);
	}

	yield* note(
		'apiserver.evict',
		{
			budget,
			verdict: 'allowed',
			pod: pod.metadata.name,
			budgetName: name,
			disruptionsAllowed: budget.status.disruptionsAllowed,
		},
		{object: exchange.object},
	);
	if (!(options.dryRun ?? []).includes('All')) {
		yield* spend(services, budget, pod);
	}

	return undefined;
}

/** @mirrors EvictionREST.shouldEnforceResourceVersion and the unhealthyPodEvictionPolicy */
const unreadyMayGo = ({spec, status}: PodDisruptionBudget): boolean =>
	spec.unhealthyPodEvictionPolicy === 'AlwaysAllow' ||
	((status?.currentHealthy ?? 0) >= (status?.desiredHealthy ?? 0) && (status?.desiredHealthy ?? 0) > 0);

const tooManyDisrupted = 2000;

/** An answer with a cause that programs can read, where the version gives one. */
const withCause = (status: Status, name: string, why: string, minor: number | undefined): Status =>
	behaves(minor, 'evictionCause')
		? {
				...status,
				details: {
					...status.details,
					causes: [
						{
							reason: 'DisruptionBudget',
							message: `The disruption budget ${name} does not allow evicting pods currently: ${why}`,
						},
					],
				},
			}
		: status;

/**
Why a budget refuses one more disruption; `undefined` if it does not.

@param minor of the Kubernetes version that answers; the simulated one where it is left out
@mirrors checkAndDecrement
*/
export const budgetRefusal = ({metadata, status}: PodDisruptionBudget, minor?: number): Status | undefined => {
	const {name} = metadata;
	const cannot = (message: string, retryAfterSeconds: number) =>
		tooManyRequests("Cannot evict pod as it would violate the pod's disruption budget.", retryAfterSeconds, [
			{reason: 'DisruptionBudget', message},
		]);
	if ((status?.observedGeneration ?? 0) < (metadata.generation ?? 0)) {
		return cannot(`The disruption budget ${name} is still being processed by the server.`, 10);
	}

	const allowed = status?.disruptionsAllowed ?? 0;
	const budgets = {group: 'policy', plural: 'poddisruptionbudget'};
	if (allowed < 0) {
		const why = 'pdb disruptions allowed is negative';
		return withCause(forbidden(budgets, name, why), name, why, minor);
	}

	if (Object.keys(status?.disruptedPods ?? {}).length > tooManyDisrupted) {
		const why = 'too many pending evictions not confirmed by PDB controller';
		const status = forbidden(
			budgets,
			name,
			'DisruptedPods map too big - too many evictions not confirmed by PDB controller',
		);
		return withCause(status, name, why, minor);
	}

	return allowed > 0 ? undefined : cannot(noRoom(name, status), 0);
};

const noRoom = (name: string, status: PodDisruptionBudget['status'] | undefined): string => {
	const {currentHealthy = 0, desiredHealthy = 0} = status ?? {};
	const condition = status?.conditions?.find(({type}) => type === 'DisruptionAllowed');
	const isToldFalse = condition?.status === 'False' && condition.message !== '';
	if (isToldFalse && condition.reason === 'SyncFailed') {
		return `The disruption budget ${name} does not allow evicting pods currently because it failed sync: ${condition.message}`;
	}

	if (currentHealthy <= desiredHealthy) {
		return `The disruption budget ${name} needs ${desiredHealthy} healthy pods and has ${currentHealthy} currently`;
	}

	return isToldFalse
		? `The disruption budget ${name} does not allow evicting pods currently (${condition.reason}): ${condition.message}`
		: `The disruption budget ${name} does not allow evicting pods currently`;
};

/** Counts the disruption in the budget's status, so that the next eviction sees it before the controller does. */
function* spend(services: Services, budget: PodDisruptionBudget, pod: Pod): Routine {
	const resource = resourceNamed('poddisruptionbudgets.policy');
	const {namespace, name} = budget.metadata;
	yield* services.storage.update(
		registryKey(resource, namespace, name),
		resource,
		// eslint-disable-next-line require-yield
		function* (current) {
			const present = asKind(current.value, 'policy/v1 PodDisruptionBudget');
			const spent: PodDisruptionBudget = {
				...present,
				status: {
					...present.status,
					disruptionsAllowed: (present.status.disruptionsAllowed ?? 0) - 1,
					disruptedPods: {...present.status.disruptedPods, [pod.metadata.name]: services.kernel.timestamp()},
				},
			};
			return {type: 'write', object: spent};
		},
		{dryRun: false, conditional: () => false, absent: () => new RequestFailure(badRequest('the budget is gone'))},
	);
}

import {asKind, withMetadata} from '../../objects/kubernetes-object.js';
import type {Response} from '../../client/request.js';
import type {Routine} from '../../kernel/routine.js';
import {note} from '../../stages/note.js';
import type {Binding, Pod, PodCondition} from '../../objects/kubernetes.generated.js';
import {unsetTime} from '../../objects/unset-time.js';
import {copyOf} from '../../objects/copy.js';
import {formatErrors, notSupported, required, type FieldError} from '../../objects/field-error.js';
import {registryKey, resourceNamed} from '../../objects/resources.js';
import {admissionAttributes, admitMutating, admitValidating} from '../verbs/admit.js';
import type {Services} from '../services.js';
import {decodeBody} from '../encoding/decode.js';
import {isDryRun, type ResourceExchange} from '../request/exchange.js';
import {badRequest, conflict, failure, notFound, RequestFailure} from '../request/failure.js';
import {checkWriteOptions, fieldValidationOf} from '../request/write-options.js';
import type {Change} from '../storage/storage.js';

/**
`POST` of a Binding: gives a Pod its node.

The Binding is never stored; it becomes `spec.nodeName`, its annotations, and the condition PodScheduled of the Pod.

@mirrors k8s.io/kubernetes/pkg/registry/core/pod/storage BindingREST.Create
*/
export function* bind(services: Services, exchange: ResourceExchange): Routine<Response> {
	checkWriteOptions(exchange, 'CreateOptions');
	const {info} = exchange;
	const decoded = yield* decodeBody(exchange, {group: '', version: 'v1', kind: 'Binding'}, fieldValidationOf(exchange));
	const name = info.name === '' ? decoded.metadata.name : info.name;
	if (decoded.metadata.name !== undefined && decoded.metadata.name !== '' && decoded.metadata.name !== name) {
		throw new RequestFailure(badRequest('name in URL does not match name in Binding object'));
	}

	const admitted = yield* admitMutating(services, exchange, admissionAttributes(exchange, 'CREATE', name, decoded));
	const binding = asKind(admitted, 'v1 Binding');
	const errors = bindingErrors(binding);
	if (errors.length > 0) {
		throw new RequestFailure(failure(500, '', formatErrors(errors)));
	}

	yield* admitValidating(services, exchange, admissionAttributes(exchange, 'CREATE', name, binding));
	const pods = resourceNamed('pods');
	const key = registryKey(pods, info.namespace, name);
	exchange.object = key;
	yield* services.storage.update(
		key,
		pods,
		function* (current): Routine<Change> {
			const pod = asKind(current.value, 'v1 Pod');
			const bound = assigned(pod, binding, {now: services.kernel.timestamp(), key: services.etcd.shown(key)});
			yield* note(
				'apiserver.bind',
				{request: binding, before: pod, after: bound, pod: name, node: binding.target.name},
				{object: key},
			);
			return {type: 'write', object: bound};
		},
		{
			dryRun: isDryRun(exchange),
			conditional: () => Boolean(binding.metadata.resourceVersion),
			absent: () => new RequestFailure(notFound(pods, name)),
		},
	);
	return {
		status: 201,
		headers: {'content-type': 'application/json'},
		body: {kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201},
	};
}

/** The errors of a Binding. */
export const bindingErrors = ({target}: Pick<Binding, 'target'>): FieldError[] => {
	const errors: FieldError[] = [];
	if (target?.kind && target.kind !== 'Node') {
		errors.push(notSupported('target.kind', target.kind, ['Node', '<empty>']));
	}

	if (!target?.name) {
		errors.push(required('target.name'));
	}

	return errors;
};

/**
The Pod with its node.

@param key of the Pod, as etcd has it.

@throws RequestFailure 409 if the Pod is being deleted, has a node, or waits for its gates.
*/
export const assigned = (pod: Pod, binding: Binding, {now, key}: {readonly now: string; readonly key: string}): Pod => {
	const {name} = pod.metadata;
	const refuse = (why: string) => new RequestFailure(conflict({group: '', plural: 'pods/binding'}, name, why));
	const {uid, resourceVersion} = binding.metadata;
	if (uid && uid !== pod.metadata.uid) {
		throw unmet(pod, key, `UID in precondition: ${uid}, UID in object meta: ${pod.metadata.uid}`);
	}

	if (resourceVersion && resourceVersion !== pod.metadata.resourceVersion) {
		throw unmet(
			pod,
			key,
			`ResourceVersion in precondition: ${resourceVersion}, ResourceVersion in object meta: ${pod.metadata.resourceVersion}`,
		);
	}

	if (pod.metadata.deletionTimestamp !== undefined) {
		throw refuse(`pod ${name} is being deleted, cannot be assigned to a host`);
	}

	if (pod.spec.nodeName) {
		throw refuse(`pod ${name} is already assigned to node ${JSON.stringify(pod.spec.nodeName)}`);
	}

	if (pod.spec.schedulingGates && pod.spec.schedulingGates.length > 0) {
		throw refuse(`pod ${name} has non-empty .spec.schedulingGates`);
	}

	const {annotations, labels} = binding.metadata;
	// Whichever node was nominated before, the Pod has its node now.
	const {nominatedNodeName: _, ...status} = pod.status ?? {};
	const bound = copyOf(
		withMetadata(pod, {
			...(annotations ? {annotations: {...pod.metadata.annotations, ...annotations}} : {}),
			...(labels ? {labels: {...pod.metadata.labels, ...labels}} : {}),
		}),
	);
	const spec = copyOf(pod.spec);
	spec.nodeName = binding.target.name;
	bound.spec = spec;
	bound.status = Object.assign(status, {conditions: withScheduled(pod, now)});
	return bound;
};

const unmet = ({metadata}: Pod, key: string, what: string): RequestFailure =>
	new RequestFailure(
		conflict(
			{group: '', plural: 'pods'},
			metadata.name,
			`StorageError: invalid object, Code: 4, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: ${what}`,
		),
	);

const withScheduled = (pod: Pod, now: string): readonly PodCondition[] => {
	const conditions = pod.status?.conditions ?? [];
	const old = conditions.find(({type}) => type === 'PodScheduled');
	const condition: PodCondition = {
		type: 'PodScheduled',
		status: 'True',
		lastProbeTime: unsetTime,
		lastTransitionTime: old?.status === 'True' ? old.lastTransitionTime : now,
	};
	return old ? conditions.map((item) => (item === old ? condition : item)) : [...conditions, condition];
};

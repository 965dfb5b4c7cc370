import {nestedMap} from '../../objects/unstructured.js';
import {asKind, withMetadata, type KubernetesObject} from '../../objects/kubernetes-object.js';
import type {Fields} from '../../kernel/record.js';
import type {Response} from '../../client/request.js';
import type {Routine} from '../../kernel/routine.js';
import {note} from '../../stages/note.js';
import {valueAt, withValueAt} from '../../registry/custom-resources/printer.js';
import type {CustomResourceSubresourceScale, LabelSelector, Scale} from '../../objects/kubernetes.generated.js';
import {invalid, invalidStatus} from '../../objects/field-error.js';
import {formatLabelSelector} from '../../objects/labels.js';
import {apiVersionOf, registryKey, type Resource} from '../../objects/resources.js';
import type {Services} from '../services.js';
import {readApplied} from '../encoding/body.js';
import {decodeBody} from '../encoding/decode.js';
import {fromStorage} from '../custom-resources/conversion-webhook.js';
import type {ResourceExchange} from '../request/exchange.js';
import {badRequest, conflict, internalError, RequestFailure} from '../request/failure.js';
import {shown} from '../encoding/negotiate.js';
import {checkWriteOptions, fieldValidationOf} from '../request/write-options.js';
import {readEntries, sortEntries} from '../managed-fields/entries.js';
import {applyFields} from '../managed-fields/apply.js';
import {updateFields} from '../managed-fields/update.js';
import {entriesOfParent, entriesOfScale, type ReplicasPaths} from '../managed-fields/scale-entries.js';
import {writerOf} from '../managed-fields/writer.js';
import {decodePatched, mediaTypeOf, patchedValue, patchFormat, readPatch, type Patch} from '../encoding/patch-body.js';
import {isTrue} from '../request/request-info.js';
import {applyType, convertedBy} from '../verbs/apply.js';
import {inNamespace} from '../verbs/create.js';
import {existing} from '../verbs/get.js';
import {checkName, checkUID, updateObject} from '../verbs/update.js';

const target = {group: 'autoscaling', version: 'v1', kind: 'Scale'};
const scaleKind = 'autoscaling/v1 Scale';

/** The replicas of a workload, its most frequently changed number, as a separate object. */
export function* scale(services: Services, exchange: ResourceExchange): Routine<Response> {
	const {info} = exchange;
	if (info.verb === 'get') {
		const object = yield* fromStorage(services, exchange, existing(services, exchange));
		const paths = exchange.resource.custom?.scale;
		if (paths && valueAt(object, paths.specReplicasPath) === undefined) {
			const message = `the spec replicas field ${JSON.stringify(paths.specReplicasPath)} does not exist`;
			throw new RequestFailure(internalError(message));
		}

		return answer(services, exchange, object);
	}

	const stored = yield* updateObject(services, exchange, yield* changeOf(services, exchange));
	return answer(services, exchange, yield* fromStorage(services, exchange, stored));
}

/** The change that the request makes to the stored object. */
function* changeOf(
	services: Services,
	exchange: ResourceExchange,
): Routine<(current: KubernetesObject) => Routine<KubernetesObject>> {
	const {info, resource} = exchange;
	const writer = {...writerOf(services, exchange, 'Update'), apiVersion: apiVersionOf(scaleResource)};
	const written = (current: KubernetesObject, after: Scale): KubernetesObject => {
		const before = ownedScale(exchange, current);
		const owned = withMetadata(after, {managedFields: before.metadata.managedFields});
		return ownedParent(exchange, current, updateFields(scaleResource, before, owned, writer));
	};

	if (mediaTypeOf(exchange) === applyType && info.verb === 'patch') {
		checkWriteOptions(exchange, 'PatchOptions', true);
		const patch = readApplied(exchange, fieldValidationOf(exchange));
		return function* (current) {
			return yield* applied(services, exchange, current, patch);
		};
	}

	if (info.verb === 'patch') {
		const format = patchFormat(exchange);
		let body: Patch | undefined;
		return function* (current) {
			body ??= readPatch(exchange, format);
			const before = scaleToChange(current, resource.custom?.scale);
			const value = patchedValue(before, body);
			const after = named(exchange, decodePatched(exchange, target, value, body));
			yield* told(exchange, before, after);
			return written(current, after);
		};
	}

	checkWriteOptions(exchange, 'UpdateOptions');
	const after = named(exchange, yield* decodeBody(exchange, target, fieldValidationOf(exchange)));
	return function* (current) {
		checkUID(exchange, services.etcd.shown(keyOf(exchange)), after.metadata.uid, current.metadata.uid);
		yield* told(exchange, scaleOf(current, resource.custom?.scale), after);
		return written(current, after);
	};
}

const keyOf = ({resource, info}: ResourceExchange): string => registryKey(resource, info.namespace, info.name);

/** The Scale that a request sends, if it is the one of the URL. @throws RequestFailure 400 */
const named = ({info}: ResourceExchange, given: KubernetesObject): Scale => {
	const object = inNamespace(given, info.namespace);
	checkName(object, info.name);
	return asKind(object, scaleKind);
};

/** Server-side apply of a Scale: only the owner of the replicas counts. @throws RequestFailure 409 */
function* applied(
	services: Services,
	exchange: ResourceExchange,
	current: KubernetesObject,
	patch: Fields,
): Routine<KubernetesObject> {
	const before = ownedScale(exchange, current);
	const result = applyFields(scaleResource, before, {
		patch,
		force: isTrue(exchange.request.query['force']),
		writer: {...writerOf(services, exchange, 'Apply'), apiVersion: apiVersionOf(scaleResource)},
		convert: convertedBy(scaleResource),
	});
	const after = named(exchange, result);
	yield* told(exchange, before, after);
	return ownedParent(exchange, current, after);
}

/** The Scale of an object, with the owner of its replicas. */
const ownedScale = ({resource: {custom}}: ResourceExchange, current: KubernetesObject): Scale => {
	const entries = readEntries(current.metadata.managedFields) ?? [];
	return withMetadata(scaleToChange(current, custom?.scale), {
		managedFields: entriesOfScale(entries, replicasPaths(custom?.scale)),
	});
};

/** The object with the replicas of a Scale and the owners that they have there. */
const ownedParent = (
	exchange: ResourceExchange,
	current: KubernetesObject,
	after: KubernetesObject,
): KubernetesObject => {
	const {resource} = exchange;
	const entries = entriesOfParent(
		readEntries(current.metadata.managedFields) ?? [],
		readEntries(after.metadata.managedFields) ?? [],
		apiVersionOf(resource),
		replicasPaths(resource.custom?.scale),
	);
	return withMetadata(scaled(exchange, current, asKind(after, scaleKind)), {
		managedFields: entries.length === 0 ? undefined : sortEntries(entries),
	});
};

const replicasPaths = (custom: CustomResourceSubresourceScale | undefined): ReplicasPaths => {
	const path = (custom?.specReplicasPath ?? '.spec.replicas').split('.').slice(1);
	const elements = path.map((name) => `f:${name}`);
	return () => elements;
};

/** The resource of a Scale, which has one group and version, regardless of its workload. */
const scaleResource: Resource = {
	group: 'autoscaling',
	version: 'v1',
	plural: 'scales',
	singular: 'scale',
	kind: 'Scale',
	namespaced: true,
	shortNames: [],
	categories: [],
	verbs: ['get'],
	preferred: true,
	subresources: [],
};

const answer = (services: Services, exchange: ResourceExchange, object: KubernetesObject): Response =>
	shown(services, {...exchange, resource: scaleResource}, 200, scaleOf(object, exchange.resource.custom?.scale));

/** The Scale of a workload. */
export const scaleOf = (object: KubernetesObject, paths?: CustomResourceSubresourceScale): Scale => {
	const {metadata} = object;
	const {name, namespace, uid, resourceVersion, creationTimestamp} = metadata;
	const selector = paths
		? String((paths.labelSelectorPath && valueAt(object, paths.labelSelectorPath)) ?? '')
		: selectorText(nestedMap(object, 'spec', 'selector') ?? {});
	const wanted = numberAt(object, paths?.specReplicasPath ?? '.spec.replicas');
	const seen = numberAt(object, paths?.statusReplicasPath ?? '.status.replicas');
	return {
		kind: 'Scale',
		apiVersion: 'autoscaling/v1',
		metadata: {name, namespace, uid, resourceVersion, creationTimestamp},
		spec: wanted ? {replicas: wanted} : {},
		status: {replicas: seen ?? 0, ...(selector === '' ? {} : {selector})},
	};
};

/** The marker for a Scale that was never set: a number that no request can contain. */
const unset = -(2 ** 31);

/** The Scale to change, in which an unset value differs from 0. */
const scaleToChange = (object: KubernetesObject, paths: CustomResourceSubresourceScale | undefined): Scale => {
	const before = scaleOf(object, paths);
	return paths && valueAt(object, paths.specReplicasPath) === undefined ? {...before, spec: {replicas: unset}} : before;
};

const numberAt = (object: KubernetesObject, path: string): number | undefined => {
	const value = valueAt(object, path);
	return typeof value === 'number' ? value : undefined;
};

const isLabelSelector = (selector: object): selector is LabelSelector =>
	'matchLabels' in selector || 'matchExpressions' in selector;

const selectorText = (selector: object): string =>
	isLabelSelector(selector)
		? formatLabelSelector(selector)
		: Object.entries(selector)
				.sort(([a], [b]) => (a < b ? -1 : 1))
				.map(([key, value]) => `${key}=${String(value)}`)
				.join(',');

/** The Scale before and after; a stop. */
function* told(exchange: ResourceExchange, before: Scale, after: Scale): Routine {
	const {resource, info} = exchange;
	yield* note(
		'apiserver.scale',
		{
			before,
			after,
			kind: resource.kind,
			name: info.name,
			replicasBefore: before.spec?.replicas ?? 0,
			replicas: after.spec?.replicas ?? 0,
		},
		{object: exchange.object},
	);
}

/** The workload with the replicas of the changed Scale. @throws RequestFailure 409 or 422 */
const scaled = ({resource, info}: ResourceExchange, current: KubernetesObject, after: Scale): KubernetesObject => {
	const replicas = after.spec?.replicas ?? 0;
	const paths = resource.custom?.scale;
	if (paths && replicas === unset) {
		const message = `the spec replicas field ${JSON.stringify(paths.specReplicasPath)} cannot be empty`;
		throw new RequestFailure(badRequest(message));
	}

	// A custom object is checked together with its number.
	if (replicas < 0 && !paths) {
		throw new RequestFailure(
			invalidStatus('autoscaling', 'Scale', info.name, [
				invalid('spec.replicas', replicas, 'must be greater than or equal to 0'),
			]),
		);
	}

	const {uid, resourceVersion} = after.metadata;
	if (uid && uid !== current.metadata.uid) {
		throw new RequestFailure(
			conflict(
				{group: resource.group, plural: `${resource.plural}/scale`},
				info.name,
				`Precondition failed: UID in precondition: ${uid}, UID in object meta: ${current.metadata.uid}`,
			),
		);
	}

	return {
		...withValueAt(current, paths?.specReplicasPath ?? '.spec.replicas', replicas),
		// For a custom object the number is set in the current object, even if it has changed in the meantime.
		metadata:
			paths && !resourceVersion ? current.metadata : {...current.metadata, resourceVersion: resourceVersion ?? ''},
	};
};

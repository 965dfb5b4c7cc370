import type {Response} from '../../client/request.js';
import {note, type Routine} from '../../kernel/routine.js';
import {valueAt, withValueAt} from '../custom-resources/printer.js';
import type {
	CustomResourceSubresourceScale,
	LabelSelector,
	ObjectMeta,
	Scale,
} from '../../objects/kubernetes.generated.js';
import {invalid, invalidStatus} from '../../objects/field-error.js';
import {formatLabelSelector} from '../../objects/labels.js';
import type {Resource} from '../../objects/resources.js';
import type {Services} from '../apiserver.js';
import {decodeBody} from '../decode.js';
import type {KubernetesObject, ResourceExchange} from '../exchange.js';
import {badRequest, RequestFailure} from '../failure.js';
import {shown} from '../negotiate.js';
import {checkWriteOptions, fieldValidationOf} from '../options.js';
import {updateFields} from '../managed-fields/field-manager.js';
import {writerOf} from '../managed-fields/writer.js';
import {decodePatched, patchedValue, patchFormat, readPatch} from '../patch-body.js';
import {existing} from '../verbs/get.js';

import {updateObject} from '../verbs/update.js';

const target = {group: 'autoscaling', version: 'v1', kind: 'Scale'};

interface Scalable extends KubernetesObject {
	readonly spec: {readonly replicas?: number; readonly selector?: object};
	readonly status?: {readonly replicas?: number};
}

/** The one number of a workload that is to be changed most, as an object of its own. */
export function* scale(services: Services, exchange: ResourceExchange): Routine<Response> {
	const {info} = exchange;
	if (info.verb === 'get') {
		return answer(services, exchange, existing(services, exchange) as Scalable);
	}

	let change: (current: Scale) => Scale;
	if (info.verb === 'patch') {
		const body = readPatch(exchange, patchFormat(exchange));
		change = (current) =>
			decodePatched(
				exchange,
				target,
				patchedValue(current as unknown as KubernetesObject, body),
				body,
			) as unknown as Scale;
	} else {
		checkWriteOptions(exchange, 'UpdateOptions');
		const decoded = (yield* decodeBody(exchange, target, fieldValidationOf(exchange))) as unknown as Scale;
		if (decoded.metadata.name && decoded.metadata.name !== info.name) {
			throw new RequestFailure(
				badRequest(
					`the name of the object (${decoded.metadata.name}) does not match the name on the URL (${info.name})`,
				),
			);
		}

		change = () => decoded;
	}

	const writer = writerOf(services, exchange, 'Update');
	const stored = yield* updateObject(services, exchange, function* (current) {
		return updateFields(exchange.resource, current, yield* scaled(exchange, current as Scalable, change), writer);
	});
	return answer(services, exchange, stored as Scalable);
}

/** A Scale is of one group and version, whatever it is the scale of. */
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

const answer = (services: Services, exchange: ResourceExchange, object: Scalable): Response =>
	shown(services, {...exchange, resource: scaleResource}, 200, scaleOf(object, exchange.resource.custom?.scale));

/** What a workload's Scale says. */
export const scaleOf = (object: Scalable, paths?: CustomResourceSubresourceScale): Scale => {
	const {metadata, spec, status} = object;
	const {name, namespace, uid, resourceVersion, creationTimestamp} = metadata;
	const selector = paths
		? String((paths.labelSelectorPath && valueAt(object, paths.labelSelectorPath)) ?? '')
		: spec.selector === undefined
			? ''
			: selectorText(spec.selector);
	const wanted = paths ? (valueAt(object, paths.specReplicasPath) as number | undefined) : spec.replicas;
	const seen = paths ? (valueAt(object, paths.statusReplicasPath) as number | undefined) : status?.replicas;
	return {
		kind: 'Scale',
		apiVersion: 'autoscaling/v1',
		metadata: {name, namespace, uid, resourceVersion, creationTimestamp} as ObjectMeta,
		spec: wanted ? {replicas: wanted} : {},
		status: {replicas: seen ?? 0, ...(selector === '' ? {} : {selector})},
	};
};

const selectorText = (selector: object): string =>
	'matchLabels' in selector || 'matchExpressions' in selector
		? formatLabelSelector(selector as LabelSelector)
		: Object.entries(selector)
				.sort(([a], [b]) => (a < b ? -1 : 1))
				.map(([key, value]) => `${key}=${String(value)}`)
				.join(',');

/** The workload with the number that the changed Scale asks for; a stop. @throws RequestFailure 422 */
function* scaled(
	exchange: ResourceExchange,
	current: Scalable,
	change: (current: Scale) => Scale,
): Routine<KubernetesObject> {
	const paths = exchange.resource.custom?.scale;
	const before = scaleOf(current, paths);
	const after = change(before);
	const replicas = after.spec?.replicas ?? 0;
	if (replicas < 0) {
		throw new RequestFailure(
			invalidStatus('autoscaling', 'Scale', exchange.info.name, [
				invalid('spec.replicas', replicas, 'must be greater than or equal to 0'),
			]),
		);
	}

	yield* note(
		'apiserver.scale',
		`The Scale asks for ${replicas} replicas of ${current.kind} ${current.metadata.name}, which has ${before.spec.replicas ?? 0}.`,
		{before, after},
		{object: exchange.object},
	);
	const resourceVersion = after.metadata?.resourceVersion;
	return {
		...(paths
			? withValueAt(current, paths.specReplicasPath, replicas)
			: {...current, spec: {...current.spec, replicas}}),
		metadata: {...current.metadata, resourceVersion: resourceVersion ?? ''},
	} as KubernetesObject;
}

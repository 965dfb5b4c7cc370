import type {Routine} from '../../kernel/routine.js';
import {isNotFound} from '../../client/errors.js';
import {keyOf, type Delivered} from '../../client/informer.js';
import type {EndpointSlice, ObjectMeta, Service} from '../../objects/kubernetes.generated.js';
import {controllerOf, ownerReference} from '../../objects/owner.js';
import {registryKey} from '../../objects/resources.js';
import {note} from '../../stages/note.js';
import type {Tools} from '../controller.js';
import type {NewSlice} from './plan-slices.js';
import {headlessLabel, triggerAnnotation} from './services-of.js';

const managedByLabel = 'endpointslice.kubernetes.io/managed-by';
const serviceLabel = 'kubernetes.io/service-name';
const manager = 'endpointslice-controller.k8s.io';

/** Whether the slice is one of this controller's. */
export const isManaged = ({metadata}: EndpointSlice): boolean => metadata.labels?.[managedByLabel] === manager;

/** The Service's labels, and the labels for the slice's Service and its manager. */
export const labelsFor = ({metadata, spec}: Service): Readonly<Record<string, string>> => {
	const {[headlessLabel]: _, [serviceLabel]: __, [managedByLabel]: ___, ...labels} = metadata.labels ?? {};
	return {
		...labels,
		...(spec?.clusterIP === 'None' ? {[headlessLabel]: ''} : {}),
		[serviceLabel]: metadata.name,
		[managedByLabel]: manager,
	};
};

/**
Writes the slices of Services, and tracks the writes that the cache does not show yet.

@mirrors k8s.io/endpointslice/util EndpointSliceTracker
*/
export class SliceWriter {
	/** Slices written and not yet seen in the cache: service → slice → its resource version, '' when deleted. */
	readonly #unseen = new Map<string, Map<string, string>>();
	/** Services that were due for a sync before their slices were seen. */
	readonly #waiting = new Set<string>();

	constructor(readonly tools: Tools) {}

	/** Whether the cache is behind for a Service; the Service is queued again once the cache has caught up. */
	waitsFor(key: string): boolean {
		if (this.#unseen.has(key)) {
			this.#waiting.add(key);
			return true;
		}

		return false;
	}

	/** The Service was deleted. */
	forget(key: string): void {
		this.#unseen.delete(key);
		this.#waiting.delete(key);
	}

	/** Processes a changed slice: the controller's own writes only end the waiting; another client's change wakes it. */
	*onSlice({type, object}: Delivered<EndpointSlice>): Iterable<string> {
		const {namespace, name, labels, resourceVersion} = object.metadata;
		const service = labels?.[serviceLabel];
		if (service === undefined || !isManaged(object)) {
			return;
		}

		const key = `${namespace}/${service}`;
		const unseen = this.#unseen.get(key);
		const expected = unseen?.get(name);
		if (expected === undefined) {
			if (type !== 'ADDED') {
				yield key;
			}

			return;
		}

		if (unseen && (expected === '' ? type === 'DELETED' : Number(resourceVersion) >= Number(expected))) {
			unseen.delete(name);
			if (unseen.size === 0) {
				this.#unseen.delete(key);
				if (this.#waiting.delete(key)) {
					yield key;
				}
			}
		}
	}

	*create(service: Service, content: NewSlice, trigger: string | undefined): Routine {
		const {addressType, ports, endpoints} = content;
		const {namespace, name} = service.metadata;
		yield* note('endpoints.publish', {case: 'slice', service: name, before: undefined, after: content});
		const created = yield* this.tools.client.create('endpointslices.discovery.k8s.io', namespace, {
			apiVersion: 'discovery.k8s.io/v1',
			kind: 'EndpointSlice',
			metadata: {
				generateName: `${name}-`,
				namespace,
				labels: labelsFor(service),
				...(trigger ? {annotations: {[triggerAnnotation]: trigger}} : {}),
				ownerReferences: [ownerReference({apiVersion: 'v1', kind: 'Service', metadata: service.metadata})],
			},
			addressType,
			endpoints,
			ports,
		});
		this.#expect(service, created.metadata.name, created.metadata.resourceVersion);
	}

	*update(service: Service, slice: EndpointSlice, content: NewSlice, trigger: string | undefined): Routine {
		const {[triggerAnnotation]: _, ...annotations} = slice.metadata.annotations ?? {};
		const metadata: ObjectMeta = {
			...slice.metadata,
			labels: labelsFor(service),
			annotations: trigger ? {...annotations, [triggerAnnotation]: trigger} : annotations,
			ownerReferences: controllerOf(slice)
				? slice.metadata.ownerReferences
				: [ownerReference({apiVersion: 'v1', kind: 'Service', metadata: service.metadata})],
		};
		yield* note(
			'endpoints.publish',
			{case: 'slice', service: service.metadata.name, before: slice, after: {...slice, ...content, metadata}},
			{object: sliceKey(slice)},
		);
		const updated = yield* this.tools.client.update('endpointslices.discovery.k8s.io', {
			...slice,
			...content,
			metadata,
		});
		this.#expect(service, updated.metadata.name, updated.metadata.resourceVersion);
	}

	*remove(service: Service, slice: EndpointSlice): Routine {
		const {namespace, name} = slice.metadata;
		yield* note(
			'endpoints.publish',
			{case: 'slice-gone', service: service.metadata.name, before: slice},
			{object: sliceKey(slice)},
		);
		try {
			this.#expect(service, name, '');
			yield* this.tools.client.delete('endpointslices.discovery.k8s.io', namespace, name);
		} catch (error) {
			this.#unseen.get(keyOf(service))?.delete(name);
			if (!isNotFound(error)) {
				throw error;
			}
		}
	}

	#expect(service: Service, slice: string, resourceVersion: string): void {
		const key = keyOf(service);
		const seen = this.tools.informer('endpointslices.discovery.k8s.io').get(service.metadata.namespace, slice);
		if (resourceVersion !== '' && seen && Number(seen.metadata.resourceVersion) >= Number(resourceVersion)) {
			return;
		}

		const unseen = this.#unseen.get(key) ?? new Map<string, string>();
		unseen.set(slice, resourceVersion);
		this.#unseen.set(key, unseen);
	}
}

const sliceKey = ({metadata}: EndpointSlice): string =>
	registryKey('endpointslices.discovery.k8s.io', metadata.namespace, metadata.name);

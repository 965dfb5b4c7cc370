import type {Informer} from '../../client/informer.js';
import type {EndpointSlice, Pod, Service} from '../../objects/kubernetes.generated.js';
import type {Family} from '../../objects/ip.js';
import {addressesOf, canBeEndpoint, endpointOf, familiesOf, servedPorts} from './endpoint.js';
import {sliceCapacity, type SlicePlan} from './plan-slices.js';
import type {PodSet, Selected} from './selected-pods.js';
import {ChangedPods} from './services-of.js';
import {SliceBook} from './slice-book.js';

/** The endpoints of one Service, maintained by its Pods that change. */
export class ServiceEndpoints implements PodSet {
	readonly #books = new Map<Family, SliceBook>();
	/** Keys of the Pods with an address. */
	readonly #usable = new Set<string>();
	/** Pods on nodes that do not exist. */
	readonly #homeless = new Map<string, Selected>();
	readonly changed = new ChangedPods();
	#service: Service | undefined;

	constructor(
		readonly nodes: Pick<Informer<'nodes'>, 'get'>,
		/** Endpoints a slice holds at most. */
		readonly capacity = sliceCapacity,
	) {}

	/** The number of Pods with an address. */
	get usable(): number {
		return this.#usable.size;
	}

	/** Pods that have an address, on nodes that do not exist. */
	get homeless(): readonly Pod[] {
		return [...this.#homeless.values()].sort((a, b) => a.order - b.order).map(({pod}) => pod);
	}

	reset(service: Service): void {
		this.#service = service;
		this.changed.reset();
		this.#usable.clear();
		this.#homeless.clear();
		this.#books.clear();
		for (const family of familiesOf(service)) {
			this.#books.set(family, new SliceBook(family, this.capacity));
		}
	}

	put(key: string, selected: Selected | undefined): void {
		this.changed.put(key, selected?.pod);
		this.#homeless.delete(key);
		if (selected && canBeEndpoint(selected.pod, true)) {
			this.#usable.add(key);
			this.#place(key, selected);
		} else {
			this.#usable.delete(key);
			for (const book of this.#books.values()) {
				book.want(key, undefined);
			}
		}
	}

	#place(key: string, selected: Selected): void {
		const {pod, order} = selected;
		const service = this.#service;
		const node = this.nodes.get(undefined, pod.spec?.nodeName ?? '');
		const isPlaced = service !== undefined && (node !== undefined || service.spec?.publishNotReadyAddresses === true);
		if (!isPlaced) {
			this.#homeless.set(key, selected);
		}

		for (const [family, book] of this.#books) {
			const isListed = isPlaced && addressesOf(pod, family).length > 0;
			book.want(
				key,
				isListed
					? {endpoint: endpointOf(pod, node, service, family), ports: servedPorts(service, pod), order}
					: undefined,
			);
		}
	}

	/** The changes of the slices of a family, without hints. @param existing the Service's slices of this family. */
	plan(family: Family, existing: readonly EndpointSlice[], isStale: (slice: EndpointSlice) => boolean): SlicePlan {
		const book = this.#books.get(family) ?? new SliceBook(family, this.capacity);
		return book.plan(existing, isStale);
	}
}

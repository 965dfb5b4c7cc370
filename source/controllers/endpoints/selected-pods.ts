import {keyOf, type Informer} from '../../client/informer.js';
import {equal} from '../../kernel/equality.js';
import type {Pod, Service} from '../../objects/kubernetes.generated.js';
import {matchesLabels, type Labels} from '../../objects/labels.js';
import {isTerminal, podCondition} from '../../objects/pod.js';
import {endpointChanged} from './endpoint.js';
import {getOrInsert} from '../../kernel/get-or-insert.js';

/** A Pod that a Service selects. */
export interface Selected {
	readonly pod: Pod;
	/** Grows in the order in which the cache lists its Pods. */
	readonly order: number;
}

/** A controller's data about the Pods of a Service. */
export interface PodSet {
	/** Empties the set, for this version of the Service. */
	reset(service: Service): void;
	/** Records an added or changed Pod; `undefined` for a removed one. */
	put(key: string, selected: Selected | undefined): void;
}

/** Whether the Pod's endpoint, or the time of its last change, can differ. */
const looksDifferent = (old: Pod, pod: Pod): boolean =>
	old.spec !== pod.spec ||
	old.metadata.uid !== pod.metadata.uid ||
	isTerminal(old) !== isTerminal(pod) ||
	podCondition(old, 'Ready')?.lastTransitionTime !== podCondition(pod, 'Ready')?.lastTransitionTime ||
	endpointChanged(old, pod);

/** The Pods of one Service, and the data kept for them. */
class Selection<Kept extends PodSet> {
	readonly #pods = new Map<string, Selected>();
	/** Pods added, changed or removed since the last read of the set. */
	readonly #changed = new Set<string>();
	/** Whether selected Pods were added that are not last in the cache, so that the order must be looked up. */
	#disordered = true;
	#order = 0;
	#service: Service | undefined;

	constructor(
		readonly namespace: string,
		readonly selector: Labels,
		readonly set: Kept,
	) {}

	/** The number of Pods that the Service selects. */
	get size(): number {
		return this.#pods.size;
	}

	onPod(key: string, old: Pod | undefined, pod: Pod | undefined): void {
		if (pod && matchesLabels(this.selector, pod.metadata.labels)) {
			const before = this.#pods.get(key);
			if (before) {
				this.#pods.set(key, {pod, order: before.order});
			} else if (old) {
				this.#disordered = true;
			} else {
				this.#pods.set(key, {pod, order: this.#order++});
			}

			this.#changed.add(key);
		} else if (this.#pods.delete(key)) {
			this.#changed.add(key);
		}
	}

	/** Updates the set with the Pods that changed, or with all Pods if the Service has changed. */
	refresh(service: Service, pods: Pick<Informer<'pods'>, 'list'>): void {
		if (this.#disordered) {
			this.#pods.clear();
			for (const pod of pods.list(this.namespace)) {
				if (matchesLabels(this.selector, pod.metadata.labels)) {
					this.#pods.set(keyOf(pod), {pod, order: this.#order++});
				}
			}
		}

		if (this.#disordered || service !== this.#service) {
			this.set.reset(service);
			for (const [key, selected] of this.#pods) {
				this.set.put(key, selected);
			}
		} else {
			for (const key of this.#changed) {
				this.set.put(key, this.#pods.get(key));
			}
		}

		this.#changed.clear();
		this.#disordered = false;
		this.#service = service;
	}

	/** The set is rebuilt when it is next read. */
	invalidate(): void {
		this.#service = undefined;
	}
}

/**
A controller's data about the Pods of each Service, updated from changed Pods only: a change costs the same for thousands of Pods as for a
few. The result equals that of a scan of all Pods of the cache.

@param make creates an empty set for a Service.
*/
export class SelectedPods<Kept extends PodSet> {
	readonly #pods: Pick<Informer<'pods'>, 'list'>;
	readonly #selections = new Map<string, Selection<Kept>>();
	readonly #byNamespace = new Map<string, Map<string, Selection<Kept>>>();

	constructor(
		pods: Pick<Informer<'pods'>, 'list'>,
		readonly make: () => Kept,
	) {
		this.#pods = pods;
	}

	/** An observer of the cache of Pods. */
	readonly onPod = (key: string, old: Pod | undefined, pod: Pod | undefined): void => {
		const namespace = (pod ?? old)?.metadata.namespace ?? '';
		const selections = this.#byNamespace.get(namespace);
		if (selections && !(old && pod && equal(old.metadata.labels, pod.metadata.labels) && !looksDifferent(old, pod))) {
			for (const selection of selections.values()) {
				selection.onPod(key, old, pod);
			}
		}
	};

	/** The number of Pods that the Service selects, and their set. */
	of(service: Service): {readonly size: number; readonly set: Kept} {
		const key = keyOf(service);
		const selector = service.spec?.selector;
		let selection = this.#selections.get(key);
		if (!selection || !equal(selection.selector, selector)) {
			const {namespace} = service.metadata;
			selection = new Selection(namespace, selector, this.make());
			this.#selections.set(key, selection);
			getOrInsert(this.#byNamespace, namespace, () => new Map()).set(key, selection);
		}

		selection.refresh(service, this.#pods);
		return selection;
	}

	/** The Service of a key was deleted, or no longer selects Pods. */
	forget(key: string): void {
		const namespace = this.#selections.get(key)?.namespace ?? '';
		this.#selections.delete(key);
		const ofNamespace = this.#byNamespace.get(namespace);
		ofNamespace?.delete(key);
		if (ofNamespace?.size === 0) {
			this.#byNamespace.delete(namespace);
		}
	}

	/** A common input of all sets has changed: each is rebuilt when it is next read. */
	invalidate(): void {
		for (const selection of this.#selections.values()) {
			selection.invalidate();
		}
	}
}

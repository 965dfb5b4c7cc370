import {keyOf, type Delivered} from '../../client/informer.js';
import {parseTimestamp} from '../../kernel/clock.js';
import type {Pod, Service} from '../../objects/kubernetes.generated.js';
import {matchesLabels} from '../../objects/labels.js';
import {podCondition} from '../../objects/pod.js';
import type {Tools} from '../controller.js';
import {endpointChanged} from './endpoint.js';

export const triggerAnnotation = 'endpoints.kubernetes.io/last-change-trigger-time';
export const headlessLabel = 'service.kubernetes.io/headless';

/** Whether Pods become endpoints of the Service by themselves. */
export const selects = ({spec}: Service): boolean => spec?.selector !== undefined && spec.type !== 'ExternalName';

/** Keys of the Services that a change of a Pod concerns: those that select it, and those that selected it before. */
export function* servicesOf({informer}: Tools, {type, object, old}: Delivered<Pod>): Iterable<string> {
	const relabeled = old !== undefined && old.metadata.labels !== object.metadata.labels;
	if (old && type !== 'DELETED' && !relabeled && !endpointChanged(old, object)) {
		return;
	}

	// Simplified: upstream also syncs the Service for Pods without an address, and finds nothing to do.
	if (!object.status?.podIP && !old?.status?.podIP) {
		return;
	}

	const {namespace, labels} = object.metadata;
	for (const service of informer('services').list(namespace)) {
		const selector = service.spec?.selector;
		if (selector && (matchesLabels(selector, labels) || (relabeled && matchesLabels(selector, old.metadata.labels)))) {
			yield keyOf(service);
		}
	}
}

/** Added or changed Pods of a Service, by their keys; `undefined` for a removed one. */
export interface PodChanges {
	readonly pods: ReadonlyMap<string, Pod | undefined>;
	/** Whether the Service has no Pods but these. */
	readonly isAll: boolean;
}

/** Collects the changes of Pods until they are read. */
export class ChangedPods {
	#pods = new Map<string, Pod | undefined>();
	#isAll = true;

	reset(): void {
		this.#pods.clear();
		this.#isAll = true;
	}

	put(key: string, pod: Pod | undefined): void {
		this.#pods.set(key, pod);
	}

	/** The changes since the last call. */
	take(): PodChanges {
		const changes = {pods: this.#pods, isAll: this.#isAll};
		this.#pods = new Map();
		this.#isAll = false;
		return changes;
	}
}

/**
Remembers the time of each Pod's last change, so that a write can name the change that caused it.

@mirrors endpointutil.TriggerTimeTracker
*/
export class TriggerTimes {
	readonly #seen = new Map<string, Map<string, string>>();

	/**
	The earliest change since the last call; `undefined` if nothing changed.

	@param changes the Pods added, changed or removed since the last call.
	*/
	next(service: Service, {pods, isAll}: PodChanges): string | undefined {
		const key = keyOf(service);
		const before = this.#seen.get(key);
		const seen = isAll || !before ? new Map<string, string>() : before;
		let earliest = before ? undefined : service.metadata.creationTimestamp;
		for (const [podKey, pod] of pods) {
			const time = pod && podCondition(pod, 'Ready')?.lastTransitionTime;
			const last = before?.get(podKey);
			if (time === undefined) {
				seen.delete(podKey);
				continue;
			}

			const news = before && (last === undefined || parseTimestamp(last) < parseTimestamp(time));
			seen.set(podKey, time);
			if (news && (earliest === undefined || parseTimestamp(time) < parseTimestamp(earliest))) {
				earliest = time;
			}
		}

		this.#seen.set(key, seen);
		return earliest;
	}

	forget(key: string): void {
		this.#seen.delete(key);
	}
}

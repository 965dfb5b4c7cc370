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

/** Keys of the Services that a change of a Pod concerns: those that select it, and those that did. */
export function* servicesOf({informer}: Tools, {type, object, old}: Delivered<Pod>): Iterable<string> {
	const relabeled = old !== undefined && old.metadata.labels !== object.metadata.labels;
	if (old && type !== 'DELETED' && !relabeled && !endpointChanged(old, object)) {
		return;
	}

	// Simplified: upstream looks at the Service for Pods without an address too, and finds nothing to do.
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

/** The Pods that a Service selects, by its namespace. */
export const podsOf = ({informer}: Pick<Tools, 'informer'>, {metadata, spec}: Service): Pod[] =>
	informer('pods')
		.list(metadata.namespace)
		.filter((pod) => matchesLabels(spec?.selector, pod.metadata.labels));

/**
Remembers since when each Pod of a Service is as it is, so that a write can say which change caused it.

@mirrors endpointutil.TriggerTimeTracker
*/
export class TriggerTimes {
	readonly #seen = new Map<string, Map<string, string>>();

	/** The earliest change since the last call; `undefined` if nothing changed. */
	next(service: Service, pods: readonly Pod[]): string | undefined {
		const key = keyOf(service);
		const before = this.#seen.get(key);
		const now = new Map<string, string>();
		let earliest = before ? undefined : service.metadata.creationTimestamp;
		for (const pod of pods) {
			const time = podCondition(pod, 'Ready')?.lastTransitionTime;
			if (time === undefined) {
				continue;
			}

			now.set(pod.metadata.name, time);
			const last = before?.get(pod.metadata.name);
			const news = before && (last === undefined || parseTimestamp(last) < parseTimestamp(time));
			if (news && (earliest === undefined || parseTimestamp(time) < parseTimestamp(earliest))) {
				earliest = time;
			}
		}

		this.#seen.set(key, now);
		return earliest;
	}

	forget(key: string): void {
		this.#seen.delete(key);
	}
}

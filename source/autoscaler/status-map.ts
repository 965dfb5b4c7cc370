import {isNotFound} from '../client/errors.js';
import type {Routine} from '../kernel/routine.js';
import type {ConfigMap} from '../objects/kubernetes.generated.js';
import type {AutoscalerParts} from './parts.js';
import {readinessOf} from './round.js';
import {statusText, type Transitions} from './status.js';

const namespace = 'kube-system';
const name = 'cluster-autoscaler-status';
const lastUpdated = 'cluster-autoscaler.kubernetes.io/last-updated';

/** A time as Go prints it in UTC. @mirrors cluster-autoscaler/clusterstate/utils ConfigMapLastUpdateFormat */
const goTime = (microTimestamp: string): string =>
	`${microTimestamp.replace('T', ' ').replace(/\.?0*Z$/, '')} +0000 UTC`;

/**
The ConfigMap with the autoscaler's status. Events that concern no other object refer to it.

@mirrors cluster-autoscaler/clusterstate/utils WriteStatusConfigMap, LogEventRecorder
*/
export class StatusMap {
	#map: ConfigMap | undefined;
	#transitions: Transitions = new Map();

	constructor(readonly parts: AutoscalerParts) {}

	/** Writes the status before the first round. */
	*begin(): Routine {
		const time = goTime(this.parts.kernel.microTimestamp());
		yield* this.#write(`autoscalerStatus: Initializing\nclusterWide: {}\ntime: ${time}\n`, time);
	}

	/** @param candidates names of the nodes that may be removed. */
	*update(candidates: readonly string[]): Routine {
		const {kernel} = this.parts;
		const {groups, others} = readinessOf(this.parts, candidates);
		const time = goTime(kernel.microTimestamp());
		const {text, transitions} = statusText(groups, others, this.#transitions, {time, at: kernel.timestamp()});
		this.#transitions = transitions;
		yield* this.#write(text, time);
	}

	*#write(status: string, time: string): Routine {
		const {client} = this.parts;
		const annotations = {[lastUpdated]: time};
		try {
			const before = yield* client.get('configmaps', namespace, name);
			this.#map = yield* client.update('configmaps', {
				...before,
				metadata: {...before.metadata, annotations: {...before.metadata.annotations, ...annotations}},
				data: {...before.data, status},
			});
		} catch (error) {
			if (!isNotFound(error)) {
				throw error;
			}

			this.#map = yield* client.create('configmaps', namespace, {
				apiVersion: 'v1',
				kind: 'ConfigMap',
				metadata: {namespace, name, annotations},
				data: {status},
			});
		}
	}

	/** Records an Event about the autoscaler as a whole. */
	*event(type: 'Normal' | 'Warning', reason: string, message: string): Routine {
		if (this.#map) {
			yield* this.parts.recorder.event(this.#map, type, reason, message);
		}
	}
}

import {controllerOf} from '../known.js';
import type {Rule} from '../rule.js';
import {versionsOf} from '../second-reading.js';

const autoscaler: Rule = {
	name: 'an autoscaler keeps its workload between minReplicas and maxReplicas',
	source: 'https://kubernetes.io/docs/concepts/workloads/autoscaling/horizontal-pod-autoscale/',
	watch: (known) => ({
		changes: {
			deployments({key, before, after}, {process}, broken) {
				if (
					!after ||
					controllerOf(process) !== 'horizontal-pod-autoscaler' ||
					before?.spec.replicas === after.spec.replicas
				) {
					return;
				}

				const replicas = after.spec.replicas ?? 1;
				const {name, namespace} = after.metadata;
				for (const [at, scaler] of known.all('horizontalpodautoscalers')) {
					const {spec, metadata} = scaler;
					if (metadata.namespace !== namespace || spec.scaleTargetRef.name !== name) {
						continue;
					}

					const versions = versionsOf(known, process, 'horizontalpodautoscalers.autoscaling', at, scaler);
					const isWithin = versions.some(
						(version) => replicas >= (version.spec.minReplicas ?? 1) && replicas <= version.spec.maxReplicas,
					);
					if (!isWithin) {
						broken(key, `it has ${replicas} replicas of ${spec.minReplicas ?? 1} to ${spec.maxReplicas}`);
					}
				}
			},
		},
	}),
};

const windowSeconds = 300;

const steadiness: Rule = {
	name: 'without faults, an autoscaler keeps what it has added for as long as its window lasts',
	source: 'https://kubernetes.io/docs/concepts/workloads/autoscaling/horizontal-pod-autoscale/#stabilization-window',
	watch(known) {
		/** Key of a Deployment → its last number of replicas, and the time of that change. */
		const raised = new Map<string, {readonly to: number; readonly atMs: number}>();
		return {
			changes: {
				deployments({key, before, after}, {process}, broken) {
					const [old, now] = [before?.spec.replicas ?? 1, after?.spec.replicas ?? 1];
					if (!after || old === now || controllerOf(process) !== 'horizontal-pod-autoscaler' || !known.isCalm) {
						return;
					}

					const scaler = [...known.all('horizontalpodautoscalers').values()].find(
						({spec, metadata}) =>
							spec.scaleTargetRef.name === after.metadata.name && metadata.namespace === after.metadata.namespace,
					);
					const last = raised.get(key);
					const {stabilizationWindowSeconds = windowSeconds} = scaler?.spec.behavior?.scaleDown ?? {};
					if (now > old) {
						raised.set(key, {to: now, atMs: known.timeMs});
					} else if (
						last &&
						scaler &&
						now < Math.min(last.to, scaler.spec.maxReplicas) &&
						known.timeMs - last.atMs < stabilizationWindowSeconds * 1000
					) {
						broken(key, `it has ${now} replicas ${(known.timeMs - last.atMs) / 1000} s after it was given ${last.to}`);
					}
				},
			},
		};
	},
};

/** Rules about autoscalers. */
export const autoscalerRules: readonly Rule[] = [autoscaler, steadiness];

import {parseTimestamp} from '../../kernel/clock.js';
import type {Pod} from '../../objects/kubernetes.generated.js';
import {parseQuantity} from '../../objects/quantity.js';
import {controllerOf, type Known} from '../known.js';
import type {Rule} from '../rule.js';
import {podsOn, portsTaken, requestOf} from './scheduler.js';

/** Pods of a node that have started there and have not ended. */
const admittedOn = (known: Known, node: string): readonly Pod[] =>
	podsOn(known, node).filter(
		({status, metadata}) => status?.phase === 'Running' && metadata.deletionTimestamp === undefined,
	);

const room: Rule = {
	name: 'without faults, a kubelet runs Pods only within what its node has, and each host port once',
	source: 'https://kubernetes.io/docs/tasks/administer-cluster/reserve-compute-resources/#node-allocatable',
	watch: (known) => ({
		atRest(broken) {
			for (const [key, {metadata, status}] of known.isCalm ? known.all('minions') : []) {
				const pods = admittedOn(known, metadata.name);
				for (const [resource, amount] of Object.entries(status?.allocatable ?? {})) {
					const isBeyond =
						/^(?:cpu|memory)$/.test(resource) &&
						pods.reduce((sum, pod) => sum + requestOf(pod, resource), 0n) > parseQuantity(amount);
					if (isBeyond) {
						broken(key, `its Pods request more ${resource} than ${amount}`);
					}
				}

				const clash = pods.find(
					(pod) =>
						portsTaken(
							pod,
							pods.filter((other) => other !== pod),
						) !== undefined,
				);
				if (clash) {
					broken(key, `a host port of ${clash.metadata.name} is taken by another Pod`);
				}
			}
		},
	}),
};

const deadlines: Rule = {
	name: 'without faults, a kubelet ends a Pod when its activeDeadlineSeconds are over',
	source: 'https://kubernetes.io/docs/concepts/workloads/controllers/job/#job-termination-and-cleanup',
	watch: (known) => ({
		atRest(broken) {
			for (const [key, {spec, status}] of known.isCalm ? known.all('pods') : []) {
				const startMs = status?.startTime === undefined ? undefined : parseTimestamp(status.startTime);
				const isOver =
					spec.activeDeadlineSeconds !== undefined &&
					startMs !== undefined &&
					known.wallMs - startMs > (spec.activeDeadlineSeconds + 90) * 1000;
				if (isOver && status?.phase === 'Running') {
					broken(key, `it has run for ${(known.wallMs - (startMs ?? 0)) / 1000} s`);
				}
			}
		},
	}),
};

const times: Rule = {
	name: 'a Job that has ended stays for its ttlSecondsAfterFinished',
	source: 'https://kubernetes.io/docs/concepts/workloads/controllers/ttlafterfinished/',
	watch: (known) => ({
		changes: {
			jobs({key, before, after}, {process}, broken) {
				const last = after ?? before;
				const isDeleted =
					before?.metadata.deletionTimestamp === undefined && after?.metadata.deletionTimestamp !== undefined;
				if (controllerOf(process) !== 'ttl-after-finished' || !last || !(isDeleted || !after)) {
					return;
				}

				const end = last.status?.conditions?.find(({type}) => type === 'Complete' || type === 'Failed');
				const sinceMs = known.wallMs - parseTimestamp(end?.lastTransitionTime ?? '');
				if (
					before?.metadata.deletionTimestamp === undefined &&
					sinceMs < (last.spec?.ttlSecondsAfterFinished ?? 0) * 1000
				) {
					broken(key, `it is deleted ${sinceMs / 1000} s after its end`);
				}
			},
		},
	}),
};

/** Rules about how much a node runs, and how long. */
export const admittedPodRules: readonly Rule[] = [room, deadlines, times];

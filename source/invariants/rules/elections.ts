import {isRecord} from '../../kernel/record.js';
import type {Rule} from '../rule.js';

/** The instance of a process, such as `controller-manager-2`. */
const instanceOf = (process: string): string => process.split('/')[0] ?? process;

const isCandidate = /^(?:controller-manager|kube-scheduler)(?:-\d+)?$/;

/** The leader of each Lease, as the run has shown it. */
interface Reign {
	readonly instance: string;
	readonly renewedMs: number;
}

const secondsOf = (spec: unknown): number =>
	isRecord(spec) && typeof spec['leaseDurationSeconds'] === 'number' ? spec['leaseDurationSeconds'] : 15;

const takeovers: Rule = {
	name: 'an instance takes a Lease over when it has not been renewed for its duration',
	source: 'https://kubernetes.io/docs/concepts/architecture/leases/#leader-election',
	watch(known) {
		const reigns = new Map<string, Reign>();
		return {
			changes: {
				leases({key, before, after}, {process}, broken) {
					if (!key.includes('/kube-system/') || !after) {
						return;
					}

					const last = reigns.get(key);
					const [old, now] = [before?.spec?.holderIdentity, after.spec?.holderIdentity];
					const sinceMs = known.timeMs - (last?.renewedMs ?? Number.NEGATIVE_INFINITY);
					// Releasing a Lease empties its holder.
					if (old && now && old !== now && last && sinceMs < (secondsOf(before?.spec) - 1) * 1000) {
						broken(key, `${last.instance} has renewed it ${sinceMs / 1000} s ago, and ${instanceOf(process)} takes it`);
					}

					reigns.set(key, {instance: instanceOf(process), renewedMs: known.timeMs});
				},
			},
		};
	},
};

/** The longest time after a pause for an instance to notice that it is no longer the leader. */
const wakeMs = 15_000;

const fencing: Rule = {
	name: 'of several instances only the one that holds the Lease changes objects',
	source: 'https://kubernetes.io/docs/concepts/architecture/leases/#leader-election',
	watch(known) {
		/** Name of a program → the instance that holds its Lease, and since when. */
		const holders = new Map<string, {readonly instance: string; readonly sinceMs: number}>();
		/** The last time a pause began or a fault ended: a resumed instance may finish its current work. */
		let stirredMs = Number.NEGATIVE_INFINITY;
		return {
			changes: {
				leases({key, before, after}, {process}) {
					const instance = instanceOf(process);
					const isElection = key.includes('/kube-system/') && isCandidate.test(instance);
					if (isElection && after?.spec?.holderIdentity !== before?.spec?.holderIdentity) {
						holders.set(instance.replace(/-\d+$/, ''), {instance, sinceMs: known.timeMs});
					}
				},
			},
			onObject({key}, {process}, broken) {
				const instance = instanceOf(process);
				if (!isCandidate.test(instance) || key.startsWith('/registry/leases/') || key.startsWith('/registry/events/')) {
					return;
				}

				const holder = holders.get(instance.replace(/-\d+$/, ''));
				// Earlier events may arrive later.
				if (
					holder &&
					holder.instance !== instance &&
					known.timeMs - holder.sinceMs > 5000 &&
					known.timeMs - stirredMs > wakeMs
				) {
					broken(key, `${instance} writes, and ${holder.instance} leads since ${holder.sinceMs} ms`);
				}
			},
			stops: {
				'fault.pause'() {
					stirredMs = known.timeMs;
				},
				'fault.end'() {
					stirredMs = known.timeMs;
				},
			},
		};
	},
};

/** Rules about instances with one leader. */
export const electionRules: readonly Rule[] = [takeovers, fencing];

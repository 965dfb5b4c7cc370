import {parseDuration} from '../../go/duration.js';
import type {Pod} from '../../objects/kubernetes.generated.js';
import type {Backoff} from '../containers/backoff.js';
import type {ReasonCache} from '../containers/reason-cache.js';
import type {FormerResults} from '../probes/probe-worker.js';
import type {RuntimeContainer} from '../runtime/container.js';
import {formerContainers, virtualMs} from './former-containers.js';

/**
What the kubelet of a node knew that is simulated from a certain moment on: it goes on without starting anew.

Simplified: results of probes, pauses and reasons are taken from the statuses of its Pods.
*/
export class FormerKubelet {
	readonly #pods: ReadonlyMap<string, Pod>;

	/** @param pods of the node, by the uid that the kubelet knows them by. */
	constructor(pods: ReadonlyMap<string, Pod>) {
		this.#pods = pods;
	}

	/** Whether it knew a Pod. */
	knew(uid: string): boolean {
		return this.#pods.has(uid);
	}

	/** What the probes of a container had found; `undefined` for a container that has started since. */
	results({sandbox: {uid}, name, id}: RuntimeContainer): FormerResults | undefined {
		const {containerStatuses = [], initContainerStatuses = []} = this.#pods.get(uid)?.status ?? {};
		const status = [...containerStatuses, ...initContainerStatuses].find((one) => one.name === name);
		return status?.containerID?.endsWith(`/${id}`)
			? {readiness: status.ready, ...(status.started === undefined ? {} : {startup: status.started})}
			: undefined;
	}

	/** Tells a kubelet why containers wait, and for how long. */
	remind(reasons: ReasonCache, backoff: Backoff, nowMs: number, wallClockMs: number): void {
		for (const [uid, pod] of this.#pods) {
			const {containerStatuses = [], initContainerStatuses = []} = pod.status ?? {};
			for (const {name, state} of [...initContainerStatuses, ...containerStatuses]) {
				const {reason, message = ''} = state?.waiting ?? {};
				if (reason && reason !== 'ContainerCreating' && reason !== 'PodInitializing') {
					reasons.set(uid, name, {reason, message});
				}
			}

			for (const {spec, state, finishedAt, attempt} of formerContainers(pod)) {
				if (state === 'EXITED' && attempt > 0) {
					const status = containerStatuses.find(({name}) => name === spec.name);
					const words = /^back-off (\S+) restarting/.exec(status?.state?.waiting?.message ?? '')?.[1];
					const pauseMs = (words === undefined ? undefined : parseDuration(words)) ?? pauseAfter(attempt);
					backoff.set(`${uid}/${spec.name}/${spec.image}`, pauseMs, virtualMs(finishedAt, nowMs, wallClockMs));
				}
			}
		}
	}
}

/** The pause after so many restarts: 10 s, 20 s, 40 s … */
const pauseAfter = (attempt: number): number => Math.min(300_000, 10_000 * 2 ** Math.min(10, attempt - 1));

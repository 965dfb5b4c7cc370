import {parseDuration} from '../../go/duration.js';
import type {Kernel} from '../../kernel/kernel.js';
import type {Pod, PodStatus} from '../../objects/kubernetes.generated.js';
import type {Backoff} from '../containers/backoff.js';
import {pullKey} from '../containers/image-manager.js';
import type {ReasonCache, WaitingReason} from '../containers/reason-cache.js';
import type {FormerResults} from '../probes/probe-worker.js';
import type {CRIContainer} from '../../cri/container.js';
import {parseImageReference} from '../../objects/image-reference.js';
import {formerContainers, virtualMs} from './former-containers.js';

/**
The state of a kubelet whose simulation begins at a certain moment: it continues without a restart.

Simplified: results of probes, pauses and reasons are restored from the statuses of its Pods.
*/
export class FormerKubelet {
	readonly #pods: ReadonlyMap<string, Pod>;

	/** @param pods of the node, by the kubelet's uid. */
	constructor(pods: ReadonlyMap<string, Pod>) {
		this.#pods = pods;
	}

	/** The status of a Pod that it knew. */
	statusOf(uid: string): PodStatus | undefined {
		return this.#pods.get(uid)?.status;
	}

	/** The earlier results of a container's probes; `undefined` for a container that has started since. */
	results({sandbox: {uid}, name, id}: CRIContainer): FormerResults | undefined {
		const {containerStatuses = [], initContainerStatuses = []} = this.#pods.get(uid)?.status ?? {};
		const status = [...containerStatuses, ...initContainerStatuses].find((one) => one.name === name);
		return status?.containerID?.endsWith(`/${id}`)
			? {readiness: status.ready, ...(status.started === undefined ? {} : {startup: status.started})}
			: undefined;
	}

	/** Restores the reasons and pauses of waiting containers in a kubelet. */
	remind({reasons, starts, pulls}: Memories, {now, wallClockMs}: Pick<Kernel, 'now' | 'wallClockMs'>): void {
		for (const [uid, pod] of this.#pods) {
			for (const {name, image, waiting} of waitingContainers(pod)) {
				reasons.set(uid, name, waiting);
				const reference = parseImageReference(image);
				if (waiting.reason === 'ImagePullBackOff' && typeof reference !== 'string') {
					pulls.set(pullKey(uid, reference), longestPauseMs, now);
				}
			}

			for (const {spec, state, finishedAt, attempt} of formerContainers(pod)) {
				if (state === 'EXITED' && attempt > 0) {
					const words = /^back-off (\S+) restarting/.exec(reasons.of(uid).get(spec.name)?.message ?? '')?.[1];
					const pauseMs = (words === undefined ? undefined : parseDuration(words)) ?? pauseAfter(attempt);
					starts.set(`${uid}/${spec.name}/${spec.image}`, pauseMs, virtualMs(finishedAt, now, wallClockMs));
				}
			}
		}
	}
}

/** A kubelet's memory of failed attempts. */
interface Memories {
	readonly reasons: ReasonCache;
	/** The pauses before containers are started again. */
	readonly starts: Backoff;
	/** The pauses before images are pulled again. */
	readonly pulls: Backoff;
}

const longestPauseMs = 300_000;

/** Containers that wait for more than their turn. */
const waitingContainers = ({
	spec,
	status,
}: Pod): ReadonlyArray<{readonly name: string; readonly image: string; readonly waiting: WaitingReason}> => {
	const specs = [...(spec.initContainers ?? []), ...spec.containers];
	return [...(status.initContainerStatuses ?? []), ...(status.containerStatuses ?? [])].flatMap(({name, state}) => {
		const {reason, message = ''} = state?.waiting ?? {};
		return reason && reason !== 'ContainerCreating' && reason !== 'PodInitializing'
			? [{name, image: specs.find((one) => one.name === name)?.image ?? '', waiting: {reason, message}}]
			: [];
	});
};

/** The pause after so many restarts: 10 s, 20 s, 40 s … */
const pauseAfter = (attempt: number): number => Math.min(longestPauseMs, 10_000 * 2 ** Math.min(10, attempt - 1));

import type {Lease} from '../objects/kubernetes.generated.js';
import {registryKey} from '../objects/resources.js';
import {Mailbox} from '../kernel/mailbox.js';
import {active, sleep, take, type Routine} from '../kernel/routine.js';
import {note} from '../stages/note.js';
import type {Client} from './client.js';
import {ApiError, ignoreNotFound} from './errors.js';
import {EventRecorder} from './event-recorder.js';

const resource = 'leases.coordination.k8s.io';
const namespace = 'kube-system';
const leaseSeconds = 15;
const renewDeadlineMs = 10_000;
const retryMs = 2000;
const jitterFactor = 1.2;
/** The time after which another instance has certainly taken over the Lease. */
const takeoverMs = leaseSeconds * 1000 + 2 * retryMs * (1 + jitterFactor);
/** The time until the kubelet restarts an instance that lost its Lease. */
const startAgainMs = 1000;

/** One of several instances of a program. */
export interface Candidate {
	readonly client: Client;
	/** The requested Lease, in `kube-system`. */
	readonly lease: string;
	/** Its host, which, with an id that is new at each start, forms the Lease's holder identity. */
	readonly host: string;
	/** Process that ends when it is no longer the leader. */
	readonly process: string;
	readonly component: string;
	/** The reporter of its events. */
	readonly reportsAs: string;
}

/** A Lease, and when an instance has seen it change, by its own clock. */
export interface Observed {
	readonly spec: NonNullable<Lease['spec']>;
	readonly atMs: number;
}

/**
The time for which another instance still holds a Lease, in milliseconds. It counts from the change that this instance observed, so clocks need not agree.

@mirrors k8s.io/client-go/tools/leaderelection LeaderElector.tryAcquireOrRenew
*/
export const heldForMs = ({spec, atMs}: Observed, identity: string, nowMs: number): number =>
	!spec.holderIdentity || spec.holderIdentity === identity
		? 0
		: Math.max(0, atMs + (spec.leaseDurationSeconds ?? leaseSeconds) * 1000 - nowMs);

/** The Lease that an instance writes: a take-over counts as a transition. */
export const ownSpec = (
	before: Lease['spec'] | undefined,
	identity: string,
	now: string,
): NonNullable<Lease['spec']> => ({
	acquireTime: before?.holderIdentity === identity ? before.acquireTime : now,
	holderIdentity: identity,
	leaseDurationSeconds: leaseSeconds,
	leaseTransitions:
		before === undefined ? 0 : (before.leaseTransitions ?? 0) + (before.holderIdentity === identity ? 0 : 1),
	renewTime: now,
});

/**
Runs the work only while the instance leads: it waits until the Lease has no holder, takes it, and renews it every two seconds. If that
fails for ten seconds, its process ends and restarts; another instance takes the Lease when it has not changed for fifteen.

@param work the work of the leader.
@see https://kubernetes.io/docs/concepts/architecture/leases/#leader-election
@mirrors k8s.io/client-go/tools/leaderelection LeaderElector.Run
*/
export function* lead(candidate: Candidate, work: () => Routine): Routine {
	const {process, component} = candidate;
	const {kernel} = candidate.client;
	const elector = new LeaderElector(candidate);
	yield* elector.acquire();
	// Without a leader, work that waits for one is not at rest.
	kernel.atExit(() => kernel.after(takeoverMs, () => undefined));
	kernel.spawn(`${process}/leader-election`, component, () => elector.renew(), {child: true});
	kernel.spawn(`${process}/renew-deadline`, component, () => elector.watch(), {child: true});
	yield* work();
}

/** The election from the view of one instance. */
class LeaderElector {
	readonly #object: string;
	readonly #recorder: EventRecorder;
	readonly #renewed: Mailbox<true>;
	readonly #identity: string;
	#lease: Lease | undefined;
	#observed: Observed | undefined;
	/** The Lease has not changed between two checks: its holder may have ended. */
	#isSilent = false;

	constructor(readonly candidate: Candidate) {
		const {client, lease, process, reportsAs, host} = candidate;
		this.#identity = `${host}_${client.kernel.random(process).uid()}`;
		this.#object = registryKey(resource, namespace, lease);
		this.#recorder = new EventRecorder(client, {component: reportsAs, process: `${process}/leader-election/events`});
		this.#renewed = new Mailbox(`${process}/renewed`);
	}

	/** Tries until it is the leader. */
	*acquire(): Routine {
		const {client, process} = this.candidate;
		const random = client.kernel.random(process);
		while (!(yield* this.#attempt())) {
			yield* sleep(random.jitter(retryMs, jitterFactor), {periodic: !this.#isSilent});
		}

		yield* this.#report('became leader');
	}

	/** Keeps the Lease. */
	*renew(): Routine {
		for (;;) {
			yield* sleep(retryMs, {periodic: true});
			if (yield* this.#attempt()) {
				this.candidate.client.kernel.send(this.#renewed, true);
			}
		}
	}

	/** Ends the process once the Lease could not be renewed for too long. */
	*watch(): Routine {
		const {client, process, component, lease} = this.candidate;
		const identity = this.#identity;
		const {kernel} = client;
		while (yield* take(this.#renewed, {timeoutMs: renewDeadlineMs, periodic: true})) {
			// It is still the leader.
		}

		const object = this.#object;
		const end = function* () {
			yield* active();
			kernel.processes.crash(process);
			yield* note('leader.election', {case: 'lost', lease, identity}, {object, outcome: 'failed'});
			yield* sleep(startAgainMs);
			kernel.processes.restart(process);
		};
		kernel.spawn(`${process}-exit`, component, end, {brief: true});
	}

	*#report(what: string): Routine {
		if (this.#lease) {
			yield* this.#recorder.event(this.#lease, 'Normal', 'LeaderElection', `${this.#identity} ${what}`);
		}
	}

	/** Takes the Lease, or renews it. @returns whether it is the leader. @mirrors tryAcquireOrRenew */
	*#attempt(): Routine<boolean> {
		const {client, lease} = this.candidate;
		const identity = this.#identity;
		const {kernel} = client;
		const object = this.#object;
		try {
			const current = this.#lease ?? (yield* ignoreNotFound(client.get(resource, namespace, lease)));
			const own = ownSpec(current?.spec, identity, kernel.microTimestamp());
			if (current?.spec) {
				this.#observe(current.spec);
				const heldMs = this.#observed ? heldForMs(this.#observed, identity, kernel.now) : 0;
				if (heldMs > 0) {
					const by = current.spec.holderIdentity ?? '';
					yield* note('leader.election', {case: 'held', lease, identity, by, heldMs}, {object});
					return false;
				}
			}

			const isRenewal = current?.spec?.holderIdentity === identity;
			if (!isRenewal) {
				yield* active();
			}

			const from = isRenewal ? undefined : current?.spec?.holderIdentity;
			yield* note(
				'leader.election',
				isRenewal ? {case: 'renew', lease, identity} : {case: 'take', lease, identity, from},
				{object},
			);
			this.#lease = current
				? yield* client.update(resource, {...current, spec: own})
				: yield* client.create(resource, namespace, {
						apiVersion: 'coordination.k8s.io/v1',
						kind: 'Lease',
						metadata: {name: lease, namespace},
						spec: own,
					});
			this.#observe(own);
			return true;
		} catch (error) {
			if (!(error instanceof ApiError)) {
				throw error;
			}

			this.#lease = undefined;
			const {reason, message} = error;
			yield* note('leader.election', {case: 'failed', lease, identity, reason, message}, {object, outcome: 'failed'});
			return false;
		}
	}

	#observe(spec: NonNullable<Lease['spec']>): void {
		const before = this.#observed?.spec;
		this.#isSilent = before?.renewTime === spec.renewTime && before?.holderIdentity === spec.holderIdentity;
		if (!this.#isSilent) {
			this.#observed = {spec, atMs: this.candidate.client.kernel.now};
		}
	}
}

/** Names of instances: the first has the program's name. @param count the number of instances; one by default. */
export const instancesOf = (name: string, count = 1): readonly string[] =>
	Array.from({length: count}, (_, index) => (index === 0 ? name : `${name}-${index + 1}`));

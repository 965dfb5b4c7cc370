import {ApiError} from '../../../client/errors.js';
import {sleep, type Routine} from '../../../kernel/routine.js';
import type {ApiResource} from '../../discovery.js';
import {goDuration} from '../../../go/duration.js';
import {CommandFailure} from '../../failure.js';
import {dryRunOf} from '../../printing/output.js';
import type {Invocation} from '../../invocation.js';
import {keyOf, pathOf} from '../../resource-path.js';
import type {Unstructured} from '../../../objects/unstructured.js';

const pollMs = 1000;
const retryMs = 5000;

/** A Pod that is ending. */
interface Leaving {
	readonly pod: Unstructured;
	readonly namespace: string;
	readonly name: string;
	/** The time of its next check. */
	atMs: number;
	isAccepted: boolean;
	isDone: boolean;
}

/** The Pods that eviction left. */
export interface Evicted {
	readonly failures: readonly CommandFailure[];
}

const deletionOptions = ({flags}: Invocation) => {
	const grace = flags.changed('grace-period') ? flags.number('grace-period') : -1;
	return {apiVersion: 'v1', kind: 'DeleteOptions', ...(grace >= 0 ? {gracePeriodSeconds: grace} : {})};
};

/** Name of a Pod with its namespace. */
export const nameOf = ({metadata}: Unstructured): string => `${metadata?.namespace}/${metadata?.name}`;

/**
Evicts Pods, all at the same time, and waits for their deletion. An eviction that a Pod's budget does not allow is retried every 5 seconds.

@mirrors kubectl/pkg/drain Helper.DeleteOrEvictPods
*/
export function* evictPods(
	invocation: Invocation,
	resource: ApiResource,
	pods: readonly Unstructured[],
): Routine<Evicted> {
	const {flags, kernel} = invocation;
	const timeoutMs = flags.durationMs('timeout');
	const deadlineMs = timeoutMs > 0 ? kernel.now + timeoutMs : Infinity;
	const leaving = pods.map((pod): Leaving => ({
		pod,
		namespace: pod.metadata?.namespace ?? '',
		name: pod.metadata?.name ?? '',
		atMs: kernel.now,
		isAccepted: false,
		isDone: false,
	}));
	const failures: CommandFailure[] = [];
	while (leaving.some(({isDone}) => !isDone)) {
		const due = leaving.filter(({isDone, atMs}) => !isDone && atMs <= kernel.now);
		announce(
			invocation,
			due.filter(({isAccepted}) => !isAccepted),
		);
		for (const one of due) {
			const failure = yield* one.isAccepted
				? look(invocation, resource, one)
				: evict(invocation, resource, one, deadlineMs);
			if (failure) {
				one.isDone = true;
				failures.push(failure);
			}
		}

		const next = Math.min(...leaving.filter(({isDone}) => !isDone).map(({atMs}) => atMs));
		if (next === Infinity) {
			break;
		}

		yield* invocation.flush();
		const waiting = leaving.filter(({isDone, isAccepted}) => !isDone && isAccepted);
		if (waiting.length > 0 && next >= deadlineMs) {
			yield* sleep(Math.max(0, deadlineMs - kernel.now));
			failures.push(...waiting.map((one) => tooLate(invocation, one)));
			for (const one of waiting) {
				one.isDone = true;
			}
		} else {
			yield* sleep(Math.max(0, next - kernel.now));
		}
	}

	// Deletion waits for all Pods together and times out once.
	return {failures: flags.on('disable-eviction') ? failures.slice(0, 1) : failures};
}

const tooLate = ({flags}: Invocation, {name, namespace}: Leaving): CommandFailure =>
	flags.on('disable-eviction')
		? new CommandFailure('context deadline exceeded')
		: new CommandFailure(
				`error when waiting for pod "${name}" in namespace "${namespace}" to terminate: context deadline exceeded`,
				{verbatim: true},
			);

/** Upstream evicts each Pod in its own goroutine: all have printed their line before the first answer arrives. */
const announce = (invocation: Invocation, due: readonly Leaving[]): void => {
	const suffix = dryRunOf(invocation) === 'server' ? ' (server dry run)' : '';
	if (due.length > 0 && !invocation.flags.on('disable-eviction')) {
		invocation.out(due.map(({pod}) => `evicting pod ${nameOf(pod)}${suffix}\n`).join(''));
	}
};

/** Requests eviction once. @returns the reason for giving up, if any. */
function* evict(
	invocation: Invocation,
	resource: ApiResource,
	one: Leaving,
	deadlineMs: number,
): Routine<CommandFailure | undefined> {
	const {flags, kernel} = invocation;
	const {namespace, name} = one;
	const dryRun = dryRunOf(invocation);
	const what = `error when evicting pods/"${name}" -n "${namespace}"`;
	if (!flags.on('disable-eviction') && kernel.now >= deadlineMs) {
		return new CommandFailure(`${what}: global timeout reached: ${goDuration(flags.durationMs('timeout'))}`, {
			verbatim: true,
		});
	}

	const options = {...deletionOptions(invocation), ...(dryRun === 'server' ? {dryRun: ['All']} : {})};
	try {
		yield* flags.on('disable-eviction')
			? invocation.delete(resource, namespace, name, options)
			: invocation.request('POST', pathOf(resource, namespace, name, 'eviction'), {
					body: {apiVersion: 'policy/v1', kind: 'Eviction', metadata: {name, namespace}, deleteOptions: options},
					object: keyOf(resource, namespace, name),
				});
	} catch (error) {
		if (!(error instanceof ApiError)) {
			throw error;
		}

		if (error.reason === 'NotFound') {
			one.isDone = true;
			return undefined;
		}

		if (error.reason === 'TooManyRequests' && !flags.on('disable-eviction')) {
			invocation.err(`${what} (will retry after 5s): ${error.message}\n`);
			one.atMs = kernel.now + retryMs;
			return undefined;
		}

		return new CommandFailure(flags.on('disable-eviction') ? error.message : `${what}: ${error.message}`, {
			verbatim: true,
		});
	}

	one.isAccepted = true;
	one.isDone = dryRun === 'server';
	return undefined;
}

/** Checks whether it was deleted. */
function* look(invocation: Invocation, resource: ApiResource, one: Leaving): Routine<undefined> {
	const {flags, kernel} = invocation;
	const {namespace, name, pod} = one;
	const current = yield* invocation.find(resource, namespace, name);
	const skipSeconds = flags.number('skip-wait-for-delete-timeout');
	const since = current?.metadata?.deletionTimestamp;
	if (!current || current.metadata?.uid !== pod.metadata?.uid) {
		invocation.out(`pod/${name} ${flags.on('disable-eviction') ? 'deleted' : 'evicted'}\n`);
		one.isDone = true;
	} else if (skipSeconds > 0 && since && Math.trunc((kernel.wallClockMs - Date.parse(since)) / 1000) > skipSeconds) {
		invocation.out(`pod "${name}" has DeletionTimestamp older than ${skipSeconds} seconds, skipping\n`);
		one.isDone = true;
	} else {
		one.atMs = kernel.now + pollMs;
	}

	return undefined;
}

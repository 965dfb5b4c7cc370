import type {Routine} from '../../../../kernel/routine.js';
import {CommandFailure} from '../../../failure.js';
import type {Invocation} from '../../../invocation.js';
import {watchObject} from '../../../object-watch.js';
import type {Item} from '../../../selection.js';
import {progressOf, type Progress} from './progress.js';
import {isRolling, kindAndGroup, revisionAnnotation, rolloutItems, type RollingWorkload} from './workloads.js';

/** `kubectl rollout status`: prints each change until the rollout is complete. */
export function* status(invocation: Invocation): Routine<number | void> {
	const {flags} = invocation;
	const wanted = flags.number('revision');
	if (wanted < 0) {
		throw new CommandFailure(`revision must be a positive integer: ${wanted}`);
	}

	const items = yield* rolloutItems(invocation);
	if (items.length === 0) {
		invocation.err(`No resources found in ${yield* invocation.namespace()} namespace.\n`);
		return;
	}

	for (const item of items) {
		const {resource, object} = item;
		if (!isRolling(object)) {
			throw new CommandFailure(`no status viewer has been implemented for ${kindAndGroup(resource)}`);
		}

		const running = Number(object.metadata.annotations?.[revisionAnnotation] ?? 0);
		if (resource.kind === 'Deployment' && wanted > 0 && wanted !== running) {
			throw new CommandFailure(`desired revision (${wanted}) is different from the running revision (${running})`);
		}

		const progress = progressOf(object);
		invocation.out(progress.text);
		const follow = flags.changed('watch') ? flags.on('watch') : true;
		if (!progress.done && follow) {
			yield* followRollout(invocation, item, object, progress);
		}
	}
}

/** Prints changes until the rollout is complete. @throws {CommandFailure} when the timeout expires. */
function* followRollout(invocation: Invocation, item: Item, object: RollingWorkload, progress: Progress): Routine {
	const {flags, kernel} = invocation;
	const timeoutMs = flags.durationMs('timeout');
	const deadlineMs = timeoutMs > 0 ? kernel.now + timeoutMs : undefined;
	const watch = yield* watchObject(invocation, item, {since: object, mailboxName: `kubectl/rollout/${item.name}`});
	let last = progress;
	while (!last.done) {
		yield* invocation.flush();
		const event = yield* watch.next(deadlineMs);
		if (!event) {
			throw new CommandFailure('timed out waiting for the condition');
		}

		if (event.type === 'DELETED') {
			throw new CommandFailure('object has been deleted');
		}

		const next = isRolling(event.object) ? progressOf(event.object) : last;
		if (next.text !== last.text || next.done) {
			invocation.out(next.text);
		}

		last = next;
	}

	watch.close();
}

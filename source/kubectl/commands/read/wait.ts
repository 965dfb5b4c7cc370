import {waitUntilGone} from '../../deletion.js';
import {isNotFound} from '../../../client/errors.js';
import {sleep, type Routine} from '../../../kernel/routine.js';
import {note} from '../../../stages/note.js';
import {CommandFailure, isFailure, throwAll} from '../../failure.js';
import {formatOf, inOneStream, objectName, printResult, type Format} from '../../printing/output.js';
import {selectItems, type Item} from '../../selection.js';
import type {Invocation} from '../../invocation.js';
import {watchObject} from '../../object-watch.js';
import {keyOf} from '../../resource-path.js';
import type {Unstructured} from '../../../objects/unstructured.js';
import {conditionOf, type Met} from './wait-condition.js';

const weekMs = 7 * 24 * 3_600_000;
const pollMs = 500;

/** The awaited condition, and the time limit. */
interface Waiting {
	readonly texts: readonly string[];
	/** The conditions, in order. */
	readonly conditions: readonly Met[];
	/** Zero: it checks once. */
	readonly timeoutMs: number;
	readonly deadlineMs: number;
	readonly format: Format;
}

/** `kubectl wait`: waits until a condition holds, a field has a value, or an object is deleted. */
export function* wait(invocation: Invocation): Routine<number | void> {
	const {flags, kernel} = invocation;
	const format = inOneStream(formatOf(invocation));
	const texts = flags.list('for');
	if (texts.length === 0) {
		throw new CommandFailure('unrecognized condition: []');
	}

	const conditions = texts.map((text) => (isPresence(text) ? () => true : conditionOf(text)));
	const asked = flags.changed('timeout') ? flags.durationMs('timeout') : 30_000;
	const timeoutMs = asked < 0 ? weekMs : asked;
	yield* invocation.target();
	const waiting: Waiting = {
		texts,
		conditions,
		timeoutMs,
		deadlineMs: kernel.now + timeoutMs,
		format,
	};
	if (texts.some((text) => text.toLowerCase() === 'create')) {
		yield* waitUntilThere(invocation, waiting);
	}

	yield* texts.some((text) => text.toLowerCase() === 'delete')
		? waitForDeletion(invocation, waiting)
		: waitForConditions(invocation, waiting);
}

const isPresence = (text: string): boolean => ['create', 'delete'].includes(text.toLowerCase());

/** Checks repeatedly until the named objects exist. */
function* waitUntilThere(invocation: Invocation, {deadlineMs}: Waiting): Routine {
	const {kernel} = invocation;
	for (;;) {
		const {items, errors} = yield* selectItems(invocation);
		const other = errors.find((error) => !isNotFound(error));
		if (other) {
			throw other;
		}

		if (items.length > 0 && errors.length === 0) {
			return;
		}

		if (kernel.now + pollMs > deadlineMs) {
			yield* sleep(Math.max(0, deadlineMs - kernel.now));
			throw new CommandFailure('timed out waiting for the condition');
		}

		yield* sleep(pollMs);
	}
}

function* waitForDeletion(invocation: Invocation, {timeoutMs, deadlineMs, format}: Waiting): Routine {
	const {kernel} = invocation;
	const {items, errors} = yield* selectItems(invocation);
	const failures: unknown[] = errors.filter((error) => !isNotFound(error));
	for (const item of items) {
		try {
			if (timeoutMs === 0) {
				throw new CommandFailure(`condition not met for ${item.resource.plural}/${item.name}`);
			}

			yield* waitUntilGone(invocation, [{item, uid: ''}], Math.max(0, deadlineMs - kernel.now));
			printResult(invocation, format, item.resource, item.object, 'condition met');
		} catch (error) {
			failures.push(isFailure(error));
		}
	}

	throwAll(failures);
}

function* waitForConditions(invocation: Invocation, waiting: Waiting): Routine {
	const {items, errors} = yield* selectItems(invocation);
	const failures: unknown[] = [...errors];
	if (items.length === 0 && failures.length === 0) {
		throw new CommandFailure('no matching resources found');
	}

	for (const item of items) {
		try {
			for (const met of waiting.conditions) {
				const object = yield* waitFor(invocation, item, met, waiting);
				printResult(invocation, waiting.format, item.resource, object, 'condition met');
			}
		} catch (error) {
			failures.push(isFailure(error));
		}
	}

	throwAll(failures);
}

/** Watches one object until it is as required. @mirrors kubectl/pkg/cmd/wait getObjAndCheckCondition */
function* waitFor(
	invocation: Invocation,
	item: Item,
	met: Met,
	{texts, timeoutMs, deadlineMs}: Waiting,
): Routine<Unstructured> {
	const {resource, namespace, name, object} = item;
	// Once the time for all objects is over, no further object is checked.
	if (timeoutMs > 0 && invocation.kernel.now >= deadlineMs) {
		throw new CommandFailure(`timed out waiting for the condition on ${resource.plural}/${name}`);
	}

	if (met(object)) {
		return object;
	}

	if (timeoutMs === 0) {
		throw new CommandFailure(`condition not met for ${resource.plural}/${name}`);
	}

	yield* note(
		'kubectl.print',
		{case: 'wait', of: objectName(resource, name), conditions: texts, deadlineMs},
		{object: keyOf(resource, namespace, name)},
	);
	const watch = yield* watchObject(invocation, item, {
		since: object,
		mailboxName: `kubectl/wait/${resource.plural}/${name}`,
	});
	try {
		for (;;) {
			const event = yield* watch.next(deadlineMs);
			if (!event) {
				throw new CommandFailure(`timed out waiting for the condition on ${resource.plural}/${name}`);
			}

			// A deleted object may be created again.
			if ((event.type === 'ADDED' || event.type === 'MODIFIED') && met(event.object)) {
				return event.object;
			}
		}
	} finally {
		watch.close();
	}
}

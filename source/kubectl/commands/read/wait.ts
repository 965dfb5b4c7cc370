import {isNotFound} from '../../../client/errors.js';
import type {WatchEvent} from '../../../client/request.js';
import {Mailbox} from '../../../kernel/mailbox.js';
import {note, sleep, take, type Routine} from '../../../kernel/routine.js';
import {CommandFailure, isFailure, throwAll} from '../../failure.js';
import {formatOf, inOneStream, objectName, printResult, type Format} from '../../printing/output.js';
import {selectItems, type Item} from '../../selection.js';
import {keyOf, pathOf, type Invocation} from '../../invocation.js';
import type {Unstructured} from '../../unstructured.js';
import {waitUntilGone} from '../write/delete.js';
import {conditionOf, type Met} from './wait-condition.js';

const weekMs = 7 * 24 * 3_600_000;
const pollMs = 500;

/** What is waited for, and until when. */
interface Waiting {
	readonly texts: readonly string[];
	readonly met: Met;
	/** Zero: it is looked once. */
	readonly timeoutMs: number;
	readonly deadlineMs: number;
	readonly format: Format;
}

/** `kubectl wait`: until a condition holds, a field has a value, or an object is gone. */
export function* wait(invocation: Invocation): Routine<number | void> {
	const {flags, kernel} = invocation;
	const format = inOneStream(formatOf(invocation));
	const given = flags.list('for');
	const texts = given.length > 0 ? given : [''];
	const conditions = texts.filter((text) => !isPresence(text)).map(conditionOf);
	const asked = flags.changed('timeout') ? flags.durationMs('timeout') : 30_000;
	const timeoutMs = asked < 0 ? weekMs : asked;
	yield* invocation.target();
	const waiting: Waiting = {
		texts,
		met: (object) => conditions.every((met) => met(object)),
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

/** Looks again and again until what is named is there. */
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
			printResult(invocation, format, item.resource, item.object!, 'condition met');
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
			const object = yield* waitFor(invocation, item, waiting);
			printResult(invocation, waiting.format, item.resource, object, 'condition met');
		} catch (error) {
			failures.push(isFailure(error));
		}
	}

	throwAll(failures);
}

/** Watches one object until it is as it should be. @mirrors kubectl/pkg/cmd/wait getObjAndCheckCondition */
function* waitFor(
	invocation: Invocation,
	{resource, namespace, name, object}: Item,
	{texts, met, timeoutMs, deadlineMs}: Waiting,
): Routine<Unstructured> {
	const {kernel} = invocation;
	if (met(object!)) {
		return object!;
	}

	if (timeoutMs === 0) {
		throw new CommandFailure(`condition not met for ${resource.plural}/${name}`);
	}

	yield* note(
		'kubectl.print',
		`kubectl waits for ${texts.join(' and ')} on ${objectName(resource, name)}.`,
		{deadlineMs},
		{object: keyOf(resource, namespace, name)},
	);
	const mailbox = new Mailbox<WatchEvent>(`kubectl/wait/${resource.plural}/${name}`);
	const response = yield* invocation.request('GET', pathOf(resource, namespace), {
		query: {fieldSelector: `metadata.name=${name}`, resourceVersion: object!.metadata?.resourceVersion, watch: 'true'},
		onEvent: (event) => kernel.send(mailbox, event, kernel.latency('client.watch', 1)),
	});
	kernel.atExit(() => response.close?.());
	try {
		for (;;) {
			const event = yield* take(mailbox, {timeoutMs: Math.max(0, deadlineMs - kernel.now)});
			if (!event) {
				throw new CommandFailure(`timed out waiting for the condition on ${resource.plural}/${name}`);
			}

			// What is deleted may come again.
			if ((event.type === 'ADDED' || event.type === 'MODIFIED') && met(event.object as Unstructured)) {
				return event.object as Unstructured;
			}
		}
	} finally {
		response.close?.();
	}
}

import {ApiError} from '../../client/errors.js';
import type {WatchEvent} from '../../client/request.js';
import {Mailbox} from '../../kernel/mailbox.js';
import {note, take, type Routine} from '../../kernel/routine.js';
import {CommandFailure, throwAll} from '../failure.js';
import {parseJSONPath, relaxed} from '../json-path.js';
import {formatOf, objectName, printResult} from '../output.js';
import {selectItems, type Item} from '../selection.js';
import {keyOf, pathOf, type Session} from '../session.js';
import type {Unstructured, Value} from '../unstructured.js';
import {waitUntilGone} from './delete.js';

type Met = (object: Unstructured) => boolean;

/** @throws {CommandFailure} for a condition that is none. */
const conditionOf = (text: string): Met => {
	if (text.startsWith('condition=')) {
		const [name, wanted = 'true'] = text.slice('condition='.length).split('=');
		return ({status, metadata}) => {
			const condition = (status?.conditions ?? []).find(({type}: Value) => type.toLowerCase() === name.toLowerCase());
			return (
				condition !== undefined &&
				condition.status.toLowerCase() === wanted.toLowerCase() &&
				(condition.observedGeneration ?? metadata?.generation ?? 0) >= (metadata?.generation ?? 0)
			);
		};
	}

	if (text.startsWith('jsonpath=')) {
		const expression = text.slice('jsonpath='.length);
		const equals = expression.indexOf('}=') === -1 ? -1 : expression.indexOf('}=') + 1;
		const path = parseJSONPath(
			relaxed((equals === -1 ? expression : expression.slice(0, equals)).replace(/^'|'$/g, '')),
		);
		const wanted = equals === -1 ? undefined : expression.slice(equals + 1);
		return (object) => {
			const found = path.find(object);
			return wanted === undefined ? found.length > 0 : found.some((value) => String(value) === wanted);
		};
	}

	throw new CommandFailure(`unrecognized condition: "${text}"`);
};

/** `kubectl wait`: until a condition holds, a field has a value, or an object is gone. */
export function* wait(session: Session): Routine<number | void> {
	const {flags, kernel} = session;
	const text = flags.text('for');
	if (!text) {
		throw new CommandFailure('unrecognized condition: ""');
	}

	const format = formatOf(session);
	const timeoutMs = flags.changed('timeout') ? flags.durationMs('timeout') : 30_000;
	const deadline = kernel.now + (timeoutMs < 0 ? 7 * 24 * 3_600_000 : timeoutMs);
	const met = text === 'delete' || text === 'create' ? undefined : conditionOf(text);
	yield* session.target();
	const {items, errors} = yield* selectItems(session, {fetch: text !== 'delete' && text !== 'create'});
	const failures: unknown[] = [...errors];
	if (items.length === 0 && failures.length === 0) {
		throw new CommandFailure('no matching resources found');
	}

	for (const item of items) {
		try {
			if (text === 'delete') {
				yield* waitUntilGone(session, [{item, uid: ''}], Math.max(0, deadline - kernel.now));
			} else {
				const object = yield* waitFor(session, item, met ?? (() => true), deadline);
				printResult(session, format, item.resource, object, 'condition met');
			}
		} catch (error) {
			if (!(error instanceof ApiError || error instanceof CommandFailure)) {
				throw error;
			}

			failures.push(error);
		}
	}

	throwAll(failures);
}

function* waitFor(
	session: Session,
	{resource, namespace, name, object}: Item,
	met: Met,
	deadline: number,
): Routine<Unstructured> {
	const {kernel} = session;
	const current = object ?? (yield* session.find(resource, namespace, name));
	if (current && met(current)) {
		return current;
	}

	yield* note(
		'kubectl.print',
		`kubectl waits for ${session.flags.text('for')} on ${objectName(resource, name)}.`,
		{deadlineMs: deadline},
		{object: keyOf(resource, namespace, name)},
	);
	const mailbox = new Mailbox<WatchEvent>(`kubectl/wait/${resource.plural}/${name}`);
	const response = yield* session.request('GET', pathOf(resource, namespace), {
		query: {fieldSelector: `metadata.name=${name}`, resourceVersion: current?.metadata?.resourceVersion, watch: 'true'},
		onEvent: (event) => kernel.send(mailbox, event, kernel.latency('client.watch', 1)),
	});
	kernel.atExit(() => response.close?.());
	for (;;) {
		const event = yield* take(mailbox, {timeoutMs: Math.max(0, deadline - kernel.now)});
		if (!event) {
			response.close?.();
			throw new CommandFailure(`timed out waiting for the condition on ${resource.plural}/${name}`);
		}

		if (event.type === 'DELETED') {
			response.close?.();
			throw new CommandFailure(`condition not met for ${resource.plural}/${name}`);
		}

		if (event.type !== 'BOOKMARK' && met(event.object as Unstructured)) {
			response.close?.();
			return event.object as Unstructured;
		}
	}
}

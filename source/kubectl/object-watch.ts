import type {Response, WatchEvent} from '../client/request.js';
import {Mailbox} from '../kernel/mailbox.js';
import {take, type Routine} from '../kernel/routine.js';
import {itemsOf, nestedString, unstructuredOf, type Unstructured} from '../objects/unstructured.js';
import type {Invocation} from './invocation.js';
import {pathOf} from './resource-path.js';
import type {NamedItem} from './selection.js';

/** A watch of one object. */
export interface ObjectWatch {
	/**
	Waits for the next event.

	@param deadlineMs time of the kernel's clock; without it the wait has no limit.
	@returns `undefined` when the deadline passes first.
	*/
	readonly next: (
		deadlineMs: number | undefined,
	) => Routine<{readonly type: WatchEvent['type']; readonly object: Unstructured} | undefined>;
	readonly close: () => void;
}

/**
Watches one object by its name. If the server has compacted the version to continue from, kubectl reads the object again, and watches from there. The watch ends with the command, or when it is closed.

@param mailboxName where the debugger shows the events.
@mirrors k8s.io/client-go/tools/watch UntilWithSync
*/
export function* watchObject(
	invocation: Invocation,
	{resource, namespace, name}: Pick<NamedItem, 'resource' | 'namespace' | 'name'>,
	{since, mailboxName}: {readonly since: Unstructured; readonly mailboxName: string},
): Routine<ObjectWatch> {
	const {kernel} = invocation;
	const mailbox = new Mailbox<WatchEvent>(mailboxName);
	const fieldSelector = `metadata.name=${name}`;
	let opened: Response;
	const open = function* (resourceVersion: string | undefined): Routine<Response> {
		return yield* invocation.request('GET', pathOf(resource, namespace), {
			query: {fieldSelector, resourceVersion, watch: 'true'},
			onEvent: (event) => kernel.send(mailbox, event, kernel.latency('client.watch', 1)),
		});
	};

	opened = yield* open(since.metadata?.resourceVersion);
	const close = (): void => opened.close?.();
	kernel.atExit(close);
	return {
		*next(deadlineMs) {
			const event = yield* take(
				mailbox,
				deadlineMs === undefined ? {} : {timeoutMs: Math.max(0, deadlineMs - kernel.now)},
			);
			if (event?.type !== 'ERROR') {
				return event && {type: event.type, object: unstructuredOf(event.object)};
			}

			close();
			const {body} = yield* invocation.request('GET', pathOf(resource, namespace), {query: {fieldSelector}});
			const [object] = itemsOf(unstructuredOf(body));
			if (!object) {
				return {type: 'DELETED', object: since};
			}

			opened = yield* open(nestedString(body, 'metadata', 'resourceVersion'));
			return {type: 'MODIFIED', object};
		},
		close,
	};
}

import {notFound} from '../../../client/errors.js';
import type {Routine} from '../../../kernel/routine.js';
import type {Container, ContainerStatus, EphemeralContainer} from '../../../objects/kubernetes.generated.js';
import {isTerminal} from '../../../objects/pod.js';
import {isObjectOf, type ObjectOf} from '../../../objects/unstructured.js';
import {note} from '../../../stages/note.js';
import {CommandFailure, messageOf} from '../../failure.js';
import type {Invocation} from '../../invocation.js';
import {watchObject} from '../../object-watch.js';
import {objectName} from '../../printing/output.js';
import {keyOf, pathOf} from '../../resource-path.js';
import {resolveResource} from '../../selection.js';
import {openConsole} from './exec.js';

export type PodObject = ObjectOf<'pods'>;

export const timeout = (): CommandFailure => new CommandFailure('timed out waiting for the condition');

/** The status of any of a Pod's containers. */
export const statusOf = ({status}: PodObject, container: string): ContainerStatus | undefined =>
	[
		...(status?.containerStatuses ?? []),
		...(status?.initContainerStatuses ?? []),
		...(status?.ephemeralContainerStatuses ?? []),
	].find(({name}) => name === container);

/** The awaited state, and the time limit. */
export interface Wanted {
	/** The conditions, as the flags of `kubectl wait` name them. */
	readonly conditions: readonly string[];
	/** Time of the kernel's clock; without it the wait has no limit. */
	readonly deadlineMs?: number;
	readonly met: (pod: PodObject) => boolean;
	/** Called with each state of the Pod before the wanted one. */
	readonly seen?: (pod: PodObject) => void;
}

/** Watches a Pod until it has the wanted state. @mirrors kubectl/pkg/cmd/run waitForPod */
export function* podWith(
	invocation: Invocation,
	known: PodObject,
	{conditions, deadlineMs, met, seen}: Wanted,
): Routine<PodObject> {
	const pods = yield* resolveResource(invocation, 'pods');
	const {name, namespace} = known.metadata;
	const object = keyOf(pods, namespace, name);
	const pod = yield* invocation.get(pods, namespace, name);
	if (isObjectOf(pod, 'pods') && met(pod)) {
		return pod;
	}

	yield* note('kubectl.print', {case: 'wait', of: objectName(pods, name), conditions, deadlineMs}, {object});
	const watch = yield* watchObject(
		invocation,
		{resource: pods, namespace, name},
		{since: pod, mailboxName: `kubectl/${invocation.line.path.at(-1)}/${name}`},
	);
	for (;;) {
		const event = yield* watch.next(deadlineMs);
		if (!event || event.type === 'DELETED') {
			watch.close();
			throw event ? notFound('pods', '') : timeout();
		}

		if (isObjectOf(event.object, 'pods')) {
			if (met(event.object)) {
				watch.close();
				return event.object;
			}

			seen?.(event.object);
			yield* invocation.flush();
		}
	}
}

const hasEnded = (pod: PodObject, container: string): boolean =>
	isTerminal(pod) || statusOf(pod, container)?.state?.terminated !== undefined;

/** The console while the container runs, else its log. @mirrors kubectl/pkg/cmd/debug DebugOptions.handleAttachPod */
export function* showConsole(
	invocation: Invocation,
	pod: PodObject,
	container: Container | EphemeralContainer,
): Routine {
	if (!hasEnded(pod, container.name)) {
		try {
			yield* openConsole(invocation, pod, container);
			return;
		} catch (error) {
			invocation.err(
				`warning: couldn't attach to pod/${pod.metadata.name}, falling back to streaming logs: ${messageOf(error)}\n`,
			);
		}
	}

	const pods = yield* resolveResource(invocation, 'pods');
	const {name, namespace} = pod.metadata;
	const {body} = yield* invocation.request('GET', pathOf(pods, namespace, name, 'log'), {
		query: {container: container.name},
		object: keyOf(pods, namespace, name),
	});
	invocation.out(typeof body === 'string' ? body : '');
}

import {errorOf} from '../../../client/errors.js';
import {sleep, type Routine} from '../../../kernel/routine.js';
import {isPodReady, isTerminal} from '../../../objects/pod.js';
import {isObjectOf, type ObjectOf, type Unstructured} from '../../../objects/unstructured.js';
import {note} from '../../../stages/note.js';
import {CommandFailure, messageOf} from '../../failure.js';
import type {Invocation} from '../../invocation.js';
import {watchObject} from '../../object-watch.js';
import {objectName} from '../../printing/output.js';
import {keyOf, pathOf} from '../../resource-path.js';
import {podsOf} from '../../selected-pods.js';
import {resolveResource} from '../../selection.js';
import {openConsole} from './exec.js';

type PodObject = ObjectOf<'pods'>;

const pollMs = 500;

const timeout = (): CommandFailure => new CommandFailure('timed out waiting for the condition');

/**
Shows the console of what `kubectl run` has just made until its container ends, and ends as that does.

@param created the Pod, or what a generator of old has made of it.
@throws {CommandFailure} if it does not run in time, or its container fails: with the container's exit code.
@mirrors kubectl/pkg/cmd/run RunOptions.Run, handleAttachPod
*/
export function* attachToCreated(invocation: Invocation, created: Unstructured): Routine {
	const {flags, kernel} = invocation;
	const timeoutMs = flags.durationMs('pod-running-timeout');
	const first = yield* attachable(invocation, created, kernel.now + timeoutMs);
	const pod = yield* podWith(invocation, first, {
		conditions: ['condition=Ready'],
		deadlineMs: kernel.now + timeoutMs,
		met: (one) => isTerminal(one) || isPodReady(one),
	});
	yield* show(invocation, pod);
	const {restartPolicy} = pod.spec;
	if (flags.on('leave-stdin-open') || restartPolicy === undefined || restartPolicy === 'Always') {
		return;
	}

	const ended = yield* podWith(invocation, pod, {
		conditions: ['jsonpath={.status.phase}=Succeeded'],
		deadlineMs: kernel.now + timeoutMs,
		met: ({status}) => status?.phase === 'Succeeded' || (restartPolicy === 'Never' && status?.phase === 'Failed'),
	});
	if (ended.status?.phase === 'Failed') {
		throw failureOf(ended);
	}
}

/** The Pod of what was made; that of a workload comes a little later. */
function* attachable(invocation: Invocation, created: Unstructured, deadlineMs: number): Routine<PodObject> {
	for (;;) {
		const [pod] = yield* podsOf(invocation, created);
		if (pod) {
			return pod;
		}

		if (invocation.kernel.now + pollMs > deadlineMs) {
			throw timeout();
		}

		yield* sleep(pollMs);
	}
}

/** What is waited for, and until when. */
interface Wanted {
	/** As the flags of `kubectl wait` name it. */
	readonly conditions: readonly string[];
	readonly deadlineMs: number;
	readonly met: (pod: PodObject) => boolean;
}

/** Watches a Pod until it is as wanted. @mirrors kubectl/pkg/cmd/run waitForPod */
function* podWith(invocation: Invocation, known: PodObject, {conditions, deadlineMs, met}: Wanted): Routine<PodObject> {
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
		{since: pod, mailboxName: `kubectl/run/${name}`},
	);
	for (;;) {
		const event = yield* watch.next(deadlineMs);
		if (!event || event.type === 'DELETED') {
			watch.close();
			throw event ? gone() : timeout();
		}

		if (isObjectOf(event.object, 'pods') && met(event.object)) {
			watch.close();
			return event.object;
		}
	}
}

const gone = () =>
	errorOf({
		status: 404,
		headers: {},
		body: {
			kind: 'Status',
			apiVersion: 'v1',
			metadata: {},
			status: 'Failure',
			reason: 'NotFound',
			code: 404,
			message: 'pods "" not found',
		},
	});

/** The console while the container runs, else what it has written. */
function* show(invocation: Invocation, pod: PodObject): Routine {
	const [container] = pod.spec.containers;
	if (!container) {
		return;
	}

	if (!isTerminal(pod)) {
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

/** Why a Pod failed, with the exit code of its container. */
const failureOf = ({metadata: {name, namespace}, status}: PodObject): CommandFailure => {
	const terminated = status?.containerStatuses?.[0]?.state?.terminated;
	return terminated === undefined || terminated.exitCode === 0
		? new CommandFailure(`pod ${namespace}/${name} failed with unknown exit code`)
		: new CommandFailure(
				`pod ${namespace}/${name} terminated (${terminated.reason ?? ''})\n${terminated.message ?? ''}`.trimEnd() +
					'\n',
				{code: terminated.exitCode, verbatim: true},
			);
};

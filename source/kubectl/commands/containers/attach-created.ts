import {sleep, type Routine} from '../../../kernel/routine.js';
import {isPodReady, isTerminal} from '../../../objects/pod.js';
import type {Unstructured} from '../../../objects/unstructured.js';
import {CommandFailure} from '../../failure.js';
import type {Invocation} from '../../invocation.js';
import {podsOf} from '../../selected-pods.js';
import {podWith, showConsole, timeout, type PodObject} from './started-pod.js';

const pollMs = 500;

/**
Shows the console of the Pod that `kubectl run` created, until its container ends, and returns the container's result.

@param created the Pod, or the object of an old generator.
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
	const [container] = pod.spec.containers;
	if (container) {
		yield* showConsole(invocation, pod, container);
	}

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

/** The Pod of the created object; a workload's Pod appears a little later. */
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

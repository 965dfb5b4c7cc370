import type {Stream} from '../../client/request.js';
import {streamChannels} from '../../client/request.js';
import type {Pod} from '../../objects/kubernetes.generated.js';
import {uidOnNode} from '../../objects/pod.js';
import type {Kernel} from '../../kernel/kernel.js';
import type {Container} from '../runtime/container.js';
import {runtimeOf, type Runtime} from '../runtime/runtime.js';

/** A running container of a Pod, with its node's runtime. */
export const runningContainer = (
	kernel: Kernel,
	pod: Pod,
	name: string,
): {readonly runtime: Runtime; readonly container: Container} | undefined => {
	const runtime = runtimeOf(kernel, pod.spec.nodeName ?? '');
	const container = runtime?.containersOf(uidOnNode(pod)).find((own) => own.name === name && own.state === 'RUNNING');
	return runtime && container && {runtime, container};
};

const success = {metadata: {}, status: 'Success'};

/** How a session ended, on its channel for errors: the status that `kubectl` makes its exit code of. */
export const endSession = ({send}: Stream, outcome: {readonly exitCode: number} | {readonly problem: string}): void => {
	const status =
		'problem' in outcome
			? {
					metadata: {},
					status: 'Failure',
					message: `Internal error occurred: ${outcome.problem}`,
					reason: 'InternalError',
					details: {causes: [{message: outcome.problem}]},
					code: 500,
				}
			: outcome.exitCode === 0
				? success
				: {
						metadata: {},
						status: 'Failure',
						message: `command terminated with non-zero exit code: exit status ${outcome.exitCode}`,
						reason: 'NonZeroExitCode',
						details: {causes: [{reason: 'ExitCode', message: String(outcome.exitCode)}]},
					};
	send(streamChannels.error, JSON.stringify(status), true);
};

/** The upstream words for a container that does not run. */
export const noSuchContainer = (name: string): string =>
	`unable to upgrade connection: container not found ("${name}")`;

import type {Kernel} from '../../kernel/kernel.js';
import type {Pod} from '../../objects/kubernetes.generated.js';
import {uidOnNode} from '../../objects/pod.js';
import type {RuntimeContainer} from '../../machine/container.js';
import {runtimeOf, type Runtime} from '../../containerd/runtime.js';

/** A running container of a Pod, with its node's runtime. */
export const runningContainer = (
	kernel: Kernel,
	pod: Pod,
	name: string,
): {readonly runtime: Runtime; readonly container: RuntimeContainer} | undefined => {
	const runtime = runtimeOf(kernel, pod.spec.nodeName ?? '');
	const container = runtime?.containersOf(uidOnNode(pod)).find((own) => own.name === name && own.state === 'RUNNING');
	return runtime && container && {runtime, container};
};

/** The upstream message for a container that is not running. */
export const noSuchContainer = (name: string): string =>
	`unable to upgrade connection: container not found ("${name}")`;

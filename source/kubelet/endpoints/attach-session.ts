import {streamChannels, type Stream} from '../../client/request.js';
import type {StreamRequest} from '../../client/kubelet.js';
import type {Kernel} from '../../kernel/kernel.js';
import {receive, type Routine} from '../../kernel/routine.js';
import {note} from '../../stages/note.js';
import type {Pod} from '../../objects/kubernetes.generated.js';
import {podKey} from '../node/pod-names.js';
import {noSuchContainer, runningContainer} from './running-container.js';
import {endSession} from './stream-end.js';

/** Shows what a container's first process writes from now on. Simplified: what is typed does not reach the process. */
export function* attachSession(
	kernel: Kernel,
	pod: Pod,
	{container: name, tty}: Extract<StreamRequest, {kind: 'attach'}>,
	stream: Stream,
): Routine {
	const object = podKey(pod);
	const found = runningContainer(kernel, pod, name);
	if (!found) {
		const problem = noSuchContainer(name);
		yield* note('cri.Attach', {case: 'not-running', container: name, message: problem}, {object, outcome: 'failed'});
		endSession(stream, {problem});
		return;
	}

	const {container} = found;
	const end = tty ? '\r\n' : '\n';
	const close = container.follow({
		onLines(lines) {
			stream.send(streamChannels.stdout, lines.map(({text}) => `${text}${end}`).join(''));
		},
		onEnd() {
			kernel.send(stream.input, {gone: true});
		},
	});
	kernel.atExit(close);
	yield* note(
		'cri.Attach',
		{case: 'attach', node: pod.spec.nodeName, container: name, request: {containerId: container.id, tty}},
		{object},
	);
	for (;;) {
		const message = yield* receive(stream.input);
		if ('gone' in message) {
			endSession(stream, {exitCode: container.state === 'RUNNING' ? 0 : container.exitCode});
			return;
		}
	}
}

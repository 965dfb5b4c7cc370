import {streamChannels, type Stream} from '../../client/request.js';
import type {Kernel} from '../../kernel/kernel.js';
import type {Routine} from '../../kernel/routine.js';
import {note} from '../../stages/note.js';
import type {AttachRequest} from '../../cri/streaming-service.js';
import type {RuntimeContainer} from '../../machine/container.js';
import {knownTasksOf} from '../../machine/processes/container-tasks.js';
import {endSession} from '../../client/stream-end.js';
import {TerminalInput} from './terminal-input.js';

/**
Connects a client with a container's first process: shows its output from now on, and gives it the input of the client, where the container has `stdin`.

@mirrors containerd's attachContainer
*/
export function* attachSession(
	kernel: Kernel,
	container: RuntimeContainer,
	{stdin, tty}: AttachRequest,
	object: string,
	stream: Stream,
): Routine {
	const close = container.follow({
		onLines(_lines, text) {
			stream.send(streamChannels.stdout, tty ? text.replaceAll(/\r?\n/g, '\r\n') : text);
		},
		onEnd() {
			kernel.send(stream.input, {gone: true});
		},
	});
	kernel.atExit(close);
	yield* note(
		'cri.Attach',
		{
			case: 'attach',
			node: container.sandbox.node,
			container: container.name,
			request: {containerId: container.id, tty},
		},
		{object},
	);
	yield* passOn(new TerminalInput(kernel, stream, stdin && tty), container, stdin);
	// How the process has ended is in the Pod's status, not in this answer.
	endSession(stream, {exitCode: 0});
}

/** Gives the container what is typed, until the client or the container is gone. */
function* passOn(typed: TerminalInput, container: RuntimeContainer, stdin: boolean): Routine {
	const {input, config} = container;
	const target = stdin ? input : undefined;
	for (;;) {
		const next = yield* typed.next();
		if (typeof next === 'object') {
			target?.give(next.text);
		} else if (next === 'interrupt') {
			target?.interrupt([...(knownTasksOf(container)?.tasks.values() ?? [])]);
		} else {
			// With a terminal an end of its input is for who reads; without one it is for good where one client is all there is.
			if (config.tty ? next === 'end' : config.stdinOnce) {
				target?.end();
			}

			if (next === 'gone') {
				return;
			}
		}
	}
}

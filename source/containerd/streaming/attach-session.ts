import {streamChannels, type Stream} from '../../client/request.js';
import {ByteTextReader} from '../../kernel/byte-text.js';
import type {Kernel} from '../../kernel/kernel.js';
import {receive, type Routine} from '../../kernel/routine.js';
import {note} from '../../stages/note.js';
import type {AttachRequest} from '../../cri/streaming-service.js';
import type {RuntimeContainer} from '../../machine/container.js';
import {endSession} from '../../client/stream-end.js';
import {TerminalClient} from './terminal-client.js';

/**
Connects a client to a container's first process: forwards its output from now on, and the client's input if the container has `stdin`.

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
	const send = (text: string): void => {
		stream.send(streamChannels.stdout, text);
	};

	container.attached.add(send);
	kernel.atExit(() => {
		close();
		container.attached.delete(send);
	});
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
	yield* passOn(stream, container, stdin);
	// The Pod's status, not this answer, says how the process ended.
	endSession(stream, {exitCode: 0});
}

/** Passes the input to the container, until the client or the container ends. */
function* passOn(stream: Stream, container: RuntimeContainer, stdin: boolean): Routine {
	const {input, terminal, config} = container;
	const decoder = new ByteTextReader();
	const client = terminal && new TerminalClient(terminal, stdin && config.stdinOnce === true);
	for (;;) {
		const message = yield* receive(stream.input);
		if ('gone' in message) {
			if (stdin && config.stdinOnce) {
				input?.end();
				terminal?.hangUp();
			}

			return;
		}

		if (client && (stdin || message.channel === streamChannels.resize)) {
			client.take(message);
		} else if (stdin && message.channel === streamChannels.stdin) {
			if ('data' in message) {
				input?.give(decoder.read(message.data));
			} else if (config.stdinOnce) {
				input?.end();
			}
		}
	}
}

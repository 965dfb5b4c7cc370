import {bytesOfText, textOfBytes} from '../../../kernel/byte-text.js';
import {ApiError} from '../../../client/errors.js';
import {streamChannels, type Response, type StreamInput} from '../../../client/request.js';
import {Mailbox} from '../../../kernel/mailbox.js';
import type {Routine} from '../../../kernel/routine.js';
import {note} from '../../../stages/note.js';
import type {Container, EphemeralContainer, Pod, Status} from '../../../objects/kubernetes.generated.js';
import {CommandFailure, ConnectionFailure, usageFailure} from '../../failure.js';
import {resolveResource} from '../../selection.js';
import type {Invocation} from '../../invocation.js';
import type {RequestOptions} from '../../connection.js';
import {keyOf, pathOf} from '../../resource-path.js';
import {containerFor} from '../../pod-containers.js';
import {podOf} from '../../selected-pods.js';
import {nestedMap} from '../../../objects/unstructured.js';

/** @throws {CommandFailure} if the timeout leaves no time to wait for a Pod. */
const checkPodTimeout = ({flags, commandPath}: Invocation): void => {
	if (flags.changed('pod-running-timeout') && flags.durationMs('pod-running-timeout') <= 0) {
		throw usageFailure(commandPath, '--pod-running-timeout must be higher than zero');
	}
};

/** `kubectl exec`: runs a command in a container, over a stream through the apiserver and the kubelet. */
export function* exec(invocation: Invocation): Routine<number | void> {
	const {words, line, flags, environment} = invocation;
	const [target] = words;
	const command = line.dashAt === -1 ? words.slice(1) : words.slice(line.dashAt);
	if (target === undefined || line.dashAt === 0) {
		throw new CommandFailure('pod, type/name or --filename must be specified');
	}

	if (command.length === 0) {
		throw new CommandFailure('you must specify at least one command for the container');
	}

	if (line.dashAt === -1) {
		throw new CommandFailure(
			`exec [POD] [COMMAND] is not supported anymore. Use exec [POD] -- [COMMAND] instead\nSee 'kubectl exec -h' for help and examples`,
		);
	}

	checkPodTimeout(invocation);
	const pod = yield* podOf(invocation, target);
	const phase = pod.status?.phase;
	if (phase === 'Succeeded' || phase === 'Failed') {
		throw new CommandFailure(`cannot exec into a container in a completed pod; current phase is ${phase}`);
	}

	const {name: container} = containerFor(invocation, pod, flags.text('container'));

	const pods = yield* resolveResource(invocation, 'pods');
	const {name, namespace} = pod.metadata;
	const end = yield* stream(invocation, pathOf(pods, namespace, name, 'exec'), {
		query: {
			container,
			command: command[0],
			stdin: flags.on('stdin') ? 'true' : undefined,
			stdout: 'true',
			stderr: 'true',
			tty: flags.on('tty') ? 'true' : undefined,
		},
		repeated: {command},
		stdin: flags.on('stdin') ? (environment.stdin ?? '') : undefined,
		object: keyOf(pods, namespace, name),
	});
	yield* note(
		'kubectl.request',
		{
			case: 'command-end',
			container,
			pod: name,
			command,
			failure: end.status === 'Success' ? undefined : (end.message ?? ''),
			input: command,
			output: end,
		},
		{object: keyOf(pods, namespace, name)},
	);
	if (end.status !== 'Success') {
		throw failureOf(end);
	}
}

/** `kubectl attach`: the console of a running container, over a stream through the apiserver and the kubelet. */
export function* attach(invocation: Invocation): Routine<number | void> {
	const {words} = invocation;
	if (words.length === 0) {
		throw new CommandFailure('at least 1 argument is required for attach');
	}

	if (words.length > 2) {
		throw new CommandFailure(
			`expected POD, TYPE/NAME, or TYPE NAME, (at most 2 arguments) saw ${words.length}: [${words.join(' ')}]`,
		);
	}

	checkPodTimeout(invocation);
	const pod = yield* podOf(invocation, words.join('/'));
	const phase = pod.status?.phase;
	if (phase === 'Succeeded' || phase === 'Failed') {
		throw new CommandFailure(`cannot attach a container in a completed pod; current phase is ${phase}`);
	}

	yield* openConsole(invocation, pod, containerToAttachTo(invocation, pod));
}

/** @throws {CommandFailure} with the reason. */
const containerToAttachTo = (invocation: Invocation, pod: Pod): Container | EphemeralContainer => {
	try {
		return containerFor(invocation, pod, invocation.flags.text('container'));
	} catch (error) {
		throw error instanceof CommandFailure
			? new CommandFailure(`cannot attach to the container: ${error.message}`)
			: error;
	}
};

/** Connects the terminal to the console of a container, until it ends. @throws {CommandFailure} if it does not run. */
export function* openConsole(invocation: Invocation, pod: Pod, container: Container | EphemeralContainer): Routine {
	const {flags, environment} = invocation;
	const {name, namespace} = pod.metadata;
	const isQuiet = flags.on('quiet');
	if (flags.on('tty') && !container.tty && !isQuiet) {
		invocation.err(`error: Unable to use a TTY - container ${container.name} did not allocate one\n`);
	}

	if (!isQuiet) {
		invocation.err(
			"All commands and output from this session will be recorded in container logs, including credentials and sensitive information passed through the command prompt.\nIf you don't see a command prompt, try pressing enter.\n",
		);
	}

	const pods = yield* resolveResource(invocation, 'pods');
	const end = yield* stream(invocation, pathOf(pods, namespace, name, 'attach'), {
		query: {
			container: container.name,
			stdin: flags.on('stdin') ? 'true' : undefined,
			stdout: 'true',
			stderr: container.tty ? undefined : 'true',
			tty: container.tty ? 'true' : undefined,
		},
		stdin: flags.on('stdin') ? (environment.stdin ?? '') : undefined,
		object: keyOf(pods, namespace, name),
	});
	yield* note(
		'kubectl.request',
		{case: 'console-end', container: container.name, pod: name, output: end},
		{object: keyOf(pods, namespace, name)},
	);
	if (end.status !== undefined && end.status !== 'Success') {
		throw failureOf(end);
	}
}

/** The server's status at the end of a stream, in the words of kubectl. */
const failureOf = (end: Partial<Status>): CommandFailure => {
	const code = end.details?.causes?.find(({reason}) => reason === 'ExitCode')?.message;
	return end.reason === 'NonZeroExitCode' && code !== undefined
		? new CommandFailure(`command terminated with exit code ${code}\n`, {code: Number(code), verbatim: true})
		: new CommandFailure(end.message ?? 'the stream broke off');
};

/** Requests a stream. @throws {CommandFailure} when the server refuses: since v1.36 kubectl prints only its message. */
function* upgraded(invocation: Invocation, path: string, options: RequestOptions): Routine<Response> {
	try {
		return yield* invocation.request('POST', path, options);
	} catch (error) {
		throw error instanceof ApiError && !(error instanceof ConnectionFailure)
			? new CommandFailure(`unable to upgrade connection: ${error.message}`)
			: error;
	}
}

/** Opens a stream, prints its output, and waits for its end. @returns the status from the error channel. */
function* stream(
	invocation: Invocation,
	path: string,
	{stdin, ...options}: RequestOptions & {readonly stdin?: string},
): Routine<Partial<Status>> {
	const input = new Mailbox<StreamInput>('kubectl/stream');
	let end: Partial<Status> = {};
	const {stdin: stdinChannel, stderr, error} = streamChannels;
	const response = yield* upgraded(invocation, path, {
		...options,
		stream: {
			input,
			send(channel, data) {
				// A TTY ends lines with both characters, and the terminal takes both.
				const text = (typeof data === 'string' ? data : textOfBytes(data)).replaceAll('\r\n', '\n');
				if (channel === error) {
					end = nestedMap(JSON.parse(text)) ?? {};
				} else if (channel === stderr) {
					invocation.err(text);
				} else {
					invocation.out(text);
				}
			},
		},
	});
	if (stdin !== undefined) {
		invocation.kernel.send(input, {channel: stdinChannel, data: bytesOfText(stdin)});
		invocation.kernel.send(input, {channel: stdinChannel, ended: true});
	}

	if (response.session) {
		yield* response.session();
	}

	return end;
}

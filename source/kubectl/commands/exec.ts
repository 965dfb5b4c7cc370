import {streamChannels, type StreamInput} from '../../client/request.js';
import {Mailbox} from '../../kernel/mailbox.js';
import {note, type Routine} from '../../kernel/routine.js';
import type {Status} from '../../objects/kubernetes.generated.js';
import {CommandFailure, usageFailure} from '../failure.js';
import {resolveResource} from '../selection.js';
import {keyOf, pathOf, type RequestOptions, type Session} from '../session.js';
import {podOf} from './pods-of.js';
import type {Value} from '../unstructured.js';

/** `kubectl exec`: runs a command in a container, over a stream through the apiserver and the kubelet. */
export function* exec(session: Session): Routine<number | void> {
	const {words, line, flags, environment} = session;
	const [target] = words;
	const command = line.dashAt === -1 ? words.slice(1) : words.slice(line.dashAt);
	if (target === undefined || line.dashAt === 0) {
		throw usageFailure(session.commandPath, 'pod or type/name must be specified');
	}

	if (command.length === 0) {
		throw usageFailure(session.commandPath, 'you must specify at least one command for the container');
	}

	if (line.dashAt === -1) {
		throw new CommandFailure(
			`exec [POD] [COMMAND] is not supported anymore. Use exec [POD] -- [COMMAND] instead\nSee 'kubectl exec -h' for help and examples`,
		);
	}

	const pod = yield* podOf(session, target);
	const phase = pod.status?.phase;
	if (phase === 'Succeeded' || phase === 'Failed') {
		throw new CommandFailure(`cannot exec into a container in a completed pod; current phase is ${phase}`);
	}

	const containers: readonly Value[] = pod.spec.containers;
	const chosen = flags.text('container');
	const known = [...containers, ...(pod.spec.initContainers ?? []), ...(pod.spec.ephemeralContainers ?? [])].map(
		({name}: Value) => name as string,
	);
	if (chosen && !known.includes(chosen)) {
		throw new CommandFailure(`container ${chosen} not found in pod ${pod.metadata?.name}_${pod.metadata?.namespace}`);
	}

	const container =
		chosen || pod.metadata?.annotations?.['kubectl.kubernetes.io/default-container'] || containers[0].name;
	if (!chosen && containers.length > 1 && !flags.on('quiet')) {
		session.err(`Defaulted container "${container}" out of: ${known.join(', ')}\n`);
	}

	const pods = yield* resolveResource(session, 'pods');
	const {name, namespace} = pod.metadata!;
	const end = yield* stream(session, pathOf(pods, namespace, name, 'exec'), {
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
		object: keyOf(pods, namespace, name ?? ''),
	});
	yield* note(
		'kubectl.request',
		`The container ${container} of ${name} has run ${command.join(' ')}: ${end.status === 'Success' ? 'it ended with 0' : end.message}.`,
		{input: command, output: end},
		{object: keyOf(pods, namespace, name ?? '')},
	);
	if (end.status !== 'Success') {
		throw failureOf(end);
	}
}

/** What the server says at the end of a stream, as kubectl says it. */
const failureOf = (end: Partial<Status>): CommandFailure => {
	const code = end.details?.causes?.find(({reason}) => reason === 'ExitCode')?.message;
	return end.reason === 'NonZeroExitCode' && code !== undefined
		? new CommandFailure(`command terminated with exit code ${code}\n`, {code: Number(code), verbatim: true})
		: new CommandFailure(end.message ?? 'the stream broke off');
};

/** Opens a stream, prints what comes, and waits for its end. @returns the status on the channel for errors. */
function* stream(
	session: Session,
	path: string,
	{stdin, ...options}: RequestOptions & {readonly stdin?: string},
): Routine<Partial<Status>> {
	const input = new Mailbox<StreamInput>('kubectl/stream');
	let end: Partial<Status> = {};
	const {stdin: stdinChannel, stderr, error} = streamChannels;
	const response = yield* session.request('POST', path, {
		...options,
		stream: {
			input,
			send(channel, data) {
				const text = typeof data === 'string' ? data : Buffer.from(data).toString('utf8');
				if (channel === error) {
					end = JSON.parse(text) as Partial<Status>;
				} else if (channel === stderr) {
					session.err(text);
				} else {
					session.out(text);
				}
			},
		},
	});
	if (stdin !== undefined) {
		session.kernel.send(input, {channel: stdinChannel, data: Buffer.from(stdin)});
		session.kernel.send(input, {channel: stdinChannel, ended: true});
	}

	if (response.session) {
		yield* response.session();
	}

	return end;
}

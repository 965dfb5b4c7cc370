import {note, type Routine} from '../../kernel/routine.js';
import {CommandFailure, usageFailure} from '../failure.js';
import {resolveResource} from '../selection.js';
import type {Session} from '../session.js';
import {keyOf} from '../session.js';
import {podOf} from './pods-of.js';
import type {Value} from '../unstructured.js';

/** `kubectl exec`: runs a command in a container, through whatever the environment answers for it. */
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

	if (!environment.exec) {
		throw new CommandFailure('this cluster runs no commands in containers');
	}

	const pods = yield* resolveResource(session, 'pods');
	const answer = yield* environment.exec({
		namespace: pod.metadata!.namespace!,
		pod: pod.metadata!.name!,
		container,
		command,
		stdin: environment.stdin,
	});
	yield* note(
		'kubectl.request',
		`The container ${container} of ${pod.metadata?.name} runs ${command.join(' ')} and ends with ${answer.code}.`,
		{input: command, output: answer},
		{
			object: keyOf(pods, pod.metadata?.namespace, pod.metadata?.name ?? ''),
		},
	);
	session.out(answer.stdout);
	session.err(answer.stderr);
	if (answer.code !== 0) {
		throw new CommandFailure(`command terminated with exit code ${answer.code}\n`, {code: answer.code, verbatim: true});
	}
}

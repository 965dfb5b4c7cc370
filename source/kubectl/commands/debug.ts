import {note, type Routine} from '../../kernel/routine.js';
import {CommandFailure, usageFailure} from '../failure.js';
import {objectName} from '../output.js';
import {resolveResource} from '../selection.js';
import {keyOf, type Session} from '../session.js';
import type {Value} from '../unstructured.js';

/** `kubectl debug pod/web --image=…`: adds an ephemeral container to a running Pod. */
export function* debug(session: Session): Routine<number | void> {
	const {words, flags, line, kernel} = session;
	const targets = line.dashAt === -1 ? words : words.slice(0, line.dashAt);
	const command = line.dashAt === -1 ? [] : words.slice(line.dashAt);
	if (targets.length === 0) {
		throw new CommandFailure('NAME is required for debug');
	}

	if (!flags.text('image')) {
		throw usageFailure(session.commandPath, 'you must specify --image when not using --target');
	}

	const pods = yield* resolveResource(session, 'pods');
	const namespace = yield* session.namespace();
	for (const target of targets) {
		const [type, given] = target.includes('/') ? target.split('/') : ['pod', target];
		const resource = yield* resolveResource(session, type);
		if (resource.kind !== 'Pod') {
			throw new CommandFailure(`debugging a ${resource.kind} is not part of this simulation`);
		}

		yield* session.get(pods, namespace, given);
		const name = flags.text('container') || `debugger-${kernel.random('kubectl').suffix()}`;
		const profile = flags.text('profile') || 'general';
		const container: Value = {
			name,
			image: flags.text('image'),
			imagePullPolicy: flags.text('image-pull-policy') || undefined,
			resources: {},
			terminationMessagePolicy: 'File',
			...(flags.text('target') ? {targetContainerName: flags.text('target')} : {}),
			...(command.length > 0 ? (flags.on('arguments-only') ? {args: command} : {command}) : {}),
			...(profile === 'general'
				? {securityContext: {capabilities: {add: ['SYS_PTRACE']}}}
				: profile === 'sysadmin'
					? {securityContext: {privileged: true}}
					: {}),
			...(flags.on('stdin') ? {stdin: true} : {}),
			...(flags.on('tty') ? {tty: true} : {}),
		};
		if (flags.text('target')) {
			session.out(
				`Targeting container "${flags.text('target')}". If you don't see processes from this container it may be because the container runtime doesn't support this feature.\n`,
			);
		}

		yield* note(
			'kubectl.generate',
			`kubectl makes an ephemeral container ${name} for ${objectName(pods, given)}.`,
			{output: container},
			{object: keyOf(pods, namespace, given)},
		);
		yield* session.patch(
			pods,
			namespace,
			given,
			'strategic-merge',
			{spec: {ephemeralContainers: [container]}},
			{subresource: 'ephemeralcontainers'},
		);
	}
}

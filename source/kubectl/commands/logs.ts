import {ApiError} from '../../client/errors.js';
import {take, type Routine} from '../../kernel/routine.js';
import {Mailbox} from '../../kernel/mailbox.js';
import {CommandFailure, usageFailure} from '../failure.js';
import {resolveResource} from '../selection.js';
import {keyOf, pathOf, type Session} from '../session.js';
import type {Unstructured, Value} from '../unstructured.js';
import {podsOf} from './pods-of.js';

const required =
	"expected 'logs [-f] [-p] (POD | TYPE/NAME) [-c CONTAINER]'.\nPOD or TYPE/NAME is a required argument for the logs command";

const allContainers = ({spec}: Unstructured): readonly string[] =>
	[...(spec.containers ?? []), ...(spec.initContainers ?? []), ...(spec.ephemeralContainers ?? [])].map(
		({name}: Value) => name as string,
	);

/** `kubectl logs`: what a container has written, asked from its node through the server. */
export function* logs(session: Session): Routine<number | void> {
	const {words, flags} = session;
	if (words.length === 0 && !flags.text('selector')) {
		throw usageFailure(session.commandPath, required);
	}

	if (words.length > 2) {
		throw usageFailure(session.commandPath, required);
	}

	if (words.length > 0 && flags.text('selector')) {
		throw usageFailure(session.commandPath, 'only a selector (-l) or a POD name is allowed');
	}

	const chosen = yield* session.namespace();
	const pods = yield* selectedPods(session, chosen);
	if (pods === undefined) {
		return;
	}

	const resource = yield* resolveResource(session, 'pods');
	const container = flags.text('container') || words[1] || '';
	for (const pod of pods) {
		const names = containersOf(session, pod, container);
		for (const name of names) {
			const prefix = flags.on('prefix') ? `[pod/${pod.metadata?.name}/${name}] ` : '';
			yield* printLog(session, pathOf(resource, pod.metadata?.namespace, pod.metadata?.name, 'log'), {
				container: name,
				prefix,
				object: keyOf(resource, pod.metadata?.namespace, pod.metadata?.name ?? ''),
			});
		}
	}
}

function* selectedPods(session: Session, namespace: string): Routine<readonly Unstructured[] | undefined> {
	const {words, flags} = session;
	if (flags.text('selector')) {
		const pods = yield* session.list(yield* resolveResource(session, 'pods'), namespace, {
			labelSelector: flags.text('selector'),
		});
		if (pods.length === 0) {
			session.err(`No resources found in ${namespace} namespace.\n`);
			return undefined;
		}

		return pods;
	}

	const [type, name] = words[0].includes('/') ? words[0].split('/') : ['pods', words[0]];
	const resource = yield* resolveResource(session, type);
	try {
		const object = yield* session.get(resource, namespace, name);
		const pods = yield* podsOf(session, object);
		if (pods.length > 1 && !flags.on('all-pods')) {
			session.err(`Found ${pods.length} pods, using pod/${pods[0].metadata?.name}\n`);
			return [pods[0]];
		}

		if (pods.length === 0) {
			throw new CommandFailure('timed out waiting for the condition');
		}

		return pods;
	} catch (error) {
		throw error instanceof ApiError
			? new CommandFailure(`error from server (${error.reason}): ${error.message} in namespace "${namespace}"`)
			: error;
	}
}

const containersOf = (session: Session, pod: Unstructured, asked: string): readonly string[] => {
	const names = allContainers(pod);
	if (session.flags.on('all-containers')) {
		return names;
	}

	if (asked) {
		if (!names.includes(asked)) {
			throw new CommandFailure(
				`container ${asked} is not valid for pod ${pod.metadata?.name} out of: ${names.join(', ')}`,
			);
		}

		return [asked];
	}

	const preferred = pod.metadata?.annotations?.['kubectl.kubernetes.io/default-container'];
	if (preferred && names.includes(preferred)) {
		return [preferred];
	}

	if (names.length > 1) {
		session.err(
			`Defaulted container "${names[0]}" out of: ${names.map((name) => `${name}${nameSuffix(pod, name)}`).join(', ')}\n`,
		);
	}

	return [names[0]];
};

const nameSuffix = ({spec}: Unstructured, name: string): string =>
	(spec.initContainers ?? []).some((one: Value) => one.name === name)
		? ' (init)'
		: (spec.ephemeralContainers ?? []).some((one: Value) => one.name === name)
			? ' (ephem)'
			: '';

function* printLog(
	session: Session,
	path: string,
	{container, prefix, object}: {container: string; prefix: string; object: string},
): Routine {
	const {flags, kernel} = session;
	const mailbox = new Mailbox<string>('kubectl/logs');
	const response = yield* session.request('GET', path, {
		query: {
			container,
			follow: flags.on('follow') ? 'true' : undefined,
			previous: flags.on('previous') ? 'true' : undefined,
			tailLines:
				flags.number('tail') >= 0 && flags.changed('tail')
					? flags.text('tail')
					: flags.text('selector')
						? '10'
						: undefined,
			sinceSeconds: flags.durationMs('since') > 0 ? String(Math.ceil(flags.durationMs('since') / 1000)) : undefined,
			timestamps: flags.on('timestamps') ? 'true' : undefined,
			limitBytes: flags.number('limit-bytes') > 0 ? flags.text('limit-bytes') : undefined,
		},
		...(flags.on('follow')
			? {
					onText: (text: string) => kernel.send(mailbox, text),
					onEnd: () => kernel.send(mailbox, ''),
				}
			: {}),
		object,
	});
	const show = (text: string): void => session.out(prefix ? text.replace(/^(?=.)/gm, prefix) : text);
	show(typeof response.body === 'string' ? response.body : '');
	if (flags.on('follow') && response.close) {
		kernel.atExit(response.close);
		for (;;) {
			yield* session.flush();
			const text = yield* take(mailbox);
			if (text === undefined || text === '') {
				return;
			}

			show(text);
		}
	}
}

import {allContainers, containerNames, noSuchContainer} from '../../pod-containers.js';
import {isNotFound} from '../../../client/errors.js';
import {take, type Routine} from '../../../kernel/routine.js';
import {Mailbox} from '../../../kernel/mailbox.js';
import type {Response} from '../../../client/request.js';
import {CommandFailure, isFailure, usageFailure} from '../../failure.js';
import {listFailure, resolveResource} from '../../selection.js';
import type {Invocation} from '../../invocation.js';
import {keyOf, pathOf} from '../../resource-path.js';
import {isObjectOf, type ObjectOf} from '../../../objects/unstructured.js';
import {podsOf, typeAndName} from '../../selected-pods.js';

const required =
	"expected 'logs [-f] [-p] (POD | TYPE/NAME) [-c CONTAINER]'.\nPOD or TYPE/NAME is a required argument for the logs command";

type PodObject = ObjectOf<'pods'>;

/** `kubectl logs`: the log of a container, read from its node through the server. */
export function* logs(invocation: Invocation): Routine<number | void> {
	const {words, flags} = invocation;
	if (words.length === 0 && !flags.text('selector')) {
		throw usageFailure(invocation.commandPath, required);
	}

	if (words.length > 2) {
		throw usageFailure(invocation.commandPath, required);
	}

	if (words.length > 0 && flags.text('selector')) {
		throw usageFailure(invocation.commandPath, 'only a selector (-l) or a POD name is allowed');
	}

	checkTimes(invocation);
	const chosen = yield* invocation.namespace();
	const pods = yield* selectedPods(invocation, chosen);
	if (pods === undefined) {
		return;
	}

	const resource = yield* resolveResource(invocation, 'pods');
	const container = flags.text('container') || words[1] || '';
	const sources: Source[] = pods.flatMap((pod) => {
		const {name, namespace} = pod.metadata;
		return containersOf(invocation, pod, container).map((one) => ({
			container: one,
			prefix: flags.on('prefix') || flags.on('all-pods') ? `[pod/${name}/${one}] ` : '',
			path: pathOf(resource, namespace, name, 'log'),
			object: keyOf(resource, namespace, name),
		}));
	});
	const most = flags.number('max-log-requests');
	if (flags.on('follow') && sources.length > 1 && sources.length > most) {
		throw new CommandFailure(
			`you are attempting to follow ${sources.length} log streams, but maximum allowed concurrency is ${most}, use --max-log-requests to increase the limit`,
		);
	}

	yield* printLogs(invocation, sources);
}

/** A log to read. */
interface Source {
	readonly container: string;
	/** The beginning of each line. */
	readonly prefix: string;
	readonly path: string;
	readonly object: string;
}

/** @throws {CommandFailure} for times that cannot be read. @mirrors kubectl/pkg/cmd/logs LogsOptions.Complete */
const checkTimes = ({flags}: Invocation): void => {
	const time = flags.text('since-time');
	if (flags.changed('pod-running-timeout') && flags.durationMs('pod-running-timeout') <= 0) {
		throw new CommandFailure('--pod-running-timeout must be higher than zero');
	}

	if (time && !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/.test(time)) {
		throw new CommandFailure(
			`parsing time ${JSON.stringify(time)} as "2006-01-02T15:04:05Z07:00": cannot parse ${JSON.stringify(time)} as "2006"`,
		);
	}
};

/** @throws {CommandFailure} for flags that exclude each other. @mirrors kubectl/pkg/cmd/logs LogsOptions.Validate */
const check = ({flags, words}: Invocation): void => {
	if (flags.text('since-time') && flags.durationMs('since') !== 0) {
		throw new CommandFailure('at most one of `sinceTime` or `sinceSeconds` may be specified');
	}

	const container = flags.text('container') || words[1];
	if (flags.on('all-containers') && container) {
		throw new CommandFailure(`--all-containers=true should not be specified with container name ${container}`);
	}

	if (flags.changed('container') && words.length === 2) {
		throw new CommandFailure('only one of -c or an inline [CONTAINER] arg is allowed');
	}

	if (flags.number('limit-bytes') < 0) {
		throw new CommandFailure('--limit-bytes must be greater than 0');
	}

	if (flags.durationMs('since') < 0) {
		throw new CommandFailure('--since must be greater than 0');
	}

	if (flags.number('tail') < -1) {
		throw new CommandFailure('--tail must be greater than or equal to -1');
	}
};

function* selectedPods(invocation: Invocation, namespace: string): Routine<readonly PodObject[] | undefined> {
	const {words, flags} = invocation;
	if (flags.text('selector')) {
		const resource = yield* resolveResource(invocation, 'pods');
		let pods: readonly PodObject[];
		try {
			const list = yield* invocation.list(resource, namespace, {labelSelector: flags.text('selector')});
			pods = list.filter((pod) => isObjectOf(pod, 'pods'));
		} catch (error) {
			throw listFailure(error, resource, flags.text('selector'), '');
		}

		if (pods.length === 0) {
			invocation.err(`No resources found in ${namespace} namespace.\n`);
		}

		check(invocation);
		if (pods.length === 0) {
			return undefined;
		}

		return pods;
	}

	const [type, name] = typeAndName(words[0] ?? '');
	const resource = yield* resolveResource(invocation, type);
	try {
		const object = yield* invocation.getNamed(resource, namespace, name);
		check(invocation);
		const pods = yield* podsOf(invocation, object);
		const [first, ...others] = pods;
		if (!first) {
			throw new CommandFailure('timed out waiting for the condition');
		}

		if (others.length > 0 && !flags.on('all-pods')) {
			invocation.err(`Found ${pods.length} pods, using pod/${first.metadata.name}\n`);
			return [first];
		}

		return pods;
	} catch (error) {
		throw isNotFound(error)
			? new CommandFailure(`error from server (NotFound): ${error.message} in namespace "${namespace}"`)
			: error;
	}
}

const containersOf = (invocation: Invocation, pod: PodObject, asked: string): readonly string[] => {
	const names = allContainers(pod).map(({name}) => name);
	if (invocation.flags.on('all-containers')) {
		return names;
	}

	if (asked) {
		if (!names.includes(asked)) {
			throw noSuchContainer(pod, asked);
		}

		return [asked];
	}

	const preferred = pod.metadata.annotations?.['kubectl.kubernetes.io/default-container'];
	if (preferred && names.includes(preferred)) {
		return [preferred];
	}

	if (names.length > 1 && !invocation.flags.on('all-pods')) {
		invocation.err(`Defaulted container "${names[0]}" out of: ${containerNames(pod)}\n`);
	}

	return names.slice(0, 1);
};

/** Prints one log after the other; followed logs are printed concurrently. */
function* printLogs(invocation: Invocation, sources: readonly Source[]): Routine {
	const {flags, kernel} = invocation;
	const mailbox = new Mailbox<{readonly source: Source; readonly text: string}>('kubectl/logs');
	let open = 0;
	for (const source of sources) {
		const response = yield* readLog(invocation, source, (text) => kernel.send(mailbox, {source, text}));
		if (flags.on('follow') && response?.close) {
			kernel.atExit(response.close);
			open++;
		}
	}

	while (open > 0) {
		yield* invocation.flush();
		const next = yield* take(mailbox);
		if (next === undefined || next.text === '') {
			open--;
		} else {
			show(invocation, next.source, next.text);
		}
	}
}

const show = (invocation: Invocation, {prefix}: Source, text: string): void => {
	invocation.out(prefix ? text.replaceAll(/^(?=.)/gm, prefix) : text);
};

/** Requests a log and prints the existing text; `onText` receives later text, with an empty text at its end. */
function* readLog(
	invocation: Invocation,
	source: Source,
	onText: (text: string) => void,
): Routine<Response | undefined> {
	const {flags} = invocation;
	const {container, path, object} = source;
	const follow = flags.on('follow');
	const seconds = flags.durationMs('since') / 1000;
	const usual = flags.text('selector') ? '10' : undefined;
	const tail = flags.number('tail') >= 0 && flags.changed('tail') ? flags.text('tail') : usual;
	try {
		const response = yield* invocation.request('GET', path, {
			query: {
				container,
				follow: follow ? 'true' : undefined,
				previous: flags.on('previous') ? 'true' : undefined,
				tailLines: tail,
				sinceSeconds: seconds > 0 ? String(Math.ceil(seconds)) : undefined,
				sinceTime: flags.text('since-time'),
				timestamps: flags.on('timestamps') ? 'true' : undefined,
				limitBytes: flags.number('limit-bytes') > 0 ? flags.text('limit-bytes') : undefined,
				insecureSkipTLSVerifyBackend: flags.on('insecure-skip-tls-verify-backend') ? 'true' : undefined,
			},
			...(follow ? {onText, onEnd: () => onText('')} : {}),
			object,
		});
		show(invocation, source, typeof response.body === 'string' ? response.body : '');
		return response;
	} catch (error) {
		if (!flags.on('ignore-errors')) {
			throw error;
		}

		invocation.out(`error: ${isFailure(error).message}\n`);
		return undefined;
	}
}

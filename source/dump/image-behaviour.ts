import {parseTimestamp} from '../kernel/clock.js';
import type {ContainerStatus, Pod} from '../objects/kubernetes.generated.js';

/** The behaviour of an image under `images` in a scenario. */
type Behaviour = Readonly<Record<string, unknown>>;

/** A container's spec and its status. */
interface Seen {
	readonly image: string;
	readonly hasCommand: boolean;
	readonly status: ContainerStatus;
}

const containersOf = ({spec, status}: Pod): readonly Seen[] =>
	[...(spec.initContainers ?? []), ...spec.containers].flatMap(({name, image, command, args}) => {
		const known = [...(status?.initContainerStatuses ?? []), ...(status?.containerStatuses ?? [])].find(
			(one) => one.name === name,
		);
		return known && image ? [{image, hasCommand: Boolean(command ?? args), status: known}] : [];
	});

/** The reason of a failed pull, without the kubelet's prefix. */
const pullError = ({state}: ContainerStatus): {readonly code: string; readonly text: string} | undefined => {
	const {reason = '', message = ''} = state?.waiting ?? {};
	if (!/^(?:ErrImagePull|ImagePullBackOff)$/.test(reason)) {
		return undefined;
	}

	const cause = message.replace(/^Back-off pulling image "[^"]*"(?:: )?/, '').replace(/^ErrImagePull: /, '');
	const [, code = 'Unknown', text = cause] = /^rpc error: code = (\w+) desc = ([^]*)$/.exec(cause) ?? [];
	return {code, text: text || 'the image cannot be pulled'};
};

/** The end of a container that ends repeatedly. */
const crash = ({state, lastState}: ContainerStatus): Behaviour | undefined => {
	const ended = state?.terminated ?? lastState?.terminated;
	if (!ended || state?.running || ended.exitCode === 0) {
		return undefined;
	}

	const ranMs = parseTimestamp(ended.finishedAt ?? '') - parseTimestamp(ended.startedAt ?? '');
	return {
		forMs: Math.max(500, ranMs || 0),
		exit: ended.exitCode,
		...(ended.reason === 'OOMKilled' ? {oom: true} : {}),
		...(ended.message ? {message: ended.message} : {}),
	};
};

/**
The behaviour of images that a dump shows to fail: they cannot be pulled, or their own program ends with an error. An image that runs in
some Pod, or whose container has its own command, is left out: the image is not the cause.
*/
export const imageBehaviours = (pods: readonly Pod[]): Readonly<Record<string, Behaviour>> => {
	const seen = pods.flatMap((pod) => containersOf(pod));
	const works = new Set(seen.flatMap(({image, status}) => (status.state?.running ? [image] : [])));
	const behaviours = new Map<string, Behaviour>();
	for (const {image, hasCommand, status} of seen) {
		const error = pullError(status);
		const program = hasCommand ? undefined : crash(status);
		if (!works.has(image) && !behaviours.has(image) && (error ?? program)) {
			behaviours.set(image, error ? {pull: {error}} : {program});
		}
	}

	return Object.fromEntries(behaviours);
};

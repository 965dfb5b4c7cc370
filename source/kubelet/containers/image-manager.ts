import {note, type Routine} from '../../kernel/routine.js';
import type {Container, Pod, Secret} from '../../objects/kubernetes.generated.js';
import {podKey, podName, type KubeletContext, type PodRecord} from '../context.js';
import {decodeBase64} from './environment.js';
import {fieldPath} from './container-spec.js';
import {RuntimeError, type PodSandboxConfig} from '../runtime/cri.js';
import {parseImageReference} from '../runtime/images/catalogue.js';
import type {LocalImage} from '../runtime/images/image-service.js';

/** A container cannot start: reason and message of its waiting state. */
export class StartFailure extends Error {
	override name = 'StartFailure';

	constructor(
		readonly reason: string,
		message: string,
	) {
		super(message);
	}
}

export interface RegistryCredentials {
	readonly username: string;
	readonly password: string;
}

type PullSecrets = readonly Secret[];

/** User name and password for a registry, from the first pull secret that has one. */
export const credentialsFor = (registry: string, secrets: PullSecrets): RegistryCredentials | undefined => {
	for (const {data} of secrets) {
		const text = data?.['.dockerconfigjson'] ?? data?.['.dockercfg'];
		if (text === undefined) {
			continue;
		}

		try {
			const parsed = JSON.parse(decodeBase64(text)) as {
				auths?: Record<string, {username?: string; password?: string; auth?: string}>;
			};
			for (const [host, entry] of Object.entries(parsed.auths ?? (parsed as Record<string, never>))) {
				if (
					host.replace(/^https?:\/\//, '').replace(/\/.*$/, '') !== registry &&
					!(registry === 'docker.io' && host.includes('docker.io'))
				) {
					continue;
				}

				const [username = '', password = ''] = entry.auth
					? decodeBase64(entry.auth).split(/:(.*)/s)
					: [entry.username, entry.password];
				return {username, password};
			}
		} catch {
			// A secret that is no JSON gives no credentials.
		}
	}

	return undefined;
};

/** The pull secrets of a Pod; those that are missing are only told in an event. */
export function* pullSecrets(context: KubeletContext, pod: Pod): Routine<PullSecrets> {
	const found: Secret[] = [];
	const missing: string[] = [];
	for (const {name = ''} of pod.spec.imagePullSecrets ?? []) {
		const secret = yield* context.objects.secret(pod.metadata.namespace ?? '', name);
		if (secret) {
			found.push(secret);
		} else {
			missing.push(name);
		}
	}

	if (found.length + missing.length > 0) {
		yield* note(
			'kubelet.pull',
			missing.length > 0
				? `Pull secrets ${missing.join(', ')} of ${podName(pod)} do not exist: images may be refused.`
				: `The kubelet has the pull secrets of ${podName(pod)}: ${found.map(({metadata}) => metadata.name).join(', ')}.`,
			{found: found.map(({metadata}) => metadata.name), missing},
			{object: podKey(pod), ...(missing.length > 0 ? {outcome: 'warning' as const} : {})},
		);
	}

	if (missing.length > 0) {
		yield* context.recorder.event(
			pod,
			'Warning',
			'FailedToRetrieveImagePullSecret',
			`Unable to retrieve some image pull secrets (${missing.join(', ')}); attempting to pull the image may not succeed.`,
		);
	}

	return found;
}

/** Go's `1.204s`, `400ms`. */
export const formatPullDuration = (ms: number): string =>
	ms < 1000 ? `${ms}ms` : ms < 60_000 ? `${ms / 1000}s` : `${Math.floor(ms / 60_000)}m${(ms % 60_000) / 1000}s`;

/**
Sees to it that the image of a container is on the node.

@throws {StartFailure} with the reasons a Pod shows: ErrImagePull, ImagePullBackOff, ErrImageNeverPull, InvalidImageName.
@see https://kubernetes.io/docs/concepts/containers/images/
@mirrors k8s.io/kubernetes/pkg/kubelet/images imageManager.EnsureImageExists
*/
export function* ensureImage(
	context: KubeletContext,
	record: PodRecord,
	container: Container,
	config: PodSandboxConfig,
	secrets: PullSecrets,
): Routine<LocalImage> {
	const {kernel, recorder, runtime, imageBackoff} = context;
	const {pod} = record;
	const image = container.image ?? '';
	const where = {fieldPath: fieldPath(pod, container.name)};
	const object = podKey(pod);
	const reference = parseImageReference(image);
	if (typeof reference === 'string') {
		const message = `Failed to apply default image tag "${image}": couldn't parse image name "${image}": ${reference}`;
		yield* note('kubelet.pull', `${image} is no name of an image.`, {message}, {object, outcome: 'refused'});
		yield* recorder.event(pod, 'Warning', 'InspectFailed', message, where);
		throw new StartFailure('InvalidImageName', message);
	}

	const policy = container.imagePullPolicy ?? (reference.tag === 'latest' ? 'Always' : 'IfNotPresent');
	const auth = credentialsFor(reference.registry, secrets);
	const present = runtime.images.all.get(reference.name);
	const usable = present && (!present.authenticated || auth !== undefined);
	if (usable && policy !== 'Always') {
		yield* note(
			'kubelet.pull',
			`The image ${image} of ${container.name} is on ${context.options.node.name} already, and the pull policy ${policy} is content with that.`,
			{image, policy, present: true, digest: present.digest},
			{object},
		);
		yield* recorder.event(
			pod,
			'Normal',
			'Pulled',
			`Container image "${image}" already present on machine and can be accessed by the pod`,
			where,
		);
		return present;
	}

	if (policy === 'Never') {
		const message = `Container image "${image}" is not present with pull policy of Never`;
		yield* note('kubelet.pull', `${message}.`, {image, policy, present: false}, {object, outcome: 'refused'});
		yield* recorder.event(pod, 'Warning', 'ErrImageNeverPull', message, where);
		throw new StartFailure('ErrImageNeverPull', message);
	}

	const key = `${record.uid}_${reference.name}`;
	const leftMs = imageBackoff.leftMs(key, kernel.now);
	if (leftMs > 0) {
		const message = `Back-off pulling image "${image}"`;
		const before = record.waiting.get(container.name);
		const cause =
			before?.reason === 'ErrImagePull'
				? `ErrImagePull: ${before.message}`
				: (before?.message.replace(`${message}: `, '') ?? 'ErrImagePull');
		yield* note(
			'kubelet.pull',
			`${message}: the next try is in ${Math.ceil(leftMs / 1000)} s.`,
			{image, backoffMs: imageBackoff.get(key), leftMs},
			{object, outcome: 'warning'},
		);
		yield* recorder.event(pod, 'Normal', 'BackOff', message, where);
		throw new StartFailure('ImagePullBackOff', `${message}: ${cause}`);
	}

	yield* note(
		'kubelet.pull',
		present && !usable
			? `The image ${image} is on the node, but was pulled with credentials that ${podName(pod)} does not have: it is pulled again.`
			: `The image ${image} of ${container.name} is ${present ? 'on the node, but the pull policy is Always' : 'not on the node'}: it is pulled${auth ? ` as ${auth.username}` : ''}.`,
		{image, policy, present: present !== undefined, username: auth?.username},
		{object},
	);
	yield* recorder.event(pod, 'Normal', 'Pulling', `Pulling image "${image}"`, where);
	const startedMs = kernel.now;
	try {
		const pulled = yield* runtime.images.pull(image, config, auth);
		const tookMs = kernel.now - startedMs;
		record.pulledMs += tookMs;
		const took = formatPullDuration(tookMs);
		yield* recorder.event(
			pod,
			'Normal',
			'Pulled',
			`Successfully pulled image "${image}" in ${took} (${took} including waiting). Image size: ${pulled.size} bytes.`,
			where,
		);
		return pulled;
	} catch (error) {
		if (!(error instanceof RuntimeError)) {
			throw error;
		}

		imageBackoff.next(key, kernel.now);
		yield* recorder.event(pod, 'Warning', 'Failed', `Failed to pull image "${image}": ${error.shown}`, where);
		throw new StartFailure('ErrImagePull', error.shown);
	}
}

import type {EventRecorder} from '../../client/event-recorder.js';
import {goDuration} from '../../go/duration.js';
import type {Routine} from '../../kernel/routine.js';
import {note} from '../../stages/note.js';
import type {Container, Pod, Secret, Volume} from '../../objects/kubernetes.generated.js';
import {fieldPath} from '../node/container-reference.js';
import {podKey} from '../node/pod-names.js';
import {RuntimeError, type PodSandboxConfig} from '../../cri/messages.js';
import {parseImageReference, type ImageReference} from '../../objects/image-reference.js';
import {
	mayUse,
	type ExpectedOfImage,
	type ImageService,
	type LocalImage,
	type RegistryCredentials,
} from '../../cri/image-service.js';
import type {Host} from '../../host/host.js';
import {Backoff} from './backoff.js';
import {credentialsFor} from './pull-secrets.js';
import type {ReasonCache} from './reason-cache.js';
import {StartFailure} from './start-failure.js';

/** A container's or volume's request for an image, and the way to pull it. */
export interface ImageRequest {
	readonly pod: Pod;
	readonly container: Container;
	/** A volume of the Pod needs it, which the container mounts. */
	readonly volume?: Volume;
	readonly sandbox: PodSandboxConfig;
	readonly secrets: readonly Secret[];
}

/** A parsed request. */
interface Wanted extends ImageRequest {
	/** The image, as the Pod names it. */
	readonly image: string;
	readonly reference: ImageReference;
	readonly policy: 'Always' | 'IfNotPresent' | 'Never';
	readonly auth: RegistryCredentials | undefined;
	/** The user of the image, as sentences name it. */
	readonly user: string;
	readonly where: {readonly fieldPath?: string};
	readonly object: string;
}

/** The Pod's expectations of an unknown image. */
const expectedOf = ({spec}: Pod, image: string): ExpectedOfImage => ({
	container: [...(spec.initContainers ?? []), ...spec.containers].find((one) => one.image === image)?.name ?? '',
	isPrivate: (spec.imagePullSecrets ?? []).length > 0,
});

/** The key of the pause after a failed pull. */
export const pullKey = (uid: string, {name}: Pick<ImageReference, 'name'>): string => `${uid}_${name}`;

/**
Ensures that images are on the node.

@see https://kubernetes.io/docs/concepts/containers/images/
@mirrors k8s.io/kubernetes/pkg/kubelet/images imageManager
*/
export class ImageManager {
	/** The back-off of images that cannot be pulled, by Pod and full name: {@link pullKey}. */
	readonly backoff = new Backoff();

	/** @param pulled is called with the milliseconds that a pull for the Pod with a uid took. */
	constructor(
		readonly images: ImageService,
		readonly host: Host,
		readonly recorder: EventRecorder,
		readonly reasons: ReasonCache,
		readonly pulled: (uid: string, ms: number) => void,
	) {}

	/**
	Ensures that the image of a container is on the node.

	@throws {StartFailure} with the reasons a Pod shows: ErrImagePull, ImagePullBackOff, ErrImageNeverPull, InvalidImageName.
	*/
	*ensureImage(request: ImageRequest): Routine<LocalImage> {
		const wanted = yield* this.#understood(request);
		const {image, reference, policy, auth, object, where, pod, user} = wanted;
		const present = this.images.listImages().get(reference.name);
		const isUsable = present && mayUse(present, auth);
		if (isUsable && policy !== 'Always') {
			yield* note(
				'kubelet.pull',
				{
					case: 'present',
					container: user,
					node: this.host.name,
					image,
					policy,
					present: true,
					digest: present.digest,
				},
				{object},
			);
			yield* this.recorder.event(
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
			yield* note(
				'kubelet.pull',
				{case: 'never', image, policy, present: present !== undefined, message},
				{object, outcome: 'refused'},
			);
			yield* this.recorder.event(pod, 'Warning', 'ErrImageNeverPull', message, where);
			throw new StartFailure('ErrImageNeverPull', message);
		}

		yield* this.#checkBackoff(wanted);
		yield* note(
			'kubelet.pull',
			{
				case: 'pull',
				container: user,
				image,
				policy,
				present: present !== undefined,
				isForeign: present !== undefined && !isUsable,
				username: auth?.username,
			},
			{object},
		);
		return yield* this.#pull(wanted);
	}

	*#understood(request: ImageRequest): Routine<Wanted> {
		const {pod, container, secrets, volume} = request;
		const image = (volume ? volume.image?.reference : container.image) ?? '';
		const where = volume ? {} : {fieldPath: fieldPath(pod, container.name)};
		const object = podKey(pod);
		const reference = parseImageReference(image);
		if (typeof reference === 'string') {
			const message = `Failed to apply default image tag "${image}": couldn't parse image name "${image}": ${reference}`;
			yield* note('kubelet.pull', {case: 'invalid', image, message}, {object, outcome: 'refused'});
			yield* this.recorder.event(pod, 'Warning', 'InspectFailed', message, where);
			throw new StartFailure('InvalidImageName', message);
		}

		const asked = volume ? volume.image?.pullPolicy : container.imagePullPolicy;
		const policy = asked ?? (reference.tag === 'latest' ? 'Always' : 'IfNotPresent');
		const user = (volume ?? container).name;
		return {
			...request,
			user,
			image,
			reference,
			policy,
			auth: credentialsFor(reference.registry, secrets),
			where,
			object,
		};
	}

	/** @throws {StartFailure} ImagePullBackOff, while the pause after a failed pull lasts. */
	*#checkBackoff({pod, container, image, reference, where, object}: Wanted): Routine {
		const key = pullKey(pod.metadata.uid, reference);
		const leftMs = this.backoff.leftMs(key, this.host.kernel.now);
		if (leftMs <= 0) {
			return;
		}

		const message = `Back-off pulling image "${image}"`;
		const before = this.reasons.of(pod.metadata.uid).get(container.name);
		const cause =
			before?.reason === 'ErrImagePull'
				? `ErrImagePull: ${before.message}`
				: (before?.message.replace(`${message}: `, '') ?? 'ErrImagePull');
		yield* note(
			'kubelet.pull',
			{case: 'back-off', image, message, backoffMs: this.backoff.get(key), leftMs},
			{object, outcome: 'warning'},
		);
		yield* this.recorder.event(pod, 'Normal', 'BackOff', message, where);
		throw new StartFailure('ImagePullBackOff', `${message}: ${cause}`);
	}

	/** @throws {StartFailure} ErrImagePull. */
	*#pull({pod, image, reference, sandbox, auth, where}: Wanted): Routine<LocalImage> {
		const {kernel} = this.host;
		yield* this.recorder.event(pod, 'Normal', 'Pulling', `Pulling image "${image}"`, where);
		const startedMs = kernel.now;
		try {
			const pulled = yield* this.images.pullImage({image, auth, sandboxConfig: sandbox}, expectedOf(pod, image));
			const tookMs = kernel.now - startedMs;
			this.pulled(pod.metadata.uid, tookMs);
			const took = goDuration(tookMs);
			yield* this.recorder.event(
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

			this.backoff.next(pullKey(pod.metadata.uid, reference), kernel.now);
			yield* this.recorder.event(pod, 'Warning', 'Failed', `Failed to pull image "${image}": ${error.shown}`, where);
			throw new StartFailure('ErrImagePull', error.shown);
		}
	}
}

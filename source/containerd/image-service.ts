import type {
	ExpectedOfImage,
	ImageService,
	ImageUser,
	LocalImage,
	PullImageRequest,
	RegistryCredentials,
} from '../cri/image-service.js';
import type {Kernel} from '../kernel/kernel.js';
import {Random} from '../kernel/random.js';
import {sleep, type Routine} from '../kernel/routine.js';
import {registryKey} from '../objects/resources.js';
import {callRuntime, type Result} from './cri-call.js';
import {RuntimeError} from '../cri/messages.js';
import type {AssumedKind} from '../stages/facts/kubelet/runtime.js';
import {note} from '../stages/note.js';
import type {Failures} from './failures.js';
import type {Troubles} from '../machine/troubles.js';
import {
	imageNamed,
	isAssumedTag,
	isInOldFormat,
	isRefusedName,
	isUnknownHost,
	pullMs,
	type ImageCatalogue,
} from '../machine/images/catalogue.js';
import {oldFormatRefused} from '../machine/images/old-formats.js';
import {parseImageReference, type ImageReference} from '../objects/image-reference.js';
import type {Image} from '../machine/images/image.js';

/** A registry's answer about a repository that it does not have, or not for this user. */
const accessDenied =
	'pull access denied, repository does not exist or may require authorization: server message: insufficient_scope: authorization failed';

/** The error of Go's HTTP client for a registry whose name the node cannot resolve. */
const lookupFailed = ({registry, repository, tag, digest}: ImageReference, why: string): string =>
	`failed to do request: Head "https://${registry}/v2/${repository}/manifests/${digest || tag}": dial tcp: lookup ${registry.replace(/:\d+$/, '')}: ${why}`;

/** The time for the registry's answer whether a tag still names the node's image, in milliseconds. */
const resolveMs = 100;

/** The Pod that wants an image. */
interface Wish extends ExpectedOfImage {
	/** Its key in the ledger. */
	readonly object: string;
}

/**
The images of a node: those present, and those that a registry provides.

@see https://kubernetes.io/docs/concepts/containers/images/
*/
export class NodeImages implements ImageService {
	readonly #images = new Map<string, LocalImage>();

	/** @param present images that are on the node from the start, by name. */
	constructor(
		readonly kernel: Kernel,
		readonly node: string,
		readonly catalogue: ImageCatalogue,
		present: readonly string[],
		readonly failures: Failures,
		readonly troubles: Troubles,
	) {
		const delivered = Object.entries(catalogue.images)
			.filter(([, image]) => image.present)
			.map(([name]) => name);
		for (const name of [...delivered, ...present]) {
			const image = imageNamed(catalogue, name);
			const reference = parseImageReference(name);
			if (image && typeof reference !== 'string') {
				this.#keep(reference, image, undefined);
			}
		}
	}

	/** Images on the node, by full name. */
	listImages(): ReadonlyMap<string, LocalImage> {
		return this.#images;
	}

	userOf(name: string): ImageUser {
		const image = imageNamed(this.catalogue, name);
		return {user: image?.user, isUnknown: image?.anyPort === true};
	}

	/** Updates the images in the ledger; report it with the next stop. */
	show(): void {
		this.kernel.ledger.write(
			`/nodes/${this.node}/images`,
			[...this.#images.values()].map(({name, digest, size}) => ({names: [digest, name], sizeBytes: size})),
		);
	}

	/**
	Pulls an image that is on the node: the registry only confirms that the name still refers to it, and no layer is downloaded.
	*/
	*pullImage(
		{image: reference, auth, sandboxConfig: config}: PullImageRequest,
		expected: ExpectedOfImage,
	): Routine<LocalImage> {
		const {namespace, name} = config.metadata;
		const object = registryKey('pods', namespace, name);
		return yield* callRuntime(
			{
				method: 'PullImage',
				request: {image: {image: reference, annotations: config.annotations}, ...(auth ? {auth} : {})},
				about: {image: reference, username: auth?.username},
			},
			object,
			this.#pull(reference, auth, {...expected, object}),
		);
	}

	*#pull(reference: string, auth: RegistryCredentials | undefined, wish: Wish): Routine<Result<LocalImage>> {
		const {kernel} = this;
		const image = imageNamed(this.catalogue, reference);
		const parsed = parseImageReference(reference);
		const name = typeof parsed === 'string' ? reference : parsed.name;
		const isHere = this.#images.has(name);
		const isOldFormat = !isHere && isInOldFormat(this.catalogue, reference);
		const asksOnly = isHere || isOldFormat;
		yield* sleep(kernel.latency('cri.PullImage', asksOnly ? Math.min(resolveMs, pullMs(image)) : pullMs(image)));
		const resolving = `failed to pull and unpack image "${name}": failed to resolve reference "${name}"`;
		if (typeof parsed !== 'string' && !isHere && isUnknownHost(this.catalogue, reference)) {
			throw new RuntimeError('Unknown', `${resolving}: ${lookupFailed(parsed, 'no such host')}`);
		}

		if (!image || typeof parsed === 'string') {
			throw new RuntimeError('NotFound', `${resolving}: ${name}: not found`);
		}

		// An image of which nothing is known is assumed to be private if its Pod names pull secrets.
		const isPrivate = !isHere && !auth && image.anyPort === true && wish.isPrivate;
		if (isPrivate) {
			yield* this.#assume('registry', reference, wish);
		}

		if (isPrivate || (!isHere && isRefusedName(this.catalogue, reference))) {
			throw new RuntimeError('Unknown', `${resolving}: ${accessDenied}`);
		}

		if (this.troubles.happens('pull')) {
			throw new RuntimeError('Unknown', `${resolving}: ${lookupFailed(parsed, 'i/o timeout')}`);
		}

		if (isOldFormat) {
			throw new RuntimeError('Unimplemented', `failed to pull and unpack image "${name}": ${oldFormatRefused}`);
		}

		const {pull} = image;
		this.failures.check(`pull ${name}`, pull?.error, name);
		if (pull?.username !== undefined && (auth?.username !== pull.username || auth.password !== pull.password)) {
			throw new RuntimeError('Unknown', `${resolving}: ${accessDenied}`);
		}

		if (!isHere && isAssumedTag(this.catalogue, reference)) {
			yield* this.#assume('tag', reference, wish);
		}

		const local = this.#keep(parsed, image, pull?.username === undefined ? undefined : auth);
		this.show();
		return {
			told: {
				method: 'PullImage',
				answer: {imageRef: local.id},
				about: {image: name, node: this.node, bytes: local.size, downloaded: isHere ? 0 : local.size},
			},
			value: local,
		};
	}

	*#assume(kind: AssumedKind, image: string, {container, object}: Wish): Routine {
		yield* note('container.assume', {kind, container, what: image}, {object, outcome: 'warning'});
	}

	/** Records that a container of the image begins or ends. */
	use(name: string): void {
		const image = this.#images.get(name);
		if (image) {
			this.#images.set(name, {...image, usedMs: this.kernel.now});
		}
	}

	/** Deletes an image from the node. */
	*removeImage({image: name}: {readonly image: string}): Routine {
		const image = this.#images.get(name);
		if (image) {
			yield* callRuntime(
				{method: 'RemoveImage', request: {image: {image: image.id}}, about: {image: name}},
				`/nodes/${this.node}/images`,
				this.#remove(image),
			);
		}
	}

	*#remove({name, size}: LocalImage): Routine<Result<undefined>> {
		this.#images.delete(name);
		this.show();
		return {
			told: {method: 'RemoveImage', answer: {}, about: {image: name, node: this.node, bytes: size}},
			value: undefined,
		};
	}

	#keep(
		{name, registry, repository}: ImageReference,
		image: Image,
		credentials: RegistryCredentials | undefined,
	): LocalImage {
		// Digests belong to the image, not to the node: they depend on the name alone.
		const digests = new Random(0, name);
		const local: LocalImage = {
			id: `sha256:${digests.hex(64)}`,
			name,
			digest: `${registry}/${repository}@sha256:${digests.hex(64)}`,
			size: image.size ?? 0,
			user: image.user,
			credentials,
			pulledMs: this.#images.get(name)?.pulledMs ?? this.kernel.now,
			usedMs: this.kernel.now,
		};
		this.#images.set(name, local);
		return local;
	}
}

import type {Routine} from '../kernel/routine.js';
import type {PodSandboxConfig} from './messages.js';

/** A user's name and password for a registry. */
export interface RegistryCredentials {
	readonly username: string;
	readonly password: string;
}

/** An image on the node. */
export interface LocalImage {
	/** Digest of its configuration. */
	readonly id: string;
	/** Name with registry and tag. */
	readonly name: string;
	/** `docker.io/library/nginx@sha256:…`. */
	readonly digest: string;
	/** Bytes. */
	readonly size: number;
	/** uid or name of its user; root if absent. */
	readonly user: string | undefined;
	/** The credentials that pulling it needed: another Pod has to prove that it may use it. */
	readonly credentials: RegistryCredentials | undefined;
	/** The times of its arrival and of a container's last use, in milliseconds. */
	readonly pulledMs: number;
	readonly usedMs: number;
}

/** Whether a Pod with these credentials, or none, may use an image on the node without asking the registry. @mirrors KubeletEnsureSecretPulledImages */
export const mayUse = (
	{credentials}: Pick<LocalImage, 'credentials'>,
	auth: RegistryCredentials | undefined,
): boolean =>
	credentials === undefined || (auth?.username === credentials.username && auth.password === credentials.password);

/** The user of an image. */
export interface ImageUser {
	/** uid or name; root if absent, and for an image that does not exist. */
	readonly user?: string;
	/** Whether the image is unknown. */
	readonly isUnknown?: boolean;
}

export interface PullImageRequest {
	/** The image, as the Pod names it. */
	readonly image: string;
	readonly auth?: RegistryCredentials;
	readonly sandboxConfig: PodSandboxConfig;
}

/** The Pod's expectations of an unknown image. It is not part of the upstream interface, but assumptions need it. */
export interface ExpectedOfImage {
	/** The container that names the image; empty for an image of a volume. */
	readonly container: string;
	/** The Pod names pull secrets: the image is from a private registry. */
	readonly isPrivate: boolean;
}

/** The image service of the container runtime interface. @mirrors k8s.io/cri-api ImageServiceServer */
export interface ImageService {
	/** Images on the node, by full name. */
	listImages(): ReadonlyMap<string, LocalImage>;
	/** The user of an image, by any name of it. */
	userOf(image: string): ImageUser;
	/** Writes the images to the ledger. The caller makes the next stop. */
	show(): void;
	/** @throws {RuntimeError} */
	pullImage(request: PullImageRequest, expected: ExpectedOfImage): Routine<LocalImage>;
	/** @param request `image`: full name. */
	removeImage(request: {readonly image: string}): Routine;
}

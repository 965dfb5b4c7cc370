import {parseImageReference, type ImageReference} from '../../objects/image-reference.js';
import {isOfficialImage, isWithoutLatest} from '../../objects/official-images.js';
import {describedImage, type ImageDescription} from './described-image.js';
import {wellKnown} from './container-behaviour.js';
import {findKnownImage, officialTag} from './known-images.js';
import type {Image} from './image.js';
import {isOldFormat} from './old-formats.js';
import type {Answer} from './described-program.js';

/** The available images, and the runtime's durations. Read from a scenario's file. */
export interface ImageCatalogue {
	readonly takes?: {readonly sandbox?: number; readonly create?: number; readonly start?: number};
	/** The images by name, as a Pod writes it; `docker.io/library/` may be omitted. */
	readonly images: Readonly<Record<string, ImageDescription>>;
	/** The meaning of a name without a description: a server (default), or an image that does not exist. */
	readonly unknown?: 'server' | 'missing';
}

// Names that announce their failure, so that a manifest can show a failing pull.
const missing = /no-such|does-?not-?exist|non-?exist/;

/** An image without a description: a server that ends on SIGTERM. */
const anyServer: Image = {
	size: 52_428_800,
	anyPort: true,
	program: {term: {exit: 0, afterMs: 100}},
};

/** Whether a description has the image's program, and not only its pull or its usage. */
const saysWhatItDoes = ({program, listens, exec, anyPort, create, start, custom}: Image): boolean =>
	[program, listens, exec, anyPort, create, start, custom].some((said) => said !== undefined);

const shortName = (name: string): string => name.replace(/^docker\.io\/(library\/)?/, '');

/** Whether a name has no tag, or `latest`, and its official image has no such tag. */
const isMissingLatest = ({registry, repository, tag}: ImageReference): boolean =>
	registry === 'docker.io' && tag === 'latest' && isWithoutLatest(repository.replace(/^library\//, ''));

/** The scenario's description of an image. */
const descriptionOf = (
	{images}: ImageCatalogue,
	text: string,
	{registry, repository, tag, name}: ImageReference,
): ImageDescription | undefined => {
	const last = `${repository.slice(repository.lastIndexOf('/') + 1)}:${tag}`;
	const isFresh = registry === 'fresh.test';
	const written = images[text] ?? images[name] ?? images[shortName(name)] ?? (isFresh ? images[last] : undefined);
	return isFresh && written?.present ? {...written, present: false} : written;
};

/**
@returns the known data about the image; `undefined` if it does not exist. If a scenario describes only some properties, such as its pull or usage, the others
stay.
*/
export const imageNamed = (catalogue: ImageCatalogue, text: string): Image | undefined => {
	const reference = parseImageReference(text);
	if (typeof reference === 'string') {
		return undefined;
	}

	const {registry, name} = reference;
	const described = descriptionOf(catalogue, text, reference);
	if (described && saysWhatItDoes(described)) {
		return described;
	}

	if (
		!described &&
		(catalogue.unknown === 'missing' ||
			registry.endsWith('.test') ||
			registry.endsWith('.invalid') ||
			missing.test(shortName(name)))
	) {
		return undefined;
	}

	const known = findKnownImage(reference);
	if (described) {
		const named = known === 'no such tag' ? undefined : known;
		const own = describedImage(described, named) ?? named;
		return own ? {...wellKnown(own), ...described, tools: own.tools} : {...anyServer, ...described};
	}

	if (known === 'no such tag' || isMissingLatest(reference)) {
		return undefined;
	}

	return known ? wellKnown(known) : anyServer;
};

const defaultBytesPerSecond = 25_000_000;

/** The reference of an image that no scenario describes. */
const undescribed = (catalogue: ImageCatalogue, text: string): ImageReference | undefined => {
	const reference = parseImageReference(text);
	return typeof reference === 'string' || catalogue.unknown !== undefined || descriptionOf(catalogue, text, reference)
		? undefined
		: reference;
};

/** Whether the registry has no such repository: `docker.io/library` is closed, and no scenario describes the image. */
export const isRefusedName = (catalogue: ImageCatalogue, text: string): boolean => {
	const {registry, repository = ''} = undescribed(catalogue, text) ?? {};
	const [, name] = /^library\/([^/]+)$/.exec(repository) ?? [];
	return registry === 'docker.io' && name !== undefined && !isOfficialImage(name);
};

/** Whether the registry has the image only in a format that containerd does not pull, and no scenario describes the image. */
export const isInOldFormat = (catalogue: ImageCatalogue, text: string): boolean => {
	const reference = undescribed(catalogue, text);
	return reference !== undefined && isOldFormat(reference);
};

/**
Whether no node can look up the host of the registry, and no scenario describes the image. Such hosts are one word (`Nginxinc`, `registry:5000`), the reserved `.invalid`, and names of the cluster's DNS.

@see https://www.rfc-editor.org/rfc/rfc6761#section-6.4
*/
export const isUnknownHost = (catalogue: ImageCatalogue, text: string): boolean => {
	const {registry = ''} = undescribed(catalogue, text) ?? {};
	return (
		/^(?!localhost(?::|$))[^.:]+(?::\d+)?$/.test(registry) ||
		/\.(?:invalid|svc|cluster\.local)(?::\d+)?$/i.test(registry)
	);
};

/** Whether an official image is assumed to have the variant that a tag names, as the list of its tags does not say. */
export const isAssumedTag = (catalogue: ImageCatalogue, text: string): boolean => {
	const reference = parseImageReference(text);
	return (
		typeof reference !== 'string' && !descriptionOf(catalogue, text, reference) && officialTag(reference) === 'unsure'
	);
};

/** The duration of a pull, in milliseconds. */
export const pullMs = (image: Image | undefined): number =>
	image ? (image.pull?.ms ?? Math.round(((image.size ?? 0) / defaultBytesPerSecond) * 1000)) : 100;

/** The entry of a timetable that counts `elapsedMs` after the container's start. */
export const answerAt = (answers: readonly Answer[] | undefined, elapsedMs: number): Answer | undefined => {
	let found: Answer | undefined;
	for (const answer of answers ?? []) {
		if ((answer.fromMs ?? 0) <= elapsedMs) {
			found = answer;
		}
	}

	return found;
};

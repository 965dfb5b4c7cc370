import type {ImageReference} from '../../objects/image-reference.js';
import {packageText} from '../../kernel/platform.js';
import type {KnownImage, TagAnswer} from './known-image.js';
import {hasTag} from './official-tags.js';

/** An image in a file of `snapshots/images/`: its key is its name, and `names` has further ones. */
type DescribedImage = Omit<KnownImage, 'names'> & {readonly names?: readonly string[]};

/** The name with the part that Docker Hub omits: `library/nginx`. */
const longName = (name: string): string => (name.includes('/') ? name : `library/${name}`);

const readImages = (): readonly KnownImage[] => {
	const images: Readonly<Record<string, DescribedImage>> = JSON.parse(packageText('dist/images.generated.json'));
	return Object.entries(images).map(([name, image]) => ({
		...image,
		names: [name, ...(image.names ?? [])].map((one) => longName(one)),
	}));
};

let read: readonly KnownImage[] | undefined;

/** All images that are known by their names: the build makes one file of those in `snapshots/images/`. */
export const knownImages = (): readonly KnownImage[] => (read ??= readImages());

let index: ReadonlyMap<string, KnownImage> | undefined;

const byName = (): ReadonlyMap<string, KnownImage> =>
	(index ??= new Map(knownImages().flatMap((image) => image.names.map((name) => [name, image] as const))));

// Registries that carry copies of the official images.
const mirrors = new Set([
	'public.ecr.aws',
	'mirror.gcr.io',
	'quay.io',
	'ghcr.io',
	'registry.gitlab.com',
	'k8s.gcr.io',
	'registry.k8s.io',
]);

/** Images of such a registry that only share the name of an official one. */
const namesakes = /^(?:k8s\.gcr\.io|registry\.k8s\.io)\/redis:v1$/;

type NamedImage = Pick<ImageReference, 'registry' | 'repository' | 'tag'> & Partial<Pick<ImageReference, 'digest'>>;

const tagOf = (image: KnownImage | undefined, tag: string): TagAnswer => !image?.tags || hasTag(image.tags, tag);

/** Whether `docker.io/library` has the tag of an image. A digest decides alone. */
export const officialTag = ({registry, repository, tag, digest = ''}: NamedImage): TagAnswer =>
	registry !== 'docker.io' || !repository.startsWith('library/') || tag === '' || digest !== ''
		? true
		: tagOf(byName().get(repository), tag);

/** The official image of which a user's registry may have a copy. It must have the tag, because a user's application may also be called `node`. */
const copyOf = (name: string, tag: string): KnownImage | undefined => {
	const image = byName().get(name);
	return image?.tags && !/^v\d/.test(tag) && hasTag(image.tags, tag) === true ? image : undefined;
};

/** The result for a name: the image as its tag makes it, or the fact that it has no such tag. */
export const findKnownImage = ({
	registry,
	repository: named,
	tag,
	digest,
}: NamedImage): KnownImage | 'no such tag' | undefined => {
	// Since September 2025 the publisher keeps only `latest` there, and everything else in an archive without updates.
	const repository = named.replace(/^bitnamilegacy\//, 'bitnami/');
	const name = registry === 'docker.io' ? repository : `${registry}/${repository}`;
	const last = repository.slice(repository.lastIndexOf('/') + 1);
	if (registry === 'docker.io' && named.startsWith('bitnami/') && !['', 'latest'].includes(tag)) {
		return 'no such tag';
	}

	const found =
		byName().get(name) ??
		(mirrors.has(registry) && !namesakes.test(`${name}:${tag}`) ? byName().get(`library/${last}`) : undefined) ??
		(registry.includes('.pkg.dev') ? copyOf(`library/${last}`, tag) : undefined);
	if (!found) {
		return undefined;
	}

	const isMissing = found.onlyTags !== undefined && !digest && !new RegExp(found.onlyTags).test(tag);
	if (isMissing || officialTag({registry, repository: named, tag, digest}) === false) {
		return 'no such tag';
	}

	const variant = found.variants?.find(({tags}) => new RegExp(tags).test(tag));
	const isAlpine = tag.includes('alpine') && found.shell !== false;
	return variant || isAlpine
		? {...found, ...(isAlpine ? {shell: 'ash' as const} : {}), ...variant, tags: found.tags}
		: found;
};

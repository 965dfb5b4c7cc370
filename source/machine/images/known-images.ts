import type {ImageReference} from '../../objects/image-reference.js';
import type {KnownImage, TagAnswer} from './known-image.js';
import {applications} from './known/applications.js';
import {clients} from './known/clients.js';
import {databases} from './known/databases.js';
import {infrastructure} from './known/infrastructure.js';
import {kubernetesImages} from './known/kubernetes-images.js';
import {systems} from './known/systems.js';
import {webServers} from './known/web-servers.js';

/** All images that are known by their names. */
export const knownImages: readonly KnownImage[] = [
	...webServers,
	...databases,
	...infrastructure,
	...systems,
	...kubernetesImages,
	...applications,
	...clients,
];

let index: ReadonlyMap<string, KnownImage> | undefined;

const byName = (): ReadonlyMap<string, KnownImage> =>
	(index ??= new Map(knownImages.flatMap((image) => image.names.map((name) => [name, image] as const))));

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

/** Whether `docker.io/library` has the tag of an image. A digest decides alone. */
export const officialTag = ({registry, repository, tag, digest = ''}: NamedImage): TagAnswer =>
	registry !== 'docker.io' || !repository.startsWith('library/') || tag === '' || digest !== ''
		? true
		: (byName().get(repository)?.tags?.(tag) ?? true);

/** The result for a name: the image as its tag makes it, or the fact that it has no such tag. */
export const findKnownImage = ({
	registry,
	repository: named,
	tag,
	digest,
}: NamedImage): KnownImage | 'no such tag' | undefined => {
	// The publisher keeps only `latest` there since September 2025, and all else where nothing new comes.
	const repository = named.replace(/^bitnamilegacy\//, 'bitnami/');
	const name = registry === 'docker.io' ? repository : `${registry}/${repository}`;
	const last = repository.slice(repository.lastIndexOf('/') + 1);
	if (registry === 'docker.io' && named.startsWith('bitnami/') && !['', 'latest'].includes(tag)) {
		return 'no such tag';
	}

	const found =
		byName().get(name) ??
		((mirrors.has(registry) || registry.includes('.pkg.dev')) && !namesakes.test(`${name}:${tag}`)
			? byName().get(`library/${last}`)
			: undefined);
	if (!found) {
		return undefined;
	}

	if (officialTag({registry, repository: named, tag, digest}) === false) {
		return 'no such tag';
	}

	const variant = found.variants?.find(({tags}) => tags.test(tag));
	const isAlpine = tag.includes('alpine') && found.shell !== false;
	return variant || isAlpine
		? {...found, ...(isAlpine ? {shell: 'ash' as const} : {}), ...variant, tags: found.tags}
		: found;
};

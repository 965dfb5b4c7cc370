/** A name split into its parts. */
export interface ImageReference {
	readonly registry: string;
	readonly repository: string;
	readonly tag: string;
	readonly digest: string;
	/** The name with registry and tag: `docker.io/library/nginx:1.27`. */
	readonly name: string;
}

/** Labels of letters, digits and hyphens, or an IPv6 address, and a port. */
const isHost = (text: string): boolean =>
	/^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)*|\[[a-f\d:]+\])(?::\d+)?$/i.test(text);

/**
@returns the parts, or the reason why this is not an image name.
@mirrors github.com/distribution/reference.ParseNormalizedNamed
*/
export const parseImageReference = (text: string): ImageReference | string => {
	const slash = text.indexOf('/');
	const first = slash === -1 ? '' : text.slice(0, slash);
	const isRegistry = first !== '' && (/[.:]/.test(first) || first === 'localhost' || first.toLowerCase() !== first);
	const registry = isRegistry ? first : 'docker.io';
	let rest = isRegistry ? text.slice(slash + 1) : text;
	if (registry === 'docker.io' && !rest.includes('/')) {
		rest = `library/${rest}`;
	}

	const [path = '', digest = ''] = rest.split('@', 2);
	const colon = path.lastIndexOf(':');
	const repository = colon === -1 ? path : path.slice(0, colon);
	const implied = digest ? '' : 'latest';
	const tag = colon === -1 ? implied : path.slice(colon + 1);
	if (repository.toLowerCase() !== repository) {
		return `invalid reference format: repository name (${repository}) must be lowercase`;
	}

	const valid =
		isHost(registry) &&
		/^[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*(?:\/[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*)*$/.test(repository) &&
		(tag === '' || /^\w[\w.-]{0,127}$/.test(tag));
	if (!valid) {
		return 'invalid reference format';
	}

	const name = `${registry}/${repository}${tag ? `:${tag}` : ''}${digest ? `@${digest}` : ''}`;
	return {registry, repository, tag, digest, name};
};

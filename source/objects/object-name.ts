/** The object of a ledger key. */
export interface ObjectName {
	/** The resource, as kubectl names it: `pods`. */
	readonly resource: string;
	readonly namespace?: string;
	readonly name: string;
}

const clusterWide = new Map([
	['minions', 'nodes'],
	['namespaces', 'namespaces'],
	['persistentvolumes', 'persistentvolumes'],
	['storageclasses', 'storageclasses'],
	['priorityclasses', 'priorityclasses'],
	['clusterroles', 'clusterroles'],
	['clusterrolebindings', 'clusterrolebindings'],
]);

/** The object of a key under `/registry/`; other keys are not API objects. */
export const objectName = (key: string): ObjectName | undefined => {
	const [, root, group = '', ...below] = key.split('/');
	if (root !== 'registry' || below.length === 0) {
		return undefined;
	}

	// Custom resources, and those of groups that were added late, follow their group in the key.
	if (group.includes('.')) {
		const [plural = '', ...rest] = below;
		const name = rest.at(-1);
		return name === undefined
			? undefined
			: {resource: `${plural}.${group}`, ...(rest.length > 1 ? {namespace: rest.at(-2)} : {}), name};
	}

	const wide = clusterWide.get(group);
	if (wide) {
		return {resource: wide, name: below.join('/')};
	}

	// Services and their endpoints share a folder: /registry/services/specs/…, /registry/services/endpoints/….
	const nested = group === 'services' && (below[0] === 'specs' || below[0] === 'endpoints');
	const resource = nested && below[0] === 'endpoints' ? 'endpoints' : group;
	const rest = nested ? below.slice(1) : below;
	const name = rest.at(-1) ?? '';
	return rest.length === 1 ? {resource, name} : {resource, namespace: rest.at(-2), name: name || '(no name yet)'};
};

/** `pod/web`-like words for a key, short enough for a list. */
export const shortName = (key: string): string => {
	const name = objectName(key);
	return name ? `${name.resource}/${name.name}` : key;
};

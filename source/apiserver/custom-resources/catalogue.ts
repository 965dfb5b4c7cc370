import {compareVersions, resourcesOf, storageVersionHash} from '../../registry/custom-resources/definition.js';
import type {CustomResourceDefinition} from '../../objects/kubernetes.generated.js';
import type {DiscoveredResource} from '../../objects/facts.js';
import type {Resource} from '../../objects/resources.js';
import type {Reader} from '../storage/reader.js';
import {getOrInsert} from '../../kernel/get-or-insert.js';
import {RemoteAPIs} from '../aggregation/remote-apis.js';

interface Catalogue {
	readonly resources: readonly Resource[];
	readonly byPath: ReadonlyMap<string, Resource>;
	/** Versions of each group, the preferred one first. */
	readonly groups: ReadonlyMap<string, readonly string[]>;
}

/**
The resources of the CustomResourceDefinitions in the watch cache, and those of aggregated servers.

@see https://kubernetes.io/docs/concepts/extend-kubernetes/api-extension/custom-resources/
*/
export class CustomResources {
	readonly #reader: Reader;
	/** The APIs of other servers behind this one. */
	readonly remote: RemoteAPIs;
	readonly #made = new WeakMap<CustomResourceDefinition, readonly Resource[]>();
	#definitions: readonly CustomResourceDefinition[] = [];
	#catalogue: Catalogue = {resources: [], byPath: new Map(), groups: new Map()};

	/** @param aggregated resources of simulated servers behind this one. */
	constructor(
		reader: Reader,
		readonly aggregated: readonly Resource[] = [],
	) {
		this.#reader = reader;
		this.#catalogue = catalogueOf([], aggregated);
		this.remote = new RemoteAPIs(reader, (group) => aggregated.some((resource) => resource.group === group));
	}

	/** The resource at `/apis/<group>/<version>/…/<plural>`. */
	at(group: string, version: string, plural: string): Resource | undefined {
		return this.#current().byPath.get(`${group}/${version}/${plural}`);
	}

	/** Every version of every custom resource. */
	get all(): readonly Resource[] {
		return this.#current().resources;
	}

	/** Groups that have only custom resources, with their versions, the preferred one first. */
	get groups(): ReadonlyMap<string, readonly string[]> {
		return this.#current().groups;
	}

	#current(): Catalogue {
		// The reader returns the same list until a definition changes.
		const definitions = this.#reader.list('customresourcedefinitions.apiextensions.k8s.io');
		if (definitions !== this.#definitions) {
			this.#definitions = definitions;
			this.#catalogue = catalogueOf(
				definitions.flatMap((definition) => this.#resourcesOf(definition)),
				this.aggregated,
			);
		}

		return this.#catalogue;
	}

	#resourcesOf(definition: CustomResourceDefinition): readonly Resource[] {
		return getOrInsert(this.#made, definition, resourcesOf);
	}
}

const catalogueOf = (resources: readonly Resource[], aggregated: readonly Resource[]): Catalogue => {
	const all = [...resources, ...aggregated];
	const groups = new Map<string, string[]>();
	for (const {group, version} of all) {
		const versions = groups.get(group) ?? [];
		if (!versions.includes(version)) {
			versions.push(version);
		}

		groups.set(group, versions);
	}

	for (const versions of groups.values()) {
		versions.sort((a, b) => compareVersions(b, a));
	}

	return {
		resources,
		byPath: new Map(all.map((resource) => [`${resource.group}/${resource.version}/${resource.plural}`, resource])),
		groups,
	};
};

/** The entries of a resource and its subresources in discovery. */
export const listedAs = (resource: Resource): readonly DiscoveredResource[] => {
	const {plural, singular, namespaced, kind, verbs, shortNames, categories, subresources} = resource;
	return [
		{
			name: plural,
			singularName: singular,
			namespaced,
			kind,
			verbs,
			...(shortNames.length > 0 ? {shortNames} : {}),
			...(categories.length > 0 ? {categories} : {}),
			...(resource.custom ? {storageVersionHash: storageVersionHash(resource)} : {}),
		},
		...subresources.map((item) => ({
			name: `${plural}/${item.name}`,
			singularName: '',
			namespaced,
			...(item.group === resource.group ? {} : {group: item.group, version: item.version}),
			kind: item.kind,
			verbs: item.verbs,
		})),
	];
};

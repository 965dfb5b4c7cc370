import {findPackageText} from '../kernel/platform.js';

type Descriptions = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The generated descriptions: those of the core group, and those of other groups, which a page loads some time after its first lesson. */
const files = ['dist/descriptions.generated.json', 'dist/descriptions-of-others.generated.json'] as const;

const loaded: Partial<Record<(typeof files)[number], Descriptions>> = {};

/** The descriptions in a file; `undefined` while it is missing. */
const descriptionsIn = (file: (typeof files)[number]): Descriptions | undefined => {
	if (!loaded[file]) {
		const text = findPackageText(file);
		loaded[file] = text === undefined ? undefined : JSON.parse(text);
	}

	return loaded[file];
};

/** Field → description, of a schema; its own is under the empty name. */
const descriptionsOf = (id: string): Descriptions[string] | undefined => {
	for (const file of files) {
		const found = descriptionsIn(file)?.[id];
		if (found) {
			return found;
		}
	}

	return undefined;
};

/** The description of a schema, by its long name. */
export const describeSchema = (id: string): string | undefined => descriptionsOf(id)?.[''];

const conventions = 'https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md';

/** The description of a field of such a schema. The table leaves out the metadata, whose description is the same for every kind. */
export const describeSchemaField = (id: string, field: string): string | undefined => {
	const fields = descriptionsOf(id);
	if (field !== 'metadata' || fields?.['kind'] === undefined) {
		return fields?.[field];
	}

	const ofMetadata = id.endsWith('List')
		? `Standard list metadata. More info: ${conventions}#types-kinds`
		: `Standard object's metadata. More info: ${conventions}#metadata`;
	return fields['metadata'] ?? ofMetadata;
};

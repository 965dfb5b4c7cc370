import {findPackageText} from '../kernel/platform.js';

type Descriptions = Readonly<Record<string, Readonly<Record<string, string>>>>;

let loaded: Descriptions | undefined;

/** Made by the build; nothing but explanations depends on it, so it may be missing. */
const descriptions = (): Descriptions => {
	if (!loaded) {
		const text = findPackageText('dist/descriptions.generated.json');
		loaded = text === undefined ? {} : (JSON.parse(text) as Descriptions);
	}

	return loaded;
};

/** The description of a schema, by its long name. */
export const describeSchema = (id: string): string | undefined => descriptions()[id]?.[''];

const conventions = 'https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md';

/** The description of a field of such a schema. The table leaves out the metadata, whose description is the same for every kind. */
export const describeSchemaField = (id: string, field: string): string | undefined => {
	const fields = descriptions()[id];
	if (field !== 'metadata' || fields?.['kind'] === undefined) {
		return fields?.[field];
	}

	const ofMetadata = id.endsWith('List')
		? `Standard list metadata. More info: ${conventions}#types-kinds`
		: `Standard object's metadata. More info: ${conventions}#metadata`;
	return fields['metadata'] ?? ofMetadata;
};

import {tableOf, type Language} from './language.js';
import type {Stage, Title} from './stage.js';
import {catalogue, catalogueKeys, type CatalogueKey} from './catalogue.js';

/** An entry of the catalogue in one language. */
interface StageEntry extends Stage, Title {
	readonly key: CatalogueKey;
}

const patterns = catalogueKeys.map((key) => ({key, parts: key.split('.')}));

/** The key that says most about a stage; `undefined` if the catalogue lacks it. */
const keyOf = (stage: string): CatalogueKey | undefined => {
	const parts = stage.split('.');
	let best: (typeof patterns)[number] | undefined;
	for (const candidate of patterns) {
		if (
			candidate.parts.length > (best?.parts.length ?? 0) &&
			candidate.parts.length <= parts.length &&
			candidate.parts.every((part, index) => part === '*' || part === parts[index])
		) {
			best = candidate;
		}
	}

	return best?.key;
};

/** The entry that says most about a stage; `undefined` if the catalogue lacks it. */
export const stageOf = (stage: string, language?: Language): StageEntry | undefined => {
	const key = keyOf(stage);
	return key && {key, ...catalogue[key], ...tableOf(language).titles[key]};
};

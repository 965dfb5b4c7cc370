import type {Observation} from '../part-end.js';
import {endEntries} from './ends.js';
import type {Entry} from './entry.js';
import {podEntries} from './pods.js';
import {readingEntries} from './reading.js';
import {refusalEntries} from './refusals.js';
import {serviceEntries} from './services.js';
import {upgradeEntries} from './upgrades.js';
import {versionEntries} from './versions.js';

/** All findings, by their number. */
export const catalogue: readonly Entry[] = [
	...readingEntries,
	...refusalEntries,
	...podEntries,
	...serviceEntries,
	...endEntries,
	...versionEntries,
	...upgradeEntries,
].sort((a, b) => (a.id < b.id ? -1 : 1));

const byId = new Map(catalogue.map((entry) => [entry.id, entry]));

/** An entry by its number. @throws {Error} when it does not exist: the number is written in the program */
export const entryOf = (id: string): Entry => {
	const entry = byId.get(id);
	if (!entry) {
		throw new Error(`the catalogue has no ${id}`);
	}

	return entry;
};

/** The entry that a user means by `W012`, `w12`, `service-selects-nothing` or both joined by a dash. */
export const entryMeant = (word: string): Entry | undefined => {
	const [, number, name] = /^[wW](\d{1,3})(?:-(.+))?$/.exec(word) ?? [];
	const found =
		number === undefined ? catalogue.find((entry) => entry.name === word) : byId.get(`W${number.padStart(3, '0')}`);
	return name !== undefined && found?.name !== name ? undefined : found;
};

/** Of several entries with one symptom, the one whose words match, or the one without words. */
const ofSymptom = (symptom: string, message: string): Entry | undefined => {
	const found = catalogue.filter(({symptoms = []}) => symptoms.includes(symptom));
	return found.find(({words}) => words?.test(message)) ?? found.find(({words}) => words === undefined);
};

/** The entry for the state of a run. */
export const entryOfObservation = ({
	kind,
	symptom,
	message,
}: Pick<Observation, 'kind' | 'symptom' | 'message'>): Entry => {
	if (kind === 'refused') {
		return [...readingEntries, ...refusalEntries].find(({words}) => words?.test(message)) ?? entryOf('W028');
	}

	return ofSymptom(symptom ?? '', message) ?? entryOf('W090');
};

/** Its number and name: `W012-service-selects-nothing`. */
export const titleOf = ({id, name}: Pick<Entry, 'id' | 'name'>): string => `${id}-${name}`;

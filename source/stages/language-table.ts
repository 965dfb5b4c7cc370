import type {Stop} from '../kernel/stop.js';
import type {Area} from './areas.js';
import type {CatalogueKey} from './catalogue.js';
import type {StageFacts} from './facts.js';
import type {Loss} from './facts/network/traffic.js';
import type {Title} from './stage.js';
import type {WorkStep} from './work.js';

/** One function per stage, from the facts of a stop to its sentence in one language: one or two sentences, present tense, about this object. */
export type Sentences<Facts> = {readonly [Key in keyof Facts]: (facts: Facts[Key], stop: Stop) => string};

/** Short words for the components of the map and the steps of their work. */
export interface Labels {
	readonly areas: Readonly<Record<Area, string>>;
	readonly steps: Readonly<Record<WorkStep, string>>;
	/** The words before a command that is typed on a machine: on a certain node, or on the relevant one. */
	readonly onNode: (node?: string) => string;
}

/** All English texts of stages; a missing text does not compile. A translation may lack texts ({@link Texts}). */
export interface LanguageTable {
	readonly sentences: Sentences<StageFacts>;
	readonly titles: Readonly<Record<CatalogueKey, Title>>;
	readonly labels: Labels;
	/** Why a request of a client is lost, as the second part of a sentence. */
	readonly losses: (loss: Loss) => string;
}

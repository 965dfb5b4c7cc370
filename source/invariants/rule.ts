import type {Change} from '../kernel/history.js';
import type {Stop} from '../kernel/stop.js';
import type {ChangeOf, Known, Place, Places} from './known.js';

/** Reports a broken rule: the ledger key, and the actual state. */
export type Broken = (key: string, found: string) => void;

/** Checks a write. It is a method, so that rules for writes of different types can be in one list. */
type Look<Value> = {look(change: ChangeOf<Value>, stop: Stop, broken: Broken): void}['look'];

/** The events that a rule reads. Each part is called only for the places and stages that it names, so a rule costs no time elsewhere. */
export interface Watch {
	/** A write in a place of the ledger. The stop is that of the write. */
	readonly changes?: {readonly [P in Place]?: Look<Places[P]>};
	/** A write below `/registry/`, of any kind. */
	readonly onObject?: (change: Change, stop: Stop, broken: Broken) => void;
	/** A stop of a stage, after the writes that belong to it. */
	readonly stops?: Readonly<Record<string, (stop: Stop, broken: Broken) => void>>;
	/** Called when only periodic work is left. */
	readonly atRest?: (broken: Broken) => void;
}

/** Something that must hold at each transition of a cluster. */
export interface Rule {
	/** The rule, as a fact that should hold. */
	readonly name: string;
	/** The source in Kubernetes: a page of its documentation, or a function. */
	readonly source: string;
	/** A rule keeps its observations of one run. */
	readonly watch: (known: Known) => Watch;
}

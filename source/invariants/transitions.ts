import type {Change} from '../kernel/history.js';
import type {Kernel} from '../kernel/kernel.js';
import type {Stop} from '../kernel/stop.js';
import {Known, placeOf} from './known.js';
import type {Broken, Rule, Watch} from './rule.js';
import type {Report} from './report.js';

/** A function of a rule, with the name of the rule. */
interface Entry<Look> {
	readonly rule: string;
	readonly look: Look;
}

/** A method, as the type of its change is that of its place. */
type OnChange = {look(change: Change, stop: Stop, broken: Broken): void}['look'];

/** Adds to a list in a table. */
const add = <Look>(table: Map<string, Array<Entry<Look>>>, key: string, entry: Entry<Look>): void => {
	const list = table.get(key);
	if (list) {
		list.push(entry);
	} else {
		table.set(key, [entry]);
	}
};

/** Passes the transitions of one run to rules, to each only the requested ones. */
export class Transitions {
	readonly #known: Known;
	readonly #onPlace = new Map<string, Array<Entry<OnChange>>>();
	readonly #onStage = new Map<string, Array<Entry<(stop: Stop, broken: Broken) => void>>>();
	readonly #onObject: Array<Entry<OnChange>> = [];
	readonly #atRest: Array<Entry<(broken: Broken) => void>> = [];

	constructor(kernel: Kernel, rules: readonly Rule[]) {
		this.#known = new Known(kernel);
		for (const {name, watch} of rules) {
			this.#register(name, watch(this.#known));
		}
	}

	#register(rule: string, {changes = {}, stops = {}, onObject, atRest}: Watch): void {
		for (const [place, look] of Object.entries(changes)) {
			add<OnChange>(this.#onPlace, place, {rule, look});
		}

		for (const [stage, look] of Object.entries(stops)) {
			add(this.#onStage, stage, {rule, look});
		}

		if (onObject) {
			this.#onObject.push({rule, look: onObject});
		}

		if (atRest) {
			this.#atRest.push({rule, look: atRest});
		}
	}

	/** Checks a stop and its writes. */
	see(stop: Stop, changes: readonly Change[], report: Report<string>): void {
		this.#known.begin(stop);
		for (const change of changes) {
			this.#change(change, stop, report);
		}

		for (const {rule, look} of this.#onStage.get(stop.stage) ?? []) {
			look(stop, (key, found) => report(key, rule, found));
		}
	}

	#change(change: Change, stop: Stop, report: Report<string>): void {
		const place = placeOf(change.key);
		if (place === '') {
			return;
		}

		this.#known.take(place, change);
		for (const {rule, look} of this.#onPlace.get(place) ?? []) {
			look(change, stop, (key, found) => report(key, rule, found));
		}

		if (change.key.startsWith('/registry/')) {
			for (const {rule, look} of this.#onObject) {
				look(change, stop, (key, found) => report(key, rule, found));
			}
		}
	}

	/** Called when only periodic work is left. */
	rest(report: Report<string>): void {
		for (const {rule, look} of this.#atRest) {
			look((key, found) => report(key, rule, found));
		}
	}
}

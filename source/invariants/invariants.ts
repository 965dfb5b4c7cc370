import {cacheRules} from './caches.js';
import {rules} from './rules.js';
import {Transitions} from './transitions.js';
import {deviceRules} from './devices.js';
import {nodeRules} from './nodes.js';
import {objectRules} from './objects.js';
import type {Stop} from '../kernel/stop.js';
import type {AnyRecording} from '../debugger/recording.js';
import type {Report, Rules} from './report.js';

/** Something that must never happen in a cluster, found in a run. */
export interface Violation {
	readonly step: number;
	/** Ledger key that it is about. */
	readonly key: string;
	/** The rule, as a fact that should hold. */
	readonly rule: string;
	/** The state found instead. */
	readonly found: string;
}

const tapeRules = (): Rules => {
	let timeMs = 0;
	return {
		onStop(stop, report) {
			if (stop.timeMs < timeMs) {
				report(stop.object ?? '', 'time only moves forward', `${stop.timeMs} ms after ${timeMs} ms`);
			}

			if (stop.cause >= stop.step) {
				report(stop.object ?? '', 'a cause comes before its effect', `step ${stop.step} is caused by ${stop.cause}`);
			}

			timeMs = stop.timeMs;
		},
	};
};

/**
Rules for every run of a cluster, under any faults. Some of them: revisions only grow; a watcher receives each revision once and in
order; a Pod's uid and node never change; its address lives as long as its sandbox; no device has two claims.

Call `advance` any number of times: it reads only new stops. Without history, call `see` for each stop.
*/
export class Invariants {
	readonly violations: Violation[] = [];
	readonly #rules: readonly Rules[];
	readonly #transitions: Transitions;
	#stops = 0;

	constructor(readonly recording: AnyRecording) {
		const {kernel} = recording;
		this.#rules = [tapeRules(), objectRules(kernel), nodeRules(kernel), deviceRules(kernel), cacheRules(recording)];
		this.#transitions = new Transitions(kernel, rules);
	}

	/** Reads the next stop, and the writes until then. */
	see(stop: Stop): void {
		this.#stops++;
		const report = this.#reporter(stop.step);
		const changes = this.recording.kernel.ledger.changesAt(stop.step);
		for (const change of changes) {
			for (const rules of this.#rules) {
				rules.onChange?.(change, stop, report);
			}
		}

		for (const rules of this.#rules) {
			rules.onStop?.(stop, report);
		}

		this.#transitions.see(stop, changes, report);
	}

	/** Checks everything recorded since the last call; at rest, also the conditions that must hold only then. */
	advance(): readonly Violation[] {
		const {stops} = this.recording;
		while (this.#stops < stops.length) {
			this.see(stops.get(this.#stops)!);
		}

		if (this.recording.resting) {
			for (const rules of this.#rules) {
				rules.atRest?.(this.#reporter(stops.length - 1));
			}
		}

		this.rest();
		return this.violations;
	}

	/** Applies the rules of transitions to a cluster at rest. */
	rest(): void {
		if (this.recording.resting) {
			this.#transitions.rest(this.#reporter(this.recording.stops.length - 1));
		}
	}

	#reporter(step: number): Report<string> {
		return (key, rule, found) => {
			this.violations.push({step, key, rule, found});
		};
	}
}

/** All violations of a run as it is now; empty when all is well. */
export const checkInvariants = (recording: AnyRecording): readonly Violation[] => new Invariants(recording).advance();

/** Violations as lines for a person. */
export const describeViolations = (violations: readonly Violation[]): string =>
	violations.map(({step, key, rule, found}) => `#${step} ${key}: ${rule}, but ${found}`).join('\n');

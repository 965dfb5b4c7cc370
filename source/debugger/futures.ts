import {atOnce, type Place, type RecordedInput, type Recording} from './recording.js';

/** A recording whose inputs and length are known before it is played. */
export interface Run<Scenario, Input> {
	readonly inputs: ReadonlyArray<RecordedInput<Input>>;
	/** Number of stops. */
	readonly steps: number;
	/** @throws {Divergence} when it is played for the first time with a different result. */
	readonly recording: () => Recording<Scenario, Input>;
	/** Plays the future stop by stop, for a caller with other work. */
	readonly playing: () => Generator<Place, Recording<Scenario, Input>>;
}

/** The current run of a recording. */
export const runOf = <Scenario, Input>(recording: Recording<Scenario, Input>): Run<Scenario, Input> => ({
	get inputs() {
		return recording.inputs;
	},
	get steps() {
		return recording.stops.length;
	},
	recording: () => recording,
	*playing() {
		return recording;
	},
});

/** A run from a file, which is played when the reader opens it. */
export const keptRun = <Scenario, Input>(
	inputs: ReadonlyArray<RecordedInput<Input>>,
	steps: number,
	play: () => Generator<Place, Recording<Scenario, Input>>,
): Run<Scenario, Input> => {
	let played: Recording<Scenario, Input> | undefined;
	return {
		get inputs() {
			return played?.inputs ?? inputs;
		},
		get steps() {
			return played?.stops.length ?? steps;
		},
		recording: () => (played ??= atOnce(play())),
		*playing() {
			return (played ??= yield* play());
		},
	};
};

/** The name of a future, and its origin. */
export interface Origin<Input> {
	readonly name: string;
	/** The name and step of the future from which it branched; the first future has none. */
	readonly from?: {readonly name: string; readonly step: number};
	/** Later inputs of the future from which it branched, oldest first; they can be repeated. */
	readonly later: ReadonlyArray<RecordedInput<Input>>;
}

/** One of the futures of a run. */
export interface Future<Scenario, Input> extends Origin<Input> {
	readonly run: Run<Scenario, Input>;
	/** The last viewed step. */
	readonly cursor: number;
}

/** All futures of a run: the name of the current one, and the others, with the most recently left at the end. */
export interface Family<Scenario, Input> {
	readonly future: Origin<Input>;
	readonly futures: ReadonlyArray<Future<Scenario, Input>>;
}

/** The future in which every run begins. */
export const firstFuture: Origin<never> = {name: 'main', later: []};

/** A name for one more future: a number. */
export const nextName = (taken: readonly string[]): string => {
	let number = 2;
	while (taken.includes(String(number))) {
		number++;
	}

	return String(number);
};

/** @throws {Error} when the name of a future is invalid. */
export const checkName = (name: string, taken: readonly string[]): void => {
	if (!/^[\w.-]{1,40}$/.test(name)) {
		throw new Error(`"${name}" is not a name for a future: use letters, digits, ".", "-" and "_", at most 40`);
	}

	if (taken.includes(name)) {
		throw new Error(`there is already a future "${name}"; :futures lists them`);
	}
};

/** The inputs of a future since its branch. */
export const ownInputs = <Input>({
	from,
	inputs,
}: Pick<Origin<Input>, 'from'> & Pick<Run<unknown, Input>, 'inputs'>): ReadonlyArray<RecordedInput<Input>> =>
	inputs.filter(({step}) => step > (from?.step ?? -1));

/** A future in the tree of all futures, with its parent. */
export interface Branching<F> {
	readonly future: F;
	/** The lines drawn before its name: `│ └─ `. */
	readonly lead: string;
}

/** The tree of futures, each below the one that it branched from, earlier branches first. */
export const treeOf = <F extends Pick<Origin<unknown>, 'name' | 'from'>>(
	futures: readonly F[],
): ReadonlyArray<Branching<F>> => {
	const childrenOf = (name: string): readonly F[] =>
		futures.filter(({from}) => from?.name === name).sort((a, b) => (a.from?.step ?? 0) - (b.from?.step ?? 0));
	const below = (name: string, lead: string): ReadonlyArray<Branching<F>> =>
		childrenOf(name).flatMap((future, index, all) => {
			const last = index === all.length - 1;
			return [
				{future, lead: `${lead}${last ? '└─ ' : '├─ '}`},
				...below(future.name, `${lead}${last ? '   ' : '│  '}`),
			];
		});
	return futures
		.filter(({from}) => from === undefined)
		.flatMap((future) => [{future, lead: ''}, ...below(future.name, '')]);
};

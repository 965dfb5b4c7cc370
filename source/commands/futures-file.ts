import type {Input} from '../cluster.js';
import {
	checkName,
	firstFuture,
	keptRun,
	ownInputs,
	treeOf,
	type Family,
	type Future,
	type Origin,
} from '../debugger/futures.js';
import type {Place, RecordedInput, Recording} from '../debugger/recording.js';
import {errorText} from '../kernel/error-text.js';
import {list, number, record, text, type Value} from '../scenario/document.js';
import {Mistake} from '../scenario/mistake.js';
import type {Scenario} from '../scenario/scenario.js';
import {recordedInput, recordedInputOf} from './recorded-input.js';

type Futures = Family<Scenario, Input>;
type Inputs = ReadonlyArray<RecordedInput<Input>>;

type PlaceOf = (path: ReadonlyArray<string | number>) => Mistake['place'];

const from = record({name: text, step: number}, ['name', 'step']);

/** The origin of a recording's future, as written. */
export const origin = {future: text, from, later: list(recordedInput)};

/** The other futures of a recording: each has only the actions since it left another. */
export const others = list(
	record(
		{name: text, from, inputs: list(recordedInput), steps: number, fingerprint: text, later: list(recordedInput)},
		['name', 'inputs', 'steps', 'fingerprint'],
	),
);

type Written = Value<typeof others>[number];

/** A future of a file: the expected result of its run. */
interface KeptFuture extends Origin<Input> {
	readonly inputs: Inputs;
	readonly steps: number;
	readonly fingerprint: string;
}

/** The futures of a file. */
export interface KeptFamily {
	readonly future: Origin<Input>;
	readonly futures: readonly KeptFuture[];
}

const printInputs = (inputs: Inputs): ReadonlyArray<object> =>
	inputs.map(({step, timeMs, idle, input}) => ({step, timeMs, idle, ...input}));

const printOrigin = ({from: left, later}: Pick<Future<Scenario, Input>, 'from' | 'later'>): object => ({
	...(left ? {from: left} : {}),
	...(later.length > 0 ? {later: printInputs(later)} : {}),
});

/** The part of a recording file about its future and the others; nothing where there is only one. @param redact hides the secret parts of inputs */
export const printFamily = (
	{future, futures}: Futures = {future: firstFuture, futures: []},
	redact: (inputs: Inputs) => Inputs = (inputs) => inputs,
): object => {
	if (futures.length === 0) {
		return {};
	}

	const hidden = <F extends {readonly later: Inputs}>(one: F): F => ({...one, later: redact(one.later)});
	return {
		future: future.name,
		...printOrigin(hidden(future)),
		futures: futures.map((one) => ({
			name: one.name,
			...printOrigin(hidden(one)),
			inputs: printInputs(redact(ownInputs({from: one.from, inputs: one.run.inputs}))),
			steps: one.run.steps,
			fingerprint: one.run.recording().fingerprint,
		})),
	};
};

/** The part of a recording file about futures. */
interface FamilyFile {
	readonly future?: string;
	readonly from?: Written['from'];
	readonly later?: Written['later'];
	readonly futures?: readonly Written[];
}

const readInputs = (inputs: Written['inputs'] = [], place: Mistake['place']): Inputs =>
	inputs.map((input) => {
		const read = recordedInputOf(input);
		if (!read) {
			throw new Mistake('an input of this future does nothing', place, 'record it again');
		}

		return read;
	});

/**
The futures of a recording file.

@param inputs those of the current future
@throws {Mistake} when a name is invalid or occurs twice, or a future branches from an unknown future.
*/
export const readFamily = (file: FamilyFile, inputs: Inputs, placeOf: PlaceOf): KeptFamily => {
	const {future: name = firstFuture.name, futures = []} = file;
	const all = [{name, from: file.from}, ...futures];
	checkNames(all, placeOf);
	const inputsOf = (wanted: string): Inputs => {
		const index = futures.findIndex((one) => one.name === wanted);
		const one = futures[index];
		if (!one) {
			return inputs;
		}

		const own = readInputs(one.inputs, placeOf(['futures', index, 'inputs']));
		const {from: left} = one;
		return left ? [...inputsOf(left.name).filter(({step}) => step <= left.step), ...own] : own;
	};
	return {
		future: {
			name,
			...(file.from ? {from: file.from} : {}),
			later: readInputs(file.later, placeOf(['later'])),
		},
		futures: futures.map((one, index) => ({
			name: one.name,
			...(one.from ? {from: one.from} : {}),
			later: readInputs(one.later, placeOf(['futures', index, 'later'])),
			inputs: inputsOf(one.name),
			steps: one.steps,
			fingerprint: one.fingerprint,
		})),
	};
};

const checkNames = (all: ReadonlyArray<Pick<Written, 'name' | 'from'>>, placeOf: PlaceOf): void => {
	const placeAt = (index: number, field: string): Mistake['place'] =>
		placeOf(index === 0 ? [field === 'name' ? 'future' : field] : ['futures', index - 1, field]);
	for (const [index, {name}] of all.entries()) {
		try {
			checkName(
				name,
				all.slice(0, index).map((other) => other.name),
			);
		} catch (error) {
			throw new Mistake(errorText(error), placeAt(index, 'name'));
		}
	}

	const hanging = new Set(treeOf(all).map(({future}) => future.name));
	for (const [index, {name}] of all.entries()) {
		if (!hanging.has(name)) {
			throw new Mistake(
				`the future ${name} branches from a future that does not exist`,
				placeAt(index, 'from'),
				'record it again',
			);
		}
	}
};

/** The futures of a file, each played when the reader opens it. @param play plays a run again */
export const familyOf = (
	{future, futures}: KeptFamily,
	play: (kept: KeptFuture) => Generator<Place, Recording<Scenario, Input>>,
): Futures => ({
	future,
	futures: futures.map((one) => ({
		name: one.name,
		...(one.from ? {from: one.from} : {}),
		later: one.later,
		run: keptRun(one.inputs, one.steps, () => play(one)),
		cursor: one.steps - 1,
	})),
});

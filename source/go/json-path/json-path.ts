import {goJSON} from '../encode-json.js';
import {goText, goType} from '../print.js';
import {JSONPathError, parsePieces, type Piece, type Step} from './parser.js';
import {isRecord} from '../../kernel/record.js';

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Value = any;

/** A parsed template: `{range .items[*]}{.metadata.name}{"\n"}{end}`. */
export interface CompiledPath {
	/**
	The values that each of its pieces finds.

	@throws {JSONPathError} if the template asks for something impossible.
	*/
	readonly results: (object: unknown) => ReadonlyArray<readonly Value[]>;
}

/**
A template for looking up values.

@param options `allowMissing`: a missing field is not an error.
@throws {JSONPathError} for a template that cannot be read.
@mirrors client-go/util/jsonpath JSONPath
*/
export const compilePath = (
	template: string,
	{allowMissing = true}: {readonly allowMissing?: boolean} = {},
): CompiledPath => {
	const pieces = parsePieces(template);
	return {results: (object) => new Evaluation(pieces, allowMissing).results(object)};
};

/** A found value as a template prints it. */
export const foundText = (value: Value): string => {
	if (value === null) {
		return 'null';
	}

	if (typeof value === 'object') {
		return goJSON(value);
	}

	return goText(value);
};

/** The values inside a value; for a text, its bytes. */
const children = (value: Value): readonly Value[] => {
	if (typeof value === 'string') {
		return [...Buffer.from(value)];
	}

	if (Array.isArray(value)) {
		return value;
	}

	if (isRecord(value)) {
		return Object.keys(value)
			.sort()
			.map((key) => value[key]);
	}

	return [];
};

const isNothing = (value: Value): boolean => value === null || value === undefined;

/** A number with a decimal point in an expression; it compares only with other such numbers. */
class Fraction {
	constructor(readonly value: number) {}
}

const comparable = (value: Value): {readonly kind: string; readonly value: string | number | boolean} => {
	if (value instanceof Fraction) {
		return {kind: 'float', value: value.value};
	}

	switch (typeof value) {
		case 'string':
		case 'boolean': {
			return {kind: typeof value, value};
		}

		case 'number': {
			return {kind: Number.isInteger(value) ? 'int' : 'float', value};
		}

		default: {
			throw new JSONPathError('invalid type for comparison');
		}
	}
};

const compares = (operator: string, left: Value, right: Value): boolean => {
	if (!['==', '!=', '<', '<=', '>', '>='].includes(operator)) {
		throw new JSONPathError(`unrecognized filter operator ${operator}`);
	}

	const [a, b] = [comparable(left), comparable(right)];
	if (a.kind !== b.kind) {
		throw new JSONPathError('incompatible types for comparison');
	}

	if (a.kind === 'boolean' && operator !== '==' && operator !== '!=') {
		throw new JSONPathError('invalid type for comparison');
	}

	switch (operator) {
		case '==': {
			return a.value === b.value;
		}

		case '!=': {
			return a.value !== b.value;
		}

		case '<': {
			return a.value < b.value;
		}

		case '<=': {
			return a.value <= b.value;
		}

		case '>': {
			return a.value > b.value;
		}

		default: {
			return a.value >= b.value;
		}
	}
};

/** The most values of an evaluation. Each open range doubles the work; upstream has no limit. */
const mostPieces = 1_000_000;

/** One run of a template over one object. */
class Evaluation {
	#pieces: readonly Piece[];
	#beginsRange = 0;
	#inRange = 0;
	#endsRange = 0;
	#lastEnd: Piece | undefined;
	#taken = 0;

	constructor(
		pieces: readonly Piece[],
		readonly allowMissing: boolean,
	) {
		this.#pieces = pieces;
	}

	results(object: unknown): ReadonlyArray<readonly Value[]> {
		const pieces = this.#pieces;
		const all: Array<readonly Value[]> = [];
		for (let index = 0; index < pieces.length; index++) {
			const piece = pieces[index]!;
			if (++this.#taken > mostPieces) {
				throw new JSONPathError('too many ranges: has each of them its {end}?');
			}

			const found = piece.kind === 'text' ? [piece.text] : this.#list(piece.steps, [object]);
			if (this.#endsRange > 0 && this.#endsRange <= this.#inRange) {
				this.#endsRange--;
				this.#lastEnd = piece;
				break;
			}

			if (this.#beginsRange === 0) {
				all.push(found);
				continue;
			}

			this.#beginsRange--;
			this.#inRange++;
			// Even without anything to iterate over, the end of the range is looked for.
			for (const value of found.length > 0 ? found : [undefined]) {
				this.#pieces = pieces.slice(index + 1);
				const inside = this.results(value);
				all.push(...(found.length > 0 ? inside : []));
			}

			this.#inRange--;
			const end = this.#lastEnd === undefined ? -1 : pieces.indexOf(this.#lastEnd, index + 1);
			index = end === -1 ? index : end;
		}

		return all;
	}

	#list(steps: readonly Step[], start: readonly Value[]): readonly Value[] {
		let values = start;
		for (const step of steps) {
			values = this.#take(step, values);
		}

		return values;
	}

	#take(step: Step, input: readonly Value[]): readonly Value[] {
		switch (step.kind) {
			case 'text': {
				return [step.text];
			}

			case 'number': {
				return input.map(() => (step.whole ? step.value : new Fraction(step.value)));
			}

			case 'boolean': {
				return input.map(() => step.value);
			}

			case 'identifier': {
				return this.#identifier(step.name, input);
			}

			case 'field': {
				return this.#field(step.name, input);
			}

			case 'wildcard': {
				return input.flatMap((value) => children(value));
			}

			case 'recursive': {
				return input.flatMap((value) => descendants(value));
			}

			case 'slice': {
				return input.flatMap((value) => (isNothing(value) ? [] : sliced(step, value)));
			}

			case 'union': {
				return step.lists.flatMap((steps) => this.#list(steps, input));
			}

			case 'filter': {
				return input.flatMap((value) => this.#filter(step, value));
			}
		}
	}

	#identifier(name: string, input: readonly Value[]): readonly Value[] {
		switch (name) {
			case 'range': {
				this.#beginsRange++;
				return input;
			}

			case 'end': {
				if (this.#inRange === 0) {
					throw new JSONPathError('not in range, nothing to end');
				}

				this.#endsRange++;
				return [];
			}

			default: {
				throw new JSONPathError(`unrecognized identifier ${name}`);
			}
		}
	}

	#field(name: string, input: readonly Value[]): readonly Value[] {
		const found = input.flatMap((value) => (isRecord(value) && Object.hasOwn(value, name) ? [value[name]] : []));
		if (found.length === 0 && input.length > 0 && !this.allowMissing) {
			throw new JSONPathError(`${name} is not found`);
		}

		return found;
	}

	#filter({left, right, operator}: Extract<Step, {kind: 'filter'}>, value: Value): readonly Value[] {
		if (!Array.isArray(value)) {
			throw new JSONPathError(`${goText(value)} is not array or slice and cannot be filtered`);
		}

		return value.filter((item) => {
			if (operator === 'exists') {
				return this.#exists(left, item);
			}

			const [one, ...ones] = this.#list(left, [item]);
			const [other, ...others] = one === undefined ? [] : this.#list(right, [item]);
			if (ones.length > 0 || others.length > 0) {
				throw new JSONPathError('can only compare one element at a time');
			}

			return one !== undefined && other !== undefined && compares(operator, one, other);
		});
	}

	#exists(steps: readonly Step[], item: Value): boolean {
		try {
			return this.#list(steps, [item]).length > 0;
		} catch (error) {
			if (error instanceof JSONPathError) {
				return false;
			}

			throw error;
		}
	}
}

const descendants = (value: Value): readonly Value[] => {
	const inside = children(value);
	return inside.length === 0 ? [] : [value, ...inside.flatMap((child) => descendants(child))];
};

/** @mirrors client-go/util/jsonpath evalArray */
const sliced = (step: Extract<Step, {kind: 'slice'}>, value: Value): readonly Value[] => {
	if (!Array.isArray(value)) {
		throw new JSONPathError(`${goType(value)} is not array or slice`);
	}

	const {length} = value;
	const outside = (index: number): never => {
		throw new JSONPathError(`array index out of bounds: index ${index}, length ${length}`);
	};

	const {by = 1} = step;
	let {from = 0, to = length} = step;
	from += from < 0 ? length : 0;
	to += to < 0 || (to === 0 && step.single) ? length : 0;
	if (from === to) {
		return [];
	}

	if (from >= length || from < 0) {
		outside(from);
	}

	if (to > length || to < 0) {
		outside(to - 1);
	}

	if (from > to) {
		throw new JSONPathError(`starting index ${from} is greater than ending index ${to}`);
	}

	if (by <= 0) {
		throw new JSONPathError('step must be > 0');
	}

	return value.slice(from, to).filter((_: Value, index: number) => index % by === 0);
};

import type {RE2JS} from 're2js';
import {compileExpression} from '../regular-expression.js';
import {partsOf} from './fields.js';
import {asText, numberOf, type Value} from './values.js';

/** The most fields of a record, and the most elements of an array. */
export const mostElements = 100_000;

const mostPatterns = 500;

/** The memory of a running program of awk: its variables, its arrays, and the fields of the current record. */
export class Memory {
	readonly #variables = new Map<string, Value>([
		['FS', ' '],
		['OFS', ' '],
		['ORS', '\n'],
		['RS', '\n'],
		['NR', 0],
		['NF', 0],
		['SUBSEP', '\u001C'],
	]);
	readonly #arrays = new Map<string, Map<string, Value>>();
	readonly #patterns = new Map<string, RE2JS>();
	/** The record, then its fields: `$0`, `$1`, … */
	#fields: string[] = [''];

	/** A variable; `undefined` before it is set. */
	variable(name: string): Value | undefined {
		return this.#variables.get(name);
	}

	/** A variable as text. */
	text(name: string): string {
		return asText(this.#variables.get(name));
	}

	/** Sets a variable, and nothing that follows from it. */
	set(name: string, value: Value): void {
		this.#variables.set(name, value);
	}

	/** An assignment by the program: one to `NF` changes the record. */
	assign(name: string, value: Value): void {
		this.set(name, value);
		if (name === 'NF') {
			this.#fields.length = Math.min(mostElements, numberOf(value) + 1);
			this.#join();
		}
	}

	/** The current record: `$0`. */
	get record(): string {
		return this.#fields[0] ?? '';
	}

	/** A field of the record; empty where it has none. */
	field(index: number): string {
		return this.#fields[index] ?? '';
	}

	/** Makes a text the record, and splits it into fields. */
	read(text: string): void {
		this.#fields = [text, ...this.split(text, this.text('FS'))];
		this.set('NF', this.#fields.length - 1);
	}

	/** Changes a field and updates the record, or, for index 0, the record and its fields. */
	setField(index: number, text: string): void {
		if (index === 0) {
			this.read(text);
			return;
		}

		while (this.#fields.length <= index) {
			this.#fields.push('');
		}

		this.#fields[index] = text;
		this.set('NF', this.#fields.length - 1);
		this.#join();
	}

	#join(): void {
		this.#fields[0] = this.#fields
			.slice(1)
			.map((field) => field ?? '')
			.join(this.text('OFS'));
	}

	/** The parts of a text between separators. */
	split(text: string, separator: string): string[] {
		return partsOf(text, separator, (pattern) => this.pattern(pattern));
	}

	/** The compiled form of an expression. */
	pattern(text: string): RE2JS {
		let pattern = this.#patterns.get(text);
		if (!pattern) {
			pattern = compileExpression(text, 'extended');
			if (this.#patterns.size < mostPatterns) {
				this.#patterns.set(text, pattern);
			}
		}

		return pattern;
	}

	/** An array, created when the program first names it. */
	array(name: string): Map<string, Value> {
		let array = this.#arrays.get(name);
		if (!array) {
			array = new Map();
			this.#arrays.set(name, array);
		}

		return array;
	}

	/** Whether the program has named an array so. */
	hasArray(name: string): boolean {
		return this.#arrays.has(name);
	}

	/** Fills an array with parts, under the keys 1, 2, … */
	fill(name: string, parts: readonly string[]): void {
		this.#arrays.set(name, new Map(parts.map((part, index) => [String(index + 1), part])));
	}
}

import type {DuplicateKeys} from '../../go/json.js';
import type {Fields} from '../../kernel/record.js';

/** The decoder's place in an object, and its errors so far. After a value of a wrong type, decoding continues, and the first such error is reported. */
export class Reader {
	/** Go's path: fields and embedded structs, without indexes and map keys. */
	readonly goPath: string[] = [];
	readonly path: Array<string | number> = [];
	readonly structs: string[] = [];
	readonly strict: string[] = [];
	firstError: string | undefined;
	/** The number that is being read, where it is written in an unusual way. */
	literal: string | undefined;
	readonly duplicates: DuplicateKeys | undefined;
	readonly #inOrder: boolean;

	/** @param duplicates repeated keys of the text that is read; absent if the sender wrote a map, whose keys Go sorts. */
	constructor(duplicates: DuplicateKeys | undefined) {
		this.duplicates = duplicates?.size ? duplicates : undefined;
		this.#inOrder = duplicates !== undefined;
	}

	/** The keys of an object in the order of the text: the first mistake in it is the reported one. */
	keysOf(object: Fields): readonly string[] {
		const keys = Object.keys(object);
		return this.#inOrder ? keys : keys.sort();
	}

	/** Reports a value of the wrong type in the words of Go's JSON decoder. */
	unmarshalMessage(value: unknown, goType: string): string {
		return `json: cannot unmarshal ${describe(value, goType, this.literal)} into Go struct field ${this.structs.at(-1) ?? ''}.${this.goPath.join('.')} of type ${goType}`;
	}

	mistype(value: unknown, goType: string): void {
		this.firstError ??= this.unmarshalMessage(value, goType);
	}

	place(key: string): string {
		const parts = [...this.path, key].map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`));
		return parts.join('').replace(/^\./, '');
	}
}

/** An error of a type that decodes itself: it ends decoding at once. */
export class Refusal extends Error {}

export const describe = (value: unknown, goType: string, literal: string | undefined): string => {
	switch (typeof value) {
		case 'number': {
			return /^u?int/.test(goType) ? `number ${literal ?? value}` : 'number';
		}

		case 'boolean': {
			return 'bool';
		}

		case 'object': {
			return Array.isArray(value) ? 'array' : 'object';
		}

		default: {
			return 'string';
		}
	}
};

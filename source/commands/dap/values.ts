import type {DebugProtocol} from '@vscode/debugprotocol';
import type {FieldPath} from '../../debugger/blame.js';
import {isRecord} from '../../kernel/record.js';
import {celPath, pathText} from './places.js';

/** A value that a client may unfold. */
export interface Held {
	readonly value: unknown;
	/** The CEL root of the value that contains it: `object`, `facts`. */
	readonly root?: string;
	readonly path: FieldPath;
	/** The ledger key of its object: a field of it can be a data breakpoint. */
	readonly key?: string;
}

/** A ledger key and a path in its value: the target of a data breakpoint. */
interface WatchedField {
	readonly key: string;
	readonly path: string;
}

const isOpen = (value: unknown): value is object => typeof value === 'object' && value !== null;

const entriesOf = (value: unknown): ReadonlyArray<readonly [string | number, unknown]> => {
	if (Array.isArray(value)) {
		return [...value.entries()];
	}

	if (isRecord(value)) {
		return Object.entries(value);
	}

	return [];
};

const mostCharacters = 300;

/** A value in a line. */
const inALine = (value: unknown): string => {
	if (Array.isArray(value)) {
		return value.length === 0 ? '[]' : `[${value.length} ${value.length === 1 ? 'item' : 'items'}]`;
	}

	if (isRecord(value)) {
		const {kind, name} = value;
		if (Object.keys(value).length === 0) {
			return '{}';
		}

		if (typeof name === 'string') {
			return `{${name}}`;
		}

		if (typeof kind === 'string') {
			return `{${kind}}`;
		}

		return `{${Object.keys(value).slice(0, 4).join(', ')}${Object.keys(value).length > 4 ? ', …' : ''}}`;
	}

	const text = typeof value === 'bigint' ? String(value) : (JSON.stringify(value) ?? 'undefined');
	return text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text;
};

const typeOf = (value: unknown): string => {
	if (Array.isArray(value)) {
		return 'list';
	}

	if (isRecord(value)) {
		return 'map';
	}

	if (value === null) {
		return 'null';
	}

	return typeof value;
};

/** Values that a client has received, by numbers that are valid until the next stop. */
export class Values {
	readonly #held: Held[] = [];

	clear(): void {
		this.#held.length = 0;
	}

	/** A number for a value that can be unfolded; 0 for one that cannot. */
	hold(held: Held): number {
		return isOpen(held.value) && entriesOf(held.value).length > 0 ? this.#held.push(held) : 0;
	}

	/** @returns `undefined` for a number of an earlier stop. */
	held(reference: number): Held | undefined {
		return this.#held[reference - 1];
	}

	/** A value as the result of an expression. */
	shown(held: Held): {readonly result: string; readonly type: string; readonly variablesReference: number} {
		return {result: inALine(held.value), type: typeOf(held.value), variablesReference: this.hold(held)};
	}

	/** The parts of a value. @param start of a long list, the first item. @param count how many; 0: all. */
	inside(reference: number, start = 0, count = 0): DebugProtocol.Variable[] {
		const held = this.held(reference);
		return entriesOf(held?.value)
			.slice(start, count === 0 ? undefined : start + count)
			.flatMap(([part, value]) => (held && value !== undefined ? [this.#variable(held, part, value)] : []));
	}

	#variable({root, path, key}: Held, part: string | number, value: unknown): DebugProtocol.Variable {
		const inner: Held = {value, root, path: [...path, part], key};
		return {
			name: typeof part === 'number' ? `[${part}]` : part,
			value: inALine(value),
			type: typeOf(value),
			variablesReference: this.hold(inner),
			...(root === undefined ? {} : {evaluateName: celPath(root, inner.path)}),
			...(Array.isArray(value) ? {indexedVariables: value.length} : {}),
		};
	}

	/** The field with a name in the object with a number; `undefined` if there is none. */
	field(reference: number, name: string): WatchedField | undefined {
		const {key, path, value} = this.held(reference) ?? {};
		const part = Array.isArray(value) ? Number(name.replace(/^\[(\d+)\]$/, '$1')) : name;
		const whole = path && [...path, part];
		return key === undefined || !whole || whole.some((one) => typeof one === 'string' && /[.[\]]/.test(one))
			? undefined
			: {key, path: pathText(whole)};
	}
}

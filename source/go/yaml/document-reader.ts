import {isAlias, isMap, isScalar, isSeq, type Alias, type Document, type Node, type Pair, type Scalar} from 'yaml';
import {errorText} from '../../kernel/error-text.js';
import {setKey} from '../json.js';
import {deepest, tooDeep} from './manifest-error.js';
import {resolveScalar, resolveTagged} from './scalar.js';

/** A key that one mapping has more than once. */
export interface Duplicate {
	readonly key: string;
	readonly offset: number;
	readonly firstOffset: number;
}

const mostAliased = 100_000;

/** A node that has no value. */
export class Unreadable extends Error {
	constructor(
		readonly offset: number,
		message: string,
		readonly remedy: string,
		readonly goMessage: string | undefined = message,
	) {
		super(message);
	}
}

/** The beginning of a node in the text. */
export const offsetOf = (node: unknown): number => (node as Node | undefined)?.range?.[0] ?? 0;

/** A value as Go's `%#v` prints it. */
const goSyntax = (value: unknown): string => {
	if (Array.isArray(value)) {
		return `[]interface {}{${value.map((item) => goSyntax(item)).join(', ')}}`;
	}

	if (typeof value === 'object' && value !== null) {
		const pairs = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
		return `map[interface {}]interface {}{${pairs.map(([key, item]) => `${goSyntax(key)}:${goSyntax(item)}`).join(', ')}}`;
	}

	return value === null ? 'interface {}(nil)' : JSON.stringify(value);
};

/** Makes plain values from the nodes of one document. Repeated keys are recorded, and the last one counts. */
export class DocumentReader {
	readonly duplicates: Duplicate[] = [];
	readonly #anchors = new Map<unknown, {value: unknown; size: number}>();
	readonly #open = new Set<unknown>();
	#size = 0;
	#aliased = 0;

	constructor(readonly document: Document) {}

	#value(node: unknown, depth: number): unknown {
		if (isScalar(node)) {
			return this.#scalar(node);
		}

		if (isMap(node)) {
			return this.#map(node.items, depth);
		}

		return isSeq(node) ? node.items.map((item) => this.read(item, depth + 1)) : null;
	}

	read(node: unknown, depth = 0): unknown {
		if (depth > deepest) {
			throw new Unreadable(offsetOf(node), 'nested too deeply', tooDeep);
		}

		this.#size++;
		if (isAlias(node)) {
			return this.#alias(node);
		}

		const before = this.#size;
		this.#open.add(node);
		const value = this.#value(node, depth);
		this.#open.delete(node);
		if ((node as {anchor?: string} | null)?.anchor) {
			this.#anchors.set(node, {value, size: this.#size - before + 1});
		}

		return value;
	}

	#alias(node: Alias): unknown {
		const target = node.resolve(this.document);
		const name = node.source;
		if (!target) {
			throw new Unreadable(
				offsetOf(node),
				`unknown anchor '${name}' referenced`,
				`Define it before its use: &${name}.`,
			);
		}

		if (this.#open.has(target)) {
			throw new Unreadable(offsetOf(node), `anchor '${name}' value contains itself`, 'Write the value out.');
		}

		const known = this.#anchors.get(target) ?? {value: this.read(target), size: 1};
		this.#aliased += known.size;
		this.#size += known.size;
		if (this.#aliased > mostAliased) {
			throw new Unreadable(
				offsetOf(node),
				'document contains excessive aliasing',
				'Write the values out, or use fewer aliases.',
			);
		}

		return known.value;
	}

	#scalar(node: Scalar): unknown {
		const text = String(node.value ?? '');
		if (node.tag === 'tag:yaml.org,2002:str' || node.tag === '!') {
			return text;
		}

		try {
			const tagged = node.tag === undefined ? undefined : resolveTagged(node.tag, text);
			if (tagged !== undefined) {
				return tagged;
			}
		} catch (error) {
			throw new Unreadable(offsetOf(node), errorText(error), 'Check the tag in front of the value.');
		}

		return node.type === 'PLAIN' || node.type === undefined ? resolveScalar(text) : text;
	}

	#map(items: readonly Pair[], depth: number): Record<string, unknown> {
		const result: Record<string, unknown> = {};
		const offsets = new Map<string, number>();
		const merges: unknown[] = [];
		for (const {key, value} of items) {
			if (isScalar(key) && key.value === '<<' && key.type === 'PLAIN') {
				merges.push(value);
				continue;
			}

			const name = this.#key(key);
			const first = offsets.get(name);
			if (first !== undefined) {
				this.duplicates.push({key: name, offset: offsetOf(key), firstOffset: first});
			}

			offsets.set(name, offsetOf(key));
			setKey(result, name, this.read(value, depth + 1));
		}

		for (const merge of merges) {
			const sources = isSeq(merge) ? merge.items : [merge];
			for (const source of sources) {
				const fields = this.read(source, depth + 1);
				if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) {
					throw new Unreadable(
						offsetOf(source),
						'map merge requires map or sequence of maps as the value',
						'Give << an alias of a mapping.',
					);
				}

				for (const [key, value] of Object.entries(fields)) {
					if (!Object.hasOwn(result, key)) {
						setKey(result, key, value);
					}
				}
			}
		}

		return result;
	}

	#key(key: unknown): string {
		const value = this.read(key);
		if (typeof value === 'object' && value !== null) {
			throw new Unreadable(
				offsetOf(key),
				'a key is a mapping or a list',
				'Keys must be words. Text that begins with { or [ needs quotes.',
				`invalid map key: ${goSyntax(value)}`,
			);
		}

		return String(value as string);
	}
}

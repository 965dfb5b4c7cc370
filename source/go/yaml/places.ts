import {isAlias, isMap, isScalar, isSeq, type Document} from 'yaml';
import {offsetOf} from './document-reader.js';

/** The place of a mapping's or list's members. */
interface Members {
	/** The keys of a mapping; a list has none. */
	readonly names: readonly string[] | undefined;
	/** The beginning of each key, or of each item of a list. */
	readonly offsets: readonly number[];
	/** The members of each member; scalars have none. */
	readonly inside: ReadonlyArray<Members | undefined>;
}

/** The places of a document's fields: a hundredth of the memory of its tree. */
export class Places {
	readonly #start: number;
	readonly #members: Members | undefined;
	/** Targets of aliases. */
	readonly #known = new Map<unknown, Members | undefined>();

	/** @param document without a node that contains itself */
	constructor(document: Document) {
		this.#start = offsetOf(document.contents);
		this.#members = this.#membersOf(document.contents, document);
		this.#known.clear();
	}

	#membersOf(node: unknown, document: Document): Members | undefined {
		if (isAlias(node)) {
			const target = node.resolve(document);
			return this.#known.has(target) ? this.#known.get(target) : this.#membersOf(target, document);
		}

		if (isScalar(node) || !(isMap(node) || isSeq(node))) {
			return undefined;
		}

		const pairs = isMap(node) ? node.items.filter(({key}) => isScalar(key)) : undefined;
		const members = pairs
			? {
					names: pairs.map(({key}) => (isScalar(key) ? String(key.value) : '')),
					offsets: pairs.map(({key}) => offsetOf(key)),
					inside: pairs.map(({value}) => this.#membersOf(value, document)),
				}
			: {
					names: undefined,
					offsets: node.items.map((item) => offsetOf(item)),
					inside: node.items.map((item) => this.#membersOf(item, document)),
				};
		this.#known.set(node, members);
		return members;
	}

	/** The beginning of a field in the text; of a repeated one, the last place, which counts; of a missing one, the nearest enclosing field. */
	offsetOf(path: ReadonlyArray<string | number>): number {
		let offset = this.#start;
		let members = this.#members;
		for (const part of path) {
			const index = members?.names ? members.names.lastIndexOf(String(part)) : Number(part);
			const found = members?.offsets[index];
			if (found === undefined) {
				break;
			}

			offset = found;
			members = members?.inside[index];
		}

		return offset;
	}
}

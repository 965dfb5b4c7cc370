/** A member of an object or a list: where its key and its value begin. Items of lists have no key: it is the value. */
interface Member {
	readonly key: number;
	readonly value: number;
}

type Members = ReadonlyMap<string, Member>;

const space = /[ \t\r\n]*/y;
const mark = /["{}[\]]/g;
const plain = /[^,\]}\s]*/y;

/** The places of a JSON text's fields, without a tree: only objects and lists on the way to a field are scanned, each once. */
export class JSONPlaces {
	readonly #members = new Map<number, Members>();

	/** @param text one value without mistakes */
	constructor(readonly text: string) {}

	/** The beginning of a field; of a missing one, the nearest enclosing one. */
	offsetOf(path: ReadonlyArray<string | number>): number {
		let value = this.#behind(space, 0);
		let offset = value;
		for (const part of path) {
			const member = this.#membersAt(value).get(String(part));
			if (!member) {
				break;
			}

			offset = member.key;
			({value} = member);
		}

		return offset;
	}

	#behind(pattern: RegExp, at: number): number {
		pattern.lastIndex = at;
		pattern.test(this.text);
		return pattern.lastIndex;
	}

	/** The end of a text in quotes that begins here. */
	#behindQuotes(at: number): number {
		let end = at;
		for (;;) {
			end = this.text.indexOf('"', end + 1);
			if (end === -1) {
				return this.text.length;
			}

			let slashes = 0;
			while (this.text[end - 1 - slashes] === '\\') {
				slashes++;
			}

			if (slashes % 2 === 0) {
				return end + 1;
			}
		}
	}

	#behindValue(at: number): number {
		const first = this.text[at];
		if (first === '"') {
			return this.#behindQuotes(at);
		}

		if (first !== '{' && first !== '[') {
			return this.#behind(plain, at);
		}

		let depth = 0;
		mark.lastIndex = at;
		for (let found = mark.exec(this.text); found; found = mark.exec(this.text)) {
			if (found[0] === '"') {
				mark.lastIndex = this.#behindQuotes(found.index);
				continue;
			}

			depth += found[0] === '{' || found[0] === '[' ? 1 : -1;
			if (depth === 0) {
				return mark.lastIndex;
			}
		}

		return this.text.length;
	}

	#membersAt(at: number): Members {
		const known = this.#members.get(at);
		if (known) {
			return known;
		}

		const members = new Map<string, Member>();
		const isObject = this.text[at] === '{';
		if (!isObject && this.text[at] !== '[') {
			return members;
		}

		let from = this.#behind(space, at + 1);
		while (from < this.text.length && this.text[from] !== '}' && this.text[from] !== ']') {
			const keyEnd = isObject ? this.#behindQuotes(from) : from;
			const value = isObject ? this.#behind(space, this.#behind(space, keyEnd) + 1) : from;
			const name: unknown = isObject ? JSON.parse(this.text.slice(from, keyEnd)) : members.size;
			members.set(String(name), {key: from, value});
			const end = this.#behind(space, this.#behindValue(value));
			from = this.text[end] === ',' ? this.#behind(space, end + 1) : end;
		}

		this.#members.set(at, members);
		return members;
	}
}

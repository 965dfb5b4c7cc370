// Characters that a terminal would interpret instead of showing them.
const escaped = (text: string): string => text.replaceAll('\u001B', '^[').replaceAll('\r', '\\r');

/**
Collects the text of a description. Columns are separated by tabs; each piece is indented, whether or not it begins a line.

@mirrors kubectl/pkg/describe PrefixWriter
*/
export class DescriptionWriter {
	readonly #pieces: string[];
	readonly #depth: number;

	constructor(pieces: string[] = [], depth = 0) {
		this.#pieces = pieces;
		this.#depth = depth;
	}

	/** A writer of the same text with more indentation. */
	nested(levels: number): DescriptionWriter {
		return new DescriptionWriter(this.#pieces, this.#depth + levels);
	}

	/** Writes a piece after two spaces for each level. */
	write(level: number, text: string): void {
		this.#pieces.push('  '.repeat(level + this.#depth), escaped(text));
	}

	/** Ends a line with a text. */
	writeLine(text: string): void {
		this.write(0, `${text}\n`);
	}

	get text(): string {
		return this.#pieces.join('');
	}
}

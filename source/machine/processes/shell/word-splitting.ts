import {escapedPattern} from './pattern.js';

/** A piece of a word that was expanded: quotes prevent splitting and file name expansion; literal text is not split. */
export interface Piece {
	readonly text: string;
	readonly quoted: boolean;
	readonly splits: boolean;
}

/** Begins a new field between the elements of a list. `firm`: even if it is empty. */
export type Pieces = ReadonlyArray<Piece | {readonly between: 'firm' | 'soft'}>;

/** The text of a piece, with quoted text escaped; a space between the elements of a list. */
export const literally = (piece: Pieces[number], escaped: (text: string) => string): string => {
	if ('between' in piece) {
		return ' ';
	}

	return piece.quoted ? escaped(piece.text) : piece.text;
};

/** The most fields; more are refused. */
export const mostFields = 100_000;

/** A field in assembly: its text, also as a pattern. */
class Fields {
	readonly all: Array<{readonly text: string; readonly pattern: string | undefined}> = [];
	#text = '';
	#pattern = '';
	#globs = false;
	#exists = false;

	add(text: string, quoted: boolean): void {
		this.#text += text;
		this.#pattern += quoted ? escapedPattern(text) : text;
		this.#globs ||= !quoted && /[*?[]/.test(text);
		this.#exists ||= quoted || text !== '';
	}

	/** Ends a field. @param always whether to keep an empty field. */
	end(always: boolean): void {
		if ((this.#exists || always) && this.all.length < mostFields) {
			this.all.push({text: this.#text, pattern: this.#globs ? this.#pattern : undefined});
		}

		this.#text = '';
		this.#pattern = '';
		this.#globs = false;
		this.#exists = false;
	}

	get isOpen(): boolean {
		return this.#exists;
	}
}

/** Splits at the separators: blanks among them count once, others each. */
const splitInto = (fields: Fields, text: string, separators: string): void => {
	const isBlank = (character: string): boolean => /[ \t\n]/.test(character) && separators.includes(character);
	let at = 0;
	let start = 0;
	if (!fields.isOpen) {
		while (at < text.length && isBlank(text.charAt(at))) {
			at++;
		}

		start = at;
	}

	while (at < text.length) {
		if (!separators.includes(text.charAt(at))) {
			at++;
			continue;
		}

		fields.add(text.slice(start, at), false);
		let hard = false;
		while (at < text.length && separators.includes(text.charAt(at))) {
			if (!isBlank(text.charAt(at))) {
				if (hard) {
					break;
				}

				hard = true;
			}

			at++;
		}

		fields.end(hard);
		start = at;
	}

	fields.add(text.slice(start), false);
};

/** The fields that pieces of a word make, each with its pattern where it has one. @param separators the value of IFS @see https://pubs.opengroup.org/onlinepubs/9799919799/utilities/V3_chap02.html#tag_19_06_05 */
export const fieldsOf = (pieces: Pieces, separators: string): Fields['all'] => {
	const fields = new Fields();
	for (const piece of pieces) {
		if ('between' in piece) {
			fields.end(piece.between === 'firm');
		} else if (!piece.splits || separators === '') {
			fields.add(piece.text, piece.quoted);
		} else {
			splitInto(fields, piece.text, separators);
		}
	}

	fields.end(false);
	return fields.all;
};

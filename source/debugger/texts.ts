/** Texts by number: a text that thousands of stops share is kept once. */
export class Texts {
	readonly #numbers = new Map<string, number>();
	readonly #texts: string[] = [];
	/** The last text that was looked up: consecutive stops usually share process, component and object. */
	#lastText: string | undefined;
	#lastNumber = 0;

	/** The number of a text: from 0, in the order of their first use. */
	numberOf(text: string): number {
		if (text === this.#lastText) {
			return this.#lastNumber;
		}

		let number = this.#numbers.get(text);
		if (number === undefined) {
			number = this.#texts.push(text) - 1;
			this.#numbers.set(text, number);
		}

		this.#lastText = text;
		this.#lastNumber = number;
		return number;
	}

	/** The text of a number; `''` for an unknown number. */
	textOf(number: number): string {
		return this.#texts[number] ?? '';
	}
}

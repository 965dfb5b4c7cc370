import type {Part, Word} from './tree.js';

/** Collects the parts of a word; neighbouring text becomes one part. */
export class Parts {
	readonly all: Part[] = [];
	#text = '';
	#quoted = false;

	text(text: string, quoted: boolean): void {
		if (this.#text !== '' && quoted !== this.#quoted) {
			this.#flush();
		}

		this.#text += text;
		this.#quoted = quoted;
	}

	/** Adds empty quotes, which also make a word. */
	empty(): void {
		this.#flush();
		this.all.push({kind: 'text', text: '', quoted: true});
	}

	add(part: Part): void {
		this.#flush();
		this.all.push(part);
	}

	get word(): Word {
		this.#flush();
		return this.all;
	}

	#flush(): void {
		if (this.#text !== '') {
			this.all.push({kind: 'text', text: this.#text, quoted: this.#quoted});
			this.#text = '';
		}
	}
}

/** A rolling hash of texts and numbers: equal runs have equal ones at every step. */
export class Fingerprint {
	#a = 0x811c9dc5;
	#b = 0x1b873593;

	mix(text: string): void {
		let a = this.#a;
		let b = this.#b;
		for (let index = 0; index < text.length; index++) {
			const code = text.charCodeAt(index);
			a = Math.imul(a ^ code, 0x01000193);
			b = Math.imul(b ^ code, 0xcc9e2d51) ^ (b >>> 15);
		}

		this.#a = a;
		this.#b = b;
	}

	mixNumbers(first: number, second: number): void {
		this.#b = Math.imul(this.#b ^ first, 0x85ebca6b) ^ second;
	}

	/** 16 hexadecimal digits. */
	get text(): string {
		return (this.#a >>> 0).toString(16).padStart(8, '0') + (this.#b >>> 0).toString(16).padStart(8, '0');
	}

	/** As much of it as a whole number holds, for comparing stop by stop. */
	get number(): number {
		return (this.#a >>> 0) * 0x20_0000 + (this.#b >>> 11);
	}
}

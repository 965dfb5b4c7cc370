const safe = 'bcdfghjklmnpqrstvwxz2456789';

/**
Seeded pseudo-random numbers (sfc32). Each component draws from a stream of its own name, so that what one draws never shifts what another gets.
*/
export class Random {
	#a: number;
	#b: number;
	#c: number;
	#counter = 1;

	constructor(seed: number, stream = '') {
		let hash = 0x811c9dc5 ^ seed;
		for (let index = 0; index < stream.length; index++) {
			hash = Math.imul(hash ^ stream.charCodeAt(index), 0x01000193);
		}

		this.#a = hash | 0;
		this.#b = Math.imul(hash ^ 0x9e3779b9, 0x85ebca6b) | 0;
		this.#c = seed | 0;
		for (let index = 0; index < 12; index++) {
			this.#next();
		}
	}

	#next(): number {
		const sum = (((this.#a + this.#b) | 0) + this.#counter) | 0;
		this.#counter = (this.#counter + 1) | 0;
		this.#a = this.#b ^ (this.#b >>> 9);
		this.#b = (this.#c + (this.#c << 3)) | 0;
		this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
		return sum >>> 0;
	}

	/** A whole number from 0 up to, not including, `limit`. */
	below(limit: number): number {
		return Math.floor((this.#next() / 0x1_0000_0000) * limit);
	}

	/** A number from 0 up to, not including, 1. */
	fraction(): number {
		return this.#next() / 0x1_0000_0000;
	}

	/** A generated-name suffix in the alphabet of `k8s.io/apimachinery/pkg/util/rand`. */
	suffix(length = 5): string {
		let text = '';
		for (let index = 0; index < length; index++) {
			text += safe[this.below(safe.length)];
		}

		return text;
	}

	/** Lower-case hexadecimal digits, as of a container id (64) or a digest. */
	hex(length: number): string {
		let text = '';
		while (text.length < length) {
			text += this.#next().toString(16).padStart(8, '0');
		}

		return text.slice(0, length);
	}

	/** A version 4 UUID. */
	uid(): string {
		const digits = this.hex(32);
		const variant = '89ab'.charAt(Number.parseInt(digits.charAt(16), 16) & 3);
		return [
			digits.slice(0, 8),
			digits.slice(8, 12),
			`4${digits.slice(13, 16)}`,
			`${variant}${digits.slice(17, 20)}`,
			digits.slice(20),
		].join('-');
	}

	/** `ms` lengthened by up to `factor` of itself: `wait.Jitter` of apimachinery. */
	jitter(ms: number, factor: number): number {
		return Math.round(ms * (1 + this.fraction() * factor));
	}
}

const safe = 'bcdfghjklmnpqrstvwxz2456789';

/** The character code of the last hexadecimal digit of a number. */
const digit = (value: number): number => {
	const low = value & 15;
	return low < 10 ? 48 + low : 87 + low;
};

const hyphen = 45;

/** Seeded pseudo-random numbers (sfc32). Each component draws from its own named stream, so that one component's draws never shift those of another. */
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

	/** A whole number from 0 to `limit` − 1. */
	below(limit: number): number {
		return Math.floor((this.#next() / 0x1_0000_0000) * limit);
	}

	/** A number from 0 (inclusive) to 1 (exclusive). */
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
			const n = this.#next();
			text += String.fromCharCode(
				digit(n >>> 28),
				digit(n >>> 24),
				digit(n >>> 20),
				digit(n >>> 16),
				digit(n >>> 12),
				digit(n >>> 8),
				digit(n >>> 4),
				digit(n),
			);
		}

		return text.slice(0, length);
	}

	/** A version 4 UUID. Written digit by digit: every object has one, and texts put together from pieces cost more than the rest of this work. */
	uid(): string {
		const a = this.#next();
		const b = this.#next();
		const c = this.#next();
		const d = this.#next();
		return String.fromCharCode(
			digit(a >>> 28),
			digit(a >>> 24),
			digit(a >>> 20),
			digit(a >>> 16),
			digit(a >>> 12),
			digit(a >>> 8),
			digit(a >>> 4),
			digit(a),
			hyphen,
			digit(b >>> 28),
			digit(b >>> 24),
			digit(b >>> 20),
			digit(b >>> 16),
			hyphen,
			digit(4),
			digit(b >>> 8),
			digit(b >>> 4),
			digit(b),
			hyphen,
			digit(((c >>> 28) & 3) | 8),
			digit(c >>> 24),
			digit(c >>> 20),
			digit(c >>> 16),
			hyphen,
			digit(c >>> 12),
			digit(c >>> 8),
			digit(c >>> 4),
			digit(c),
			digit(d >>> 28),
			digit(d >>> 24),
			digit(d >>> 20),
			digit(d >>> 16),
			digit(d >>> 12),
			digit(d >>> 8),
			digit(d >>> 4),
			digit(d),
		);
	}

	/** `ms` lengthened by up to `factor` of itself: `wait.Jitter` of apimachinery. */
	jitter(ms: number, factor: number): number {
		return Math.round(ms * (1 + this.fraction() * factor));
	}
}

import {isRecord} from '../../kernel/record.js';

/** A request that cannot be carried out: the client shows the message. */
export class RequestError extends Error {
	override name = 'RequestError';
}

/** The unchanged arguments of a request: used ones are checked, others ignored. */
export class Arguments {
	readonly #value: Readonly<Record<string, unknown>>;

	constructor(value: unknown) {
		this.#value = isRecord(value) ? value : {};
	}

	#of<T>(name: string, expected: string, accept: (value: unknown) => value is T): T | undefined {
		const value = Object.hasOwn(this.#value, name) ? this.#value[name] : undefined;
		if (value === undefined || value === null) {
			return undefined;
		}

		if (!accept(value)) {
			throw new RequestError(`${name}: expected ${expected}`);
		}

		return value;
	}

	/** @throws {RequestError} when it is something else. */
	text(name: string): string | undefined {
		return this.#of(name, 'text', (value) => typeof value === 'string');
	}

	/** A whole number from 0. @throws {RequestError} for any other value. */
	number(name: string): number | undefined {
		return this.#of(
			name,
			'a whole number',
			(value): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0,
		);
	}

	/** @throws {RequestError} when it is something else. */
	boolean(name: string): boolean | undefined {
		return this.#of(name, 'true or false', (value) => typeof value === 'boolean');
	}

	/** One text or several. @throws {RequestError} for any other value. */
	texts(name: string): readonly string[] {
		const found = this.#of(
			name,
			'text, or a list of texts',
			(value): value is string | string[] =>
				typeof value === 'string' || (Array.isArray(value) && value.every((item) => typeof item === 'string')),
		);
		if (found === undefined) {
			return [];
		}

		if (typeof found === 'string') {
			return [found];
		}

		return found;
	}

	/** A list of records. @throws {RequestError} when it is something else. */
	list(name: string): readonly Arguments[] {
		const found = this.#of(name, 'a list', (value): value is unknown[] => Array.isArray(value)) ?? [];
		return found.map((item) => new Arguments(item));
	}

	in(name: string): Arguments {
		return new Arguments(this.#value[name]);
	}
}

/** A required argument of a request. @throws {RequestError} when it is not there. */
export const needed = <T>(value: T | undefined, name: string): T => {
	if (value === undefined) {
		throw new RequestError(`${name} is missing`);
	}

	return value;
};

import assert from 'node:assert';
import {isDeepStrictEqual} from 'node:util';
import {isRecord} from '../../kernel/record.js';

type Body = (t: SmallContext) => unknown;

/** A test of a file, as it was written. */
export interface SmallTest {
	readonly title: string;
	readonly body: Body;
}

/** Tests and ends of the files loaded since `collect`. */
interface Collected {
	readonly tests: SmallTest[];
	readonly after: Body[];
	readonly afterEach: Body[];
}

let collected: Collected = {tests: [], after: [], afterEach: []};

/** Starts a new list for the tests of files loaded from now on. */
export const collect = (): Collected => {
	collected = {tests: [], after: [], afterEach: []};
	return collected;
};

/** Properties that an expected error has. */
interface ExpectedError {
	readonly instanceOf?: abstract new (...parameters: never[]) => unknown;
	readonly message?: string | RegExp | ((message: string) => boolean);
	readonly name?: string;
	readonly code?: string | number;
}

const isLike = (value: unknown, part: unknown): boolean => {
	if (!isRecord(part) && !Array.isArray(part)) {
		return isDeepStrictEqual(value, part);
	}

	if (typeof value !== 'object' || value === null) {
		return false;
	}

	const fields = new Map<string, unknown>(Object.entries(value));
	return (
		(!Array.isArray(part) || (Array.isArray(value) && value.length === part.length)) &&
		Object.entries(part).every(([name, own]) => isLike(fields.get(name), own))
	);
};

const meansMessage = (message: string, expected: NonNullable<ExpectedError['message']>): boolean => {
	if (typeof expected === 'string') {
		return message === expected;
	}

	return expected instanceof RegExp ? expected.test(message) : expected(message);
};

const checkError = (error: unknown, {instanceOf, message, name, code}: ExpectedError = {}): unknown => {
	assert(error instanceof Error, 'an error is thrown');
	assert(!instanceOf || error instanceof instanceOf, `${error.name} is not of the class`);
	assert(message === undefined || meansMessage(error.message, message), `the message is ${error.message}`);
	assert(name === undefined || error.name === name, `the name is ${error.name}`);
	assert(code === undefined || ('code' in error && error.code === code), 'the code differs');
	return error;
};

/** AVA's assertions that the tests of this program use. A failed assertion ends its test. */
export class SmallContext {
	readonly context: Record<string, unknown> = {};
	readonly teardowns: Array<() => unknown> = [];
	readonly true = this.#check((value) => value === true);
	readonly false = this.#check((value) => value === false);
	readonly truthy = this.#check(Boolean);
	readonly falsy = this.#check((value) => !value);
	readonly is = this.#check((value, other) => Object.is(value, other));
	readonly not = this.#check((value, other) => !Object.is(value, other));
	readonly deepEqual = this.#check((value, other) => isDeepStrictEqual(value, other));
	readonly notDeepEqual = this.#check((value, other) => !isDeepStrictEqual(value, other));
	readonly like = this.#check(isLike);
	readonly regex = this.#check((value, other) => other instanceof RegExp && new RegExp(other).test(String(value)));
	readonly notRegex = this.#check((value, other) => other instanceof RegExp && !new RegExp(other).test(String(value)));

	constructor(readonly title: string) {}

	#check(holds: (value: unknown, other: unknown) => boolean): (value: unknown, other?: unknown) => boolean {
		return (value, other) => {
			assert(holds(value, other), 'an assertion fails');
			return true;
		};
	}

	pass(): void {
		// Nothing is compared.
	}

	fail(message = 'the test says so'): void {
		assert.fail(message);
	}

	log(): void {
		// The hunt prints no logs.
	}

	timeout(): void {
		// The hunt has a limit of its own.
	}

	teardown(end: () => unknown): void {
		this.teardowns.push(end);
	}

	throws(act: () => unknown, expected?: ExpectedError): unknown {
		try {
			act();
		} catch (error) {
			return checkError(error, expected);
		}

		return assert.fail('nothing is thrown');
	}

	async throwsAsync(act: Promise<unknown> | (() => Promise<unknown>), expected?: ExpectedError): Promise<unknown> {
		try {
			await (typeof act === 'function' ? act() : act);
		} catch (error) {
			return checkError(error, expected);
		}

		return assert.fail('nothing is thrown');
	}

	notThrows(act: () => unknown): void {
		act();
	}

	async notThrowsAsync(act: Promise<unknown> | (() => Promise<unknown>)): Promise<void> {
		await (typeof act === 'function' ? act() : act);
	}
}

const register = (title: string, body: Body): void => {
	collected.tests.push({title, body});
};

const after = (body: Body): void => {
	collected.after.push(body);
};

const afterEach = (body: Body): void => {
	collected.afterEach.push(body);
};

/**
Replaces AVA's `test` during the hunt for mutants. AVA runs the tests of a process once; the hunt runs them for each mistake. It implements the part of AVA that the tests use. A test that needs more of AVA fails without a mistake, so the hunt skips it.
*/
const test = Object.assign(register, {
	serial: register,
	skip: (): void => {
		// A skipped test finds nothing.
	},
	after: Object.assign(after, {always: after}),
	afterEach: Object.assign(afterEach, {always: afterEach}),
});

/** Runs a test to its end. @throws the error of the test, or its first failed assertion */
export const runSmallTest = async ({title, body}: SmallTest, ends: readonly Body[]): Promise<void> => {
	const t = new SmallContext(title);
	try {
		await body(t);
	} finally {
		for (const end of t.teardowns.reverse()) {
			await end();
		}

		for (const end of ends) {
			await end(t);
		}
	}
};

export default test;

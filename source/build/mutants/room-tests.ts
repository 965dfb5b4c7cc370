import {readdirSync} from 'node:fs';
import path from 'node:path';
import {TestHunter, type TestAnswer, type TestReach} from './test-hunter.js';

const dist = path.join(import.meta.dirname, '../..');

/** The compiled tests of a room, relative to the folder of the compiled program. */
export const testsOfRoom = (room: string): readonly string[] =>
	readdirSync(path.join(dist, room), {recursive: true, encoding: 'utf8'})
		.map((name) => `${room}/${name.replaceAll(path.sep, '/')}`)
		.filter((name) => name.endsWith('.test.js'))
		.sort();

/** A test that finds a mistake, with the assertion that fails. */
export type FailedTest = NonNullable<TestAnswer['failed']>;

/** Tests of a file that reach the place of a mistake, and their time. */
interface Reaching {
	readonly file: string;
	readonly titles: readonly string[];
	readonly ms: number;
}

/** The time limit for loading a file with its modules. */
const loadMs = 30_000;

const loading = '(loading)';

/** Runs tests with mistakes in a single process: each mistake is tried with the tests that reach its place, the fastest file first. */
export class RoomTests {
	readonly #hunter: TestHunter;
	/** Each file's tests without a mistake. */
	readonly #surveyed = new Map<string, readonly TestReach[]>();
	/** A file's tests that fail without a mistake, for lack of a part of AVA. */
	readonly #leftOut = new Map<string, readonly string[]>();

	/** @param table a file with mistakes, in place of the table of mutants */
	constructor(table?: string) {
		this.#hunter = new TestHunter(table);
	}

	/** Tests that fail without a mistake, as `file: title`. */
	get leftOut(): readonly string[] {
		return [...this.#leftOut].flatMap(([file, titles]) => titles.map((title) => `${file}: ${title}`));
	}

	/** Runs a file without a mistake, and notes which places its tests reach. */
	async #survey(file: string): Promise<readonly TestReach[]> {
		const known = this.#surveyed.get(file);
		if (known) {
			return known;
		}

		for (;;) {
			const {failed, reach} = await this.#ask(-1, {file}, 20 * loadMs);
			const leftOut = this.#leftOut.get(file) ?? [];
			if (!failed || leftOut.includes(failed.title)) {
				this.#surveyed.set(file, failed ? [] : reach);
				return failed ? [] : reach;
			}

			this.#leftOut.set(file, [...leftOut, failed.title]);
		}
	}

	/** The tests of some files that reach the place of a mistake, the fastest file first. @param isAlways whether to run all in order, since the mistake has no switch */
	async reaching(number: number, files: readonly string[], isAlways = false): Promise<readonly Reaching[]> {
		const found: Reaching[] = [];
		for (const file of files) {
			const tests = await this.#survey(file);
			const isOfAll = isAlways || tests.some(({title, reached}) => title === loading && reached.includes(number));
			const reaching = isOfAll ? tests : tests.filter(({reached}) => reached.includes(number));
			if (reaching.length > 0) {
				const ms = reaching.reduce((sum, one) => sum + one.ms, 0);
				found.push({file, titles: reaching.map(({title}) => title), ms});
			}
		}

		return isAlways ? found : found.sort((a, b) => a.ms - b.ms);
	}

	#ask(
		mutant: number,
		{file, titles}: {readonly file: string; readonly titles?: readonly string[]},
		limitMs: number,
		fresh?: number,
	): Promise<TestAnswer> {
		const leftOut = this.#leftOut.get(file) ?? [];
		return this.#hunter.ask({mutant, file, ...(titles ? {titles} : {}), leftOut, limitMs}, fresh);
	}

	/**
	The first test that fails with a mistake. A process may keep values that earlier mistakes have corrupted, or values from before the
	mistake. So a test that also fails without a mistake does not count, and tests that no longer reach the mistake run in a new process.

	@param isFresh whether the mistake has no switch, so that each file needs its own process.
	*/
	async hunt(number: number, tests: readonly Reaching[], isFresh = false): Promise<FailedTest | undefined> {
		for (const one of tests) {
			const limitMs = loadMs + 10 * one.ms;
			const {failed, reach} = isFresh ? {reach: []} : await this.#ask(number, one, limitMs);
			if (failed && failed.title !== '(process)') {
				const clean = await this.#ask(-1, {file: one.file, titles: [failed.title]}, limitMs);
				if (!clean.failed) {
					return failed;
				}
			}

			if (failed || !reach.some(({reached}) => reached.includes(number))) {
				const again = await this.#ask(number, one, limitMs, number);
				const clean = again.failed ? await this.#ask(-1, one, limitMs, -1) : again;
				this.#hunter.stop();
				if (again.failed && !clean.failed) {
					return again.failed;
				}
			}
		}

		return undefined;
	}

	stop(): void {
		this.#hunter.stop();
	}
}

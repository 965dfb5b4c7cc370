import {readdirSync} from 'node:fs';
import path from 'node:path';
import {TestHunter, type TestAnswer} from './test-hunter.js';

const dist = path.join(import.meta.dirname, '../..');

/** The compiled tests of a room, relative to the folder of the compiled program. */
export const testsOfRoom = (room: string): readonly string[] =>
	readdirSync(path.join(dist, room), {recursive: true, encoding: 'utf8'})
		.map((name) => `${room}/${name.replaceAll(path.sep, '/')}`)
		.filter((name) => name.endsWith('.test.js'))
		.sort();

/** A test file without a mistake. */
interface Surveyed {
	readonly ms: number;
	readonly reached: ReadonlySet<number>;
}

/** A test that finds a mistake, with the assertion that fails. */
export type FailedTest = NonNullable<TestAnswer['failed']>;

/** A file is loaded with its modules within this time. */
const loadMs = 30_000;

/** Runs test files with mistakes in a single process: each file is tried with the mistakes whose places it reaches, the fastest file first. */
export class RoomTests {
	readonly #hunter: TestHunter;
	readonly #surveyed = new Map<string, Surveyed>();
	/** Tests that fail without a mistake, for lack of a part of AVA. */
	readonly leftOut: string[] = [];

	/** @param table a file with mistakes, in place of the table of mutants */
	constructor(table?: string) {
		this.#hunter = new TestHunter(table);
	}

	/** Runs a file without a mistake, and notes which places it reaches. */
	async #survey(file: string): Promise<Surveyed> {
		const known = this.#surveyed.get(file);
		if (known) {
			return known;
		}

		for (;;) {
			const startedMs = performance.now();
			const {failed, reached} = await this.#ask(-1, [file], 20 * loadMs);
			if (!failed || failed.title.startsWith('(')) {
				const found = {ms: performance.now() - startedMs, reached: new Set(failed ? [] : reached)};
				this.#surveyed.set(file, found);
				if (failed) {
					this.leftOut.push(`${file}: ${failed.title} ${failed.message}`);
				}

				return found;
			}

			this.leftOut.push(`${file}: ${failed.title}`);
		}
	}

	/** Those of some files whose tests reach the place of a mistake, the fastest first. */
	async reaching(number: number, files: readonly string[]): Promise<readonly string[]> {
		for (const file of files) {
			await this.#survey(file);
		}

		return files
			.filter((file) => this.#surveyed.get(file)?.reached.has(number))
			.sort((a, b) => this.#msOf(a) - this.#msOf(b));
	}

	#msOf(file: string): number {
		return this.#surveyed.get(file)?.ms ?? 0;
	}

	#ask(mutant: number, files: readonly string[], limitMs: number, fresh?: number): Promise<TestAnswer> {
		return this.#hunter.ask({mutant, files, leftOut: this.leftOut}, limitMs, fresh);
	}

	/**
	The first test that fails with a mistake. A process may keep values that earlier mistakes have spoilt, or values from before the mistake.
	So a test that then fails without a mistake as well does not count. A mistake that survives is tried in a process of its own.
	*/
	async hunt(number: number, files: readonly string[]): Promise<FailedTest | undefined> {
		const limitMs = loadMs + files.reduce((sum, file) => sum + 10 * this.#msOf(file), 0);
		const {failed} = await this.#ask(number, files, limitMs);
		if (failed && failed.title !== '(process)') {
			const clean = await this.#ask(-1, [failed.file], limitMs);
			if (!clean.failed) {
				return failed;
			}
		}

		const again = await this.#ask(number, files, limitMs, number);
		this.#hunter.stop();
		return again.failed;
	}

	stop(): void {
		this.#hunter.stop();
	}
}

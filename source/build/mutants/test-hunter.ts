import {fork, type ChildProcess} from 'node:child_process';
import {readFileSync} from 'node:fs';
import process from 'node:process';
import {fileURLToPath} from 'node:url';

/** Selects the mistake for the process of a file's tests; −1 selects the unchanged program. */
export interface TestQuestion {
	readonly mutant: number;
	/** Relative to the compiled program. */
	readonly file: string;
	/** The tests to run; by default, all of the file. */
	readonly titles?: readonly string[];
	/** Tests that fail without a mistake. */
	readonly leftOut: readonly string[];
	/** Milliseconds of CPU for each test. */
	readonly limitMs: number;
}

/** A test, or `(loading)` its file, with its time and the places of mistakes that it reaches. */
export interface TestReach {
	readonly title: string;
	readonly ms: number;
	readonly reached: readonly number[];
}

/** The first test that fails, and the tests that were run. */
export interface TestAnswer {
	readonly failed?: {readonly file: string; readonly title: string; readonly message: string};
	readonly reach: readonly TestReach[];
}

/** AVA's settings of this program. */
const {ava} = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
const trial = fileURLToPath(new URL('test-trial.js', import.meta.url));
const plant = new URL('plant.js', import.meta.url).href;

/** The multiple of its usual CPU time after which a waiting test ends. */
const patience = 4;

/** A process with all mistakes, which runs test files with one of them on each request. */
export class TestHunter {
	#child: ChildProcess | undefined;

	/** @param table a file with mistakes, in place of the table of mutants */
	constructor(readonly table?: string) {}

	/**
	Runs tests, up to the first that fails. A process that ends, or needs more CPU than the limit for one test, has also found its mistake.

	@param fresh the number of a mistake that is in the program from the start, where a new process is wanted for it
	*/
	ask(question: TestQuestion, fresh?: number): Promise<TestAnswer> {
		if (fresh !== undefined) {
			this.stop();
		}

		return new Promise((resolve) => {
			this.#child ??= fork(trial, {
				execArgv: [`--import=${plant}`],
				stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
				env: {
					...process.env,
					...ava.environmentVariables,
					MUTANTS_AVA: 'small',
					MUTANT: String(fresh ?? -1),
					...(this.table ? {MUTANTS: this.table} : {}),
				},
			});
			const child = this.#child;
			const end = (answer: TestAnswer) => {
				clearTimeout(timer);
				child.removeAllListeners();
				resolve(answer);
			};

			const fail = (message: string) => {
				this.stop();
				end({failed: {file: question.file, title: '(process)', message}, reach: []});
			};

			const waitMs = patience * question.limitMs;
			const timer = setTimeout(() => fail(`it does not end within ${waitMs / 1000} s`), waitMs);
			child.on('message', (answer: TestAnswer | 'goes on') => {
				if (answer === 'goes on') {
					timer.refresh();
				} else {
					end(answer);
				}
			});
			child.once('exit', (code, signal) => fail(`the process ends with ${code ?? signal}`));
			child.send(question);
		});
	}

	stop(): void {
		this.#child?.removeAllListeners();
		this.#child?.kill('SIGKILL');
		this.#child = undefined;
	}
}

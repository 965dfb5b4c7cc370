import {fork, type ChildProcess} from 'node:child_process';
import process from 'node:process';
import {fileURLToPath} from 'node:url';
import {endingSignal} from './cpu-limit.js';

/** Selects the mistake for the process, and the seeds to judge with it; −1 selects the unchanged program. */
export interface Question {
	readonly mutant: number;
	readonly seeds: readonly number[];
}

/** The first seed that fails, and the places of mistakes that the runs reached. */
export interface Answer {
	readonly seed?: number;
	readonly problems: readonly string[];
	readonly reached: readonly number[];
}

const trial = fileURLToPath(new URL('trial.js', import.meta.url));
const plant = new URL('plant.js', import.meta.url).href;

/** A run that hangs has found its mistake as well. About a hundred times the CPU of a seed. */
export const seedLimitMs = 120_000;

/** The multiple of the usual time after which a waiting process ends. */
const patience = 20;

/** A process with all mistakes, each of which acts on request. */
export class Hunter {
	#child: ChildProcess | undefined;

	/**
	@param mutant the mistake that is in the program from the start, where it can have no switch
	@param table a file with mistakes, in place of the table of mutants
	*/
	constructor(
		readonly mutant = -1,
		readonly table?: string,
	) {}

	/** @throws {Error} when the process cannot load the program; one that runs out of memory has found its mistake. */
	ask(question: Question): Promise<Answer> {
		return new Promise((resolve, reject) => {
			this.#child ??= fork(trial, {
				execArgv: [`--import=${plant}`],
				env: {...process.env, MUTANT: String(this.mutant), ...(this.table ? {MUTANTS: this.table} : {})},
			});
			const child = this.#child;
			const end = (answer: Answer) => {
				clearTimeout(timer);
				child.removeAllListeners();
				resolve(answer);
			};

			const fail = (problem: string) => {
				this.stop();
				end({...(question.seeds[0] === undefined ? {} : {seed: question.seeds[0]}), problems: [problem], reached: []});
			};

			const waitMs = patience * seedLimitMs * question.seeds.length;
			const timer = setTimeout(() => {
				fail(`it does not end within ${waitMs / 1000} s`);
			}, waitMs);
			child.once('message', (answer: Answer) => {
				end(answer);
			});
			child.once('exit', (code, signal) => {
				if (signal === endingSignal) {
					fail(`a seed takes more than ${seedLimitMs / 1000} s of CPU`);
				} else if (code === null) {
					fail(`the process ends with ${signal}`);
				} else {
					this.stop();
					clearTimeout(timer);
					reject(new Error(`the process of mutants ends with ${code}: its error is above`));
				}
			});
			child.send(question);
		});
	}

	stop(): void {
		this.#child?.removeAllListeners();
		this.#child?.kill('SIGKILL');
		this.#child = undefined;
	}
}

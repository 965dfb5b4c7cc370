import {setTimeout as sleep} from 'node:timers/promises';
import {Program, type Ended} from './program.js';

/** The pause before a program that has ended starts again, as a kubelet restarts it. */
const backOffMs = 500;

/** A controller of the user, which runs until the end of the run: it restarts when it ends. */
export class Controller {
	#program: Program;
	#isWanted = true;
	#output = '';
	/** The exits of the controller that this program did not cause. */
	readonly ends: Ended[] = [];

	constructor(
		/** A line for a shell. */
		readonly command: string,
		/** The user of its kubeconfig. */
		readonly user: string,
		readonly environment: Readonly<Record<string, string>>,
	) {
		this.#program = this.#start();
	}

	#start(): Program {
		const program = new Program(this.command, this.environment);
		void this.#follow(program);
		return program;
	}

	async #follow(program: Program): Promise<void> {
		const end = await program.ended.catch((): Ended => ({code: 127, signal: undefined}));
		if (this.#program !== program || !this.#isWanted) {
			return;
		}

		this.ends.push(end);
		await sleep(backOffMs);
		if (this.#program === program && this.#isWanted) {
			this.#keepOutput();
			this.#program = this.#start();
		}
	}

	#keepOutput(): void {
		this.#output += this.#program.output;
	}

	/** Everything that it has printed, of all its starts. */
	get output(): string {
		return this.#output + this.#program.output;
	}

	/** Kills the controller and starts it again. */
	async restart(): Promise<void> {
		const program = this.#program;
		this.#isWanted = false;
		await program.kill();
		this.#keepOutput();
		this.#isWanted = true;
		this.#program = this.#start();
	}

	/** Ends it permanently. */
	async end(): Promise<void> {
		this.#isWanted = false;
		await this.#program.kill();
	}
}

import type {Routine} from '../kernel/routine.js';
import {note} from '../stages/note.js';
import type {Environment} from './environment.js';

/** The output of a command: it is buffered until the next stop, which shows it at once. */
export class TerminalOutput {
	readonly #environment: Pick<Environment, 'kernel' | 'write'>;
	readonly #pending: Array<{readonly stream: 'stdout' | 'stderr'; readonly text: string}> = [];
	readonly #warned = new Set<string>();

	constructor(environment: Pick<Environment, 'kernel' | 'write'>) {
		this.#environment = environment;
	}

	/** Prints on standard output with the next stop. */
	out(text: string): void {
		this.#pending.push({stream: 'stdout', text});
	}

	/** Prints on standard error with the next stop. */
	err(text: string): void {
		this.#pending.push({stream: 'stderr', text});
	}

	/** Prints a warning once. */
	warn(text: string): void {
		if (!this.#warned.has(text)) {
			this.#warned.add(text);
			this.err(`Warning: ${text}\n`);
		}
	}

	/** Writes a warning, or the reason of the program's end, as klog does: for readers of logs, not for the user. */
	log(text: string, place: string, severity: 'W' | 'F' = 'W'): void {
		const stamp = this.#environment.kernel.timestamp();
		const [month, day, time] = [stamp.slice(5, 7), stamp.slice(8, 10), stamp.slice(11, 19)];
		this.err(`${severity}${month}${day} ${time}.000000       1 ${place}] ${text}\n`);
	}

	/** Shows the output since the last time. */
	*flush(outcome?: 'refused' | 'failed'): Routine {
		if (this.#pending.length === 0) {
			return;
		}

		const pending = this.#pending.splice(0);
		for (const {stream, text} of pending) {
			this.#environment.write(stream, text);
		}

		const of = (stream: string) =>
			pending
				.filter((one) => one.stream === stream)
				.map(({text}) => text)
				.join('');
		const stdout = of('stdout');
		const stderr = of('stderr');
		yield* note('kubectl.print', {case: 'output', stdout, stderr}, {outcome});
	}
}

import type {ClusterRecording, TerminalEntry} from '../../cluster.js';
import {commandsGiven} from '../../screen/state/typed-command.js';

/** The output of a terminal that was not shown before. */
interface News {
	readonly category: 'stdout' | 'stderr';
	readonly text: string;
}

/** The terminals of a run's commands, and how much of their output a client has seen. */
export class Terminals {
	/** The length of the shown output in characters, by ledger key. */
	readonly #shown = new Map<string, number>();

	/** The new output of commands up to a step. */
	take({kernel}: ClusterRecording, step: number): readonly News[] {
		const news: News[] = [];
		for (const [key, {stdout, stderr}] of kernel.ledger.entries<TerminalEntry>('/terminal/', step)) {
			const text = `${stdout}${stderr}`;
			const from = this.#shown.get(key) ?? 0;
			if (text.length > from) {
				this.#shown.set(key, text.length);
				news.push({category: stderr === '' ? 'stdout' : 'stderr', text: text.slice(from)});
			}
		}

		return news;
	}

	/** Adapts to a step of another run: its later commands are different, and earlier output is not repeated. */
	move(recording: ClusterRecording, step: number): void {
		const given = commandsGiven(recording, step);
		for (const key of this.#shown.keys()) {
			if (Number(key.replace('/terminal/', '')) > given) {
				this.#shown.delete(key);
			}
		}

		this.take(recording, step);
	}

	/** All that a terminal prints has been seen. */
	leaveOut(key: string): void {
		this.#shown.set(key, Number.POSITIVE_INFINITY);
	}
}

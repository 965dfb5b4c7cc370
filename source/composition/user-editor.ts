import type {Kernel} from '../kernel/kernel.js';
import {Mailbox} from '../kernel/mailbox.js';
import {receive} from '../kernel/routine.js';
import type {ClosedEditor, Editor} from '../kubectl/environment.js';

/** The editor of the user's terminal: each command that opens a file in it waits for an input of its own. */
export class UserEditor {
	readonly #waiting = new Map<string, Mailbox<ClosedEditor>>();

	constructor(readonly kernel: Kernel) {}

	/** The editor as one command has it. @param show shows a text; `undefined` once it is closed */
	of(command: string, show: (text: string | undefined) => void): Editor {
		const closed = new Mailbox<ClosedEditor>(`${command}/editor`);
		this.#waiting.set(command, closed);
		return {
			open: show,
			*close() {
				const left = yield* receive(closed);
				show(undefined);
				return left;
			},
		};
	}

	/** A command hears how its editor was closed; nothing happens for a command that has none. */
	closed(command: string, left: ClosedEditor): void {
		const waiting = this.#waiting.get(command);
		if (waiting) {
			this.kernel.send(waiting, left);
		}
	}
}

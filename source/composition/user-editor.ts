import type {Kernel} from '../kernel/kernel.js';
import {Mailbox} from '../kernel/mailbox.js';
import {receive} from '../kernel/routine.js';
import type {ClosedEditor, Editor} from '../kubectl/environment.js';

/** The editor of the user's terminal: each command that opens a file in it waits for its own input. */
export class UserEditor {
	readonly #waiting = new Map<string, Mailbox<ClosedEditor>>();

	constructor(readonly kernel: Kernel) {}

	/** The editor of one command. @param show shows a text; `undefined` once it is closed */
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

	/** Reports to a command how its editor was closed; no effect on a command without one. */
	closed(command: string, left: ClosedEditor): void {
		const waiting = this.#waiting.get(command);
		if (waiting) {
			this.kernel.send(waiting, left);
		}
	}
}

import type {Kernel} from '../../kernel/kernel.js';
import {Mailbox} from '../../kernel/mailbox.js';
import {receive, type Routine} from '../../kernel/routine.js';
import type {Pod} from '../../objects/kubernetes.generated.js';
import {isSidecar} from '../../objects/pod.js';

/**
The order of containers that end together: a sidecar waits for the main containers and for the sidecars after it.

@mirrors kuberuntime terminationOrdering
*/
export class TerminationOrder {
	readonly #sidecars: readonly string[];
	readonly #running = new Set<string>();
	/** Each container is notified here when another one ends. */
	readonly #mailboxes = new Map<string, Mailbox<string>>();

	constructor(
		readonly kernel: Kernel,
		pod: Pod,
		containers: ReadonlyArray<{readonly name: string}>,
	) {
		this.#sidecars = (pod.spec.initContainers ?? []).filter((container) => isSidecar(container)).map(({name}) => name);
		for (const {name} of containers) {
			this.#running.add(name);
			this.#mailboxes.set(name, new Mailbox(`turn of ${name}`));
		}
	}

	/** Waits until it is a container's turn. @returns the wait in whole seconds. */
	*wait(name: string): Routine<number> {
		const {kernel} = this;
		const startedMs = kernel.now;
		const mailbox = this.#mailboxes.get(name);
		if (mailbox) {
			while (this.#mustWait(name)) {
				yield* receive(mailbox);
			}
		}

		return Math.floor((kernel.now - startedMs) / 1000);
	}

	#mustWait(name: string): boolean {
		const position = this.#sidecars.indexOf(name);
		return (
			position !== -1 &&
			[...this.#running].some((other) => !this.#sidecars.includes(other) || this.#sidecars.indexOf(other) > position)
		);
	}

	/** Records that a container has ended, and notifies the others. */
	end(name: string): void {
		this.#running.delete(name);
		for (const mailbox of this.#mailboxes.values()) {
			this.kernel.send(mailbox, name);
		}
	}
}

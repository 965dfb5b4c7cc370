import type {Kernel} from '../kernel/kernel.js';
import type {Process} from '../kernel/process.js';
import {isOf, isOnNode} from './processes.js';

/** Where work of a request is done, whichever process waits for it. */
const servers: ReadonlySet<string> = new Set(['kube-apiserver', 'etcd']);

/** Whether work of a process, in a component, is work of the target: a process, a component or a node. */
export const isWorkOf = (
	{name, component: own}: Pick<Process, 'name' | 'component'>,
	component: string,
	target: string,
): boolean =>
	component === target ||
	(!(servers.has(component) && component !== own) && (isOf(name, target) || isOnNode(name, target)));

/** How much longer work takes than it should, and where. */
export class Paces {
	readonly #slow = new Set<{readonly target: string; readonly factor: number}>();

	constructor(readonly kernel: Kernel) {}

	/** @returns takes it back. */
	add(target: string, factor: number): () => void {
		const slow = {target, factor};
		this.#slow.add(slow);
		this.#apply();
		return () => {
			this.#slow.delete(slow);
			this.#apply();
		};
	}

	#apply(): void {
		this.kernel.hinder(
			this.#slow.size === 0
				? undefined
				: {
						pace: (process, component) =>
							[...this.#slow].reduce(
								(factor, slow) => (isWorkOf(process, component, slow.target) ? factor * slow.factor : factor),
								1,
							),
					},
		);
	}
}

import type {Kernel} from '../kernel/kernel.js';
import type {Process} from '../kernel/process.js';
import {isOf, isOnNode} from './processes.js';

/** The place of a request's work, regardless of the waiting process. */
const servers: ReadonlySet<string> = new Set(['kube-apiserver', 'etcd']);

/** Whether work of a process, in a component, is work of the target: a process, a component or a node. */
const isWorkOf = (
	{name, component: own}: Pick<Process, 'name' | 'component'>,
	component: string,
	target: string,
): boolean =>
	component === target ||
	(!(servers.has(component) && component !== own) && (isOf(name, target) || isOnNode(name, target)));

/** A process or component that is slow or has a wrong clock. */
interface Hindered {
	readonly target: string;
	readonly factor: number;
	readonly byMs: number;
}

/** The slowness of work and the errors of clocks, by place. */
export class Hindrances {
	readonly #all = new Set<Hindered>();

	constructor(readonly kernel: Kernel) {}

	/** @returns a function that undoes it. */
	add(target: string, {factor = 1, byMs = 0}: Partial<Omit<Hindered, 'target'>>): () => void {
		const hindered = {target, factor, byMs};
		this.#all.add(hindered);
		this.#apply();
		return () => {
			this.#all.delete(hindered);
			this.#apply();
		};
	}

	#apply(): void {
		const meant = (process: Process, component: string) =>
			[...this.#all].filter(({target}) => isWorkOf(process, component, target));
		this.kernel.hinder(
			this.#all.size === 0
				? undefined
				: {
						pace: (...work) => meant(...work).reduce((product, {factor}) => product * factor, 1),
						skewMs: (...work) => meant(...work).reduce((sum, {byMs}) => sum + byMs, 0),
					},
		);
	}
}

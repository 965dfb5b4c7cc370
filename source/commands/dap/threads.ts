import type {DebugProtocol} from '@vscode/debugprotocol';
import type {ClusterRecording} from '../../cluster.js';
import type {Frame, Stop} from '../../kernel/stop.js';

/** The meaning of a stack frame of the client: a stop, and the frame of the simulation around it, if it is not the stop itself. */
export interface ShownFrame {
	readonly stop: Stop;
	readonly frame?: Frame;
}

/** Processes as threads, and their frames, by numbers: those of threads are permanent, those of frames until the next stop. */
export class Threads {
	readonly #names: string[] = [];
	readonly #frames: ShownFrame[] = [];

	/** The number of a process. */
	idOf(process: string): number {
		const at = this.#names.indexOf(process);
		return at === -1 ? this.#names.push(process) : at + 1;
	}

	/** The frames belong to an earlier stop. */
	clear(): void {
		this.#frames.length = 0;
	}

	frame(id: number): ShownFrame | undefined {
		return this.#frames[id - 1];
	}

	/** All processes, that of the current stop first. */
	list({kernel}: ClusterRecording, current: Stop | undefined): DebugProtocol.Thread[] {
		const names = new Set([...(current ? [current.process] : []), ...kernel.processes.keys()]);
		return [...names].map((name) => ({id: this.idOf(name), name}));
	}

	/** The last stop of a process, up to a step. */
	stopOf({stops}: ClusterRecording, threadId: number, step: number): Stop | undefined {
		const name = this.#names[threadId - 1];
		const here = stops.get(step);
		if (here?.process === name) {
			return here;
		}

		for (let at = step; at >= 0; at--) {
			const stop = stops.get(at);
			if (stop?.process === name) {
				return stop;
			}
		}

		return undefined;
	}

	/** The stop itself, and the frames around it, the innermost first. */
	stack(stop: Stop): ReadonlyArray<{readonly id: number; readonly name: string} & ShownFrame> {
		const shown: ShownFrame[] = [{stop}];
		for (let {frame} = stop; frame; frame = frame.parent) {
			shown.push({stop, frame});
		}

		return shown.map((one) => ({
			...one,
			id: this.#frames.push(one),
			name: one.frame ? `${one.frame.name} (${one.frame.component})` : stop.stage,
		}));
	}
}

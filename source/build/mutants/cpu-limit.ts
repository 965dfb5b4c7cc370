import process from 'node:process';
import {Worker} from 'node:worker_threads';

/** The signal that ends a process beyond its limit. */
export const endingSignal = 'SIGKILL';

/** The CPU of the process at which it ends, in microseconds; 0 is no limit. */
type Shared = Float64Array<SharedArrayBuffer>;

const pollMs = 500;

/** Runs in a thread of its own, since the main thread of a run that hangs does not respond. */
const watching = `
	import {workerData} from 'node:worker_threads';
	import process from 'node:process';
	setInterval(() => {
		const {user, system} = process.cpuUsage();
		if (workerData.until[0] > 0 && user + system > workerData.until[0]) {
			process.kill(process.pid, '${endingSignal}');
		}
	}, ${pollMs});
`;

/** Ends its own process when a piece of work takes too much CPU: a hang then counts on a busy machine as well, and a slow run does not. */
export class CpuLimit {
	/** In microseconds of the process. */
	readonly #until: Shared = new Float64Array(new SharedArrayBuffer(8));

	constructor() {
		const source = new URL(`data:text/javascript,${encodeURIComponent(watching)}`);
		new Worker(source, {workerData: {until: this.#until}, execArgv: []}).unref();
	}

	/** A piece of work begins. @param limitMs milliseconds of CPU that the process may use for it */
	begin(limitMs: number): void {
		const {user, system} = process.cpuUsage();
		this.#until[0] = user + system + limitMs * 1000;
	}

	/** Called when the work has ended. */
	end(): void {
		this.#until[0] = 0;
	}
}

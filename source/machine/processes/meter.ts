/** The most steps of processes in one moment of the simulation: a shell's commands, a program's lines, a wake-up is five. */
const sliceSteps = 1000;
/** The steps at about the speed of a real processor: with more, a container is busy. */
const burstSteps = 30_000;
/** The budget that a simulated millisecond restores. */
const stepsPerMs = 0.1;
const growth = 1.07;
const dearestMs = 60_000;

/**
The processor time of a container: all work of its processes costs simulated time, so that no script can stop the clock.

At first, a thousand steps cost a millisecond. A container that continues without a pause is busy: the cost of its steps grows until it
makes at most 100 per simulated second. So an endless loop runs as long as the container, and is cheap to simulate.
*/
export class Meter {
	#used = 0;
	#slice = 0;
	#atMs = 0;

	/** Whether so much time was used that steps cost more than on a real machine. */
	get isBusy(): boolean {
		return this.#used > burstSteps;
	}

	/** Counts steps. @returns the milliseconds to wait before further work. */
	spend(steps: number, nowMs: number): number {
		this.#used = Math.max(0, this.#used - (nowMs - this.#atMs) * stepsPerMs) + steps;
		this.#atMs = nowMs;
		this.#slice += steps;
		if (this.#slice < sliceSteps) {
			return 0;
		}

		const slices = Math.floor(this.#slice / sliceSteps);
		this.#slice %= sliceSteps;
		const dear = Math.max(0, this.#used - burstSteps) / sliceSteps;
		return Math.ceil(slices * Math.min(dearestMs, growth ** dear));
	}
}

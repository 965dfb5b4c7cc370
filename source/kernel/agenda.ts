import {Heap, type Appointment} from './heap.js';

const nothing = (): void => undefined;

/** The clock, and all future events in order: by time, and at the same time in the order of their requests. */
export class Agenda {
	readonly #heap = new Heap();
	#order = 0;
	#pending = 0;
	/** The number of cancelled appointments in the heap. */
	#cancelled = 0;
	#nowMs = 0;

	/** Virtual milliseconds since the run began: the time of the last removed entry. */
	get nowMs(): number {
		return this.#nowMs;
	}

	/** The number of appointments that are not housekeeping. */
	get pending(): number {
		return this.#pending;
	}

	/** The next event; `undefined` if there is none. */
	get next(): Appointment | undefined {
		while (this.#heap.first?.cancelled) {
			this.#heap.pop();
			this.#cancelled--;
		}

		return this.#heap.first;
	}

	/**
	Plans an event.

	@param timeMs its virtual time.
	@param periodic whether it is housekeeping, which does not prevent rest.
	*/
	add(timeMs: number, periodic: boolean, happen: () => void): Appointment {
		const appointment = {timeMs, order: this.#order++, periodic, happen, cancelled: false};
		this.#heap.push(appointment);
		if (!periodic) {
			this.#pending++;
		}

		return appointment;
	}

	/** Plans something. @param delayMs from now. */
	addIn(delayMs: number, periodic: boolean, happen: () => void): Appointment {
		return this.add(this.#nowMs + delayMs, periodic, happen);
	}

	/** Lets time pass without events. */
	passUntil(timeMs: number): void {
		if (timeMs !== Number.POSITIVE_INFINITY) {
			this.#nowMs = Math.max(this.#nowMs, timeMs);
		}
	}

	/** Removes the next entry of the agenda, which happens now. */
	take(): Appointment | undefined {
		const {next} = this;
		this.#heap.pop();
		if (next) {
			this.#nowMs = next.timeMs;
			this.#settle(next);
		}

		return next;
	}

	/** Removes an appointment that happens now or is cancelled. */
	#settle(appointment: Appointment): void {
		appointment.cancelled = true;
		if (!appointment.periodic) {
			this.#pending--;
		}
	}

	/** Counts a periodic appointment as pending work from now on. */
	expect(appointment: Appointment): void {
		if (appointment.periodic && !appointment.cancelled) {
			appointment.periodic = false;
			this.#pending++;
		}
	}

	/** Cancels an appointment, unless it has happened or was cancelled before. */
	cancel(appointment: Appointment | undefined): void {
		if (appointment && !appointment.cancelled) {
			this.#settle(appointment);
			appointment.happen = nothing;
			this.#cancelled++;
			// Most waits have a timeout that is cancelled long before its time.
			if (this.#cancelled > 64 && this.#cancelled > this.#heap.size / 2) {
				this.#heap.sweep();
				this.#cancelled = 0;
			}
		}
	}
}

import {Heap, type Appointment} from './heap.js';

/** Everything that will happen, in the order in which it will: by time, and at one time in the order in which it was asked for. */
export class Agenda {
	readonly #heap = new Heap();
	#order = 0;
	#pending = 0;

	/** How many things will happen that are no housekeeping. */
	get pending(): number {
		return this.#pending;
	}

	/** What happens next; `undefined`: nothing does. */
	get next(): Appointment | undefined {
		while (this.#heap.first?.cancelled) {
			this.#heap.pop();
		}

		return this.#heap.first;
	}

	/**
	Plans something.

	@param timeMs virtual time at which it happens.
	@param periodic whether it is housekeeping, which does not keep the simulation from coming to rest.
	*/
	add(timeMs: number, periodic: boolean, happen: () => void): Appointment {
		const appointment = {timeMs, order: this.#order++, periodic, happen, cancelled: false};
		this.#heap.push(appointment);
		if (!periodic) {
			this.#pending++;
		}

		return appointment;
	}

	/** Takes out what happens next, for it to happen now. */
	take(): Appointment | undefined {
		const {next} = this;
		this.#heap.pop();
		this.cancel(next);
		return next;
	}

	/** Whatever has happened, or was cancelled, is not cancelled again. */
	cancel(appointment: Appointment | undefined): void {
		if (appointment && !appointment.cancelled) {
			appointment.cancelled = true;
			if (!appointment.periodic) {
				this.#pending--;
			}
		}
	}
}

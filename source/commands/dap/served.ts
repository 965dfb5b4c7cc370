import type {Breakpoint} from '../../debugger/breakpoint.js';
import type {Stop} from '../../kernel/stop.js';
import type {LiveCluster} from '../../screen/state/live-cluster.js';
import {liveClusterOf} from '../serve-screen.js';
import type {Served} from '../served.js';

/** The events of a cluster that an editor is attached to. */
interface Heard {
	/** The running cluster is held. */
	readonly held: () => void;
	/** A logpoint has something to say. */
	readonly log: (text: string) => void;
}

/** A served cluster that an editor controls; other breakpoints, such as those of `--break`, still hold it. */
export class ServedCluster {
	readonly #cluster: LiveCluster;
	readonly #served: Served;
	readonly #others: readonly Breakpoint[];
	#silence: () => void = () => {};

	constructor(served: Served) {
		this.#served = served;
		this.#cluster = liveClusterOf(served);
		this.#others = this.#cluster.session.breakpoints;
	}

	get recording(): LiveCluster['recording'] {
		return this.#cluster.recording;
	}

	/** The stop that holds it; `undefined` while it runs. */
	get held(): Stop | undefined {
		return this.#cluster.held;
	}

	/** The highest number of another owner's breakpoint. */
	get lastId(): number {
		return Math.max(0, ...this.#others.map(({id}) => id));
	}

	/** Reports events to an editor, until it leaves. */
	heed({held, log}: Heard): void {
		const {pace, hold} = this.#served;
		const ends = [pace.whenHeld(held), hold.hear(log)];
		this.#silence = () => {
			for (const end of ends) {
				end();
			}
		};
	}

	/** Sets the editor's breakpoints. */
	use(breakpoints: readonly Breakpoint[]): void {
		this.#cluster.use({...this.#cluster.session, breakpoints: [...this.#others, ...breakpoints]});
	}

	hold(): void {
		this.#cluster.hold();
	}

	run(): void {
		this.#cluster.run();
	}

	/** Runs work that may record more stops, while the cluster is held. */
	during<T>(act: () => T): T {
		this.hold();
		return this.#cluster.during(act);
	}

	/** The editor disconnects: its breakpoints are removed, and clients are served again. */
	leave(): void {
		this.#silence();
		this.use([]);
		this.run();
	}
}

import type {Stop} from '../kernel/stop.js';

/** A process or an object, and its share of the stops, from 0 to 1. */
export interface Share {
	readonly name: string;
	readonly share: number;
}

/** The process that keeps a run busy: it made most of the stops, and the object that they concern. */
export interface Busiest {
	readonly stops: number;
	readonly process: Share;
	/** The most frequent ledger key; absent when most have none. */
	readonly object?: Share;
}

const mostFrequent = (names: readonly string[], total: number): Share | undefined => {
	const counts = new Map<string, number>();
	for (const name of names) {
		counts.set(name, (counts.get(name) ?? 0) + 1);
	}

	// The first of several with the same count, so that the answer is the same everywhere.
	let best: Share | undefined;
	for (const [name, count] of counts) {
		if (!best || count / total > best.share) {
			best = {name, share: count / total};
		}
	}

	return best;
};

/** The busiest process of these stops. @returns `undefined` when there are none */
export const busiestIn = (stops: readonly Stop[]): Busiest | undefined => {
	const process = mostFrequent(
		stops.map((stop) => stop.process),
		stops.length,
	);
	return (
		process && {
			stops: stops.length,
			process,
			object: mostFrequent(
				stops.flatMap(({object}) => object ?? []),
				stops.length,
			),
		}
	);
};

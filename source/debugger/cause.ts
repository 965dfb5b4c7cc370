import type {Stop} from '../kernel/stop.js';
import type {AnyRecording} from './recording.js';

/** The stops of a tape, by their step. */
interface Links {
	readonly stops: {readonly get: (step: number) => Stop | undefined};
}

/** The part of a recording that its causes need. */
interface Caused extends Links {
	readonly inputs: ReadonlyArray<{readonly step: number}>;
	readonly kernel: {readonly ledger: {readonly versions: (key: string) => ReadonlyArray<{readonly step: number}>}};
}

/** A complete chain of an earlier request, and the place of each step in it. Causes never change, so it stays valid. */
interface KnownChain {
	readonly chain: readonly Stop[];
	readonly places: ReadonlyMap<number, number>;
}

/** The latest chains of each tape, the latest first: those of a frame. */
const knownChains = new WeakMap<Links['stops'], readonly KnownChain[]>();
const mostKnown = 4;

/** The stop and the chain of its causes, the nearest first, back to the user's input. The part that an earlier chain has is copied from that chain. */
export const causes = (recording: Links, step: number, limit = 1000): readonly Stop[] => {
	const {stops} = recording;
	const known = knownChains.get(stops) ?? [];
	const chain: Stop[] = [];
	let continued: KnownChain | undefined;
	for (let at = stops.get(step); at && chain.length < limit && !continued; at = stops.get(at.cause)) {
		const {step: here} = at;
		continued = known.find(({places}) => places.has(here));
		const place = continued?.places.get(here) ?? 0;
		chain.push(...(continued?.chain.slice(place, place + limit - chain.length) ?? [at]));
	}

	// A cut one says nothing about its end.
	if (chain.length < limit && chain.length > 0) {
		const places = new Map(chain.map((stop, place) => [stop.step, place]));
		knownChains.set(stops, [{chain, places}, ...known.filter((one) => one !== continued)].slice(0, mostKnown));
	}

	return chain;
};

/**
The chain of a stop. If it begins with the cluster's start or a timer, the chain of the stop's object, from its creation back to the user's
input, continues it. A heartbeat that ends a wait is the cause of a stop, but a reader needs the command behind it.
*/
export const causesFromInput = (recording: Caused, step: number, limit = 1000): readonly Stop[] => {
	const chain = causes(recording, step, limit);
	const firstInput = recording.inputs[0]?.step ?? Number.POSITIVE_INFINITY;
	const isFromInput = (links: readonly Stop[]): boolean => (links.at(-1)?.step ?? -1) >= firstInput;
	const object = chain[0]?.object;
	if (object === undefined || isFromInput(chain)) {
		return chain;
	}

	const creation = recording.kernel.ledger.versions(object)[0]?.step ?? step;
	const before = creation < step ? causes(recording, creation, limit) : [];
	return isFromInput(before) ? [...chain.filter((stop) => stop.step > creation), ...before] : chain;
};

/**
All recorded consequences of a stop, in the order of the tape: the work of its process until another event woke it, the resulting work of other processes, and so on.
*/
export const effects = (recording: AnyRecording, step: number, limit = 1000): readonly Stop[] => {
	const {stops} = recording;
	const reached = new Set<number>([step]);
	const queue = [step];
	for (const at of queue) {
		if (reached.size > limit) {
			break;
		}

		const next = recording.nextOfProcess(at);
		const goesOn = next !== undefined && stops.get(next)?.cause === stops.get(at)?.cause ? [next] : [];
		for (const effect of [...goesOn, ...recording.effects(at)]) {
			if (!reached.has(effect)) {
				reached.add(effect);
				queue.push(effect);
			}
		}
	}

	reached.delete(step);
	return [...reached].sort((a, b) => a - b).flatMap((effect) => stops.get(effect) ?? []);
};

/** The first stop of another process that this one or the next stops of its process caused. */
export const nextEffect = (recording: AnyRecording, step: number): Stop | undefined => {
	const at = recording.stops.get(step);
	if (!at) {
		return undefined;
	}

	return recording.stops.find(
		(stop) =>
			stop.cause >= step && stop.process !== at.process && recording.stops.get(stop.cause)?.process === at.process,
		step + 1,
	);
};

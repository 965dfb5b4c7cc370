import {knownImages} from '../cluster.js';
import {faultKinds} from '../scenario/faults/fault-kinds.js';

/** A fault that {@link Cluster.fault} accepts. */
export interface FaultWords {
	/** Its first words: `crash`, `fail requests`. */
	readonly name: string;
	/** The words after them: `PROCESS`, `CLIENT [with=503] [share=50%] [for=10s]`. */
	readonly argument: string;
	/** Its effect, in a line. */
	readonly does: string;
}

/** All faults, as `faults` of a scenario and {@link Cluster.fault} accept them. */
export const faults: readonly FaultWords[] = faultKinds.map(({name, argument, does}) => ({name, argument, does}));

/** The names of the images whose programs, ports and logs are known: `nginx`, `registry.k8s.io/pause`. Other images also start. */
export const images: readonly string[] = knownImages()
	.flatMap(({names}) => names.map((name) => name.replace(/^library\//, '')))
	.sort();

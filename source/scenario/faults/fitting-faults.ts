import {faultKinds, type FaultName} from './fault-kinds.js';

/** A possible target of faults, with its parts in the cluster. */
export interface FaultSubject {
	readonly processes?: readonly string[];
	/** Programs as their requests name them. */
	readonly clients?: readonly string[];
	/** Programs whose watches it uses; its clients if absent. */
	readonly watchers?: readonly string[];
	readonly nodes?: readonly string[];
	/** `default/web`. */
	readonly pods?: readonly string[];
}

const apiserver = 'kube-apiserver';

/** The required options, and the duration: the ones that a user types first. */
const optionsOf = (argument: string): string =>
	[
		...argument.replaceAll(/\[.*?\]/g, '').matchAll(/\b[a-z]+=\S+/g),
		...(argument.includes('[for=') ? argument.matchAll(/\bfor=\w+/g) : []),
	]
		.map(([option]) => option)
		.join(' ');

/** The faults that fit something, ready to be given: `pause kube-scheduler for=10s`. */
export const fittingFaults = ({
	processes = [],
	clients = [],
	watchers = clients,
	nodes = [],
	pods = [],
}: FaultSubject): ReadonlyArray<{readonly name: FaultName; readonly words: string; readonly does: string}> =>
	faultKinds.flatMap(({name, argument, does}) => {
		const [targets = ''] = argument.split(/[ []/);
		const ends = [...processes.filter((process) => process !== apiserver), ...nodes].map(
			(end) => `${end} ${apiserver}`,
		);
		const listeners = name.endsWith('watches') ? watchers : clients;
		const fitting =
			targets === 'END'
				? ends
				: [
						...(targets.includes('POD') ? pods : []),
						...(targets.includes('PROCESS') ? processes : []),
						...(targets.includes('CLIENT') ? listeners : []),
						...(targets.includes('NODE') ? nodes : []),
					];
		return fitting.map((target) => ({name, words: `${name} ${target} ${optionsOf(argument)}`.trimEnd(), does}));
	});

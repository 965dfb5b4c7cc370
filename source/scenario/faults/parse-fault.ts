import type {Fault, FaultTarget, PlannedFault} from '../../objects/fault.js';
import type {Shape} from '../document.js';
import {text} from '../document.js';
import {closest, Mistake} from '../mistake.js';
import {faultKinds, faultTiming, impossibleFaults, type FaultKind} from './fault-kinds.js';
import {FaultWords} from './fault-words.js';
import {watchesFor, watchingClients} from './watching-clients.js';

const named = (words: readonly string[]): FaultKind | undefined =>
	faultKinds.find(({name}) => name === words.slice(0, name.split(' ').length).join(' '));

/** The first words of all faults. */
export const faultVerbs: readonly string[] = [...new Set(faultKinds.map(({name}) => name.split(' ', 1)[0] ?? name))];

/** The error for an unknown fault. */
const unknown = (line: string, words: readonly string[]): Mistake => {
	const [verb = '', noun = ''] = words;
	const impossible = Object.entries(impossibleFaults).find(([name]) => name === `${verb} ${noun}`);
	if (impossible) {
		return new Mistake(`fault "${line}": this cannot happen`, {}, impossible[1]);
	}

	const ofVerb = faultKinds.filter(({name}) => name.startsWith(`${verb} `)).map(({name}) => name);
	const near = closest(
		ofVerb.length > 0 ? `${verb} ${noun}` : verb,
		ofVerb.length > 0 ? ofVerb : [...faultVerbs, ...Object.keys(impossibleFaults)],
	);
	const message =
		verb === ''
			? 'the fault is empty'
			: `fault "${line}": ${ofVerb.length > 0 ? `${verb} what?` : `there is no fault "${verb}"`}`;
	return new Mistake(
		message,
		{},
		near === undefined
			? `faults are ${(ofVerb.length > 0 ? ofVerb : faultKinds.map(({name}) => name)).join(', ')}`
			: `did you mean "${near}"?`,
	);
};

/**
Reads the words of a fault, such as `pause kube-scheduler for=10s` or `crash kubelet/node-a at=5s`.

{@link faultTargets} and the cluster check whether its target exists: another run may have it.

@throws {Mistake} with the wrong word and its correct form.
*/
export const parseFault = (line: string): PlannedFault => {
	const words = FaultWords.split(line);
	const kind = named(words);
	if (!kind) {
		throw unknown(line, words);
	}

	const {name, argument} = kind;
	const rest = new FaultWords(line, words.slice(name.split(' ').length), `${name} ${argument} ${faultTiming}`);
	const fault = kind.read(rest);
	const afterMs = rest.duration('at');
	const when = rest.text('when');
	rest.end();
	if (afterMs !== undefined && when !== undefined) {
		throw rest.mistake('at= and when= exclude each other');
	}

	return {fault, afterMs, when};
};

/** The words of a fault in a file, as {@link parseFault} reads them. */
export const faultText: Shape<string> = {
	expects: 'the words of a fault, such as pause kube-scheduler for=10s',
	schema: () => ({...text.schema(), description: 'a fault, such as pause kube-scheduler for=10s'}),
	check(node, report) {
		const line = text.check(node, report);
		try {
			if (line !== undefined) {
				parseFault(line);
			}

			return line;
		} catch (error) {
			if (!(error instanceof Mistake)) {
				throw error;
			}

			report(node, error.message, error.remedy);
			return undefined;
		}
	},
};

/** The targets of a fault. */
export const faultTargets = (fault: Fault): readonly FaultTarget[] => {
	switch (fault.kind) {
		case 'crash':
		case 'restart': {
			return [{what: 'process', name: fault.process}];
		}

		case 'pause':
		case 'slow': {
			return [{what: 'process or node', name: fault.target}];
		}

		case 'requests':
		case 'deliveries':
		case 'watches': {
			return [{what: 'client', name: fault.client}];
		}

		case 'partition': {
			return fault.ends.map((name) => ({what: 'end', name}));
		}

		case 'clock':
		case 'shortage':
		case 'power':
		case 'shutdown': {
			return [{what: 'node', name: fault.node}];
		}

		case 'calls': {
			return fault.node === '*' ? [] : [{what: 'node', name: fault.node}];
		}

		case 'kill': {
			return [{what: 'pod', name: fault.pod}];
		}

		case 'heal': {
			return [];
		}
	}
};

/** The names of one cluster that faults can mean. */
export interface FaultNames {
	readonly processes: readonly string[];
	readonly nodes: readonly string[];
	/** User agents. */
	readonly clients: readonly string[];
	/** `namespace/name`. */
	readonly pods: readonly string[];
	/** Whether programs outside the simulation may also be clients, with unknown names. */
	readonly takesOthers?: boolean;
}

const candidates = ({
	processes,
	nodes,
	clients,
	pods,
}: FaultNames): Readonly<Record<FaultTarget['what'], readonly string[]>> => ({
	process: processes,
	'process or node': [...processes, ...nodes],
	node: nodes,
	client: ['*', ...clients],
	pod: pods,
	end: [...processes, ...nodes, ...clients],
});

/** The servers that all other components use. */
const servers: ReadonlySet<string> = new Set(['kube-apiserver', 'etcd']);

const isOfWatches = (fault: Fault): fault is Fault & {readonly kind: 'watches' | 'deliveries'} =>
	fault.kind === 'watches' || fault.kind === 'deliveries';

/** The target of a fault that this cluster lacks, with the nearest name that it has; `undefined` when all targets exist. */
export const missingTarget = (fault: Fault, names: FaultNames): Mistake | undefined => {
	if (fault.kind === 'partition' && !fault.ends.some((name) => servers.has(name))) {
		const [a, b] = fault.ends;
		if (!names.nodes.includes(a) || !names.nodes.includes(b)) {
			return new Mistake(
				`${a} and ${b} do not talk to each other`,
				{},
				`components meet only at kube-apiserver: write "partition ${names.nodes.includes(a) ? b : a} kube-apiserver", or name two nodes`,
			);
		}
	}

	if ((fault.kind === 'crash' || fault.kind === 'restart') && fault.process === 'etcd') {
		return new Mistake(
			'etcd has no process of its own in this simulation',
			{},
			'write "partition kube-apiserver etcd", and "heal etcd" to end it',
		);
	}

	if (isOfWatches(fault)) {
		const watching = watchingClients(names.clients);
		const isKnown = names.clients.includes(fault.client);
		if (isKnown && !watching.some((client) => client === fault.client || client.startsWith(`${fault.client}/`))) {
			return new Mistake(
				`${fault.client} has no watches of its own`,
				{},
				`it uses those of ${watchesFor(fault.client, watching)}`,
			);
		}
	}

	for (const {what, name} of faultTargets(fault)) {
		const known = candidates(names)[what];
		const prefixes = what === 'client' ? known.flatMap((agent) => [agent, agent.split('/', 1)[0] ?? agent]) : known;
		if (!prefixes.includes(name)) {
			const near = closest(name, prefixes);
			if (what === 'client' && names.takesOthers && near === undefined) {
				continue;
			}

			return new Mistake(
				`no ${what === 'end' ? 'process, node or client' : what} is called ${name}`,
				{},
				near === undefined ? `known names: ${[...new Set(known)].slice(0, 8).join(', ')} …` : `did you mean ${near}?`,
			);
		}
	}

	return undefined;
};

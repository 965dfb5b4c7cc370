import {conditionOf} from './condition.js';
import type {Kernel} from '../kernel/kernel.js';
import {endedNodes, presentNodes} from './present-nodes.js';
import {isOnNode} from './processes.js';
import {programName} from '../scenario/faults/fault-words.js';
import {missingTarget, parseFault, type FaultNames} from '../scenario/faults/parse-fault.js';
import type {Scenario} from '../scenario/scenario.js';

const pods = '/registry/pods/';

/** The names that a fault can use in a cluster, as it is now. */
export const namesForFaults = (kernel: Kernel, scenario: Pick<Scenario, 'nodes'>): FaultNames => {
	const ended = endedNodes(kernel);
	const processes = [...kernel.processes.keys()].filter(
		(name) => !name.startsWith('user/') && !name.startsWith('etcd/') && !ended.some((node) => isOnNode(name, node)),
	);
	return {
		processes: [...processes, 'etcd'],
		nodes: presentNodes(kernel, scenario).map(({name}) => name),
		// A program's requests bear its name, which is that of its process for all but one.
		clients: [...new Set(['kubectl', ...processes.map(programName)])],
		pods: kernel.ledger.keys(pods).map((key) => key.slice(pods.length)),
	};
};

/**
Checks the words of a fault before a cluster receives them.

@param takesOthers whether programs beyond the simulation may be clients.
@throws {Mistake} when they cannot be read, or name something that this cluster lacks.
*/
export const checkFault = (
	words: string,
	{kernel, scenario}: {readonly kernel: Kernel; readonly scenario: Pick<Scenario, 'nodes'>},
	takesOthers = false,
): void => {
	const {fault, afterMs, when} = parseFault(words);
	if (when !== undefined) {
		conditionOf(when);
	}

	// Later content is not known yet.
	const missing =
		afterMs === undefined && when === undefined
			? missingTarget(fault, {...namesForFaults(kernel, scenario), takesOthers})
			: undefined;
	if (missing) {
		throw missing;
	}
};

import {checkFault, namesForFaults, type ClusterRecording} from '../../cluster.js';
import {faultKinds} from '../../scenario/faults/fault-kinds.js';
import {watchingClients} from '../../scenario/faults/watching-clients.js';
import {submit} from './futures.js';
import type {State} from '../state/state.js';
import {wordsOf} from '../words/words.js';

/** Injects or ends a fault. @throws {Mistake} when the words cannot be read, or name a missing target. */
export const giveFault = (state: State, words: string): State => {
	checkFault(words, state.recording);
	return submit(state, {fault: words}, (given) => ({...given, message: wordsOf(given).messages.faultGiven(words)}));
};

/** The words that can come next in a fault: its name, its target, its options. */
export const faultCompletions = (recording: ClusterRecording, words: string): readonly string[] => {
	const begun = words.split(/\s+/).slice(0, -1);
	const kind = faultKinds.find(({name}) => begun.join(' ').startsWith(name) && begun.length >= name.split(' ').length);
	if (!kind) {
		return faultKinds.flatMap(({name}) => {
			const parts = name.split(' ');
			return begun.every((word, at) => parts[at] === word) ? parts.slice(begun.length, begun.length + 1) : [];
		});
	}

	const {processes, nodes, clients, pods} = namesForFaults(recording.kernel, recording.scenario);
	const options = [...kind.argument.matchAll(/\b([a-z]+=)/g)].map(([, option = '']) => option);
	const listeners = kind.name.endsWith('watches') ? watchingClients(clients) : clients;
	return [
		...(kind.argument.includes('PROCESS') ? processes : []),
		...(kind.argument.includes('NODE') ? nodes : []),
		...(kind.argument.includes('CLIENT') ? listeners : []),
		...(kind.argument.includes('POD') ? pods : []),
		...options,
		'at=',
	];
};

import {namesForFaults} from '../../cluster.js';
import {watchesFor, watchingClients} from '../../scenario/faults/watching-clients.js';
import {fittingFaults, type FaultSubject} from '../../scenario/faults/fitting-faults.js';
import {selectedBox} from '../panes/board/board-view.js';
import {boxOfProcess} from '../panes/board/boxes.js';
import {objectName} from '../../objects/object-name.js';
import {openCommandLine} from './open-command-line.js';
import {changed, leave, stopOf, type State} from '../state/state.js';
import {programName} from '../../scenario/faults/fault-words.js';
import {giveFault} from './fault-words.js';
import {selectedRow} from './pane-actions.js';
import {errorMessage} from '../state/error-message.js';
import {wordsOf} from '../words/words.js';

const uniqueOf = (values: ReadonlyArray<string | undefined>): readonly string[] => [
	...new Set(values.filter((value) => value !== undefined)),
];

/** The subject of a ledger key: a Pod with its node, or a node. */
const subjectOfKey = (state: State, key: string): FaultSubject => {
	const name = objectName(key);
	const nodeOfPod = (): string | undefined =>
		state.recording.kernel.ledger.readAt<{readonly spec?: {readonly nodeName?: string}}>(key, state.cursor)?.spec
			?.nodeName;
	if (name?.resource === 'pods') {
		return {pods: [`${name.namespace ?? 'default'}/${name.name}`], nodes: uniqueOf([nodeOfPod()])};
	}

	if (name?.resource === 'nodes') {
		return {nodes: [name.name]};
	}

	return {};
};

/** The selected subject, else that of this stop and its process: its title, and the faults that it can have. */
const subjectHere = (state: State): readonly [about: string, subject: FaultSubject] => {
	const names = namesForFaults(state.recording.kernel, state.recording.scenario);
	const box = state.pane.view === 'board' ? selectedBox(state) : undefined;
	const key = selectedRow(state)?.key;
	if (key !== undefined) {
		return [objectName(key)?.name ?? key, subjectOfKey(state, key)];
	}

	const stop = stopOf(state);
	const processes = box
		? names.processes.filter((process) => boxOfProcess(process) === box)
		: names.processes.filter((process) => stop && (process === stop.process || process === stop.component));
	const node = /^node\/(.*)$/.exec(box ?? '')?.[1] ?? /^(?:kubelet|kube-proxy)\/([^/]+)/.exec(stop?.process ?? '')?.[1];
	const about = !box && stop?.object !== undefined ? subjectOfKey(state, stop.object) : {};
	const clients = names.clients.filter((client) => processes.some((process) => programName(process) === client));
	const watching = watchingClients(names.clients);
	return [
		box ?? stop?.process ?? wordsOf(state).lists.faults.cluster,
		{
			processes,
			clients,
			watchers: uniqueOf(clients.map((client) => watchesFor(client, watching))).filter((one) => watching.includes(one)),
			pods: (about.pods ?? []).filter((pod) => names.pods.includes(pod)),
			nodes: uniqueOf([...(about.nodes ?? []), node]).filter((one) => names.nodes.includes(one)),
		},
	];
};

/** Opens the faults for the selection, else for this stop. */
export const openFaults = (state: State): State => {
	const [about, subject] = subjectHere(state);
	const {nodes} = namesForFaults(state.recording.kernel, state.recording.scenario);
	// Without a selected part of the cluster: the faults that can happen anywhere.
	const fitting = fittingFaults(subject);
	const faults = fitting.length > 0 ? fitting : fittingFaults({processes: ['kube-scheduler'], nodes});
	const usual = {name: 'heal', words: 'heal', does: 'ends all lasting faults'} as const;
	return {
		...changed(state, 'faultMenu', {
			about: fitting.length > 0 ? about : wordsOf(state).lists.faults.cluster,
			faults: [...faults, usual],
			at: 0,
		}),
		mode: 'faults',
		message: '',
	};
};

/** Injects the chosen fault, and closes the menu. */
const give = (state: State, at: number): State => {
	const closed: State = {...state, mode: 'debug', message: ''};
	const words = state.faultMenu.faults[at]?.words;
	try {
		return words === undefined ? closed : giveFault(closed, words);
	} catch (error) {
		return {...closed, message: errorMessage(state, error)};
	}
};

/** A click on a fault: the first chooses it, the next one gives it. */
export const clickFault = (state: State, at: number): State =>
	state.faultMenu.at === at ? give(state, at) : changed(state, 'faultMenu', {at});

const moves: Readonly<Record<string, number>> = {up: -1, k: -1, down: 1, j: 1, pageup: -10, pagedown: 10};

/** A key in the menu of faults. */
export const pressFaults = (state: State, key: string): State => {
	const {at, faults} = state.faultMenu;
	const move = moves[key];
	if (move !== undefined) {
		return changed(state, 'faultMenu', {at: Math.max(0, Math.min(faults.length - 1, at + move))});
	}

	switch (key) {
		case 'return': {
			return give(state, at);
		}

		case 'e': {
			return openCommandLine(state, `fault ${faults[at]?.words ?? ''}`);
		}

		case 'ctrl+c': {
			return leave(state);
		}

		default: {
			return {...state, mode: 'debug', message: ''};
		}
	}
};

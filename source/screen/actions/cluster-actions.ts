import {seek} from '../../debugger/seek.js';
import {nextTerminalKey, type TerminalEntry} from '../../cluster.js';
import {begin, searching} from './long-work.js';
import {selectedRow} from './pane-actions.js';
import {objectName, type ObjectName} from '../../objects/object-name.js';
import {type State, changed, type LongWork} from '../state/state.js';
import {wordsOf} from '../words/words.js';

/** The resources whose inside can be opened. */
const insides: ReadonlyMap<string, 'node' | 'pod'> = new Map([
	['nodes', 'node'],
	['pods', 'pod'],
]);

const open = (state: State, part: 'inside' | 'logs'): State => {
	const key = selectedRow(state)?.key;
	const name = key === undefined ? undefined : objectName(key);
	const kind = insides.get(name?.resource ?? '');
	if (key === undefined || kind === undefined || (part === 'logs' && kind === 'node')) {
		return {...state, message: wordsOf(state).messages.selectFirst[part]};
	}

	return {
		...changed(state, 'pane', {selected: {...state.pane.selected, cluster: undefined}}),
		cluster: {...state.cluster, inside: {key, part: part === 'logs' ? 'logs' : kind}},
		message: wordsOf(state).messages.escBack,
	};
};

/** Shows the parts of a node or a Pod: processes, network namespaces, routes, volumes, cgroups, images. */
export const enterInside = (state: State): State => open(state, 'inside');

/** Shows the output of a Pod's containers. */
export const clusterLogs = (state: State): State => open(state, 'logs');

interface Selected {
	readonly key: string;
	readonly name: ObjectName;
}

const selectedName = (state: State): Selected | undefined => {
	const key = selectedRow(state)?.key;
	const name = key === undefined ? undefined : objectName(key);
	return key === undefined || name === undefined ? undefined : {key, name};
};

const inNamespace = ({namespace}: ObjectName): string => (namespace === undefined ? '' : ` -n ${namespace}`);

/** The most steps for kubectl's answer. */
const answerSteps = 50_000;

/** Shows the selected object as `kubectl describe`, started at this step, prints it. It runs on a scratch branch, so it has no effect on the run. */
export const describeSelected = (state: State): State => {
	const selected = selectedName(state);
	if (!selected) {
		return {...state, message: wordsOf(state).messages.selectFirst.describe};
	}

	return begin(state, describing(state, selected));
};

function* describing({recording, cursor, setup}: State, {key, name}: Selected): LongWork {
	const command = `describe ${name.resource} ${name.name}${inNamespace(name)}`;
	const scratch = yield* recording.branching(cursor);
	const {ledger} = scratch.kernel;
	const own = nextTerminalKey(scratch);
	scratch.submit({kubectl: command});
	const answer = () => ledger.read<TerminalEntry>(own);

	yield* searching({recording: scratch, setup}, answerSteps, (limits) =>
		seek(scratch, cursor, 1, () => answer()?.code !== undefined, {...limits, pastRest: true}),
	);
	return (now) => {
		const {stdout = '', stderr = wordsOf(now).messages.noAnswer} = answer() ?? {};
		return {
			...changed(now, 'pane', {
				selected: {...now.pane.selected, cluster: undefined},
				scroll: {...now.pane.scroll, cluster: undefined},
			}),
			cluster: {
				...now.cluster,
				inside: {key, part: 'describe', at: cursor, command, printed: `${stdout}${stderr}`},
			},
			message: wordsOf(now).messages.escBack,
		};
	};
}

/** Begins a kubectl exec in the selected Pod on the command line; a node is opened, as with a shell on it. */
export const shellInSelected = (state: State): State => {
	const selected = selectedName(state);
	if (selected?.name.resource === 'nodes') {
		return enterInside(state);
	}

	if (selected?.name.resource !== 'pods') {
		return {...state, message: wordsOf(state).messages.selectFirst.shell};
	}

	const {name} = selected;
	return {
		...changed(state, 'commandLine', {
			typed: `kubectl exec ${name.name}${inNamespace(name)} -- `,
			historyAt: state.commandLine.history.length,
		}),
		mode: 'command',
		message: '',
	};
};

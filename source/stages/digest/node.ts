import type {NodeFacts, RunningPod} from '../facts/kubelet/node.js';

/** How long a node counts as alive after a renewal of its Lease, if the Lease does not state it: `nodeLeaseDurationSeconds` of a kubelet. */
export const leaseSeconds = 40;

/**
The parts of a Pod that its runtime has, each with its state: `sandbox ready`, `web#1 running`.

@param words the words of another language for the states, and for `sandbox ready` and `sandbox stopped`; English for the others.
*/
export const runningParts = (
	{sandbox, containers}: RunningPod,
	words: Readonly<Record<string, string>> = {},
): readonly string[] => {
	const said = (word: string): string => words[word] ?? word;
	return [
		...(sandbox ? [said(`sandbox ${sandbox}`)] : []),
		...containers.map(
			({name, attempt, state}) => `${name}${attempt > 0 ? `#${attempt}` : ''} ${said(state.toLowerCase())}`,
		),
	];
};

type Report = Extract<NodeFacts['kubelet.node'], {case: 'report'}>;

/** The conditions of a Node that report a shortage. */
export const pressures = ({after}: Report): readonly string[] =>
	(after ?? []).flatMap(({type, status}) => (type !== 'Ready' && status === 'True' ? [type] : []));

/** Why a Node is not ready, by its kubelet's own report; `undefined` if it is ready. */
export const notReady = ({after}: Report): string | undefined =>
	after?.find(({type, status}) => type === 'Ready' && status === 'False')?.message;

type Observation = Extract<NodeFacts['kubelet.eviction'], {case: 'observe'}>;

/** The conditions that a Node gets, keeps and loses, in this order: each existing change, in the words of a language. */
export const conditionTurns = (
	{before, conditions}: Observation,
	words: {readonly [Turn in 'gets' | 'keeps' | 'loses']: (conditions: readonly string[]) => string},
): readonly string[] => {
	const gets = conditions.filter((condition) => !before.includes(condition));
	const keeps = conditions.filter((condition) => before.includes(condition));
	const loses = before.filter((condition) => !conditions.includes(condition));
	return [
		...(gets.length > 0 ? [words.gets(gets)] : []),
		...(keeps.length > 0 ? [words.keeps(keeps)] : []),
		...(loses.length > 0 ? [words.loses(loses)] : []),
	];
};

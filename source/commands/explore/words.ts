import {latencies} from '../../scenario/catalogue.js';

/** Rows of a list in the help of `explore`; loaded at every start of the program, so without the code that runs experiments. */
type Rows = ReadonlyArray<readonly [words: string, what: string]>;

/** Settings that can be varied, by examples. */
export const varied: Rows = [
	['kube-proxy.sync=0..2000', 'how long something takes, in milliseconds; the names are below'],
	['kubelet/node-a.watch=1,500', 'the time until a change reaches one watcher'],
	['deployment/web spec.replicas=1..5', 'a field of an object in the files; lists have indexes, as in containers[0]'],
	['pause=0..1000', 'milliseconds from rest to each --then'],
	['nodes=1..4', 'the number of nodes'],
	['--fault "crash NAME at=0..2s"', 'when a fault begins'],
];

/** Timed work, by the names of scenarios. */
export const latencyNames = Object.keys(latencies).join(', ');

/** The questions that have a name, each with its meaning and the unit of its numbers. */
export const questionWords = {
	'requests lost': {what: 'requests of --traffic, and of clients in the scenario, without an answer'},
	'requests answered': {what: 'requests of --traffic, and of clients in the scenario, with an answer'},
	'longest silence': {what: 'the longest time between two answers', unit: 'ms'},
	'time to Ready': {what: 'from the last command until every Pod is Ready', unit: 'ms'},
	'time to rest': {what: 'from the last command until the cluster rests', unit: 'ms'},
	restarts: {what: 'restarts of containers'},
	Pods: {what: 'the number of Pods at the end'},
	warnings: {what: 'Events of type Warning, repeated ones too'},
	writes: {what: 'writes to etcd after the last command'},
	verdict: {what: 'done, refused, stuck or cut, as in trace'},
	diagnosis: {what: 'the problem, as trace explains it'},
} as const;

/** The name of a question. */
export type QuestionName = keyof typeof questionWords;

/** The possible questions. */
export const asked: Rows = [
	...Object.entries(questionWords).map(
		([name, words]) => [name, 'unit' in words ? `${words.what}, in ${words.unit}` : words.what] as const,
	),
	['deployment/web: object.status.readyReplicas', 'CEL over an object at the end'],
];

/** The experiments included in the program. */
export const shipped = [
	['deletion', 'how many requests a deleted Pod loses with different preStop sleeps and delays of kube-proxy'],
] as const satisfies Rows;

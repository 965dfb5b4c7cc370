import {isRecord} from '../../../kernel/record.js';
import type {Stop} from '../../../kernel/stop.js';
import type {FactsOf, StageId} from '../../../stages/facts.js';

/** What a story says of a stop in a word: the way of an object from its file to traffic, and back. */
export type Milestone = (typeof order)[number];

/** All milestones, in the order of the pipeline. */
export const order = [
	'read',
	'sent',
	'admitted',
	'stored',
	'printed',
	'made',
	'queued',
	'decided',
	'bound',
	'accepted',
	'mounted',
	'sandbox',
	'address',
	'pulled',
	'created',
	'started',
	'listens',
	'probed',
	'ready',
	'named',
	'published',
	'routed',
	'marked',
	'collected',
	'terminates',
	'withdrawn',
	'signalled',
	'exited',
	'stopped',
	'evicted',
	'removed',
	'refused',
] as const;

/** A row of the table: the stage, its milestone, and which of the stage's stops are meant. */
interface Row {
	readonly stage: RegExp;
	readonly milestone: Milestone;
	readonly when: (stop: Stop) => boolean;
}

const always = (): boolean => true;

const row = <Id extends StageId>(stage: Id, milestone: Milestone, when?: (facts: FactsOf<Id>) => boolean): Row => ({
	stage: new RegExp(`^${stage.replaceAll('.', '\\.')}$`),
	milestone,
	when: when ? ({facts}) => when(facts as FactsOf<Id>) : always,
});

const family = (stage: RegExp, milestone: Milestone, when: (stop: Stop) => boolean = always): Row => ({
	stage,
	milestone,
	when,
});

const caseIs =
	(name: string) =>
	({facts}: Stop): boolean =>
		facts?.case === name;

interface PodLike {
	readonly kind?: string;
	readonly status?: {readonly conditions?: ReadonlyArray<{readonly type: string; readonly status: string}>};
}

const isReadyPod = (value: unknown): boolean =>
	isRecord(value) &&
	value.kind === 'Pod' &&
	(value as PodLike).status?.conditions?.some(({type, status}) => type === 'Ready' && status === 'True') === true;

/** Endpoints of a slice that a Service's clients may be sent to. */
const readyOf = (slice: {readonly endpoints?: readonly Endpoint[] | null} | undefined): readonly Endpoint[] =>
	(slice?.endpoints ?? []).filter(({conditions}) => conditions?.ready !== false);

interface Endpoint {
	readonly conditions?: {readonly ready?: boolean};
}

/** The first row that fits decides. */
const rows: readonly Row[] = [
	row('kubectl.parse', 'read'),
	row('kubectl.request', 'sent', (facts) => facts.case === 'send' && facts.request.method !== 'GET'),
	row('apiserver.validate', 'admitted'),
	row('etcd.txn', 'stored', (facts) => facts.verdict === 'succeeded' && facts.operation === 'put' && !facts.before),
	row('etcd.txn', 'removed', (facts) => facts.verdict === 'succeeded' && facts.operation === 'delete'),
	row(
		'etcd.txn',
		'ready',
		(facts) => facts.verdict === 'succeeded' && isReadyPod(facts.after) && !isReadyPod(facts.before),
	),
	row('kubectl.print', 'printed'),
	family(/^controller\.[^.]+\.create$/, 'made'),
	row('scheduler.queue', 'queued', (facts) => facts.case === 'add'),
	row('scheduler.select', 'decided'),
	row('apiserver.bind', 'bound'),
	row('kubelet.admit', 'accepted', (facts) => facts.case === 'verdict'),
	row('kubelet.volumes', 'mounted', (facts) => facts.case === 'mounted'),
	family(/^cri\.RunPodSandbox$/, 'sandbox', caseIs('call')),
	family(/^cni\.add\./, 'address', caseIs('result')),
	family(/^cri\.PullImage$/, 'pulled', caseIs('call')),
	family(/^cri\.CreateContainer$/, 'created', caseIs('call')),
	family(/^cri\.StartContainer$/, 'started', caseIs('call')),
	row('container.listen', 'listens'),
	family(/^kubelet\.probe\./, 'probed'),
	row('dns.update', 'named', (facts) => facts.case === 'set' && facts.before === undefined),
	row(
		'endpoints.publish',
		'published',
		(facts) => facts.case === 'slice' && readyOf(facts.after).length > readyOf(facts.before).length,
	),
	row(
		'endpoints.publish',
		'withdrawn',
		(facts) =>
			facts.case === 'slice-gone' ||
			(facts.case === 'slice' && readyOf(facts.after).length < readyOf(facts.before).length),
	),
	row('kube-proxy.sync', 'routed', ({changes}) =>
		changes.some(({before, after}) => (before ?? []).length !== (after ?? []).length),
	),
	row('apiserver.delete', 'marked'),
	family(/^controller\.garbage-collector\.delete$/, 'collected'),
	row('kubelet.kill', 'terminates', (facts) => facts.case === 'terminate'),
	row('container.signal', 'signalled', (facts) => facts.case === 'send'),
	row('container.exit', 'exited'),
	family(/^cri\.StopPodSandbox$/, 'stopped', caseIs('call')),
	row('kubelet.eviction', 'evicted'),
];

/** Stops that only report, of another object's trouble or of a look that found nothing. */
const onlyReports = /^(?:event\.|informer\.|apiserver\.(?:respond|watch)|client\.|controller\..*\.(?:done|retry))/;

/**
The milestone of a stop, by its stage and facts alone; `undefined` for stops that a story folds.

What is refused or fails is a milestone wherever it happens, except where a later answer only repeats it.
*/
export const milestoneOf = (stop: Stop): Milestone | undefined =>
	(stop.outcome === 'refused' || stop.outcome === 'failed') && !onlyReports.test(stop.stage)
		? 'refused'
		: rows.find(({stage, when}) => stage.test(stop.stage) && when(stop))?.milestone;

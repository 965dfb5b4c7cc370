import type {Stop} from '../../../kernel/stop.js';
import {splitHostPort} from '../../../objects/host-port.js';
import {nestedField, nestedMapSlice, nestedSlice, nestedString} from '../../../objects/unstructured.js';

/** A step of an object from its file to traffic, and back; a story has one word for it. */
export type BeatKind = (typeof order)[number];

/** All kinds, in the order of the pipeline. */
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

/** Whether a fact of a stop is this text. */
const factIs =
	(name: string, value: string) =>
	({facts}: Stop): boolean =>
		nestedString(facts, name) === value;

const caseIs = (name: string) => factIs('case', name);

/** Whether etcd has done such an operation. */
const isDone = (stop: Stop, operation: string): boolean =>
	factIs('verdict', 'succeeded')(stop) && factIs('operation', operation)(stop);

const isReadyPod = (value: unknown): boolean =>
	nestedString(value, 'kind') === 'Pod' &&
	nestedMapSlice(value, 'status', 'conditions').some(({type, status}) => type === 'Ready' && status === 'True');

/** The number of a slice's endpoints that may receive clients. */
const readyIn = (slice: unknown): number =>
	nestedMapSlice(slice, 'endpoints').filter((endpoint) => nestedField(endpoint, 'conditions', 'ready') !== false)
		.length;

/** The change, by a stop, in the number of a slice's endpoints that may receive clients. */
const gained = ({facts}: Stop): number => readyIn(facts?.after) - readyIn(facts?.before);

/** The addresses without their ports that only one of two lists has. */
const onlyInOne = (some: readonly unknown[], others: readonly unknown[]): readonly string[] =>
	[...some.filter((one) => !others.includes(one)), ...others.filter((one) => !some.includes(one))].map(
		(address) => splitHostPort(String(address)).ip,
	);

/** The addresses of endpoints that the rules of a node gain or lose by a stop. */
export const reroutedIn = ({facts}: Stop): readonly string[] =>
	nestedMapSlice(facts, 'changes').flatMap((change) =>
		onlyInOne(nestedSlice(change, 'before'), nestedSlice(change, 'after')),
	);

/** The first row that fits decides. */
const rows: ReadonlyArray<readonly [stage: RegExp, kind: BeatKind, when?: (stop: Stop) => boolean]> = [
	[/^kubectl\.parse$/, 'read'],
	[
		/^kubectl\.request$/,
		'sent',
		({facts}) => nestedString(facts, 'case') === 'send' && nestedString(facts, 'request', 'method') !== 'GET',
	],
	[/^apiserver\.validate$/, 'admitted'],
	[/^etcd\.txn$/, 'stored', (stop) => isDone(stop, 'put') && stop.facts?.before === undefined],
	[/^etcd\.txn$/, 'removed', (stop) => isDone(stop, 'delete')],
	[
		/^etcd\.txn$/,
		'ready',
		(stop) => isDone(stop, 'put') && isReadyPod(stop.facts?.after) && !isReadyPod(stop.facts?.before),
	],
	[/^kubectl\.print$/, 'printed'],
	[/^controller\.[^.]+\.create$/, 'made'],
	[/^scheduler\.queue$/, 'queued', caseIs('add')],
	[/^scheduler\.select$/, 'decided'],
	[/^apiserver\.bind$/, 'bound'],
	[/^kubelet\.admit$/, 'accepted', caseIs('verdict')],
	[/^kubelet\.volumes$/, 'mounted', caseIs('mounted')],
	[/^cri\.RunPodSandbox$/, 'sandbox', caseIs('call')],
	[/^cni\.add\./, 'address', caseIs('result')],
	[/^cri\.PullImage$/, 'pulled', caseIs('call')],
	[/^cri\.CreateContainer$/, 'created', caseIs('call')],
	[/^cri\.StartContainer$/, 'started', caseIs('call')],
	[/^container\.listen$/, 'listens'],
	[/^kubelet\.probe\./, 'probed'],
	[/^dns\.update$/, 'named', (stop) => caseIs('set')(stop) && stop.facts?.before === undefined],
	[/^endpoints\.publish$/, 'published', (stop) => caseIs('slice')(stop) && gained(stop) > 0],
	[
		/^endpoints\.publish$/,
		'withdrawn',
		(stop) => caseIs('slice-gone')(stop) || (caseIs('slice')(stop) && gained(stop) < 0),
	],
	[/^kube-proxy\.sync$/, 'routed', (stop) => reroutedIn(stop).length > 0],
	[/^apiserver\.delete$/, 'marked'],
	[/^controller\.garbage-collector\.delete$/, 'collected'],
	[/^kubelet\.kill$/, 'terminates', caseIs('terminate')],
	[/^container\.signal$/, 'signalled', caseIs('send')],
	[/^container\.exit$/, 'exited'],
	[/^cri\.StopPodSandbox$/, 'stopped', caseIs('call')],
	[/^kubelet\.eviction$/, 'evicted'],
];

/** Matches stages that only report another object's trouble or a check without a finding. */
const onlyReports = /^(?:event\.|informer\.|apiserver\.(?:respond|watch)|client\.|controller\..*\.(?:done|retry))/;

/**
The kind of beat of a stop, from its stage and facts alone; `undefined` for stops that a story folds.

A refusal or a failure is a beat at any place, except if a later answer only repeats it.
*/
export const beatKindOf = (stop: Stop): BeatKind | undefined =>
	(stop.outcome === 'refused' || stop.outcome === 'failed') && !onlyReports.test(stop.stage)
		? 'refused'
		: rows.find(([stage, , when]) => stage.test(stop.stage) && (when?.(stop) ?? true))?.[1];

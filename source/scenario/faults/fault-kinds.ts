import {
	killSignals,
	requestFailures,
	type CallFault,
	type DeliveryFault,
	type Fault,
	type RequestFault,
	type WatchFault,
} from '../../objects/fault.js';
import {isQuantity} from '../../objects/quantity.js';
import type {FaultWords} from './fault-words.js';

/** A fault as it is written. */
export interface FaultKind {
	/** Its first one or two words. */
	readonly name: string;
	/** The arguments that follow the name. */
	readonly argument: string;
	/** Its effect, for lists of commands. */
	readonly does: string;
	readonly read: (words: FaultWords) => Fault;
}

/** The verbs of requests, in the words of RBAC. */
const requestVerbs = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'deletecollection'] as const;

const endOfWatches =
	(end: WatchFault['end']) =>
	(words: FaultWords): Fault => ({
		kind: 'watches',
		client: words.target('client'),
		resource: words.text('of'),
		end,
	});

const deliveries = (words: FaultWords, change: DeliveryFault['change']): DeliveryFault => ({
	kind: 'deliveries',
	client: words.target('client'),
	resource: words.text('of'),
	change,
	forMs: words.duration('for'),
});

/** The requests of a client that a fault concerns. */
const requestsOf = (words: FaultWords): RequestFault => {
	const client = words.target('client');
	const verb = words.oneOf('verb', requestVerbs);
	const resource = words.text('of');
	const number = words.number('number', 1);
	if (number !== undefined && !Number.isInteger(number)) {
		throw words.mistake(`number=${number} is not a whole number`, 'write number=2 for the second of these requests');
	}

	return {kind: 'requests', client, verb, resource, number, share: words.share('share'), forMs: words.duration('for')};
};

const failingCall =
	(call: CallFault['call']) =>
	(words: FaultWords): Fault => ({
		kind: 'calls',
		call,
		node: words.target('node'),
		times: words.number('times', 1),
		forMs: words.duration('for'),
	});

const shortage =
	(of: 'disk' | 'memory', usual: string) =>
	(words: FaultWords): Fault => {
		const node = words.target('node');
		const free = words.text('free') ?? usual;
		const percent = /^(\d+(?:\.\d+)?)%$/.exec(free)?.[1];
		if (percent === undefined ? !isQuantity(free) || free.startsWith('-') : Number(percent) > 100) {
			throw words.mistake(`free=${free} is not an amount`, 'write free=50Mi or free=1%');
		}

		return {kind: 'shortage', node, of, free, forMs: words.duration('for')};
	};

/** `default/web` of `pod/web`, `web` or `default/web`. */
const podName = (text: string): string => {
	const name = text.replace(/^(?:pods?|po)\//, '');
	return name.includes('/') ? name : `default/${name}`;
};

/** The words that select the requests of a fault. */
const chosenRequests = '[verb=create] [of=pods] [number=1]';

/** All faults: their words, their effects, and the parsers of their words. */
export const faultKinds = [
	{
		name: 'crash',
		argument: 'PROCESS',
		does: 'kills a process, such as kube-scheduler or kubelet/node-a; it stays down',
		read: (words) => ({kind: 'crash', process: words.process('process')}),
	},
	{
		name: 'restart',
		argument: 'PROCESS',
		does: 'starts a process again from the beginning, without its memory',
		read: (words) => ({kind: 'restart', process: words.process('process')}),
	},
	{
		name: 'pause',
		argument: 'PROCESS|NODE [for=10s]',
		does: 'it stops running; its timers and messages wait until it continues',
		read: (words) => ({kind: 'pause', target: words.process('process or node'), forMs: words.duration('for')}),
	},
	{
		name: 'slow',
		argument: 'PROCESS|NODE by=5 [for=10s]',
		does: 'its work takes this many times as long',
		read(words) {
			const target = words.process('process or node');
			const factor = words.number('by', 1);
			if (factor === undefined) {
				throw words.mistake('how many times slower?');
			}

			return {kind: 'slow', target, factor, forMs: words.duration('for')};
		},
	},
	{
		name: 'fail requests',
		argument: `CLIENT [with=503] ${chosenRequests} [share=50%] [for=10s]`,
		does: `its requests get ${requestFailures.filter((word) => /^\d/.test(word)).join(', ')}; or they are carried out, but the answer is lost (with=lost) or held until the fault ends (with=held)`,
		read: (words) => ({...requestsOf(words), fail: words.oneOf('with', requestFailures) ?? '503'}),
	},
	{
		name: 'delay requests',
		argument: `CLIENT by=200ms ${chosenRequests} [share=50%] [for=10s]`,
		does: 'its requests arrive later',
		read(words) {
			const fault = requestsOf(words);
			const delayMs = words.duration('by');
			if (delayMs === undefined) {
				throw words.mistake('how much later?');
			}

			return {...fault, delayMs};
		},
	},
	{
		name: 'close watches',
		argument: 'CLIENT [of=pods]',
		does: 'its connections end; it continues from the last version it has seen',
		read: endOfWatches('closed'),
	},
	{
		name: 'expire watches',
		argument: 'CLIENT [of=pods]',
		does: 'its watches end with 410 Gone; it lists again',
		read: endOfWatches('expired'),
	},
	{
		name: 'delay watches',
		argument: 'CLIENT [of=pods] by=2s [for=10s]',
		does: 'its watch events arrive later, but in order',
		read(words) {
			const delayMs = words.duration('by');
			if (delayMs === undefined) {
				throw words.mistake('how much later?');
			}

			return {...deliveries(words, 'delay'), delayMs};
		},
	},
	{
		name: 'drop watches',
		argument: 'CLIENT [of=pods] [for=10s]',
		does: 'its watch events are lost until it notices the broken connection (after 45s at most); then it continues from the last version it has seen',
		read: (words) => deliveries(words, 'drop'),
	},
	{
		name: 'miss watches',
		argument: 'CLIENT [of=pods] [for=10s]',
		does: 'it never sees its watch events: the watch ends with 410 Gone (after 45s at most), and the client lists again',
		read: (words) => deliveries(words, 'miss'),
	},
	{
		name: 'duplicate watches',
		argument: 'CLIENT [of=pods] [for=10s]',
		does: 'its watch events arrive twice, as after a reconnection with an older version',
		read: (words) => deliveries(words, 'duplicate'),
	},
	{
		name: 'reorder watches',
		argument: 'CLIENT of=pods behind=nodes [for=10s]',
		does: 'one of its watches overtakes another; the order within each watch stays the same',
		read(words) {
			const fault = deliveries(words, 'reorder');
			const behind = words.text('behind');
			if (fault.resource === undefined || behind === undefined || behind === fault.resource) {
				throw words.mistake(
					'events of one watch arrive in the order of their resourceVersions on every cluster: only different watches can overtake each other',
				);
			}

			return {...fault, behind};
		},
	},
	{
		name: 'partition',
		argument: 'END END [for=10s]',
		does: 'cuts the connection between a component or node and kube-apiserver, or between the Pods of two nodes',
		read(words) {
			const ends = [words.target('end'), words.target('other end')] as const;
			if (ends[0] === ends[1]) {
				throw words.mistake('it needs two different ends');
			}

			return {kind: 'partition', ends, forMs: words.duration('for')};
		},
	},
	{
		name: 'skew clock',
		argument: 'NODE by=-5m [for=10s]',
		does: 'its clock is ahead or behind, which affects Leases, timestamps and token lifetimes',
		read(words) {
			const node = words.target('node');
			const byMs = words.duration('by', true);
			if (byMs === undefined || byMs === 0) {
				throw words.mistake('by how much?');
			}

			return {kind: 'clock', node, byMs, forMs: words.duration('for')};
		},
	},
	{
		name: 'fill disk',
		argument: 'NODE [free=1%] [for=10s]',
		does: 'only this share of its disk stays free: DiskPressure; with free=0, every write fails (ENOSPC)',
		read: shortage('disk', '1%'),
	},
	{
		name: 'take memory',
		argument: 'NODE [free=50Mi] [for=10s]',
		does: 'only this much of its memory stays free: MemoryPressure, evictions',
		read: shortage('memory', '50Mi'),
	},
	{
		name: 'kill',
		argument: 'POD [container=web] [signal=KILL]',
		does: "sends SIGKILL or SIGTERM to its container's process",
		read: (words) => ({
			kind: 'kill',
			pod: podName(words.target('pod')),
			container: words.text('container'),
			signal: words.oneOf('signal', killSignals) ?? 'KILL',
		}),
	},
	{
		name: 'fail pull',
		argument: 'NODE|* [times=3] [for=10s]',
		does: 'images cannot be pulled: the registry does not answer',
		read: failingCall('pull'),
	},
	{
		name: 'fail cni',
		argument: 'NODE|* [times=3] [for=10s]',
		does: 'sandboxes get no network: CNI ADD fails',
		read: failingCall('cni'),
	},
	{
		name: 'fail csi',
		argument: 'NODE|* [times=3] [for=10s]',
		does: "volumes cannot be mounted: the drivers' node plug-ins do not answer",
		read: failingCall('csi'),
	},
	{
		name: 'power off',
		argument: 'NODE [for=1m]',
		does: 'all its processes end at once; when power returns, it starts from the beginning',
		read: (words) => ({kind: 'power', node: words.target('node'), forMs: words.duration('for')}),
	},
	{
		name: 'shut down',
		argument: 'NODE [for=1m]',
		does: 'its system shuts down: a kubelet with shutdownGracePeriod ends its Pods first, by priority; then it is off, as after a power cut',
		read: (words) => ({kind: 'shutdown', node: words.target('node'), forMs: words.duration('for')}),
	},
	{
		name: 'heal',
		argument: '[TARGET|FAULT]',
		does: 'ends all lasting faults, or those of one target or one kind',
		read: (words) => ({kind: 'heal', what: words.optionalTarget()}),
	},
] as const satisfies readonly FaultKind[];

/** The name of a fault. */
export type FaultName = (typeof faultKinds)[number]['name'];

/** The timing that a fault can have after its own words. */
export const faultTiming = '[at=30s] [when=BREAKPOINT]';

/** Faults that a real cluster cannot have either, and why. */
export const impossibleFaults: Readonly<Record<string, string>> = {
	'reorder events':
		'events of one watch arrive in the order of their resourceVersions, whatever fails: only different watches can overtake each other',
	'lose write': 'etcd answers a write only when a majority has it: an answered write cannot be lost',
	'force conflict':
		'a write with an old resourceVersion is refused by a compare-and-swap in etcd: no fault lets it succeed',
	'corrupt object': 'the apiserver stores only what it has decoded, defaulted and validated',
};

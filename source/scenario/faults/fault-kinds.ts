import {requestFailures, type Fault, type WatchFault} from '../../objects/fault.js';
import type {FaultWords} from './fault-words.js';

/** A fault as it is written. */
export interface FaultKind {
	/** Its first word, or its first two. */
	readonly name: string;
	/** What follows them. */
	readonly argument: string;
	/** What it does, for lists of words. */
	readonly does: string;
	readonly read: (words: FaultWords) => Fault;
}

const endOfWatches =
	(end: WatchFault['end']) =>
	(words: FaultWords): Fault => ({
		kind: 'watches',
		client: words.target('client'),
		resource: words.text('of'),
		end,
	});

/** All faults: how each is written, what it does, and how its words are read. */
export const faultKinds: readonly FaultKind[] = [
	{
		name: 'crash',
		argument: 'PROCESS',
		does: 'kills a process, such as kube-scheduler or kubelet/node-a; it stays down',
		read: (words) => ({kind: 'crash', process: words.target('process')}),
	},
	{
		name: 'restart',
		argument: 'PROCESS',
		does: 'starts a process again from its beginning, without its memory',
		read: (words) => ({kind: 'restart', process: words.target('process')}),
	},
	{
		name: 'pause',
		argument: 'PROCESS|NODE [for=10s]',
		does: 'it does not run; its timers and messages wait until it goes on',
		read: (words) => ({kind: 'pause', target: words.target('process or node'), forMs: words.duration('for')}),
	},
	{
		name: 'slow',
		argument: 'PROCESS|NODE by=5 [for=10s]',
		does: 'its work takes so many times as long',
		read(words) {
			const target = words.target('process or node');
			const factor = words.number('by', 1);
			if (factor === undefined) {
				throw words.mistake('how many times slower?');
			}

			return {kind: 'slow', target, factor, forMs: words.duration('for')};
		},
	},
	{
		name: 'fail requests',
		argument: 'CLIENT [with=503] [share=50%] [for=10s]',
		does: `its requests get ${requestFailures.slice(0, -1).join(', ')}, or are carried out and the answer is lost (with=lost)`,
		read: (words) => ({
			kind: 'requests',
			client: words.target('client'),
			fail: words.oneOf('with', requestFailures) ?? '503',
			share: words.share('share'),
			forMs: words.duration('for'),
		}),
	},
	{
		name: 'delay requests',
		argument: 'CLIENT by=200ms [share=50%] [for=10s]',
		does: 'its requests arrive later',
		read(words) {
			const client = words.target('client');
			const delayMs = words.duration('by');
			if (delayMs === undefined) {
				throw words.mistake('how much later?');
			}

			return {kind: 'requests', client, delayMs, share: words.share('share'), forMs: words.duration('for')};
		},
	},
	{
		name: 'close watches',
		argument: 'CLIENT [of=pods]',
		does: 'its connections end; it goes on from the last version it has seen',
		read: endOfWatches('closed'),
	},
	{
		name: 'expire watches',
		argument: 'CLIENT [of=pods]',
		does: 'its watches end with 410 Gone; it lists again',
		read: endOfWatches('expired'),
	},
	{
		name: 'heal',
		argument: '[TARGET|FAULT]',
		does: 'ends what lasts: everything, or what concerns one target, or all of one kind',
		read: (words) => ({kind: 'heal', what: words.optionalTarget()}),
	},
];

/** What a fault may say of its time, after its own words. */
export const faultTiming = '[at=30s] [when=BREAKPOINT]';

/** What cannot go wrong on a real cluster either, and why. */
export const impossibleFaults: Readonly<Record<string, string>> = {
	'reorder events':
		'events of one watch come in the order of their resourceVersions, whatever fails: only different watches can overtake each other',
	'lose write': 'etcd answers a write only when a majority has it: what was answered cannot be lost',
	'force conflict':
		'a write with an old resourceVersion is refused by a compare-and-swap in etcd: no fault makes it go through',
	'corrupt object': 'the apiserver stores only what it has decoded, defaulted and validated',
};

import type {EtcdFacts} from '../facts/etcd.js';
import {counted} from './words.js';
import type {Sentences} from '../language-table.js';

/** Stops in etcd, in English. */
export const etcdSentences: Sentences<EtcdFacts> = {
	'etcd.txn'(facts, {object}) {
		const {key = object} = facts;
		if (facts.verdict === 'refused') {
			const {found, seen} = facts;
			if (found === undefined) {
				return `etcd refuses the transaction: ${key} does not exist, but the caller read revision ${seen}. Nothing is written.`;
			}

			return `etcd refuses the transaction: ${key} was last written at revision ${found}, but the caller ${seen === 0 ? 'expects it not to exist' : `read revision ${seen}`}. Nothing is written.`;
		}

		if (facts.verdict === 'too large') {
			return `etcd refuses ${facts.bytes} bytes for ${key}; it accepts at most ${facts.mostBytes}: ${facts.message}. Nothing is written.`;
		}

		const {operation, revision, beforeRevision} = facts;
		const more = facts.more > 0 ? ` and ${facts.more} more` : '';
		if (operation === 'delete') {
			return `etcd deletes ${key}${more} at revision ${revision} and notifies its watchers.`;
		}

		return beforeRevision === undefined
			? `etcd stores the new key ${key}${more} at revision ${revision}. Only now is the object real.`
			: `etcd writes ${key}${more} at revision ${revision}, replacing revision ${beforeRevision}, the one the caller read.`;
	},
	'etcd.watch'(facts) {
		const {prefix, revision} = facts;
		return 'compactRevision' in facts
			? `etcd cannot stream ${prefix} from revision ${revision}: everything up to ${facts.compactRevision} has been compacted.`
			: `etcd opens a stream: changes under ${prefix} after revision ${revision} go to ${facts.to}, in order. ${facts.missed === 0 ? 'There are none yet' : `${counted(facts.missed, 'change')} ${facts.missed === 1 ? 'has' : 'have'} happened since`}.`;
	},
	'etcd.compact': ({after, dropped}) =>
		`etcd drops its history up to revision ${after}: ${counted(dropped, 'change')}. A client that watches from an older revision must list again.`,
	'etcd.lease': ({lease, ttlSeconds, keys}) =>
		`Lease ${lease.toString(16)} expires after ${ttlSeconds} s: etcd deletes ${counted(keys.length, 'key')} attached to it.`,
};

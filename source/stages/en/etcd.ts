import type {EtcdFacts} from '../facts/etcd.js';
import type {Sentences} from '../language.js';

/** Stops in etcd, in English. */
export const etcdSentences: Sentences<EtcdFacts> = {
	'etcd.txn'(facts, {object: key}) {
		if (facts.verdict === 'refused') {
			const {found, seen} = facts;
			if (found === undefined) {
				return `etcd refuses the transaction: ${key} does not exist, and the caller has seen revision ${seen}. Nothing is written.`;
			}

			return `etcd refuses the transaction: ${key} was last written at revision ${found}, and ${seen === 0 ? 'the caller wants it not to exist' : `the caller has seen revision ${seen}`}. Nothing is written.`;
		}

		const {operation, revision, beforeRevision} = facts;
		const more = facts.more > 0 ? ` and ${facts.more} more` : '';
		if (operation === 'delete') {
			return `etcd deletes ${key}${more} at revision ${revision}. Whoever watches it is told.`;
		}

		return beforeRevision === undefined
			? `etcd stores ${key}${more}, which did not exist, at revision ${revision}. Only now the object is real.`
			: `etcd writes ${key}${more} at revision ${revision}, over revision ${beforeRevision}, which the caller had seen.`;
	},
	'etcd.watch'(facts) {
		const {prefix, revision} = facts;
		return 'compactRevision' in facts
			? `etcd cannot stream ${prefix} from revision ${revision}: everything up to ${facts.compactRevision} is compacted.`
			: `etcd opens a stream: every change under ${prefix} after revision ${revision} goes to ${facts.to}, in order. ${facts.missed} have happened since.`;
	},
	'etcd.compact': ({after, dropped}) =>
		`etcd throws away the history up to revision ${after}: ${dropped} changes. A watch from before must list again.`,
	'etcd.lease': ({lease, ttlSeconds, keys}) =>
		`The lease ${lease.toString(16)} of ${ttlSeconds} seconds is over: etcd deletes the ${keys.length} keys attached to it.`,
};

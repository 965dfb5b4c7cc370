import {whileUnwritten} from '../../debugger/writes-under.js';
import {getOrInsert} from '../../kernel/get-or-insert.js';
import type {Pod} from '../../objects/kubernetes.generated.js';
import type {State} from '../state/state.js';

type PodEntry = readonly [key: string, pod: Pod];

const kept = whileUnwritten<ReadonlyMap<string, readonly PodEntry[]>>();

/** The Pods at the current step by the name of their node, with their ledger keys; the empty name for Pods without one. They are sorted again only when one was written. */
export const podsByNode = ({recording, cursor}: State): ReadonlyMap<string, readonly PodEntry[]> =>
	kept(recording, '/registry/pods/', cursor, '', () => {
		const byNode = new Map<string, PodEntry[]>();
		for (const entry of recording.kernel.ledger.entries<Pod>('/registry/pods/', cursor)) {
			getOrInsert(byNode, entry[1].spec.nodeName || '', () => []).push(entry);
		}

		return byNode;
	});

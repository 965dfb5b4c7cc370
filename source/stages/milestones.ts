import {memoised} from '../kernel/memoised.js';
import type {Stop} from '../kernel/stop.js';

/** Processes that only pass on decisions of others. */
const messengers = /^(?:kube-apiserver\/cacher|controller-manager\/informers|kubelet\/[^/]+\/pleg|.*\/informers)$/;

/** The write of a component's decision: the request through the apiserver into etcd, and the returned copy. */
const writing = /^(?:apiserver|etcd|informer)\./;

/** The actor behind a process: the kubelet of a node for each of its parts, or one controller. */
export const actorOf = memoised(
	(process: string): string =>
		/^(?:kubelet\/[^/]+|kube-scheduler|controller-manager\/[^/]+)/.exec(process)?.[0] ?? process,
	1000,
);

const fewest = 6;
const most = 8;

/** Stages that a short chain also includes: the object was stored, watchers received it, it was sent. */
const besides = [/^etcd\.txn$/, /^apiserver\.watch$/, /^kubectl\.request$/] as const;

const isBad = ({outcome}: Stop): boolean => outcome === 'refused' || outcome === 'failed';

/**
The stops of a chain of causes that a reader needs, in order: the stop itself, and before it the last decision of each participant, at most eight in total.
A chain with few participants includes more of their stops, and the stop where kubectl prints a failure. Commands of the user are not included.

@param chain from the nearest cause back to the beginning.
*/
export const milestones = (chain: readonly Stop[]): readonly Stop[] => {
	const [here, ...before] = chain;
	if (!here) {
		return [];
	}

	const deciding = before.filter(
		({process, stage}) => !messengers.test(process) && !writing.test(stage) && !process.startsWith('kubectl/'),
	);
	const actors = new Set<string>();
	const lastOfEach = deciding.filter(({process}) => {
		const known = actors.size;
		return actors.add(actorOf(process)).size > known;
	});
	// kubectl's message about a failure derives from it.
	const failure = here.stage === 'kubectl.print' && isBad(here) ? before.find((stop) => isBad(stop)) : undefined;
	const room = most - 1;
	const roomForEach = failure && !lastOfEach.includes(failure) ? room - 1 : room;
	const half = Math.floor(roomForEach / 2);
	const few =
		lastOfEach.length <= roomForEach
			? lastOfEach
			: [...lastOfEach.slice(0, half), ...lastOfEach.slice(half - roomForEach)];
	const chosen = new Set(failure ? [...few, failure] : few);
	const stages = new Set(few.map(({stage}) => stage));
	const add = (stops: readonly Stop[], limit: number) => {
		for (const stop of stops) {
			if (chosen.size < limit && !stages.has(stop.stage)) {
				chosen.add(stop);
				stages.add(stop.stage);
			}
		}
	};

	add(deciding, room);
	for (const stage of besides) {
		add(
			before.filter((stop) => stage.test(stop.stage)),
			fewest - 2,
		);
	}

	return [here, ...before.filter((stop) => chosen.has(stop))];
};

/** The first clause of a sentence: the event, without its reasons. */
export const firstClause = (text: string): string =>
	(text.split(/(?:;|(?<=\.)) |；|(?<=。)/)[0] ?? '').replace(/[.。]$/, '');

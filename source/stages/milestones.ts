import type {Stop} from '../kernel/stop.js';

/** Who only passes on what others did. */
const messengers = /^(?:kube-apiserver\/cacher|controller-manager\/informers|kubelet\/[^/]+\/pleg|.*\/informers)$/;

/** How a component writes what it has decided: the request's way through the apiserver into etcd, and the copy that comes back. */
const writing = /^(?:apiserver|etcd|informer)\./;

/** Who is at work: the kubelet of a node, whatever part of it, or one controller. */
export const actorOf = (process: string): string =>
	/^(?:kubelet\/[^/]+|kube-scheduler|controller-manager\/[^/]+)/.exec(process)?.[0] ?? process;

const fewest = 6;
const most = 8;

/** What is told besides, where few decided anything: that it was stored, who heard of it, that it was sent. */
const besides = [/^etcd\.txn$/, /^apiserver\.watch$/, /^kubectl\.request$/] as const;

const isBad = ({outcome}: Stop): boolean => outcome === 'refused' || outcome === 'failed';

/**
The stops of a chain of causes that a reader needs, in its order: the stop itself, and before it what everybody who took part last decided, no more than eight in all;
where few took part, more of what they did; where kubectl prints that something failed, that too. What the user typed is not among them.

@param chain the nearest first, back to the beginning.
*/
export const milestones = (chain: readonly Stop[]): readonly Stop[] => {
	const [here, ...before] = chain;
	if (!here) {
		return [];
	}

	const deciding = before.filter(
		({process, stage}) => !messengers.test(process) && !writing.test(stage) && !process.startsWith('kubectl/'),
	);
	const lastOfEach = deciding.filter(
		(stop, index) => deciding.findIndex(({process}) => actorOf(process) === actorOf(stop.process)) === index,
	);
	// What kubectl prints about a failure stems from it.
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

/** The beginning of a sentence that says what happened, without its reasons. */
export const firstClause = (text: string): string =>
	(text.split(/(?:;|(?<=\.)) |；|(?<=。)/)[0] ?? '').replace(/[.。]$/, '');

import type {Stop} from '../kernel/stop.js';
import {areaNames, areaOfStage} from '../stages/areas.js';
import {actorOf} from '../stages/milestones.js';

/** What runs on a node, besides the kubelet. */
const nodeOf = (process: string): string | undefined => /^(?:kubelet|container|kube-proxy)\/([^/]+)/.exec(process)?.[1];

/** Components that a caller's process goes down into: each is told as somebody of its own. */
const called: ReadonlySet<string> = new Set(['kube-apiserver', 'etcd']);
const onNode: ReadonlySet<string> = new Set(['containerd', 'cni', 'csi']);

/** Who is at work at a stop, as a user knows them: `kube-apiserver`, `kubelet/node-a`, `controller-manager/replicaset`, `containerd/node-a`. */
export const participantOf = ({component, process}: Pick<Stop, 'component' | 'process'>): string => {
	if (called.has(component)) {
		return component;
	}

	const node = nodeOf(process);
	if (node !== undefined && onNode.has(component)) {
		return `${component}/${node}`;
	}

	const actor = actorOf(process);
	return actor.startsWith('kubectl/')
		? 'kubectl'
		: actor.startsWith('kube-apiserver/')
			? 'kube-apiserver'
			: actor === 'controller-manager/informers'
				? 'kube-controller-manager'
				: actor.startsWith('container/')
					? `containers/${node ?? ''}`
					: actor;
};

const places: Readonly<Record<string, string>> = {
	'kube-apiserver': 'apiserver',
	etcd: 'etcd',
	kubectl: 'kubectl',
	'kube-scheduler': 'scheduler',
	'kube-controller-manager': 'controllers',
	'controller-manager': 'controllers',
	kubelet: 'kubelet',
	containerd: 'kubelet',
	cni: 'kubelet',
	csi: 'kubelet',
	containers: 'kubelet',
};

const placeOf = (participant: string, stage: string): number => {
	const [first = ''] = participant.split('/');
	const area = places[first] ?? areaOfStage(stage);
	const place = areaNames.findIndex((name) => name === area);
	return place === -1 ? areaNames.length : place;
};

/** Everybody at work in some stops, in the order in which a Pod's path meets them, and then as they come. */
export const participantsOf = (stops: Iterable<Stop>): readonly string[] => {
	const found = new Map<string, number>();
	for (const stop of stops) {
		const participant = participantOf(stop);
		if (!found.has(participant)) {
			found.set(participant, placeOf(participant, stop.stage));
		}
	}

	return [...found].sort(([, a], [, b]) => a - b).map(([participant]) => participant);
};

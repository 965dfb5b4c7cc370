import type {Stop} from '../kernel/stop.js';
import {areaNames, type Area} from '../stages/areas.js';
import {actorOf} from '../stages/milestones.js';

/** The node of a process on it other than the kubelet. */
const nodeOf = (process: string): string | undefined => /^(?:kubelet|container|kube-proxy)\/([^/]+)/.exec(process)?.[1];

/** Components that a caller's process steps into: each is a separate participant. */
const called: ReadonlySet<string> = new Set(['kube-apiserver', 'etcd']);
const onNode: ReadonlySet<string> = new Set(['containerd', 'cni', 'csi']);

/** The active component at a stop, by the user's name for it: `kube-apiserver`, `kubelet/node-a`, `controller-manager/replicaset`, `containerd/node-a`. */
export const participantOf = ({component, process}: Pick<Stop, 'component' | 'process'>): string => {
	if (called.has(component)) {
		return component;
	}

	const node = nodeOf(process);
	if (node !== undefined && onNode.has(component)) {
		return `${component}/${node}`;
	}

	const actor = actorOf(process);
	if (actor.startsWith('kubectl/')) {
		return 'kubectl';
	}

	if (actor.startsWith('kube-apiserver/')) {
		return 'kube-apiserver';
	}

	if (actor === 'controller-manager/informers') {
		return 'kube-controller-manager';
	}

	if (actor.startsWith('container/')) {
		return `containers/${node ?? ''}`;
	}

	return actor.split('/', 2).join('/');
};

/** The component of the map for a participant's first word; others are last. */
const places: Readonly<Record<string, Area>> = {
	kubectl: 'kubectl',
	'kube-apiserver': 'apiserver',
	etcd: 'etcd',
	'kube-controller-manager': 'controllers',
	'controller-manager': 'controllers',
	'kube-scheduler': 'scheduler',
	kubelet: 'kubelet',
	containerd: 'kubelet',
	cni: 'kubelet',
	csi: 'kubelet',
	containers: 'kubelet',
};

const placeOf = (participant: string): number => {
	const area = places[participant.split('/', 1)[0] ?? ''];
	return area === undefined ? areaNames.length : areaNames.indexOf(area);
};

/** Participants, each once, in the order of a Pod's path; those of one component in the order of appearance. */
export const inOrder = (participants: Iterable<string>): readonly string[] =>
	[...new Set(participants)].sort((a, b) => placeOf(a) - placeOf(b));

import {parseTimestamp} from '../../kernel/clock.js';
import type {Container, Pod} from '../../objects/kubernetes.generated.js';
import {nodeOf, type Known, type NodeContainer} from '../known.js';
import type {Broken, Rule} from '../rule.js';

/** Calls when a container of a known Pod starts, with the Pod as it is then. */
const onStart = (
	known: Known,
	judge: (container: NodeContainer, pod: Pod, node: string, report: (found: string) => void) => void,
): NonNullable<NonNullable<ReturnType<Rule['watch']>['changes']>['node/containers']> => {
	return ({key, before, after}, _stop, broken: Broken) => {
		// A container that is first seen running was there before the recording.
		if (after?.state !== 'RUNNING' || before?.state !== 'CREATED') {
			return;
		}

		const pod = known.podOfUid(after.uid);
		if (pod) {
			judge(after, pod, nodeOf(key), (found) => {
				broken(key, `${after.name} of ${after.namespace}/${after.pod} starts while ${found}`);
			});
		}
	};
};

/** The run time after which a container's pauses are short again. */
const forgetMs = 600_000;

const isSidecar = ({restartPolicy}: Container): boolean => restartPolicy === 'Always';

const initOrder: Rule = {
	name: 'a container starts when the init containers before it have succeeded and the sidecars before it have started',
	source: 'https://kubernetes.io/docs/concepts/workloads/pods/init-containers/#detailed-behavior',
	watch(known) {
		/** `sandbox/container` of the succeeded and of the started ones. */
		const [succeeded, started] = [new Set<string>(), new Set<string>()];
		const judge = onStart(known, (container, {spec}, _node, report) => {
			const init = spec.initContainers ?? [];
			const own = init.findIndex(({name}) => name === container.name);
			if (own === -1 && !spec.containers.some(({name}) => name === container.name)) {
				return;
			}

			for (const one of own === -1 ? init : init.slice(0, own)) {
				const id = `${container.sandbox}/${one.name}`;
				if (isSidecar(one) ? !started.has(id) : !succeeded.has(id)) {
					report(`${one.name} has not ${isSidecar(one) ? 'started' : 'succeeded'}`);
				}
			}
		});
		return {
			changes: {
				'node/containers'(change, stop, broken) {
					const {before, after} = change;
					judge(change, stop, broken);
					if (after?.state === 'RUNNING') {
						started.add(`${after.sandbox}/${after.name}`);
					} else if (after?.state === 'EXITED' && before?.state !== 'EXITED' && after.exitCode === 0) {
						succeeded.add(`${after.sandbox}/${after.name}`);
					}
				},
			},
		};
	},
};

const sandboxFirst: Rule = {
	name: 'a container starts in a sandbox that is ready',
	source: 'k8s.io/kubernetes/pkg/kubelet/kuberuntime kubeGenericRuntimeManager.SyncPod',
	watch: (known) => ({
		changes: {
			'node/containers': onStart(known, (container, _pod, node, report) => {
				const sandbox = known.all('node/sandboxes').get(`/nodes/${node}/sandboxes/${container.sandbox}`);
				if (sandbox?.state !== 'SANDBOX_READY') {
					report(`its sandbox is ${sandbox?.state ?? 'gone'}`);
				}
			}),
		},
	}),
};

const imageFirst: Rule = {
	name: 'a container starts from an image that its node has',
	source: 'k8s.io/kubernetes/pkg/kubelet/images imageManager.EnsureImageExists',
	watch: (known) => ({
		changes: {
			'node/containers': onStart(known, (container, _pod, node, report) => {
				const images = known.all('node/images').get(`/nodes/${node}/images`) ?? [];
				const isThere = images.some(({names}) => names.includes(container.image) || names.includes(container.imageID));
				if (!isThere) {
					report(`the node has no ${container.image}`);
				}
			}),
		},
	}),
};

const volumesFirst: Rule = {
	name: 'a container starts when the volumes that it mounts are mounted',
	source: 'k8s.io/kubernetes/pkg/kubelet/volumemanager volumeManager.WaitForAttachAndMount',
	watch: (known) => ({
		changes: {
			'node/containers': onStart(known, (container, {spec}, node, report) => {
				const described = [...(spec.initContainers ?? []), ...spec.containers].find(
					({name}) => name === container.name,
				);
				for (const {name} of described?.volumeMounts ?? []) {
					if (!known.all('node/volumes').has(`/nodes/${node}/volumes/${container.uid}/${name}`)) {
						report(`the volume ${name} is not mounted`);
					}
				}
			}),
		},
	}),
};

const grace: Rule = {
	name: 'a container that is stopped is killed only when its grace period is over',
	source: 'https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#pod-termination',
	watch: (known) => ({
		stops: {
			'container.kill'({facts, object}, broken) {
				const why = facts?.['why'];
				const pod = object === undefined ? undefined : known.all('pods').get(object);
				if (typeof why !== 'object' || why === null || !('case' in why) || why.case !== 'grace' || !pod) {
					return;
				}

				const {deletionTimestamp} = pod.metadata;
				if (deletionTimestamp === undefined || pod.status?.phase === 'Failed') {
					return;
				}

				const earlyMs = parseTimestamp(deletionTimestamp) - known.wallMs;
				// Timestamps have whole seconds.
				if (earlyMs > 1000) {
					broken(object ?? '', `it is killed ${earlyMs / 1000} s too early`);
				}
			},
		},
	}),
};

const restartPolicy: Rule = {
	name: 'a container that has ended starts again only as its restart policy says',
	source: 'https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#restart-policy',
	watch(known) {
		/** `sandbox/container` → exit code of its last run. */
		const ended = new Map<string, number>();
		const judge = onStart(known, (container, {spec}, _node, report) => {
			const code = ended.get(`${container.sandbox}/${container.name}`);
			const described = [...(spec.initContainers ?? []), ...spec.containers].find(({name}) => name === container.name);
			if (code === undefined || !described || described.restartPolicyRules) {
				return;
			}

			const policy = described.restartPolicy ?? spec.restartPolicy ?? 'Always';
			const isInit = (spec.initContainers ?? []).includes(described) && !isSidecar(described);
			if (policy === 'Never' || ((policy === 'OnFailure' || isInit) && code === 0)) {
				report(`it has ended with ${code} under ${policy}`);
			}
		});
		return {
			changes: {
				'node/containers'(change, stop, broken) {
					judge(change, stop, broken);
					const {after} = change;
					if (after?.state === 'EXITED') {
						ended.set(`${after.sandbox}/${after.name}`, after.exitCode ?? 0);
					}
				},
			},
		};
	},
};

const pauses: Rule = {
	name: 'without faults, a container that ends again and again pauses before each start, and no shorter than before',
	source: 'https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#restart-policy',
	watch(known) {
		/** By `sandbox/container`: its last start and end, and its last pause. */
		const last = new Map<string, {readonly startedMs: number; readonly endedMs: number; readonly pauseMs: number}>();
		return {
			changes: {
				'node/containers'({key, before, after}, _stop, broken) {
					if (!after) {
						return;
					}

					const id = `${after.sandbox}/${after.name}`;
					const was = last.get(id) ?? {startedMs: 0, endedMs: 0, pauseMs: 0};
					if (after.state === 'EXITED' && before?.state === 'RUNNING') {
						last.set(id, {...was, endedMs: known.timeMs});
					} else if (after.state === 'RUNNING' && before?.state === 'CREATED') {
						const pauseMs = known.timeMs - was.endedMs;
						const [ranMs, least] = [was.endedMs - was.startedMs, Math.max(1000, was.pauseMs - 2000)];
						if (after.attempt > 1 && was.endedMs > 0 && ranMs < forgetMs && known.isCalm && pauseMs < least) {
							broken(
								key,
								`start ${after.attempt} follows after ${pauseMs / 1000} s, and the one before after ${was.pauseMs / 1000} s`,
							);
						}

						last.set(id, {startedMs: known.timeMs, endedMs: 0, pauseMs: after.attempt > 1 ? pauseMs : 0});
					}
				},
			},
		};
	},
};

/** Rules about containers on their nodes. */
export const containerRules: readonly Rule[] = [
	initOrder,
	sandboxFirst,
	imageFirst,
	volumesFirst,
	grace,
	restartPolicy,
	pauses,
];

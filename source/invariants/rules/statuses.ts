import type {Container, ContainerStatus, Pod} from '../../objects/kubernetes.generated.js';
import {uidOnNode} from '../../objects/pod.js';
import {nodeOf, type Known, type NodeContainer} from '../known.js';
import type {Rule} from '../rule.js';
import {isAtWork} from '../second-reading.js';

/** The newest container of each name of a Pod, as its node reports it. */
const containersOf = (known: Known, pod: Pod): ReadonlyMap<string, NodeContainer> => {
	const found = new Map<string, NodeContainer>();
	const uid = uidOnNode(pod);
	for (const [key, container] of known.all('node/containers')) {
		const before = found.get(container.name);
		if (
			container.uid === uid &&
			nodeOf(key) === pod.spec.nodeName &&
			(!before || before.attempt <= container.attempt)
		) {
			found.set(container.name, container);
		}
	}

	return found;
};

/** The first difference between a status and its container; empty without one. */
const strays = ({name, state, restartCount, ready}: ContainerStatus, container: NodeContainer): string => {
	if (restartCount !== container.attempt) {
		return `${name} has restarted ${container.attempt} times, and its status says ${restartCount}`;
	}

	if ((state?.running !== undefined) !== (container.state === 'RUNNING') && !state?.waiting) {
		return `${name} is ${container.state}, and its status says ${Object.keys(state ?? {}).join()}`;
	}

	if (state?.waiting && container.state === 'RUNNING') {
		return `${name} runs, and its status says that it waits`;
	}

	if (state?.terminated && state.terminated.exitCode !== container.exitCode) {
		return `${name} has ended with ${container.exitCode}, and its status says ${state.terminated.exitCode}`;
	}

	return ready && container.state !== 'RUNNING' ? `${name} is ${container.state} and ready` : '';
};

const containers: Rule = {
	name: 'at rest, the status of a Pod tells of its containers as its node has them',
	source: 'k8s.io/kubernetes/pkg/kubelet Kubelet.convertToAPIContainerStatuses',
	watch: (known) => ({
		atRest(broken) {
			for (const [key, pod] of known.all('pods')) {
				const node = pod.spec.nodeName ?? '';
				if (!isAtWork(known, `kubelet/${node}`) || pod.metadata.deletionTimestamp) {
					continue;
				}

				const found = containersOf(known, pod);
				for (const status of pod.status?.containerStatuses ?? []) {
					// While a postStart hook runs, the container counts as waiting.
					const hasHook = pod.spec.containers.some(({name, lifecycle}) => name === status.name && lifecycle?.postStart);
					const container = hasHook ? undefined : found.get(status.name);
					const wrong = container ? strays(status, container) : '';
					if (wrong !== '') {
						broken(key, wrong);
					}
				}
			}
		},
	}),
};

/** Failing probes of a container, as the nodes show them. */
const isProbed = (known: Known, pod: Pod, container: string): boolean =>
	known.at<{readonly result: string}>(
		`/nodes/${pod.spec.nodeName}/probes/${pod.metadata.namespace}/${pod.metadata.name}/${container}/readiness`,
	)?.result === 'Success';

/** Whether a container has just ended, so that its kubelet may not know it yet. */
const isJustOver = (known: Known, container: NodeContainer | undefined): boolean =>
	container?.finishedAt !== undefined && known.wallMs - Date.parse(container.finishedAt) < 3000;

/** The containers of a Pod that should run all its life. */
const lasting = ({spec}: Pod): readonly Container[] => [
	...spec.containers,
	...(spec.initContainers ?? []).filter(({restartPolicy}) => restartPolicy === 'Always'),
];

/** Whether each container and each sidecar of a running Pod runs at this moment. */
const allRun = (known: Known, pod: Pod): boolean =>
	pod.status?.phase === 'Running' &&
	lasting(pod).every(({name}) => containersOf(known, pod).get(name)?.state === 'RUNNING');

/** Why a Pod cannot be ready, as far as its kubelet may know; empty if it can. */
const notReady = (known: Known, pod: Pod, found: ReadonlyMap<string, NodeContainer>): string => {
	for (const {name, readinessProbe} of lasting(pod)) {
		const container = found.get(name);
		if (container?.state !== 'RUNNING' && !isJustOver(known, container)) {
			return `${name} is ${container?.state ?? 'not there'}`;
		}

		if (readinessProbe && !isProbed(known, pod, name)) {
			return `the readiness probe of ${name} has not succeeded`;
		}
	}

	const gate = pod.spec.readinessGates?.find(
		({conditionType}) => !pod.status?.conditions?.some(({type, status}) => type === conditionType && status === 'True'),
	);
	return gate ? `its gate ${gate.conditionType} is not True` : '';
};

const statusOf = (pod: Pod | undefined, condition: string): string | undefined =>
	pod?.status?.conditions?.find(({type}) => type === condition)?.status;

const isSilent = (known: Known, node: string): boolean =>
	known
		.all('minions')
		.get(`/registry/minions/${node}`)
		?.status?.conditions?.some(({type, status}) => type === 'Ready' && status === 'Unknown') ?? false;

const readiness: Rule = {
	name: 'a kubelet makes a Pod ready when its containers run, its readiness probes succeed and its gates are open',
	source: 'https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#pod-readiness-gate',
	watch: (known) => ({
		changes: {
			pods({key, before, after}, {process}, broken) {
				const isNew = statusOf(after, 'Ready') === 'True' && statusOf(before, 'Ready') !== 'True';
				// A kubelet that was down or cut off sends its observations later.
				if (after && isNew && process.startsWith('kubelet/') && known.isCalm && !known.isTakenOver) {
					const found = notReady(known, after, containersOf(known, after));
					if (found !== '') {
						broken(key, found);
					}
				}
			},
		},
		atRest(broken) {
			for (const [key, pod] of known.all('pods')) {
				const node = pod.spec.nodeName ?? '';
				if (!isAtWork(known, `kubelet/${node}`) || pod.metadata.deletionTimestamp || known.isTakenOver) {
					continue;
				}

				const isReady = statusOf(pod, 'Ready') === 'True';
				const found = notReady(known, pod, containersOf(known, pod));
				if (isReady && found !== '') {
					broken(key, `it is ready, and ${found}`);
				} else if (!isReady && found === '' && allRun(known, pod) && !isSilent(known, node)) {
					broken(key, 'it could be ready');
				}
			}
		},
	}),
};

/** The phase of a Pod after its init containers, from its node's state; `undefined` if it is unclear. */
const phaseOf = ({spec}: Pod, found: ReadonlyMap<string, NodeContainer>): string | undefined => {
	const own = spec.containers.map(({name}) => found.get(name));
	if (own.some((container) => container === undefined || container.state === 'CREATED')) {
		return undefined;
	}

	if (own.some((container) => container?.state === 'RUNNING')) {
		return 'Running';
	}

	const hasFailed = own.some((container) => container?.exitCode !== 0);
	const {restartPolicy = 'Always'} = spec;
	const restarts = restartPolicy === 'Always' || (restartPolicy === 'OnFailure' && hasFailed);
	if (restarts) {
		return 'Running';
	}

	if (hasFailed) {
		return 'Failed';
	}

	return 'Succeeded';
};

const phases: Rule = {
	name: 'at rest, the phase of a Pod follows from its containers and its restartPolicy',
	source: 'https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#pod-phase',
	watch: (known) => ({
		atRest(broken) {
			for (const [key, pod] of known.all('pods')) {
				const node = pod.spec.nodeName ?? '';
				const {phase, reason, containerStatuses = []} = pod.status ?? {};
				const isOwn = pod.spec.containers.every(
					({restartPolicy, restartPolicyRules}) => !restartPolicy && !restartPolicyRules,
				);
				if (!isAtWork(known, `kubelet/${node}`) || pod.metadata.deletionTimestamp || reason !== undefined || !isOwn) {
					continue;
				}

				const wanted = phaseOf(pod, containersOf(known, pod));
				const isBacking = containerStatuses.some(({state}) => state?.waiting);
				if (wanted !== undefined && wanted !== phase && !isBacking && pod.spec.activeDeadlineSeconds === undefined) {
					broken(key, `it is ${phase}, and its containers make it ${wanted}`);
				}
			}
		},
	}),
};

const addresses: Rule = {
	name: 'at rest, the address in the status of a Pod is that of its sandbox',
	source: 'https://kubernetes.io/docs/concepts/cluster-administration/networking/',
	watch: (known) => ({
		atRest(broken) {
			for (const [key, {uid, ip, hostNetwork, state}] of known.all('node/sandboxes')) {
				const pod = known.podOfUid(uid);
				const isOwn = pod?.spec.nodeName === nodeOf(key) && pod.status?.phase === 'Running';
				if (
					pod &&
					isOwn &&
					!hostNetwork &&
					state === 'SANDBOX_READY' &&
					isAtWork(known, `kubelet/${nodeOf(key)}`) &&
					!pod.metadata.deletionTimestamp &&
					pod.status?.podIP !== ip
				) {
					broken(key, `${pod.metadata.name} has ${ip}, and its status ${pod.status?.podIP}`);
				}
			}
		},
	}),
};

/** Rules about the statuses that kubelets report. */
export const statusRules: readonly Rule[] = [containers, readiness, phases, addresses];

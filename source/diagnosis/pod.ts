import type {Ledger} from '../kernel/ledger.js';
import type {Container, ContainerStatus, Pod} from '../objects/kubernetes.generated.js';
import {podCondition} from '../objects/pod.js';
import {family, lastWarning, named, type Blockage, type Entry, type FieldPath} from './blockage.js';
import {nodesOf, placementAdvice} from './placement.js';
import {nestedString} from '../objects/unstructured.js';
import {isKind} from '../objects/kubernetes-object.js';

type Reader = Pick<Ledger, 'read' | 'keys'>;
type Finding = Omit<Blockage, 'key'>;

/** The Pod is stored and the scheduler has not placed it. */
const unplaced = (pod: Pod, ledger: Reader): Finding | undefined => {
	const scheduled = podCondition(pod, 'PodScheduled');
	if (scheduled?.reason === 'SchedulingGated') {
		return {
			message: `${scheduled.reason}: ${scheduled.message}`,
			field: ['spec', 'schedulingGates'],
			remedies: [
				`The Pod waits until the list is empty: whatever added ${pod.spec.schedulingGates?.map(({name}) => name).join(', ')} has to remove it.`,
			],
		};
	}

	if (scheduled?.status === 'False') {
		const message = scheduled.message ?? '';
		return {message, ...placementAdvice(pod, message, nodesOf(ledger))};
	}

	const {schedulerName = 'default-scheduler'} = pod.spec;
	return schedulerName === 'default-scheduler'
		? undefined
		: {
				message: `no scheduler handles it: spec.schedulerName is ${schedulerName}`,
				field: ['spec', 'schedulerName'],
				remedies: ['Run a scheduler with that name, or leave the field out to get default-scheduler.'],
			};
};

const endings: Readonly<Record<number, string>> = {
	0: 'It exited by itself, and restartPolicy Always restarts it: give it a command that keeps running, or use a Job.',
	126: 'The command exists but cannot be executed: check its permissions.',
	127: 'The command was not found: check `command` and the image.',
	137: 'It was killed (SIGKILL): for its memory limit if the reason is OOMKilled, otherwise because its grace period was over.',
	143: 'It was asked to stop (SIGTERM): a failing liveness probe does that.',
};

/** Where a container is in its Pod; without an index, where it should be. */
type ContainerPath = readonly ['spec', 'containers' | 'initContainers', ...([] | [index: number])];

const containerField = (pod: Pod, name: string): ContainerPath => {
	for (const list of ['containers', 'initContainers'] as const) {
		const index = (pod.spec[list] ?? []).findIndex((container: Container) => container.name === name);
		if (index !== -1) {
			return ['spec', list, index];
		}
	}

	return ['spec', 'containers'];
};

const waitingAdvice: Readonly<
	Record<string, {readonly field: string; readonly remedies: (message: string) => string[]}>
> = {
	ErrImageNeverPull: {
		field: 'imagePullPolicy',
		remedies: () => ['Allow the pull (imagePullPolicy: IfNotPresent), or put the image on the node first.'],
	},
	InvalidImageName: {
		field: 'image',
		remedies: () => ['Write it as [registry/]name[:tag], in lower case.'],
	},
	CreateContainerConfigError: {
		field: 'env',
		remedies: (message) => {
			const [, kind, name] = /(configmap|secret) "([^"]+)" not found/.exec(message) ?? [];
			const [, key, map] = /couldn't find key (\S+) in (?:ConfigMap|Secret) (\S+)/.exec(message) ?? [];
			return name
				? [
						`Create it, and the kubelet carries on by itself: kubectl create ${kind}${kind === 'secret' ? ' generic' : ''} ${name} --from-literal=KEY=VALUE`,
					]
				: key
					? [`Add the key ${key} to ${map}, or mark the reference optional: true.`]
					: ['The configuration that the container refers to does not exist: create it, or mark it optional: true.'];
		},
	},
	RunContainerError: {
		field: 'command',
		remedies: () => ['The runtime cannot start the program: check `command`, `args` and what the image contains.'],
	},
	PostStartHookError: {
		field: 'lifecycle',
		remedies: () => ['The container is killed when its postStart hook fails: fix the hook, or remove it.'],
	},
};

const cannotPull = {
	field: 'image',
	remedies: () => [
		'Check the name and the tag: the registry has no such image, or will not give it to you.',
		'A private registry needs imagePullSecrets.',
	],
};

/** Where a container names a ConfigMap or Secret for its environment. */
const environmentField = (pod: Pod, container: ContainerPath, name: string | undefined): FieldPath => {
	const [, list, index = -1] = container;
	const {env = [], envFrom = []} = pod.spec[list]?.[index] ?? {};
	const variable = env.findIndex(({valueFrom}) =>
		[valueFrom?.configMapKeyRef?.name, valueFrom?.secretKeyRef?.name].includes(name),
	);
	const source = envFrom.findIndex(({configMapRef, secretRef}) => [configMapRef?.name, secretRef?.name].includes(name));
	return name === undefined || (variable === -1 && source === -1)
		? container
		: [...container, ...(variable === -1 ? ['envFrom', source] : ['env', variable])];
};

const ended = (pod: Pod, status: ContainerStatus): Finding | undefined => {
	const end = status.state?.terminated ?? status.lastState?.terminated;
	if (!end) {
		return undefined;
	}

	const field = containerField(pod, status.name);
	const init = field[1] === 'initContainers';
	const meaning = endings[end.exitCode];
	const times =
		status.restartCount > 0 ? `, ${status.restartCount} restart${status.restartCount === 1 ? '' : 's'} so far` : '';
	return {
		message: `${init ? 'init container' : 'container'} ${status.name} exited with code ${end.exitCode} (${end.reason})${times}${end.message ? `: ${end.message}` : ''}`,
		field: [...field, 'command'],
		stage: 'container.exit',
		remedies: [
			`Read its output: kubectl logs ${named(pod)} -c ${status.name}${status.restartCount > 0 ? ' --previous' : ''}`,
			...(meaning !== undefined ? [meaning] : init ? ['The containers after it start only when it exits with 0.'] : []),
		],
	};
};

const probeFailed = (pod: Pod, status: ContainerStatus, ledger: Reader): Finding | undefined => {
	const warning = lastWarning(ledger, pod, ['Unhealthy']);
	const kind = /^(Readiness|Liveness|Startup)/.exec(warning?.message ?? '')?.[1]?.toLowerCase();
	if (!warning || !kind || !warning.involvedObject.fieldPath?.includes(`{${status.name}}`)) {
		return undefined;
	}

	const consequence =
		kind === 'readiness'
			? 'no Service sends it requests until then'
			: 'the kubelet restarts the container if it keeps failing';
	return {
		message: `${warning.reason}: ${warning.message}`,
		field: [...containerField(pod, status.name), `${kind}Probe`],
		stage: `kubelet.probe.${kind}`,
		remedies: [
			`The probe has to succeed; ${consequence}. Check its port, path and command against what the container does.`,
		],
	};
};

/** What waits, ends or fails in one container. */
const ofContainer = (pod: Pod, status: ContainerStatus, ledger: Reader): Finding | undefined => {
	const waiting = status.state?.waiting;
	if (waiting?.reason === 'CrashLoopBackOff' || status.state?.terminated) {
		return status.state?.terminated?.exitCode === 0 && status.restartCount === 0 && pod.spec.restartPolicy !== 'Always'
			? undefined
			: ended(pod, status);
	}

	if (waiting?.reason && !['ContainerCreating', 'PodInitializing'].includes(waiting.reason)) {
		const advice = /Image|Pull/.test(waiting.reason)
			? (waitingAdvice[waiting.reason] ?? cannotPull)
			: waitingAdvice[waiting.reason];
		const pulling = waiting.reason === 'ImagePullBackOff' ? lastWarning(ledger, pod, ['Failed']) : undefined;
		const container = containerField(pod, status.name);
		const [, referred] = /(?:configmap|secret) "([^"]+)"/.exec(waiting.message ?? '') ?? [];
		return {
			message: [waiting.reason, waiting.message, pulling?.message].filter(Boolean).join(': '),
			field:
				advice?.field === 'env' ? environmentField(pod, container, referred) : [...container, advice?.field ?? 'image'],
			remedies: advice?.remedies(waiting.message ?? '') ?? [],
		};
	}

	if (status.state?.running && (!status.ready || status.restartCount > 0)) {
		return probeFailed(pod, status, ledger) ?? (status.restartCount > 0 ? ended(pod, status) : undefined);
	}

	return undefined;
};

/** The node is known; its kubelet cannot get as far as the containers. */
const unprepared = (pod: Pod, ledger: Reader): Finding | undefined => {
	const warning = lastWarning(ledger, pod, ['FailedMount', 'FailedAttachVolume', 'FailedCreatePodSandBox']);
	if (!warning) {
		return undefined;
	}

	const [, volume] = /volume "([^"]+)"/.exec(warning.message ?? '') ?? [];
	const index = (pod.spec.volumes ?? []).findIndex(({name}) => name === volume);
	const [, kind, name] = /(configmap|secret) "([^"]+)" not found/.exec(warning.message ?? '') ?? [];
	return {
		message: `${warning.reason}: ${warning.message}`,
		field: index === -1 ? ['spec', 'volumes'] : ['spec', 'volumes', index],
		remedies: name
			? [
					`Create it, and the kubelet mounts it by itself: kubectl create ${kind}${kind === 'secret' ? ' generic' : ''} ${name} --from-literal=KEY=VALUE`,
				]
			: [
					'The volume has to be attached and mounted before any container starts: kubectl describe says what it waits for.',
				],
	};
};

/** What keeps a Pod from being ready or complete; `undefined` when nothing does, or nothing is known yet. */
export const podBlockage = ({key, object: pod}: Entry<Pod>, ledger: Reader): Blockage | undefined => {
	if (pod.metadata.deletionTimestamp !== undefined) {
		const finalizers = pod.metadata.finalizers ?? [];
		return finalizers.length === 0
			? undefined
			: {
					key,
					message: `deleted, but held by ${finalizers.join(', ')}`,
					field: ['metadata', 'finalizers'],
					since: (object) => nestedString(object, 'metadata', 'deletionTimestamp') !== undefined,
					remedies: [
						'Whatever added the finalizer removes it when its work is done. If nothing does:',
						`kubectl patch pod ${named(pod)} -p '{"metadata":{"finalizers":null}}'`,
					],
				};
	}

	if (pod.spec.nodeName === undefined) {
		const finding = unplaced(pod, ledger);
		return finding && {key, ...finding};
	}

	if (ledger.read(`/registry/minions/${pod.spec.nodeName}`) === undefined) {
		return {
			key,
			message: `bound to the node ${pod.spec.nodeName}, which does not exist: no kubelet will run it`,
			field: ['spec', 'nodeName'],
			remedies: ['Leave nodeName out and let the scheduler choose. kubectl get nodes lists the nodes.'],
		};
	}

	const {initContainerStatuses = [], containerStatuses = [], phase} = pod.status;
	for (const status of [...initContainerStatuses, ...containerStatuses]) {
		const finding = ofContainer(pod, status, ledger);
		if (finding) {
			return {key, ...finding};
		}
	}

	if (phase === 'Failed') {
		return {key, message: [pod.status.reason, pod.status.message].filter(Boolean).join(': ') || phase, remedies: []};
	}

	const gate = pod.spec.readinessGates?.find(({conditionType}) => podCondition(pod, conditionType)?.status !== 'True');
	const finding =
		unprepared(pod, ledger) ??
		(gate && podCondition(pod, 'ContainersReady')?.status === 'True'
			? {
					message: `its containers are ready, but the readiness gate ${gate.conditionType} is not True`,
					field: ['spec', 'readinessGates'],
					remedies: [
						`Whatever is responsible for ${gate.conditionType} has to set this condition in the Pod's status.`,
					],
				}
			: undefined);
	return finding && {key, ...finding};
};

/** Name of a running Pod whose containers have been restarted, among the Pods that an object is or created. */
export const restartedPod = (key: string, ledger: Reader): string | undefined =>
	family(ledger, key)
		.flatMap(({object}) => (isKind(object, 'v1 Pod') ? [object] : []))
		.find(({status}) => status.containerStatuses?.some(({restartCount}) => restartCount > 0))?.metadata.name;

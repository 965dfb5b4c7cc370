import type {Container, Event, PersistentVolume, Pod} from '../../objects/kubernetes.generated.js';
import type {FieldPath} from '../../objects/unstructured.js';
import {containersOf} from '../container-reference.js';
import {eventsAbout, lastEvent} from '../look.js';
import {row, type Found, type Row} from '../row.js';
import type {Scene} from '../symptom.js';
import type {DiagnosisWords, Saying} from '../words/words.js';
import {unprivilegedImage} from './image-user.js';
import {isTooLittle, tooLittleMemory} from './memory.js';
import {missing, missingItem, stateOfMissing} from './missing-reference.js';
import {fewerReplicas} from './room.js';

/** The variable that a file of a volume should give: the one without its key, or the first of a file that cannot be read. */
const fromFile = ({env = []}: Container, below: FieldPath, message: string) => {
	const [, missed] = /environment variable key "([^"]+)" not found in file/.exec(message) ?? [];
	if (missed === undefined && message !== "couldn't parse env file") {
		return undefined;
	}

	const index = env.findIndex(
		({valueFrom}) => valueFrom?.fileKeyRef && (missed ?? valueFrom.fileKeyRef.key) === valueFrom.fileKeyRef.key,
	);
	const reference = env[index]?.valueFrom?.fileKeyRef;
	if (!reference) {
		return undefined;
	}

	const {path, volumeName, key} = reference;
	const field = [...below, 'env', index, 'valueFrom', 'fileKeyRef'];
	return missed === undefined
		? {field: [...field, 'path'], advice: [({pods}: DiagnosisWords) => pods.envFile(path, volumeName)]}
		: {
				field: [...field, 'key'],
				advice: [({pods}: DiagnosisWords) => pods.envFileKey(key, path, volumeName)],
				candidates: [{field: [...field, 'optional'], change: {value: true}}],
			};
};

const environment = (pod: Pod, scene: Scene): Found => {
	for (const container of containersOf(pod)) {
		const {status, field, spec} = container;
		const {reason, message = ''} = status.state?.waiting ?? {};
		if (reason !== 'CreateContainerConfigError') {
			continue;
		}

		const said = `${reason}: ${message}`;
		const found = missing(pod, said, field, scene);
		if (found) {
			return found;
		}

		const variable = fromFile(spec, field, message);
		if (variable) {
			return {message: said, ...variable};
		}

		if (/runAsNonRoot/.test(message)) {
			const own = spec.securityContext?.runAsNonRoot !== undefined;
			const user = [...(own ? field : ['spec']), 'securityContext'];
			return {
				message: said,
				field: [...user, 'runAsNonRoot'],
				advice: [({pods}) => pods.runsAsRoot],
				candidates: [
					{field: [...user, 'runAsUser'], change: {value: 1000}},
					unprivilegedImage(container) ?? {field: [...user, 'runAsNonRoot'], change: {remove: true}},
				],
			};
		}

		return {
			message: said,
			field,
			advice: [({pods}) => pods.badReference],
		};
	}

	return undefined;
};

const mountFailures = ['FailedMount', 'FailedAttachVolume', 'FailedMapVolume'];

/**
The warnings about volumes whose ConfigMaps or Secrets are still missing, in the Pod's order. The last warning alone changes with each attempt, and
may concern a volume that has been mounted since.
*/
const stillUnmounted = (pod: Pod, scene: Scene): readonly Event[] => {
	const warnings = eventsAbout(scene.ledger, pod).filter(
		({reason = '', message = ''}) =>
			mountFailures.includes(reason) && stateOfMissing(pod, message, scene.ledger) === 'missing',
	);
	return (pod.spec.volumes ?? []).flatMap(
		({name}) => warnings.findLast(({message = ''}) => message.includes(`volume "${name}"`)) ?? [],
	);
};

const textOf = ({reason, message}: Event): string => `${reason}: ${message}`;

/** The volume that cannot be mounted, while its Pod waits for it. */
const unmounted = (pod: Pod, scene: Scene): Found => {
	const isPreparing =
		pod.spec.nodeName !== undefined &&
		pod.status.phase === 'Pending' &&
		containersOf(pod).every(({status}) => status.state?.running === undefined && status.containerID === undefined);
	const [unmountedYet, ...others] = isPreparing ? stillUnmounted(pod, scene) : [];
	const warning = unmountedYet ?? (isPreparing ? lastEvent(scene.ledger, pod, mountFailures) : undefined);
	if (!warning) {
		return undefined;
	}

	const message = textOf(warning);
	const [, quoted, first] = /volume "([^"]+)"|failed to process volumes=\[([^\]\s]+)/.exec(message) ?? [];
	const volume = quoted ?? first;
	const {claimRef} = scene.ledger.read<PersistentVolume>(`/registry/persistentvolumes/${volume}`)?.spec ?? {};
	const index = (pod.spec.volumes ?? []).findIndex(
		({name, persistentVolumeClaim: claim}) =>
			name === volume || (claim !== undefined && claim.claimName === claimRef?.name),
	);
	const field: FieldPath = index === -1 ? ['spec', 'volumes'] : ['spec', 'volumes', index];
	const found =
		missing(pod, message, field, scene) ?? missingItem(pod, message, field, scene) ?? wrongMedium(message, field);
	const [, attacher] = /external-attacher of (\S+) CSI driver/.exec(message) ?? [];
	const [, kind] = /hostPath type check failed: .* is not a (directory|file)$/.exec(message) ?? [];
	const isMultiAttach = message.startsWith('FailedAttachVolume: Multi-Attach');
	const unattached: Saying =
		attacher === undefined ? ({pods}) => pods.mountFirst : ({cluster}) => cluster.noProvisioner(attacher);
	const also = others.map(
		(other): Saying =>
			({pods}) =>
				pods.alsoWarned(textOf(other)),
	);
	return {
		...(found ?? {
			message,
			advice: [isMultiAttach ? ({pods}) => pods.oneNode : unattached],
			// The node does not have it: it is made there when it is needed.
			candidates: [
				...(kind
					? [
							{
								field: [...field, 'hostPath', 'type'],
								change: {value: `${kind === 'file' ? 'File' : 'Directory'}OrCreate`},
							},
						]
					: []),
				...(isMultiAttach ? fewerReplicas(pod, scene) : []),
			],
		}),
		...(found ? {advice: [...found.advice, ...also]} : {}),
		field: found?.field ?? (kind ? [...field, 'hostPath', 'path'] : field),
		...(warning.reason === 'FailedAttachVolume' ? {} : {stage: 'kubelet.volumes'}),
	};
};

/** A medium that the kubelet does not know: the server accepts any text. */
const wrongMedium = (message: string, field: FieldPath): Found => {
	const [, medium] = /unknown storage medium "([^"]*)"/.exec(message) ?? [];
	const place = [...field, 'emptyDir', 'medium'];
	return medium === undefined
		? undefined
		: {
				message,
				field: place,
				advice: [({cluster}) => cluster.didYouMean('Memory')],
				candidates: [{field: place, change: {value: 'Memory'}}],
			};
};

const noSandbox = (pod: Pod, {ledger}: Scene): Found => {
	const isPreparing =
		pod.spec.nodeName !== undefined &&
		pod.status.phase === 'Pending' &&
		containersOf(pod).every(({status}) => status.containerID === undefined);
	const warning = isPreparing ? lastEvent(ledger, pod, ['FailedCreatePodSandBox']) : undefined;
	if (!warning) {
		return undefined;
	}

	if (isTooLittle(warning.message ?? '')) {
		return {message: `${warning.reason}: ${warning.message}`, ...tooLittleMemory(pod)};
	}

	const isHandler = /runtime handler|RuntimeHandler|no runtime for/.test(warning.message ?? '');
	return {
		message: `${warning.reason}: ${warning.message}`,
		field: isHandler ? ['spec', 'runtimeClassName'] : undefined,
		advice: [({pods}) => (isHandler ? pods.noHandler : pods.noSandbox)],
		candidates: isHandler ? [{field: ['spec', 'runtimeClassName'], change: {remove: true}}] : [],
	};
};

/** Missing objects to which a Pod refers. */
export const configurationRows: readonly Row[] = [
	row('volume not mounted', 'v1 Pod', unmounted),
	row('no sandbox', 'v1 Pod', noSandbox),
	row('configuration missing', 'v1 Pod', environment),
];

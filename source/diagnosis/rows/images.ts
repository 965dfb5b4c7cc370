import type {Pod, ReplicaSet} from '../../objects/kubernetes.generated.js';
import {controllerOf} from '../../objects/owner.js';
import {isPodReady} from '../../objects/pod.js';
import {isOfficialImage, isWithoutLatest, officialImageLike} from '../../objects/official-images.js';
import {all, eventsAbout, type Reader} from '../look.js';
import {containersOf, type PodContainer} from '../container-reference.js';
import {row, type Found, type Row} from '../row.js';
import type {FieldPath, Finding} from '../symptom.js';
import {placeholderIn} from '../placeholder.js';
import type {DiagnosisWords, Saying} from '../words/words.js';

const pulls = /^(?:ErrImagePull|ImagePullBackOff|ImageInspectError|RegistryUnavailable|SignatureValidationFailed)$/;

/** The first container that waits for such a reason. */
const waiting = (pod: Pod, reason: RegExp | string): (PodContainer & {readonly message: string}) | undefined => {
	for (const container of containersOf(pod)) {
		const waits = container.status.state?.waiting;
		if (
			waits?.reason !== undefined &&
			(typeof reason === 'string' ? waits.reason === reason : reason.test(waits.reason))
		) {
			return {...container, message: [waits.reason, waits.message].filter(Boolean).join(': ')};
		}
	}

	return undefined;
};

/** An image that a Pod needs, and where it names the image and how to pull it. */
interface NeededImage {
	readonly image: string;
	readonly field: readonly (number | string)[];
	readonly policy: readonly (number | string)[];
	/** A volume shows it. */
	readonly isVolume: boolean;
}

const names = (message: string, image: string): boolean =>
	image !== '' && [`${image}"`, `${image}:latest"`].some((text) => message.includes(text));

/** The image of a message: that of a mounted volume, or the container's own. */
const neededImage = (
	{spec}: Pod,
	{spec: container, field, message}: PodContainer & {readonly message: string},
): NeededImage => {
	const image = container.image ?? '';
	const own = {image, field: [...field, 'image'], policy: [...field, 'imagePullPolicy'], isVolume: false};
	const mounted = new Set(container.volumeMounts?.map(({name}) => name));
	const index = (spec.volumes ?? []).findIndex(
		(volume) => mounted.has(volume.name) && names(message, volume.image?.reference ?? ''),
	);
	const at = ['spec', 'volumes', index, 'image'];
	return index < 0 || names(message, image)
		? own
		: {
				image: spec.volumes?.[index]?.image?.reference ?? '',
				field: [...at, 'reference'],
				policy: [...at, 'pullPolicy'],
				isVolume: true,
			};
};

/** The registry's error, which a back-off hides. */
const pullFailure = (
	pod: Pod,
	{name, message}: PodContainer & {readonly message: string},
	{image, isVolume}: NeededImage,
	ledger: Reader,
): string => {
	const failed = message.startsWith('ImagePullBackOff')
		? eventsAbout(ledger, pod).findLast(
				({reason, message: told = '', involvedObject}) =>
					reason === 'Failed' &&
					told.startsWith(isVolume ? `Failed to pull image "${image}"` : 'Failed to pull image') &&
					(isVolume ? !involvedObject.fieldPath : involvedObject.fieldPath?.endsWith(`{${name}}`)),
			)
		: undefined;
	return failed?.message ? `ErrImagePull: ${failed.message}` : message;
};

/** Docker Hub's own images are a closed list: another name without a registry is a mistake, or an image that exists only on its author's machine. */
const wrongOfficial = (
	{image, field}: NeededImage,
	message: string,
): Pick<Finding, 'advice' | 'candidates'> | undefined => {
	const [, name] = /docker\.io\/library\/([^/:@"]+)[:@][^"]*": pull access denied/.exec(message) ?? [];
	if (name === undefined || isOfficialImage(name)) {
		return undefined;
	}

	const near = officialImageLike(name);
	return {
		advice: [
			({pods}) => pods.notOfficial(name),
			({cluster, pods}) => (near === undefined ? pods.ownImage : cluster.didYouMean(near)),
		],
		candidates: near === undefined ? [] : [{field, change: {value: image.replace(name, near)}}],
	};
};

/**
A registry host that nodes cannot resolve. A first part of a name with uppercase letters counts as such a host, although it may be intended
as a user of Docker Hub.
*/
const unknownHost = (
	{image, field}: NeededImage,
	message: string,
): Pick<Finding, 'advice' | 'candidates'> | undefined => {
	const [, host] = /lookup ([^:\s]+): no such host/.exec(message) ?? [];
	if (host === undefined || !image.startsWith(host)) {
		return undefined;
	}

	return host.includes('.') || host === host.toLowerCase()
		? {advice: [({pods}) => pods.nodesAskNoClusterDNS(host)], candidates: []}
		: {
				advice: [({pods}) => pods.isHost(host), ({pods}) => pods.imageName],
				candidates: [{field, change: {value: image.replace(host, host.toLowerCase())}}],
			};
};

/** Tags that a registry may have in place of a missing one, the nearest first: without its last number, without its variant, none. */
export const otherTags = (image: string): readonly string[] => {
	const [, name = '', tag = ''] = /^(.*?):([^/:@]+)$/.exec(image) ?? [];
	const [version = '', ...variant] = tag.split('-');
	const numbers = version.split('.');
	const versions = numbers.map((_, index) => numbers.slice(0, numbers.length - index).join('.'));
	return name === ''
		? []
		: [
				...new Set([
					...versions.slice(1).map((one) => [one, ...variant].join('-')),
					...(variant.length > 0 ? versions : []),
					'latest',
				]),
			]
				.filter((one) => one !== tag)
				.map((one) => `${name}:${one}`);
};

/** The tags of a publisher that has moved all its versions to another repository. */
const moved = ({image, field}: NeededImage, message: string): Pick<Finding, 'advice' | 'candidates'> | undefined => {
	const [, name] = /^(?:docker\.io\/)?bitnami\/(.+)$/.exec(image) ?? [];
	if (name === undefined || !message.includes('not found')) {
		return undefined;
	}

	const legacy = `docker.io/bitnamilegacy/${name}`;
	return {
		advice: [({pods}) => pods.bitnamiTags(legacy)],
		candidates: [legacy, ...otherTags(image)].map((value) => ({field, change: {value}})),
	};
};

/** An official image without a version, of which there is no tag `latest`. */
const withoutVersion = (message: string): Pick<Finding, 'advice' | 'candidates'> | undefined => {
	const [, name = ''] = /docker\.io\/library\/([^/:@"]+):latest: not found/.exec(message) ?? [];
	return isWithoutLatest(name) ? {advice: [({pods}) => pods.noLatest(name)], candidates: []} : undefined;
};

/** The tags with which Kubernetes' own pages replaced images of a format that containerd no longer pulls. */
const newerTags: ReadonlyArray<readonly [RegExp, string]> = [
	[/\/busybox(?::.*)?$/, 'registry.k8s.io/busybox:1.27.2'],
	[/\/nginx-slim:/, 'registry.k8s.io/nginx-slim:0.24'],
];

/** An image in a format that containerd no longer pulls. */
const oldFormat = ({image, field}: NeededImage, message: string): Pick<Finding, 'advice' | 'candidates'> | undefined =>
	message.includes('distribution.manifest.v1+prettyjws')
		? {
				advice: [({pods}) => pods.oldFormat],
				candidates: newerTags.filter(([name]) => name.test(image)).map(([, value]) => ({field, change: {value}})),
			}
		: undefined;

const missingSecrets = /^Unable to retrieve some image pull secrets \(([^)]*)\)/;

/** The kubelet's report of missing pull secrets, and the first of them. */
const missingSecret = (pod: Pod, ledger: Reader): {readonly message: string; readonly name: string} | undefined => {
	const event = eventsAbout(ledger, pod).findLast(({reason}) => reason === 'FailedToRetrieveImagePullSecret');
	const [, names = ''] = missingSecrets.exec(event?.message ?? '') ?? [];
	const [name = ''] = names.split(', ');
	return event?.message === undefined ||
		ledger.read(`/registry/secrets/${pod.metadata.namespace}/${name}`) !== undefined
		? undefined
		: {message: `${event.reason}: ${event.message}`, name};
};

const registryOf = (message: string): string => /image "([^/"]+)\//.exec(message)?.[1] ?? '';

/** The place where a Pod names the pull secret. */
const secretField = ({spec}: Pod, name: string): FieldPath => {
	const index = (spec.imagePullSecrets ?? []).findIndex((one) => one.name === name);
	return index < 0 ? ['spec', 'serviceAccountName'] : ['spec', 'imagePullSecrets', index, 'name'];
};

/** The reason why the registry refuses a Pod that names pull secrets: one is missing, or none is for this registry. */
const unusableSecret = (
	pod: Pod,
	{image}: NeededImage,
	message: string,
	ledger: Reader,
): Omit<Finding, 'symptom'> | undefined => {
	const [first] = pod.spec.imagePullSecrets ?? [];
	if (!/denied|authoriz/i.test(message) || first?.name === undefined) {
		return undefined;
	}

	const registry = registryOf(message.replace(/^.*?failed to pull and unpack /, ''));
	const server = registry === '' || registry === 'docker.io' ? '' : ` --docker-server=${registry}`;
	const missing = missingSecret(pod, ledger);
	return missing
		? {
				message: `${missing.message} ${message}`,
				field: secretField(pod, missing.name),
				advice: [({pods}) => pods.imageCredentials],
				candidates: [
					{
						command: `kubectl create secret docker-registry ${missing.name} -n ${pod.metadata.namespace}${server} --docker-username=USER --docker-password=PASSWORD`,
					},
				],
			}
		: {
				message,
				field: secretField(pod, first.name),
				advice: [({pods}) => pods.uselessSecret(first.name ?? '', registry, image)],
			};
};

/** A missing pull secret that is not what stops the pull: it is the next trouble. */
const alsoMissing = (pod: Pod, ledger: Reader): readonly Saying[] => {
	const missing = missingSecret(pod, ledger);
	return missing ? [({pods}) => pods.alsoWarned(missing.message)] : [];
};

/** The object that rolls out a Pod's template: the Deployment of its ReplicaSet, or its own controller. */
const rollerOf = (pod: Pod, ledger: Reader): string | undefined => {
	const owner = controllerOf(pod);
	const set =
		owner?.kind === 'ReplicaSet'
			? ledger.read<ReplicaSet>(`/registry/replicasets/${pod.metadata.namespace}/${owner.name}`)
			: undefined;
	return (set && controllerOf(set)?.uid) ?? owner?.uid;
};

/** The images of the same container in Pods that the same rollout replaces, and that are ready. */
const usedBefore = (pod: Pod, {name, spec}: PodContainer, ledger: Reader): readonly string[] => {
	const roller = rollerOf(pod, ledger);
	return all<Pod>(ledger, `/registry/pods/${pod.metadata.namespace}/`)
		.filter(({object}) => roller !== undefined && isPodReady(object) && rollerOf(object, ledger) === roller)
		.flatMap(({object}) => object.spec.containers.filter((one) => one.name === name).flatMap(({image}) => image ?? []))
		.filter((image) => image !== spec.image);
};

/** Why the image of a container does not reach its node. */
export const cannotPull = (pod: Pod, ledger: Reader): Found => {
	const container = waiting(pod, pulls);
	if (!container) {
		return undefined;
	}

	const needed = neededImage(pod, container);
	const message = pullFailure(pod, container, needed, ledger);
	const secret = unusableSecret(pod, needed, message, ledger);
	if (secret) {
		return {stage: 'cri.PullImage', ...secret};
	}

	const placeholder = placeholderIn(needed.image);
	const official =
		placeholder === undefined
			? (wrongOfficial(needed, message) ??
				moved(needed, message) ??
				withoutVersion(message) ??
				oldFormat(needed, message) ??
				unknownHost(needed, message))
			: {advice: [({cluster}: DiagnosisWords) => cluster.placeholder(placeholder)]};
	if (official) {
		return {
			message,
			field: needed.field,
			stage: 'cri.PullImage',
			...official,
			advice: [...official.advice, ...alsoMissing(pod, ledger)],
		};
	}

	const advice: Saying = ({pods}) => {
		if (/not found|manifest unknown|does not exist/.test(message)) {
			return pods.noSuchImage;
		}

		if (/unauthorized|denied|forbidden|authorization/i.test(message)) {
			return pods.imageCredentials;
		}

		return pods.checkImage;
	};
	const candidates = message.includes('not found')
		? [...new Set([...usedBefore(pod, container, ledger), ...otherTags(needed.image)])].map((value) => ({
				field: needed.field,
				change: {value},
			}))
		: [];
	return {
		message,
		field: needed.field,
		stage: 'cri.PullImage',
		advice: [advice, ...alsoMissing(pod, ledger)],
		candidates,
	};
};

/** Images pulled without the Pod's missing pull secrets, which the registry may refuse another time. */
export const pullSecretRow = row('pull secret', 'v1 Pod', (pod, {ledger}) => {
	const missing = missingSecret(pod, ledger);
	return missing && {message: missing.message, field: secretField(pod, missing.name), advice: [], isRemark: true};
});

/** Reasons why an image does not reach the node. */
export const imageRows: readonly Row[] = [
	row('image name', 'v1 Pod', (pod) => {
		const container = waiting(pod, 'InvalidImageName');
		if (!container) {
			return undefined;
		}

		const {image, field} = neededImage(pod, container);
		const placeholder = placeholderIn(image);
		if (placeholder !== undefined) {
			return {message: container.message, field, advice: [({cluster}) => cluster.placeholder(placeholder)]};
		}

		return {
			message: container.message,
			field,
			advice: [({pods}) => pods.imageName],
			candidates: [{field, change: {value: image.toLowerCase().replaceAll(' ', '')}}],
		};
	}),
	row('image never pulled', 'v1 Pod', (pod) => {
		const container = waiting(pod, 'ErrImageNeverPull');
		const field = container && neededImage(pod, container).policy;
		return (
			container &&
			field && {
				message: container.message,
				field,
				advice: [({pods}) => pods.imageNeverPulled],
				candidates: [{field, change: {value: 'IfNotPresent'}}],
			}
		);
	}),
	row('image pull', 'v1 Pod', (pod, {ledger}) => cannotPull(pod, ledger)),
];

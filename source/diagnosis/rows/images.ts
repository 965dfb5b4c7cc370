import type {Pod} from '../../objects/kubernetes.generated.js';
import {eventsAbout, type Reader} from '../look.js';
import {containersOf, type PodContainer} from '../container-reference.js';
import {row, type Found, type Row} from '../row.js';
import type {Saying} from '../words/words.js';

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

/** The image that a message is about: that of a volume which the container mounts, or its own. */
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

/** What the registry said, which a back-off hides. */
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

const cannotPull = (pod: Pod, ledger: Reader): Found => {
	const container = waiting(pod, pulls);
	if (!container) {
		return undefined;
	}

	const needed = neededImage(pod, container);
	const message = pullFailure(pod, container, needed, ledger);
	const advice: Saying = ({pods}) =>
		/not found|manifest unknown|does not exist/.test(message)
			? pods.noSuchImage
			: /unauthorized|denied|forbidden|authorization/i.test(message)
				? pods.imageCredentials
				: pods.checkImage;
	return {message, field: needed.field, stage: 'cri.PullImage', advice: [advice]};
};

/** What keeps an image from coming to the node. */
export const imageRows: readonly Row[] = [
	row('image name', 'v1 Pod', (pod) => {
		const container = waiting(pod, 'InvalidImageName');
		if (!container) {
			return undefined;
		}

		const {image, field} = neededImage(pod, container);
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

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

/** What the registry said, which a back-off hides. */
const pullFailure = (pod: Pod, {name, message}: PodContainer & {readonly message: string}, ledger: Reader): string => {
	const failed = message.startsWith('ImagePullBackOff')
		? eventsAbout(ledger, pod).findLast(
				({reason, message: told = '', involvedObject}) =>
					reason === 'Failed' &&
					told.startsWith('Failed to pull image') &&
					involvedObject.fieldPath?.endsWith(`{${name}}`),
			)
		: undefined;
	return failed?.message ? `ErrImagePull: ${failed.message}` : message;
};

const cannotPull = (pod: Pod, ledger: Reader): Found => {
	const container = waiting(pod, pulls);
	if (!container) {
		return undefined;
	}

	const message = pullFailure(pod, container, ledger);
	const advice: Saying = ({pods}) =>
		/not found|manifest unknown|does not exist/.test(message)
			? pods.noSuchImage
			: /unauthorized|denied|forbidden|authorization/i.test(message)
				? pods.imageCredentials
				: pods.checkImage;
	return {message, field: [...container.field, 'image'], stage: 'cri.PullImage', advice: [advice]};
};

/** What keeps an image from coming to the node. */
export const imageRows: readonly Row[] = [
	row('image name', 'v1 Pod', (pod) => {
		const container = waiting(pod, 'InvalidImageName');
		const image = container?.spec.image ?? '';
		return (
			container && {
				message: container.message,
				field: [...container.field, 'image'],
				advice: [({pods}) => pods.imageName],
				candidates: [{field: [...container.field, 'image'], change: {value: image.toLowerCase().replaceAll(' ', '')}}],
			}
		);
	}),
	row('image never pulled', 'v1 Pod', (pod) => {
		const container = waiting(pod, 'ErrImageNeverPull');
		const field = container && [...container.field, 'imagePullPolicy'];
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

import {aggregate} from '../request/failure.js';
import type {Container, Pod, Volume} from '../../objects/kubernetes.generated.js';
import {objectOf, oldObjectOf, refuse, writes, type AdmissionAttributes, type AdmissionPlugin} from './plugin.js';

const always = <T extends Pick<Container, 'imagePullPolicy'>>(container: T): T =>
	container.imagePullPolicy === 'Always' ? container : {...container, imagePullPolicy: 'Always'};

const alwaysInVolume = (volume: Volume): Volume =>
	volume.image && volume.image.pullPolicy !== 'Always'
		? {...volume, image: {...volume.image, pullPolicy: 'Always'}}
		: volume;

/**
Has every image pulled for every Pod, so that only users with the credentials can use a private image that is on the node already.

@mirrors alwayspullimages.AlwaysPullImages.Admit, alwayspullimages.AlwaysPullImages.Validate
*/
export const alwaysPullImages: AdmissionPlugin<'AlwaysPullImages'> = {
	name: 'AlwaysPullImages',

	concerns: (request) => writes(request, 'pods'),

	handles: (attributes) => attributes.operation === 'CREATE' || usesNewImage(attributes),

	admit(attributes) {
		const pod = objectOf(attributes, 'v1 Pod');
		const {containers, initContainers, ephemeralContainers, volumes} = pod.spec;
		const changed: Pod = {
			...pod,
			spec: {
				...pod.spec,
				containers: (containers ?? []).map((container) => always(container)),
				...(initContainers ? {initContainers: initContainers.map((container) => always(container))} : {}),
				...(ephemeralContainers
					? {ephemeralContainers: ephemeralContainers.map((container) => always(container))}
					: {}),
				...(volumes ? {volumes: volumes.map((volume) => alwaysInVolume(volume))} : {}),
			},
		};
		return {object: changed, found: {case: 'set'}};
	},

	validate(attributes) {
		const {containers, initContainers, ephemeralContainers, volumes = []} = objectOf(attributes, 'v1 Pod').spec;
		const problems = [
			...Object.entries({initContainers, containers, ephemeralContainers}).flatMap(([kind, list = []]) =>
				list.map(({imagePullPolicy}, index) => unsupported(`spec.${kind}[${index}].imagePullPolicy`, imagePullPolicy)),
			),
			...volumes.map(
				({image}, index) => image && unsupported(`spec.volumes[${index}].image.pullPolicy`, image.pullPolicy),
			),
		].filter((problem) => problem !== undefined);
		if (problems.length > 0) {
			throw refuse(attributes, aggregate(problems));
		}

		return {case: 'checked'};
	},
};

const unsupported = (path: string, policy: string | undefined): string | undefined =>
	policy === 'Always' ? undefined : `${path}: Unsupported value: "${policy ?? ''}": supported values: "Always"`;

/** Updates are checked only when they bring an image that the Pod has not used. */
const usesNewImage = (attributes: AdmissionAttributes): boolean => {
	const known = new Set(imagesOf(oldObjectOf(attributes, 'v1 Pod')));
	return imagesOf(objectOf(attributes, 'v1 Pod')).some((image) => !known.has(image));
};

const imagesOf = ({spec}: Pod): ReadonlyArray<string | undefined> =>
	[...(spec.containers ?? []), ...(spec.initContainers ?? []), ...(spec.ephemeralContainers ?? [])].map(
		({image}) => image,
	);

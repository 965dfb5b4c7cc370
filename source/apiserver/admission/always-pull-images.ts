import type {Container, Pod, Volume} from '../../objects/kubernetes.generated.js';
import {creates, isAbout, refuse, type AdmissionAttributes, type AdmissionPlugin} from './plugin.js';

const always = <T extends Pick<Container, 'imagePullPolicy'>>(container: T): T =>
	container.imagePullPolicy === 'Always' ? container : {...container, imagePullPolicy: 'Always'};

const alwaysInVolume = (volume: Volume): Volume =>
	volume.image && volume.image.pullPolicy !== 'Always'
		? {...volume, image: {...volume.image, pullPolicy: 'Always'}}
		: volume;

/**
Has every image pulled for every Pod, so that only who holds the credentials can use a private image that is on the node already.

@mirrors alwayspullimages.AlwaysPullImages.Admit, alwayspullimages.AlwaysPullImages.Validate
*/
export const alwaysPullImages: AdmissionPlugin = {
	name: 'AlwaysPullImages',

	handles: (attributes) =>
		creates(attributes, 'pods') ||
		(attributes.operation === 'UPDATE' && isAbout(attributes, 'pods') && usesNewImage(attributes)),

	admit({object}) {
		const pod = object as Pod;
		const {containers, initContainers, ephemeralContainers, volumes} = pod.spec;
		return {
			object: {
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
			} as Pod,
			text: 'Every container gets the pull policy Always: an image that is on the node already is not used without the right to pull it.',
		};
	},

	validate(attributes) {
		const {containers, initContainers, ephemeralContainers, volumes = []} = (attributes.object as Pod).spec;
		const problems = [
			...Object.entries({initContainers, containers, ephemeralContainers}).flatMap(([kind, list = []]) =>
				list.map(({imagePullPolicy}, index) => unsupported(`spec.${kind}[${index}].imagePullPolicy`, imagePullPolicy)),
			),
			...volumes.map(
				({image}, index) => image && unsupported(`spec.volumes[${index}].image.pullPolicy`, image.pullPolicy),
			),
		].filter((problem) => problem !== undefined);
		if (problems.length > 0) {
			throw refuse(attributes, problems.length === 1 ? problems[0]! : `[${problems.join(', ')}]`);
		}

		return 'Every container has the pull policy Always.';
	},
};

const unsupported = (path: string, policy: string | undefined): string | undefined =>
	policy === 'Always' ? undefined : `${path}: Unsupported value: "${policy ?? ''}": supported values: "Always"`;

/** Updates are looked at only where they bring an image that the Pod has not used. */
const usesNewImage = ({object, oldObject}: AdmissionAttributes): boolean => {
	const known = new Set(imagesOf(oldObject as Pod));
	return imagesOf(object as Pod).some((image) => !known.has(image));
};

const imagesOf = ({spec}: Pod): ReadonlyArray<string | undefined> =>
	[...(spec.containers ?? []), ...(spec.initContainers ?? []), ...(spec.ephemeralContainers ?? [])].map(
		({image}) => image,
	);

import {maxNodeScore, type Plugin} from '../framework.js';

const megabyte = 1024 * 1024;
const leastBytes = 23 * megabyte;
const mostBytesPerContainer = 1000 * megabyte;

/** The images of a Pod, and the share of the nodes that have each. */
interface Wanted {
	readonly containers: number;
	/** Each image with its share; one for each container. */
	readonly images: ReadonlyArray<readonly [name: string, share: number]>;
}

/** Prefers nodes that already have the Pod's images; images on few nodes count less, so that Pods do not pile up there. */
export const imageLocality: Plugin<never, Wanted> = {
	name: 'ImageLocality',

	prescore({pod}, view) {
		const containers = [...(pod.spec?.initContainers ?? []), ...(pod.spec?.containers ?? [])];
		return {
			containers: containers.length,
			images: containers.map(({image = ''}) => {
				const name = normalised(image);
				return [name, view.imageNodeCount(name) / view.nodes.length] as const;
			}),
		};
	},

	score(_pod, {imageSizes}, {containers, images}) {
		if (imageSizes.size === 0) {
			return 0;
		}

		let sum = 0;
		for (const [name, share] of images) {
			sum += Math.trunc((imageSizes.get(name) ?? 0) * share);
		}

		const most = mostBytesPerContainer * containers;
		const bounded = Math.min(most, Math.max(leastBytes, sum));
		return Math.trunc((maxNodeScore * (bounded - leastBytes)) / (most - leastBytes));
	},
};

/** An image without a tag is `latest`. */
const normalised = (image: string): string =>
	image.lastIndexOf(':') <= image.lastIndexOf('/') ? `${image}:latest` : image;

import {maxNodeScore, type Plugin, type ClusterView} from '../framework.js';

const megabyte = 1024 * 1024;
const leastBytes = 23 * megabyte;
const mostBytesPerContainer = 1000 * megabyte;

/** Prefers nodes that have the Pod's images already; images that few nodes have count less, so that Pods do not pile up there. */
export const imageLocality: Plugin<never, ClusterView> = {
	name: 'ImageLocality',

	prescore: (_pod, view) => view,

	score({pod}, {node}, view) {
		const images = node.status?.images;
		if (!images) {
			return 0;
		}

		const containers = [...(pod.spec?.initContainers ?? []), ...(pod.spec?.containers ?? [])];
		let sum = 0;
		for (const {image = ''} of containers) {
			const name = normalised(image);
			const present = images.find(({names}) => names?.includes(name));
			if (present) {
				const spread = view.imageNodeCount(name) / view.nodes.length;
				sum += Math.trunc((present.sizeBytes ?? 0) * spread);
			}
		}

		const most = mostBytesPerContainer * containers.length;
		const bounded = Math.min(most, Math.max(leastBytes, sum));
		return Math.trunc((maxNodeScore * (bounded - leastBytes)) / (most - leastBytes));
	},
};

/** An image without a tag is `latest`. */
const normalised = (image: string): string =>
	image.lastIndexOf(':') <= image.lastIndexOf('/') ? `${image}:latest` : image;

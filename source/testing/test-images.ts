import {recordedImages} from '../build/conformance/recorded-images.js';
import type {ImageCatalogue} from '../machine/images/catalogue.js';

/** Images with behaviours for tests. At first, nodes only have `pause`; images without a description are servers. */
export const testImages = (): ImageCatalogue => {
	const {takes, images} = recordedImages();
	const absent = Object.entries(images).map(([name, image]) => [name, {...image, present: name.startsWith('pause')}]);
	return {takes, images: Object.fromEntries(absent)};
};

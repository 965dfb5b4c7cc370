import {recordedImages} from '../build/conformance/recorded-images.js';
import type {ImageCatalogue} from '../machine/images/catalogue.js';

/** For tests: the images that behave in ways worth testing. No node has them from the start, except `pause`; images without a description are servers. */
export const testImages = (): ImageCatalogue => {
	const {takes, images} = recordedImages();
	const absent = Object.entries(images).map(([name, image]) => [name, {...image, present: name.startsWith('pause')}]);
	return {takes, images: Object.fromEntries(absent)};
};

import type {Directory} from '../files/file-tree.js';
import {layer, standardFiles, type LayerEntries} from '../files/standard-files.js';
import type {Image} from './image.js';

const program = {file: '', mode: 0o755};

const shells: LayerEntries = {'/bin/sh': program};

const layers = new WeakMap<object, Directory>();

/** The user of an image by name, as `/etc/passwd` lists it. */
const users = ({user, uid}: Image): LayerEntries =>
	user !== undefined && uid !== undefined
		? {
				'/etc/passwd': {
					file: `root:x:0:0:root:/root:/bin/sh\nnobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin\n${user}:x:${uid}:${uid}::/home/${user}:/bin/sh\n`,
				},
			}
		: {};

const entriesOf = (image: Image): LayerEntries => {
	const {known, shell} = image;
	const names = [...Object.keys(known?.programs ?? {}), ...Object.keys(known?.tools ?? {})];
	const own = names.filter((name) => /^[\w.-]+$/.test(name)).map((name) => [`/usr/bin/${name}`, program] as const);
	return {
		...(shell === false ? {} : shells),
		...(shell === 'bash' || shell === 'dash' ? {'/bin/bash': program} : {}),
		...Object.fromEntries(own),
		...users(image),
		...(known?.directory === undefined ? {} : {[known.directory]: {directory: 0o755}}),
		...known?.files,
	};
};

/** The files of an image: those of every image, its programs, and its own. All its containers share them. */
export const imageFiles = (image: Image): Directory => {
	const key = image.known ?? image;
	let made = layers.get(key);
	if (!made) {
		made = layer(entriesOf(image), standardFiles());
		layers.set(key, made);
	}

	return made;
};

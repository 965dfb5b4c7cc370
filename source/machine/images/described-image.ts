import {getOrInsert} from '../../kernel/get-or-insert.js';
import type {Image} from './image.js';
import type {KnownImage} from './known-image.js';

/** The fields of an image that determine a container's behaviour, together with its command line. */
const ownFields = [
	'startMemory',
	'sh',
	'directory',
	'entrypoint',
	'cmd',
	'env',
	'programs',
	'tools',
	'lacks',
	'files',
] as const;

/** The other fields of an image, which its containers may also have. */
const sharedFields = ['size', 'user', 'uid', 'shell', 'stopSignal'] as const;

/** An image in `images` of a scenario: its pull and its behaviour, in the format of the files in `snapshots/images/`. */
export type ImageDescription = Image & Partial<Pick<KnownImage, (typeof ownFields)[number]>>;

const picked = (description: ImageDescription, fields: readonly string[]): Partial<KnownImage> =>
	Object.fromEntries(Object.entries(description).filter(([name]) => fields.includes(name)));

const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** An image with only a description: a program without an entry is not simulated, and assumed to work. */
const unknownImage = ({entrypoint = [], cmd = []}: ImageDescription): KnownImage => {
	const [program = 'app'] = [...entrypoint, ...cmd];
	return {
		names: [],
		size: 52_428_800,
		...(entrypoint.length + cmd.length === 0 ? {entrypoint: [program]} : {}),
		programs: {[baseName(program)]: {runsCode: true}},
	};
};

const made = new WeakMap<ImageDescription, KnownImage>();

/**
The image with a description applied; its other fields stay. Programs, tools, files and variables are added, or replaced by name.

@param known the image with its name; `undefined` for an unknown name.
@returns `undefined` if the description has no field of an image
*/
export const describedImage = (
	description: ImageDescription,
	known: KnownImage | undefined,
): KnownImage | undefined => {
	const own = picked(description, ownFields);
	if (Object.keys(own).length === 0) {
		return undefined;
	}

	return getOrInsert(made, description, () => {
		const base = known ?? unknownImage(description);
		const {programs, tools, files, env} = own;
		return {
			...base,
			...own,
			...picked(description, sharedFields),
			programs: {...(known || !programs ? base.programs : {}), ...programs},
			tools: {...base.tools, ...tools},
			files: {...base.files, ...files},
			env: {...base.env, ...env},
		};
	});
};

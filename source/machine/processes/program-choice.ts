import type {Answer} from '../images/described-program.js';
import type {Image} from '../images/image.js';
import type {ToolAnswer} from '../images/known-image.js';
import {programOf, toolAnswer} from '../images/container-behaviour.js';
import type {Program} from './programs/program.js';
import {networkPrograms} from './programs/network/network.js';
import type {NetworkProgram} from './programs/network/place.js';
import {programNamed} from './programs/programs.js';
import {baseName, programPath} from './shell/program-name.js';

/** The parts of an image that decide about its programs. */
type ProgramsOfImage = Pick<Image, 'program' | 'known' | 'tools' | 'anyPort' | 'exec' | 'shell'>;

/** The way to run a command line. */
export type ProgramChoice =
	/** The scenario has its output. */
	| {readonly case: 'scripted'; readonly answers: readonly Answer[]}
	| {readonly case: 'kubectl'}
	/** The description of the image has its output. */
	| {readonly case: 'tool'; readonly answer: ToolAnswer}
	/** The image's own program. */
	| {readonly case: 'own'; readonly image: Pick<Image, 'program' | 'listens' | 'opaque'>}
	/** A program that the machine simulates for all images. */
	| {readonly case: 'simulated'; readonly run: Program}
	| {readonly case: 'network'; readonly run: NetworkProgram}
	/** A program that is assumed to work, with an unknown result. */
	| {readonly case: 'assumed'}
	/** A script among the files, or a program that is not known. */
	| {readonly case: 'file'};

/** Programs that fail where a file is missing. */
const readers = /^(?:ls|cp|mv|cat|head|tail|stat|chmod|chown|ln|find|tar|unzip|du)$/;

/** Whether a name is that of kubectl, which few images have. */
const hasKubectl = ({known, anyPort}: ProgramsOfImage, name: string): boolean =>
	baseName(name) === 'kubectl' && (known?.programs['kubectl'] !== undefined || anyPort === true);

/** A program that the image describes: a tool, a program that prints its help, or one of its own. */
const describedChoice = (image: Image, words: readonly string[], imageName: string): ProgramChoice | undefined => {
	const [name = '', firstArgument = ''] = words;
	const described = image.known?.programs[baseName(name)];
	const answer = toolAnswer(image, words, imageName);
	const isMain = described !== undefined && !image.own;
	if (answer && !(isMain && answer.when === undefined)) {
		return {case: 'tool', answer};
	}

	if (described && /^-{1,2}(?:[hvV]|help|version)$/.test(firstArgument)) {
		return {case: 'assumed'};
	}

	if (described && !described.isSimulated) {
		return {case: 'own', image: programOf(image, words)};
	}

	const own = image.program?.name;
	return own !== undefined && (name === own || baseName(name) === own) ? {case: 'own', image} : undefined;
};

/** How a container runs a command line. The answers of its scenario precede the description of its image, which precedes the programs of all images. */
export const programChoice = (
	image: Image,
	words: readonly string[],
	{
		imageName,
		directory,
		mayBeOfImage,
	}: {
		/** The image's name, as the Pod writes it. */
		readonly imageName: string;
		readonly directory: string;
		/** Whether an argument is a path that may be part of the image, whose files are unknown. */
		readonly mayBeOfImage: (word: string) => boolean;
	},
): ProgramChoice => {
	const [name = '', ...args] = words;
	const scripted = image.exec?.find(({command}) => command === words.join(' '));
	if (scripted) {
		return {case: 'scripted', answers: scripted.answers};
	}

	if (hasKubectl(image, name)) {
		return {case: 'kubectl'};
	}

	const described = describedChoice(image, words, imageName);
	if (described) {
		return described;
	}

	const run = programNamed(programPath(directory, name));
	if (run) {
		return readers.test(baseName(name)) && args.some((word) => mayBeOfImage(word))
			? {case: 'assumed'}
			: {case: 'simulated', run};
	}

	const network = networkPrograms.get(baseName(name));
	return network ? {case: 'network', run: network} : {case: 'file'};
};

/**
Whether an image has a program with a name.

@param mayBeThere whether an unknown image may have the path, or another program may have created it

@param hasInstalled whether software was installed, after which any program may exist
*/
export const hasProgram = (
	image: ProgramsOfImage,
	name: string,
	mayBeThere: (path: string) => boolean,
	hasInstalled: boolean,
): boolean => {
	const own = baseName(name);
	return (
		(image.program?.name !== undefined && (name === image.program.name || own === image.program.name)) ||
		image.known?.programs[own] !== undefined ||
		image.tools?.[own] !== undefined ||
		(image.anyPort === true && (!name.includes('/') || mayBeThere(name))) ||
		hasInstalled ||
		(image.exec?.some(({command}) => command === name || command.startsWith(`${name} `)) ?? false) ||
		(image.shell !== false &&
			image.known?.lacks?.includes(own) !== true &&
			(programNamed(name) !== undefined || networkPrograms.has(own)))
	);
};

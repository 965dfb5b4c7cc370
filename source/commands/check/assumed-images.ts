import {knownImages} from '../../cluster.js';
import {parseImageReference} from '../../objects/image-reference.js';
import {nestedSlice, nestedString} from '../../objects/unstructured.js';
import type {Scenario} from '../../scenario/scenario.js';
import {podSpecOf} from './assumed-pools.js';
import type {GivenDocument} from './given-documents.js';

/** An image that a document forbids the kubelet to pull. */
export interface AssumedImage {
	readonly by: GivenDocument;
	readonly name: string;
}

const neverPulled = (document: GivenDocument): readonly string[] => {
	const spec = podSpecOf(document);
	return [...nestedSlice(spec, 'initContainers'), ...nestedSlice(spec, 'containers')].flatMap((container) =>
		nestedString(container, 'imagePullPolicy') === 'Never' ? (nestedString(container, 'image') ?? []) : [],
	);
};

/** Whether a registry has an image under this name: then `Never` is no sign of a build of the user's own. */
const isPublic = (name: string): boolean => {
	const reference = parseImageReference(name);
	const names =
		typeof reference === 'string' ? [] : [reference.repository, `${reference.registry}/${reference.repository}`];
	return knownImages().some((image) => image.names.some((one) => names.includes(one)));
};

/** The images of the user's own with `imagePullPolicy: Never`: their author has loaded them into the nodes. */
export const assumedImages = (documents: readonly GivenDocument[]): readonly AssumedImage[] => {
	const found = new Map<string, AssumedImage>();
	for (const by of documents) {
		for (const name of neverPulled(by)) {
			if (!found.has(name) && !isPublic(name)) {
				found.set(name, {by, name});
			}
		}
	}

	return [...found.values()];
};

/** A scenario whose nodes have these images. */
export const withNodeImages = (scenario: Scenario, names: readonly string[]): Scenario =>
	names.length === 0
		? scenario
		: {...scenario, nodes: scenario.nodes.map((node) => ({...node, images: [...(node.images ?? []), ...names]}))};

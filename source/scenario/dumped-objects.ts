import {isObject, type KubernetesObject} from '../objects/kubernetes-object.js';
import {errorText} from '../kernel/error-text.js';

/** A line that is not an object. */
export class NoObject extends Error {
	/** @param line counts from 1. */
	constructor(
		readonly line: number,
		message: string,
	) {
		super(message);
	}
}

/** Objects in a scenario file: each on a separate line, as JSON. */
export const printObjects = (objects: readonly KubernetesObject[]): string =>
	objects.map((object) => `${JSON.stringify(object)}\n`).join('');

const readLine = (text: string, line: number): KubernetesObject => {
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch (error) {
		throw new NoObject(line, errorText(error));
	}

	if (!isObject(value) || typeof value.metadata.name !== 'string') {
		throw new NoObject(line, 'this is not a Kubernetes object');
	}

	return value;
};

/** @throws {NoObject} at the first line that is not an object. */
export const readObjects = (text: string): readonly KubernetesObject[] =>
	text.split('\n').flatMap((line, index) => (line.trim() === '' ? [] : [readLine(line, index + 1)]));

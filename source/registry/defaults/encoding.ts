import {encodingFacts} from './encoding-facts.js';

/** How a field is encoded when it is empty; the signs are explained with the facts. */
export type EncodingMark = '~' | '"' | '0' | '!' | '%' | '{' | '*';

const types = new Map<string, ReadonlyMap<string, EncodingMark>>();
for (const line of encodingFacts.trim().split('\n')) {
	const colon = line.indexOf(': ');
	const fields = line.slice(colon + 2).split(' ');
	types.set(
		line.slice(0, colon),
		new Map(fields.map((field) => [field.slice(0, -1), field.slice(-1) as EncodingMark])),
	);
}

/** `io.k8s.api.core.v1.Pod` → `core.v1.Pod`. */
export const shortTypeName = (id: string): string => id.replace(/^io\.k8s\.(api\.|[a-z-]+\.pkg\.apis\.)?/, '');

/** The fields of a type, named as its schema is, that are not simply left out when they are empty. */
export const encodingOf = (id: string): ReadonlyMap<string, EncodingMark> | undefined => types.get(shortTypeName(id));

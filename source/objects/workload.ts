import type {PodTemplateSpec} from './kubernetes.generated.js';

// No vowels and no look-alikes, so that hashes spell no words: the alphabet of k8s.io/apimachinery/pkg/util/rand.
const alphabet = 'bcdfghjklmnpqrstvwxz2456789';

const mixed = (text: string, seed: number): number => {
	let hash = seed;
	for (let index = 0; index < text.length; index++) {
		hash = Math.imul(hash ^ text.charCodeAt(index), 0x01_00_01_93);
	}

	return hash >>> 0;
};

const encoded = (number: number): string =>
	[...String(number)].map((digit) => alphabet[digit.charCodeAt(0) % alphabet.length]).join('');

/** Text of a JSON value that does not depend on the order of keys. */
const stable = (value: unknown): string => {
	if (typeof value !== 'object' || value === null) {
		return JSON.stringify(value) ?? '';
	}

	if (Array.isArray(value)) {
		return `[${value.map((item) => stable(item)).join(',')}]`;
	}

	const record = value as Readonly<Record<string, unknown>>;
	return `{${Object.keys(record)
		.filter((key) => record[key] !== undefined)
		.sort()
		.map((key) => `${JSON.stringify(key)}:${stable(record[key])}`)
		.join(',')}}`;
};

/**
A short stable hash of any JSON value in the alphabet of generated names, 8 to 10 characters. Equal values have equal hashes, whatever the order of their keys.

Simplified: upstream hashes a dump of the Go struct; the values differ, the shape does not.
*/
export const hashOf = (value: unknown, collisionCount?: number): string => {
	const text = stable(value) + (collisionCount ? `#${collisionCount}` : '');
	const hash = mixed(text, 0x81_1c_9d_c5);
	return encoded(hash < 10_000_000 ? hash + 4_000_000_000 - 10_000_000 : hash);
};

const hashes = new WeakMap<object, string>();

/**
The `pod-template-hash` of a template.

@param collisionCount of the Deployment's status: another one gives another hash.
@mirrors k8s.io/kubernetes/pkg/controller ComputeHash
*/
export const podTemplateHash = (template: PodTemplateSpec, collisionCount = 0): string => {
	if (collisionCount > 0) {
		return hashOf(template, collisionCount);
	}

	let hash = hashes.get(template);
	if (hash === undefined) {
		hash = hashOf(template);
		if (Object.isFrozen(template)) {
			hashes.set(template, hash);
		}
	}

	return hash;
};

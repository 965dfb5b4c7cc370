import {dumpForHash} from './go-dump.js';
import type {PodTemplateSpec} from './kubernetes.generated.js';

// No vowels and no look-alikes, so that hashes spell no words: the alphabet of k8s.io/apimachinery/pkg/util/rand.
const alphabet = 'bcdfghjklmnpqrstvwxz2456789';

const offset = 0x81_1c_9d_c5;
const prime = 0x01_00_01_93;

/** FNV-1a of 32 bits. */
const fnv1a = (bytes: Uint8Array, start = offset): number => {
	let hash = start;
	for (let index = 0; index < bytes.length; index++) {
		hash = Math.imul(hash ^ (bytes[index] ?? 0), prime);
	}

	return hash >>> 0;
};

/** 32-bit FNV-1, with multiplication before XOR. */
const fnv1 = (bytes: Uint8Array): number => {
	let hash = offset;
	for (let index = 0; index < bytes.length; index++) {
		hash = Math.imul(hash, prime) ^ (bytes[index] ?? 0);
	}

	return hash >>> 0;
};

/** @mirrors k8s.io/apimachinery/pkg/util/rand SafeEncodeString */
const encoded = (number: number): string =>
	[...String(number)].map((digit) => alphabet[digit.charCodeAt(0) % alphabet.length]).join('');

/** The hash of a template's dump. */
export const templateTextHash = (text: string): string => encoded(fnv1a(Buffer.from(text)));

/** The state of a template's hash before the collision count is added: frozen templates are hashed once. */
const hashes = new WeakMap<object, number>();

const templateHash = (template: PodTemplateSpec): number => {
	let hash = hashes.get(template);
	if (hash === undefined) {
		hash = fnv1a(Buffer.from(dumpForHash('io.k8s.api.core.v1.PodTemplateSpec', template)));
		if (Object.isFrozen(template)) {
			hashes.set(template, hash);
		}
	}

	return hash;
};

/** The label that tells ReplicaSets of one Deployment, and their Pods, apart. */
export const podTemplateHashLabel = 'pod-template-hash';

/**
The `pod-template-hash` of a template.

@param collisionCount of the owner's status: a different count gives a different hash, and 0 differs from `undefined`.
@mirrors k8s.io/kubernetes/pkg/controller ComputeHash
*/
export const podTemplateHash = (template: PodTemplateSpec, collisionCount?: number): string => {
	const hash = templateHash(template);
	if (collisionCount === undefined) {
		return encoded(hash);
	}

	const bytes = Buffer.alloc(8);
	bytes.writeUInt32LE(collisionCount);
	return encoded(fnv1a(bytes, hash));
};

const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

const escapes: Readonly<Record<string, string>> = {
	'<': String.raw`\u003c`,
	'>': String.raw`\u003e`,
	'&': String.raw`\u0026`,
	'\u2028': String.raw`\u2028`,
	'\u2029': String.raw`\u2029`,
};

/** Plain data as Go's JSON: keys sorted, HTML characters escaped. */
const goJson = (value: unknown): string => {
	if (Array.isArray(value)) {
		return `[${value.map((item) => goJson(item)).join(',')}]`;
	}

	if (typeof value !== 'object' || value === null) {
		return (JSON.stringify(value) ?? 'null').replaceAll(
			/[<>&\u2028\u2029]/g,
			(character) => escapes[character] ?? character,
		);
	}

	const fields = Object.entries(value).filter(([, one]) => one !== undefined);
	return `{${fields
		.sort(([a], [b]) => byBytes(a, b))
		.map(([key, one]) => `${goJson(key)}:${goJson(one)}`)
		.join(',')}}`;
};

/**
The hash in the name of a StatefulSet's revision.

@param data the revision's content.
@mirrors k8s.io/kubernetes/pkg/controller/history HashControllerRevision
*/
export const revisionHash = (data: unknown, collisionCount: number): string =>
	encoded(fnv1(Buffer.from(goJson(data) + String(collisionCount))));

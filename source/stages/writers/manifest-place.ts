import type {Stop} from '../../kernel/stop.js';
import {memoised} from '../../kernel/memoised.js';
import {isRecord} from '../../kernel/record.js';
import {readManifests, type Manifest} from '../../go/yaml/yaml.js';
import {nestedField} from '../../objects/unstructured.js';
import {isStopOf} from '../stop-of.js';
import type {Stops} from './in-flight.js';

/** The place where the user wrote a field. */
interface ManifestPlace {
	readonly file: string;
	/** The line, from 1. */
	readonly line: number;
}

const documents = memoised((text: string): readonly Manifest[] => {
	try {
		return readManifests(text, '').documents;
	} catch {
		return [];
	}
}, 64);

/** The fields that identify an item in most of the API's lists. */
const identities = ['name', 'mountPath', 'containerPort', 'port', 'key', 'type', 'ip'] as const;

const identityOf = (item: unknown): string | undefined => {
	const field = isRecord(item) ? identities.find((name) => item[name] !== undefined) : undefined;
	return isRecord(item) && field !== undefined ? `${field} ${String(item[field])}` : undefined;
};

/** The item of the user's list that became this one. */
const sameItem = (written: readonly unknown[], item: unknown, index: number): number => {
	const identity = identityOf(item);
	if (identity !== undefined) {
		return written.findIndex((candidate) => identityOf(candidate) === identity);
	}

	return index in written ? index : -1;
};

/** The path in the manifest of the value at `path` in the object; `undefined` if the manifest does not have it. */
const pathWritten = (
	manifest: unknown,
	object: unknown,
	path: ReadonlyArray<string | number>,
): ReadonlyArray<string | number> | undefined => {
	const found: Array<string | number> = [];
	let written = manifest;
	let at = object;
	for (const part of path) {
		if (Array.isArray(written) && Array.isArray(at)) {
			const index = sameItem(written, at[Number(part)], Number(part));
			if (index === -1) {
				return undefined;
			}

			found.push(index);
			written = written[index];
			at = at[Number(part)];
		} else if (isRecord(written) && part in written) {
			found.push(part);
			written = written[part];
			at = isRecord(at) ? at[part] : undefined;
		} else {
			return undefined;
		}
	}

	return found;
};

/** The document that a kubectl process read for this object. */
const documentOf = (stops: Stops, decode: Stop, object: unknown) => {
	const kind = isRecord(object) ? object['kind'] : undefined;
	const name = nestedField(object, 'metadata', 'name');
	for (let step = decode.step - 1; step >= 0; step--) {
		const stop = stops.get(step);
		if (stop?.process !== decode.process) {
			continue;
		}

		const facts = isStopOf(stop, 'kubectl.parse') ? stop.facts : undefined;
		if (facts?.case === 'document' && facts.objectKind === kind && facts.objectName === name) {
			return facts;
		}

		if (stop.stage === 'kubectl.kubeconfig') {
			break;
		}
	}

	return undefined;
};

/**
The place of a field in the user's manifest; `undefined` if it is not in it.

@param decode the stop at which the apiserver reads kubectl's body.
@param object the object as sent; `path` is the path of the field in it.
*/
export const manifestPlace = (
	stops: Stops,
	decode: Stop,
	object: unknown,
	path: ReadonlyArray<string | number>,
): ManifestPlace | undefined => {
	const facts = documentOf(stops, decode, object);
	const manifest = facts && documents(facts.input).find(({line}) => line === facts.line);
	const written = manifest && pathWritten(manifest.object, object, path);
	return facts && manifest && written ? {file: facts.file, line: manifest.positionOf(written).line} : undefined;
};

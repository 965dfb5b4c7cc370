import {applyJSONPatch, type JSONPatchOperation} from '../../../objects/json-patch.js';
import {applyMergePatch} from '../../../objects/merge-patch.js';
import {schemaOfKind} from '../../../objects/schema.js';
import {applyStrategicMergePatch} from '../../../objects/strategic-merge-patch.js';
import {CommandFailure} from '../../failure.js';
import type {Invocation} from '../../invocation.js';
import type {Unstructured} from '../../unstructured.js';

/**
A generated object with what `--overrides` says, as a patch of `--override-type`.

@throws {CommandFailure} for a type that does not exist and for what is no patch.
@mirrors kubectl/pkg/cmd/util OverrideOptions
*/
export const overridden = ({flags}: Invocation, object: Unstructured): Unstructured => {
	const text = flags.text('overrides');
	if (text === '') {
		return object;
	}

	const type = flags.text('override-type') || 'merge';
	if (!['json', 'merge', 'strategic'].includes(type)) {
		throw new CommandFailure(`invalid override type: ${type}`);
	}

	let patch: unknown;
	try {
		patch = JSON.parse(text);
	} catch {
		throw new CommandFailure('Invalid JSON Patch');
	}

	try {
		return (
			type === 'json'
				? applyJSONPatch(object, patch as readonly JSONPatchOperation[])
				: type === 'merge'
					? applyMergePatch(object, patch)
					: applyStrategicMergePatch(object, patch, schemaOfKind(object.apiVersion!, object.kind!))
		) as Unstructured;
	} catch (error) {
		throw new CommandFailure((error as Error).message);
	}
};

/**
A whole number as Go's `strconv.Atoi` reads it.

@throws {CommandFailure} in its words.
*/
export const atoi = (text: string): number => {
	if (!/^[+-]?\d+$/.test(text)) {
		throw new CommandFailure(`strconv.Atoi: parsing ${JSON.stringify(text)}: invalid syntax`);
	}

	return Number(text);
};

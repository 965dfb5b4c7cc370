import {applyJSONPatch} from '../../../objects/json-patch.js';
import {applyMergePatch} from '../../../objects/merge-patch.js';
import {schemaOfKind} from '../../../objects/schema.js';
import {applyStrategicMergePatch} from '../../../objects/strategic-merge-patch/apply.js';
import {CommandFailure, messageOf} from '../../failure.js';
import type {Invocation} from '../../invocation.js';
import {unstructuredOf, type Unstructured} from '../../../objects/unstructured.js';

/**
A generated object with the patch of `--overrides`, of the type in `--override-type`.

@throws {CommandFailure} for an unknown type and for an invalid patch.
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

	const {apiVersion = '', kind = ''} = object;
	try {
		switch (type) {
			case 'json': {
				return unstructuredOf(applyJSONPatch(object, patch));
			}

			case 'merge': {
				return unstructuredOf(applyMergePatch(object, patch));
			}

			default: {
				return unstructuredOf(applyStrategicMergePatch(object, patch, schemaOfKind(apiVersion, kind)));
			}
		}
	} catch (error) {
		throw new CommandFailure(messageOf(error));
	}
};

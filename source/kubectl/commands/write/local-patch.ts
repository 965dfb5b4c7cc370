import {applyJSONPatch} from '../../../objects/json-patch.js';
import {applyMergePatch} from '../../../objects/merge-patch.js';
import {schemaOfKind} from '../../../objects/schema.js';
import {applyStrategicMergePatch} from '../../../objects/strategic-merge-patch/apply.js';
import {unstructuredOf, type Unstructured} from '../../../objects/unstructured.js';
import {CommandFailure, messageOf} from '../../failure.js';

export const patchTypes = ['json', 'merge', 'strategic'] as const;
export type PatchType = (typeof patchTypes)[number];

/** The patched object, computed without the server. @throws {CommandFailure} for a patch that does not fit it. */
export const patchedHere = (object: Unstructured, type: PatchType, patch: unknown): Unstructured => {
	try {
		if (type === 'json') {
			return unstructuredOf(applyJSONPatch(object, patch));
		}

		if (type === 'merge') {
			return unstructuredOf(applyMergePatch(object, patch));
		}
	} catch (error) {
		throw new CommandFailure(messageOf(error));
	}

	const {apiVersion = '', kind = ''} = object;
	const schema = schemaOfKind(apiVersion, kind);
	if (!schema) {
		const [version, group = ''] = apiVersion.split('/').reverse();
		throw new CommandFailure(
			`strategic merge patch is not supported for ${group}/${version}, Kind=${kind} locally, try --type merge`,
		);
	}

	return unstructuredOf(applyStrategicMergePatch(object, patch, schema));
};

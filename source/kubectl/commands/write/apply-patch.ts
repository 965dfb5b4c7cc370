import {schemaOfKind} from '../../../objects/schema.js';
import {createThreeWayPatch} from '../../../objects/strategic-merge-patch/create.js';
import type {Fields} from '../../../kernel/record.js';
import {nestedMap, type Unstructured} from '../../../objects/unstructured.js';
import {lastApplied} from '../../../objects/last-applied.js';

/** The patch that gives the server's object its desired state: fields added or changed, and fields removed since the last apply. */
export const patchFor = (modified: Unstructured, current: Unstructured): Fields => {
	const {apiVersion = '', kind = ''} = modified;
	const text = current.metadata?.annotations?.[lastApplied];
	const original = text === undefined ? {} : nestedMap(JSON.parse(text));
	return createThreeWayPatch(original, modified, current, schemaOfKind(apiVersion, kind));
};

/** A kind that kubectl does not have built in is patched as plain JSON. */
export const patchTypeOf = ({apiVersion = '', kind = ''}: Unstructured): 'strategic-merge' | 'merge' =>
	schemaOfKind(apiVersion, kind) ? 'strategic-merge' : 'merge';

import {asObject, type KubernetesObject} from '../../objects/kubernetes-object.js';
import type {Resource} from '../../objects/resources.js';
import {intakeOf, intakeOfKind} from '../../registry/intake.js';
import {
	applyJSONPatch,
	CopiedBytes,
	CopySizeError,
	JSONPatchError,
	type JSONPatchOperation,
} from '../../objects/json-patch.js';

/** A patch that does not apply; the message is that of upstream's library. */
export class PatchError extends Error {
	override name = 'PatchError';

	constructor(
		message: string,
		/** True if an operation `test` failed. */
		readonly testFailed: boolean,
	) {
		super(message);
	}
}

/** @mirrors github.com/evanphx/json-patch v4 */
const words = ({op, path, from}: JSONPatchOperation, {message}: Error): string => {
	const key = path.split('/').at(-1) ?? '';
	switch (op) {
		case 'add': {
			return message.includes('index')
				? `error in add for path: '${path}': Unable to access invalid index: ${key}: invalid index referenced`
				: `add operation does not apply: doc is missing path: ${JSON.stringify(path)}: missing value`;
		}

		case 'remove': {
			return message.startsWith('unable to remove')
				? `error in remove for path: '${path}': Unable to remove nonexistent key: ${key}: missing value`
				: `remove operation does not apply: doc is missing path: ${JSON.stringify(path)}: missing value`;
		}

		case 'replace': {
			return message.includes('index')
				? `replace operation does not apply: doc is missing key: ${path}: missing value`
				: `replace operation does not apply: doc is missing path: ${path}: missing value`;
		}

		case 'move':
		case 'copy': {
			return `${op} operation does not apply: doc is missing from path: ${from ?? ''}: missing value`;
		}

		case 'test': {
			return `testing value ${path} failed: test failed`;
		}

		default: {
			return `Unexpected kind: ${op}`;
		}
	}
};

/** @throws {PatchError} for the first operation that does not apply. */
export const patched = (object: KubernetesObject, operations: readonly JSONPatchOperation[]): KubernetesObject => {
	let document: unknown = object;
	const copied = new CopiedBytes();
	for (const operation of operations) {
		try {
			document = applyJSONPatch(document, [operation], copied);
		} catch (error) {
			if (!(error instanceof JSONPatchError)) {
				throw error;
			}

			throw new PatchError(
				error instanceof CopySizeError ? error.message : words(operation, error),
				operation.op === 'test',
			);
		}
	}

	return asObject(document);
};

/**
The changed object, typed and defaulted as every API object.

@param resource of a custom kind, which its definition describes.
@throws {Error} with Go's words for a value that does not fit the kind.
*/
export const completed = (
	changed: KubernetesObject,
	validation: 'Strict' | 'Ignore',
	resource?: Resource,
): KubernetesObject => {
	const intake = resource?.custom ? intakeOf(resource) : intakeOfKind(changed.apiVersion, changed.kind);
	const decoded = intake.decode({...changed}, validation);
	if (decoded.error !== undefined) {
		throw new Error(decoded.error);
	}

	return intake.setDefaults(asObject(decoded.object));
};

import {setKey} from '../go/json.js';
import {equal} from '../kernel/equality.js';
import {isRecord} from '../kernel/record.js';

/** One operation of a JSON patch (RFC 6902). */
export interface JSONPatchOperation {
	readonly op: string;
	readonly path: string;
	readonly from?: string;
	readonly value?: unknown;
}

/** A patch that cannot be applied: the server answers 422 and, as upstream, does not say why. */
export class JSONPatchError extends Error {
	override name = 'JSONPatchError';
}

/** The `copy` operations of a patch add more than the apiserver allows. */
export class CopySizeError extends JSONPatchError {}

/** The most bytes of JSON that `copy` operations of one patch may add: 3 MiB, the apiserver's JSONPatchMaxCopyBytes. */
const maxCopyBytes = 3 * 1024 * 1024;

/** Counts the size that the `copy` operations of one patch add: a few copies of the whole document double it each time. */
export class CopiedBytes {
	#bytes = 0;

	/** @throws {CopySizeError} when it is too much. */
	add(value: unknown): void {
		this.#bytes += new TextEncoder().encode(JSON.stringify(value) ?? '').length;
		if (this.#bytes > maxCopyBytes) {
			throw new CopySizeError(
				`Unable to complete the copy, the accumulated size increase of copy is ${this.#bytes}, exceeding the limit ${maxCopyBytes}`,
			);
		}
	}
}

type Container = Readonly<Record<string, unknown>> | readonly unknown[];

const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null;

const fail = (path: string, why: string): never => {
	throw new JSONPatchError(`${why}: ${JSON.stringify(path)}`);
};

/** Parts of a JSON pointer. */
const parts = (path: string): string[] => {
	if (path === '') {
		return [];
	}

	if (path.startsWith('/')) {
		return path
			.slice(1)
			.split('/')
			.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
	}

	return fail(path, 'not a JSON pointer');
};

const indexOf = (list: readonly unknown[], part: string, path: string, last: number): number => {
	const index = /^-?\d+$/.test(part) ? Number(part) : fail(path, 'not an index');
	const from = index < 0 ? index + list.length : index;
	return from >= 0 && from <= last ? from : fail(path, 'index out of bounds');
};

const lookUp = (document: unknown, path: string): unknown => {
	let value = document;
	for (const part of parts(path)) {
		if (Array.isArray(value)) {
			value = value[indexOf(value, part, path, value.length - 1)] as unknown;
		} else if (isContainer(value) && Object.hasOwn(value, part)) {
			value = (value as Readonly<Record<string, unknown>>)[part];
		} else {
			return fail(path, 'no such path');
		}
	}

	return value;
};

/** Copies the path to a place and changes the container that holds it. */
const change = (
	document: unknown,
	path: string,
	edit: (container: Record<string, unknown> | unknown[], part: string) => void,
	depth = 0,
	split = parts(path),
): unknown => {
	if (!isContainer(document)) {
		return fail(path, 'no such path');
	}

	const copy = Array.isArray(document) ? [...document] : {...(document as Readonly<Record<string, unknown>>)};
	const part = split[depth] ?? '';
	if (depth === split.length - 1) {
		edit(copy, part);
		return copy;
	}

	if (Array.isArray(copy)) {
		const index = indexOf(copy, part, path, copy.length - 1);
		copy[index] = change(copy[index], path, edit, depth + 1, split);
	} else {
		if (!Object.hasOwn(copy, part)) {
			fail(path, 'no such path');
		}

		setKey(copy, part, change(copy[part], path, edit, depth + 1, split));
	}

	return copy;
};

const add = (document: unknown, path: string, value: unknown): unknown =>
	path === ''
		? value
		: change(document, path, (container, part) => {
				if (Array.isArray(container)) {
					const index = part === '-' ? container.length : indexOf(container, part, path, container.length);
					container.splice(index, 0, value);
				} else {
					setKey(container, part, value);
				}
			});

const remove = (document: unknown, path: string): unknown =>
	change(document, path, (container, part) => {
		if (Array.isArray(container)) {
			container.splice(indexOf(container, part, path, container.length - 1), 1);
		} else if (Object.hasOwn(container, part)) {
			delete container[part];
		} else {
			fail(path, 'unable to remove nonexistent key');
		}
	});

const replace = (document: unknown, path: string, value: unknown): unknown =>
	path === ''
		? value
		: change(document, path, (container, part) => {
				if (Array.isArray(container)) {
					container[indexOf(container, part, path, container.length - 1)] = value;
				} else {
					// As upstream's library: a key that was not there is added.
					setKey(container, part, value);
				}
			});

const operate = (document: unknown, {op, path, from, value}: JSONPatchOperation, copied: CopiedBytes): unknown => {
	switch (op) {
		case 'add': {
			return add(document, path, value ?? null);
		}

		case 'remove': {
			return path === '' ? fail(path, 'cannot remove the document') : remove(document, path);
		}

		case 'replace': {
			return replace(document, path, value ?? null);
		}

		case 'move': {
			const moved = lookUp(document, from ?? '');
			return add(remove(document, from ?? ''), path, moved);
		}

		case 'copy': {
			const found = lookUp(document, from ?? '');
			copied.add(found);
			return add(document, path, found);
		}

		case 'test': {
			let found: unknown;
			try {
				found = lookUp(document, path);
			} catch (error) {
				// Testing for null is testing for absence.
				if (!(error instanceof JSONPatchError) || (value ?? null) !== null) {
					throw error;
				}
			}

			return equal(found ?? null, value ?? null) ? document : fail(path, 'testing value failed');
		}

		default: {
			return fail(op, 'unexpected kind of operation');
		}
	}
};

const isOperation = (value: unknown): value is JSONPatchOperation =>
	isRecord(value) && typeof value['op'] === 'string' && typeof value['path'] === 'string';

/**
Applies a JSON patch; shares unchanged parts.

@param operations unchecked, from the user: they are validated here.
@param copied the bytes that earlier operations of the patch have copied.
@throws JSONPatchError for the first operation that does not apply; no operation is applied then.
*/
export const applyJSONPatch = (target: unknown, operations: unknown, copied = new CopiedBytes()): unknown => {
	if (!Array.isArray(operations)) {
		return fail('', 'not a list of operations');
	}

	let document = target;
	for (const operation of operations) {
		document = isOperation(operation) ? operate(document, operation, copied) : fail('', 'operation without op or path');
	}

	return document;
};

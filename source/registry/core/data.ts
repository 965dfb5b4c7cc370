import {forbidden} from '../../objects/field-error.js';
import type {ConfigMap, Secret} from '../../objects/kubernetes.generated.js';
import type {Errors} from '../validation/checks.js';
import {semanticEqual} from '../../kernel/equality.js';

export const maximumBytes = 1024 * 1024;

/** Size of the data that a base64 text encodes. */
export const decodedBytes = (text: string): number => Math.floor((text.replace(/=+$/, '').length * 3) / 4);

export type Data = Readonly<Record<string, string>> | undefined;

/** Immutable data never changes. */
export const checkFrozen = (
	errors: Errors,
	object: ConfigMap | Secret,
	old: ConfigMap | Secret,
	names: readonly string[],
): void => {
	if (!old.immutable) {
		return;
	}

	const detail = 'field is immutable when `immutable` is set';
	if (!object.immutable) {
		errors.push(forbidden('immutable', detail));
	}

	for (const name of names) {
		if (!semanticEqual(Reflect.get(object, name) ?? {}, Reflect.get(old, name) ?? {})) {
			errors.push(forbidden(name, detail));
		}
	}
};

export const size = (value: object | undefined): number => Object.keys(value ?? {}).length;

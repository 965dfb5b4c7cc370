import {invalid, type FieldError} from '../../objects/field-error.js';
import {goText} from '../../go/print.js';
import type {CustomResourceSubresourceScale} from '../../objects/kubernetes.generated.js';
import {isRecord} from '../../kernel/record.js';

const most = 2 ** 31 - 1;

const goTypeOf = (value: unknown): string => {
	if (Array.isArray(value)) {
		return '[]interface {}';
	}

	switch (typeof value) {
		case 'number': {
			return Number.isInteger(value) ? 'int64' : 'float64';
		}

		case 'boolean': {
			return 'bool';
		}

		case 'string': {
			return 'string';
		}

		default: {
			return value === null ? '<nil>' : 'map[string]interface {}';
		}
	}
};

interface Found {
	readonly value?: unknown;
	/** Why the value is missing. */
	readonly error?: string;
}

/** @mirrors k8s.io/apimachinery/pkg/apis/meta/v1/unstructured NestedFieldNoCopy */
const nested = (object: unknown, path: string, type: string): Found => {
	const names = path.replace(/^\./, '').split('.');
	let value = object;
	for (const [index, name] of names.entries()) {
		// A null has no fields, which is not an error.
		if (value === null) {
			return {};
		}

		if (!isRecord(value)) {
			return {error: wrongType(names.slice(0, index + 1), value, 'map[string]interface{}')};
		}

		value = value[name];
		if (value === undefined) {
			return {};
		}
	}

	return goTypeOf(value) === type ? {value} : {error: wrongType(names, value, type)};
};

const wrongType = (names: readonly string[], value: unknown, expected: string): string =>
	`.${names.join('.')} accessor error: ${goText(value)} is of the type ${goTypeOf(value)}, expected ${expected}`;

const checkCount = (errors: FieldError[], object: unknown, path: string): void => {
	const {value = 0, error} = nested(object, path, 'int64');
	if (error !== undefined) {
		errors.push(invalid(path, 0, error));
	} else if ((value as number) < 0) {
		errors.push(invalid(path, value, 'should be a non-negative integer'));
	} else if ((value as number) > most) {
		errors.push(invalid(path, value, `should be less than or equal to ${most}`));
	}
};

/**
Values that the Scale of an object could not express.

@param statusOnly the update changes only the status, not the desired state.
@mirrors k8s.io/apiextensions-apiserver/pkg/registry/customresource customResourceValidator.ValidateScaleSpec, ValidateScaleStatus
*/
export const checkScalePaths = (
	errors: FieldError[],
	object: unknown,
	scale: CustomResourceSubresourceScale | undefined,
	statusOnly = false,
): void => {
	if (!scale) {
		return;
	}

	if (!statusOnly) {
		checkCount(errors, object, scale.specReplicasPath);
	}

	checkCount(errors, object, scale.statusReplicasPath);
	if (scale.labelSelectorPath !== undefined) {
		const {error} = nested(object, scale.labelSelectorPath, 'string');
		if (error !== undefined) {
			errors.push(invalid(scale.labelSelectorPath, '', error));
		}
	}
};

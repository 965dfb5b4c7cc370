import {elementsOf, Struct, type Value} from '../../../cel/value.js';

/**
The first constructed value whose type does not match the path of its field: `Object.spec.wrong` at `spec.selector`.

@mirrors ObjectVal.CheckTypeNamesMatchFieldPathNames
*/
export const misnamed = (value: Value, path: string): string | undefined => {
	if (value instanceof Struct) {
		if (value.type !== path) {
			return `unexpected type name "${value.type}", expected "${path}", which matches field name path from root Object type`;
		}

		for (const [name, item] of value.fields) {
			const found = misnamed(item, `${path}.${name}`);
			if (found !== undefined) {
				return found;
			}
		}

		return undefined;
	}

	for (const item of elementsOf(value) ?? []) {
		const found = misnamed(item, path);
		if (found !== undefined) {
			return found;
		}
	}

	return undefined;
};

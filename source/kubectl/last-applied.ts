import {goJSON} from '../go/encode-json.js';
import {inGoOrder} from '../objects/field-order.js';
import {withValue, type Unstructured} from '../objects/unstructured.js';
import {lastApplied} from '../objects/last-applied.js';

/**
The object with the user's configuration in its annotation, so that the next apply detects removed fields.

@param options `typed`: the command works with Go's types, so fields are in the order of the types.
@mirrors kubectl/pkg/util GetModifiedConfiguration
*/
export const withLastApplied = (object: Unstructured, options: {readonly typed?: boolean} = {}): Unstructured => {
	const bare = withValue(object, ['metadata', 'annotations', lastApplied], undefined);
	const plain = withValue(bare, ['metadata', 'managedFields'], undefined);
	const text = options.typed ? typedText(plain) : plainText(plain);
	return withValue(plain, ['metadata', 'annotations', lastApplied], text);
};

const typedText = (object: Unstructured): string => {
	const hasAnnotations = Object.keys(object.metadata?.annotations ?? {}).length > 0;
	const shown = hasAnnotations ? object : withValue(object, ['metadata', 'annotations'], undefined);
	return `${goJSON(inGoOrder(shown), {inOrder: true})}\n`;
};

/** For an object without a Go type, the encoder keeps an empty map of annotations if the user's object has no annotations. */
const plainText = (object: Unstructured): string =>
	`${goJSON(withValue(object, ['metadata', 'annotations'], object.metadata?.annotations ?? {}))}\n`;

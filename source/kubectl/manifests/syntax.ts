import {JSONSyntaxError, readJSON} from '../../go/json.js';
import {yamlSyntaxError} from '../../go/yaml/syntax.js';
import {isRecord} from '../../kernel/record.js';
import {leadingObjects} from '../../go/yaml/json-stream.js';

/** The error of the JSON reader about the text behind the objects that it has read; the reader of either format adds its place. */
const jsonFault = (whole: string): string => {
	const {parts, end} = leadingObjects(whole);
	const text = whole.slice(end);
	const messageFor = (length: number): string => {
		try {
			readJSON(text.slice(0, length));
			return '';
		} catch (error) {
			return error instanceof JSONSyntaxError ? error.message : '';
		}
	};
	const message = messageFor(text.length);
	if (message === '' || message === 'unexpected end of JSON input') {
		return 'unexpected EOF';
	}

	// The shortest beginning that fails in the same way ends at the place.
	let [low, high] = [0, text.length];
	while (low + 1 < high) {
		const middle = (low + high) >> 1;
		if (messageFor(middle) === message) {
			high = middle;
		} else {
			low = middle;
		}
	}

	return parts.length > 1 ? message : `json: offset ${end + high}: ${message}`;
};

/** Whether other text follows JSON objects. */
const hasMoreThanObjects = (text: string): boolean => {
	const {parts, end} = leadingObjects(text);
	return parts.length > 0 && end < text.length;
};

const documentsOf = (text: string): readonly string[] => text.split(/^---(?:[ \t].*)?(?:\n|$)/m);

/**
The message of kubectl about a file whose document begins like JSON but is not JSON; `undefined` for other files.

@mirrors apimachinery/pkg/util/yaml YAMLOrJSONDecoder
*/
export const jsonFile = (text: string): string | undefined => {
	const broken = documentsOf(text).find(
		(document) =>
			document.trimStart().startsWith('{') &&
			// Text that YAML would read as a mapping with a mapping as its key is invalid JSON.
			(yamlSyntaxError(document) !== undefined || /^\s*\{\s*\{/.test(document) || hasMoreThanObjects(document)),
	);
	return broken === undefined ? undefined : jsonFault(broken);
};

/** The message of Go's library about text without any document. */
export const emptyFault = (text: string): string | undefined =>
	documentsOf(text)
		.map((document) => yamlSyntaxError(document))
		.find((fault) => fault !== undefined);

const kindOf = (value: unknown): string => {
	if (Array.isArray(value)) {
		return 'array';
	}

	if (typeof value === 'boolean') {
		return 'bool';
	}

	return typeof value;
};

const textFields = ['name', 'generateName', 'namespace', 'uid', 'resourceVersion'];

/** The reason of a refusal, and the field that caused it. */
export interface Fault {
	readonly message: string;
	readonly path: readonly string[];
}

/**
Why kubectl does not accept an object: its metadata is malformed.

@mirrors apimachinery/pkg/apis/meta/v1/unstructured metadataOnlyObject
*/
export const metadataFault = ({metadata}: {readonly metadata?: unknown}): Fault | undefined => {
	if (metadata === undefined || metadata === null) {
		return undefined;
	}

	const cannot = (value: unknown, field: string, type: string, path: readonly string[] = []): Fault => ({
		message: `json: cannot unmarshal ${kindOf(value)} into Go struct field ${field} of type ${type}`,
		path: ['metadata', ...path],
	});
	if (!isRecord(metadata)) {
		return cannot(metadata, 'metadataOnlyObject.metadata', 'v1.ObjectMeta');
	}

	for (const field of textFields) {
		const value = metadata[field];
		if (value !== undefined && value !== null && typeof value !== 'string') {
			return cannot(value, `ObjectMeta.metadata.${field}`, 'string', [field]);
		}
	}

	for (const field of ['labels', 'annotations']) {
		const pairs = metadata[field];
		if (pairs === undefined || pairs === null) {
			continue;
		}

		if (!isRecord(pairs)) {
			return cannot(pairs, `ObjectMeta.metadata.${field}`, 'map[string]string', [field]);
		}

		const wrong = Object.entries(pairs).find(([, value]) => value !== null && typeof value !== 'string');
		if (wrong) {
			return cannot(wrong[1], `ObjectMeta.metadata.${field}`, 'string', [field, wrong[0]]);
		}
	}

	return undefined;
};

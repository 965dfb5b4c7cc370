import {hasKindsInItems, wireForm} from './negotiate.js';
import {isRecord} from '../../kernel/record.js';
import {fieldInGoOrder} from '../../objects/field-order.js';
import {metricsGroup} from '../../objects/resource-metrics.js';
import {groupVersionOf, resources} from '../../objects/resources.js';

/** The most characters that are cached; beyond that, the cache is emptied. */
const mostKept = 32_000_000;
/** Shorter texts cost less to write again than to cache. */
const shortest = 100;

/** Texts of parts of structs, and of maps: a custom resource shares its metadata with the struct `PartialObjectMetadata`. */
let texts = {ofStructs: new WeakMap<object, string>(), ofMaps: new WeakMap<object, string>()};
let kept = 0;

const makeRoom = (length: number): void => {
	if (kept > mostKept) {
		texts = {ofStructs: new WeakMap(), ofMaps: new WeakMap()};
		lines = new WeakMap();
		kept = 0;
	}

	kept += length;
};

type Fields = Readonly<Record<string, unknown>>;

/** The fields that an object of the API has first: Go embeds `TypeMeta`, then `ObjectMeta`. */
const firstOfStructs = ['kind', 'apiVersion', 'metadata'];

/** The API groups whose objects are structs in Go. */
const structGroups = new Set([
	...resources.map(({group}) => group),
	'meta.k8s.io',
	'apidiscovery.k8s.io',
	metricsGroup,
]);

/** Whether Go keeps an object as a map, as it does with custom resources: JSON then has its fields in alphabetical order. */
const isMap = ({apiVersion}: Fields): boolean =>
	typeof apiVersion === 'string' && apiVersion !== 'v1' && !structGroups.has(groupVersionOf(apiVersion).group);

/** The names of an object's fields in the order in which Go writes them. */
const namesInOrder = (object: Fields): readonly string[] => {
	const names = Object.keys(object);
	return isMap(object)
		? names.toSorted()
		: [...firstOfStructs.filter((name) => name in object), ...names.filter((name) => !firstOfStructs.includes(name))];
};

/** Text of a part of an object. A frozen part is from the ledger and never changes: thousands of watches and every list share its text. */
const partText = (part: unknown, name: string, object: Fields): string => {
	if (typeof part !== 'object' || part === null) {
		return JSON.stringify(part);
	}

	const type = isMap(object) ? undefined : object;
	if (!Object.isFrozen(part)) {
		return JSON.stringify(fieldInGoOrder(part, name, type));
	}

	const known = type ? texts.ofStructs : texts.ofMaps;
	let text = known.get(part);
	if (text === undefined) {
		text = JSON.stringify(fieldInGoOrder(part, name, type));
		if (text.length >= shortest) {
			makeRoom(text.length);
			known.set(part, text);
		}
	}

	return text;
};

const objectText = (
	object: Fields,
	leavesOut: (name: string) => boolean,
	textOf: (part: unknown, name: string, object: Fields) => string = partText,
): string => {
	let text = '';
	for (const name of namesInOrder(object)) {
		if (object[name] !== undefined && !leavesOut(name)) {
			text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${textOf(object[name], name, object)}`;
		}
	}

	return `{${text}}`;
};

const nothing = (): boolean => false;
const ofTheList = (name: string): boolean => name === 'kind' || name === 'apiVersion';

/** The JSON of an answer as it is sent: {@link wireForm} with the fields of each object in the order of Go. */
export const answerText = (body: unknown): string => {
	if (!isRecord(body)) {
		return JSON.stringify(body);
	}

	const {kind = '', items} = body as {readonly kind?: string; readonly items?: unknown};
	if (!Array.isArray(items) || !kind.endsWith('List')) {
		return objectText(body, nothing);
	}

	const hasKinds = hasKindsInItems(body);
	const itemTexts = (items as readonly Fields[]).map((item) => objectText(item, hasKinds ? nothing : ofTheList));
	const list = hasKinds ? (wireForm(body) as Fields) : body;
	return objectText(list, nothing, (value, name, object) =>
		name === 'items' ? `[${itemTexts.join(',')}]` : partText(value, name, object),
	);
};

/** The text of a small object, made at once; a large object's text is joined from parts, which lists share. */
const longestWhole = 1000;

/** The event of an object that many watches receive. */
interface Told {
	readonly type: string;
	readonly line: string;
}

let lines = new WeakMap<object, Told>();

/** The JSON of a watch event, and the end of its line. */
export const eventLine = ({type, object}: {readonly type: string; readonly object: unknown}): string => {
	if (!isRecord(object)) {
		return `${JSON.stringify({type, object})}\n`;
	}

	const known = lines.get(object);
	if (known?.type === type) {
		return known.line;
	}

	const line = `{"type":${JSON.stringify(type)},"object":${objectText(object, nothing)}}\n`;
	if (line.length <= longestWhole && Object.isFrozen(object)) {
		makeRoom(line.length);
		lines.set(object, {type, line});
	}

	return line;
};

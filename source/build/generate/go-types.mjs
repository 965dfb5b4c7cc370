// The Go structs that the API's objects are: fields in the order of their declaration, with Go's names and types. Schemas have keys, types and
// required fields; protobuf messages have the order and the embedded structs; go-exceptions.mjs has the rest.
import {
	declaredTwice,
	differentNames,
	initialisms,
	moved,
	namedCollections,
	namedTypes,
	notPointers,
	omitted,
	omitZero,
	pointerKeys,
	pointers,
	written,
} from './go-exceptions.mjs';

const messageOf = (id) => id.replace(/^io\.k8s\./, 'k8s.io.').replaceAll('-', '_');
const idOf = (message) => message.replace(/^k8s\.io\./, 'io.k8s.').replace(/(apiextensions|kube)_/, '$1-');
const referenceOf = (schema) => (schema.$ref ?? schema.allOf?.[0]?.$ref)?.split('/').at(-1);
const bareName = (id) => id.slice(id.lastIndexOf('.') + 1);
/** `core.v1.Pod` of `io.k8s.api.core.v1.Pod`. */
const shortName = (id) => id.split('.').slice(-3).join('.');
const lettersOf = (text) => text.toLowerCase().replaceAll(/[^a-z\d]/g, '');

const namedByField = new Map(
	Object.entries(namedTypes).flatMap(([type, fields]) => fields.split(/\s+/).map((field) => [field, type])),
);

/** The JSON key of a protobuf field, which may differ in case and in signs; `undefined` for an embedded struct. */
const keyOf = (name, properties) =>
	Object.hasOwn(properties, name)
		? name
		: Object.keys(properties).find((candidate) => lettersOf(candidate) === lettersOf(name));

const capitalized = (word) => word.charAt(0).toUpperCase() + word.slice(1);

/** The names under which an exception may list a field. */
const placesOf = (id, key) => {
	const struct = bareName(id);
	return [`${declaredTwice[struct] ?? struct}.${key}`, `${shortName(id)}.${key}`];
};

/** Go's name of a field: the key with its first word capitalized, or in capitals where it is an initialism. */
const goNameOf = (places, key, type) => {
	const different = [...places, key].map((place) => differentNames[place]).find((name) => name !== undefined);
	if (different) {
		return different;
	}

	if (key === 'metadata') {
		return bareName(type);
	}

	const extension = /^x-kubernetes-(.*)$/.exec(key)?.[1];
	if (extension) {
		return `X${extension.split('-').map(capitalized).join('')}`;
	}

	const bare = key.replace('$', '');
	const word = /^[a-z]*/.exec(bare)[0];
	return (initialisms.has(word) ? word.toUpperCase() : capitalized(word)) + bare.slice(word.length);
};

const basicTypes = {
	string: 'string',
	bytes: '[]uint8',
	bool: 'bool',
	int32: 'int32',
	int64: 'int64',
	double: 'float64',
};

const quantity = 'io.k8s.apimachinery.pkg.api.resource.Quantity';

/** Go's type of a text: many have a name of their own. */
const textTypeOf = (id, places, key) => {
	const struct = bareName(id);
	const named = places.map((place) => namedByField.get(place)).find((name) => name !== undefined);
	if (named) {
		return named.includes('.') ? named : `${id.split('.').at(-2)}.${named}`;
	}

	if (struct.endsWith('Condition')) {
		if (key === 'status') {
			return 'v1.ConditionStatus';
		}

		if (key === 'type' && struct !== 'Condition') {
			return `${id.split('.').at(-2)}.${struct}Type`;
		}
	}

	return 'string';
};

/** Go's type of a field but for a pointer: structs by the names of their schemas, everything else as Go prints it. */
const typeOf = (id, key, protobuf) => {
	const places = placesOf(id, key);
	const own = places.map((place) => namedCollections[place]).find((name) => name !== undefined) ?? 'map[string]';
	if (!own.endsWith(']')) {
		return own;
	}

	const item = /^repeated (.*)$/.exec(protobuf)?.[1];
	const value = /^map<string, (.*)>$/.exec(protobuf)?.[1];
	const plain = item ?? value ?? protobuf;
	const type = plain === 'string' && !value ? textTypeOf(id, places, key) : (basicTypes[plain] ?? idOf(plain));
	if (value) {
		return type === quantity && own === 'map[string]' ? 'v1.ResourceList' : own + type;
	}

	return item ? `[]${type}` : type;
};

/** Puts fields where they are declared. */
const inDeclaredOrder = (id, fields) => {
	const ordered = [...fields];
	const at = (name) => ordered.findIndex((field) => (field.key ?? field.name) === name);
	for (const chain of moved[shortName(id).replace(bareName(id), declaredTwice[bareName(id)] ?? bareName(id))] ?? []) {
		const [first, ...rest] = chain.split(' ');
		let previous = first;
		for (const name of rest) {
			const [field] = ordered.splice(at(name), 1);
			ordered.splice(previous === '^' ? 0 : at(previous) + 1, 0, field);
			previous = name;
		}
	}

	return ordered;
};

/** What Go's encoder writes for values of types that are never left out for being zero, as plain ones with `omitempty` are. */
const zeroOfStruct = {
	[quantity]: '0',
	'io.k8s.apimachinery.pkg.util.intstr.IntOrString': 0,
	'io.k8s.apimachinery.pkg.apis.meta.v1.Time': null,
	'io.k8s.apimachinery.pkg.apis.meta.v1.MicroTime': null,
	'io.k8s.apimachinery.pkg.runtime.RawExtension': null,
};

const zeroOfBasic = {bool: false, int32: 0, int64: 0, float64: 0};

/**
All structs by the names of their schemas; embedded ones that are no schema are named alike.

A field is its Go name, its key in JSON (none where it is an embedded struct, whose fields stand among those of the outer one), its type, and
what Go writes to JSON for its zero value, if anything.
*/
const goTypes = (schemas, messages) => {
	const structs = {};

	const fieldOf = (id, [protobufName, protobuf], {properties, required = []}) => {
		const key = keyOf(protobufName, properties);
		if (key === undefined) {
			const inner = idOf(protobuf);
			structs[inner] ??= structOf(inner, schemas[inner] ?? {properties, required});
			return {name: bareName(inner), type: inner};
		}

		const property = properties[key];
		const type = typeOf(id, key, protobuf);
		const places = placesOf(id, key);
		const isListed = (set) => places.some((place) => set.has(place));
		const isSingle = !/^(?:repeated|map)/.test(protobuf) && type !== '[]uint8';
		const isStruct = isSingle && schemas[referenceOf(property)]?.properties !== undefined;
		const isZero = property.default === '' || property.default === 0 || property.default === false;
		const isRequired = required.includes(key);
		const isPointer =
			isSingle &&
			(isListed(pointers) ||
				(isStruct
					? property.default === undefined
					: !isRequired && !isZero && pointerKeys.has(key) && !isListed(notPointers)));
		const isOmitted = isListed(omitted) || !(isRequired || isListed(written) || (isSingle && isZero && !isPointer));
		const zero = () => {
			if (!isSingle || isPointer) {
				return isOmitted ? undefined : null;
			}

			if (isStruct || type in zeroOfStruct) {
				return isListed(omitZero) ? undefined : isStruct ? {} : zeroOfStruct[type];
			}

			return isOmitted ? undefined : (zeroOfBasic[type] ?? '');
		};
		return {name: goNameOf(places, key, type), key, type: isPointer ? `*${type}` : type, zero: zero()};
	};

	const structOf = (id, schema) => {
		const message = messages[messageOf(id)];
		const numbers = Object.keys(message).sort((a, b) => a - b);
		return inDeclaredOrder(
			id,
			numbers.map((number) => fieldOf(id, message[number], schema)),
		);
	};

	for (const [id, schema] of Object.entries(schemas)) {
		if (schema.properties && messages[messageOf(id)]) {
			structs[id] ??= structOf(id, schema);
		}
	}

	return structs;
};

/** The text of the module with all of them. It is one text of JSON, which is read faster than an expression of its size. */
export const goTypesModule = ({schemas, version}, messages) => {
	const rows = Object.entries(goTypes(schemas, messages)).map(([id, fields]) => [
		id,
		fields.map(({name, key = '', type, zero}) => (zero === undefined ? [name, key, type] : [name, key, type, zero])),
	]);
	return [
		`// Made by source/build/generate.mjs from the schemas and protobuf messages of Kubernetes ${version}.`,
		'',
		'/** By the name of the schema: name, key in JSON, type, and what is written for the zero value, if anything. */',
		`export const goTypesText = ${JSON.stringify(JSON.stringify(Object.fromEntries(rows)))};`,
		'',
	].join('\n');
};

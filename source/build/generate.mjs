// Writes source/objects/kubernetes.generated.ts: the API's own types, from the schema table of v1.36.
// The result is build output: it is not committed.
import {existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {gunzipSync} from 'node:zlib';

const facts = JSON.parse(
	gunzipSync(readFileSync(new URL('../../snapshots/cluster/api-facts.json.gz', import.meta.url))),
);
const {schemas} = facts;

// A type takes its bare name where that is unambiguous; else the stable, then the oldest group keeps it and the others say group and version.
const rank = (id) => {
	const version = id.split('.').at(-2);
	return `${id.startsWith('io.k8s.api.core.') ? 0 : 1} ${/^v\d+$/.test(version) ? 0 : 1} ${id.startsWith('io.k8s.api.events.') ? 1 : 0} ${100 - Number(/\d+/.exec(version)?.[0] ?? 0)} ${id}`;
};
const names = new Map();
const taken = new Set();
for (const id of Object.keys(schemas).sort((a, b) => (rank(a) < rank(b) ? -1 : 1))) {
	const parts = id.split('.');
	const bare = parts.at(-1).replaceAll(/[^A-Za-z0-9]/g, '');
	const qualified = parts
		.slice(-3)
		.map((part) => part[0].toUpperCase() + part.slice(1))
		.join('')
		.replaceAll(/[^A-Za-z0-9]/g, '');
	const name = taken.has(bare) ? qualified : bare;
	taken.add(name);
	names.set(id, name);
}

const reference = (schema) => schema.$ref ?? schema.allOf?.[0]?.$ref;
const typeOf = (schema) => {
	const target = reference(schema);
	if (target) {
		return names.get(target.split('/').at(-1)) ?? 'unknown';
	}
	switch (schema.type) {
		case 'string': {
			return schema.enum ? schema.enum.map((value) => JSON.stringify(value)).join(' | ') : 'string';
		}
		case 'integer':
		case 'number': {
			return 'number';
		}
		case 'boolean': {
			return 'boolean';
		}
		case 'array': {
			const item = typeOf(schema.items ?? {});
			return item.includes('|') ? `ReadonlyArray<${item}>` : `readonly ${item}[]`;
		}
		case 'object': {
			return schema.additionalProperties
				? `Readonly<Record<string, ${typeOf(schema.additionalProperties)}>>`
				: 'Readonly<Record<string, unknown>>';
		}
		default: {
			return schema.oneOf ? (schema.format === 'int-or-string' ? 'string | number' : 'string') : 'unknown';
		}
	}
};

// Objects as the API returns them: what every stored object has is not optional.
const always = {
	ObjectMeta: new Set(['name', 'namespace', 'uid', 'resourceVersion', 'creationTimestamp']),
};
const lines = ['// Made by source/build/generate.mjs from the schema table of Kubernetes ' + facts.version + '.', ''];
for (const [id, schema] of Object.entries(schemas)) {
	const name = names.get(id);
	if (!schema.properties) {
		lines.push(`export type ${name} = ${typeOf(schema)};`, '');
		continue;
	}
	const kinds = schema['x-kubernetes-group-version-kind'];
	const required = new Set([
		...(schema.required ?? []),
		...(always[name] ?? []),
		...(kinds ? ['apiVersion', 'kind', 'metadata', 'spec', 'status'] : []),
	]);
	lines.push(`export interface ${name} {`);
	for (const [field, fieldSchema] of Object.entries(schema.properties)) {
		const key = /^[A-Za-z_$][\w$]*$/.test(field) ? field : JSON.stringify(field);
		// The metadata of a template is what a user writes; the server adds to it when an object is made.
		const type = field === 'metadata' && !kinds ? `Partial<${typeOf(fieldSchema)}>` : typeOf(fieldSchema);
		lines.push(`\treadonly ${key}${required.has(field) ? '' : '?'}: ${type};`);
	}
	lines.push('}', '');
}

// plural[.group] → type, for the preferred version of each resource: what a typed client is indexed by.
const resources = new Map();
for (const [path, list] of Object.entries(facts.discovery)) {
	if (list.kind !== 'APIResourceList') {
		continue;
	}
	const [group, version] = path.startsWith('/api/') ? ['', path.split('/')[2]] : path.split('/').slice(2, 4);
	const preferred =
		group === '' ||
		facts.discovery['/apis'].groups.find((item) => item.name === group)?.preferredVersion.version === version;
	for (const resource of list.resources) {
		if (resource.name.includes('/') || !preferred) {
			continue;
		}
		const id = Object.keys(schemas).find(
			(key) =>
				schemas[key]['x-kubernetes-group-version-kind']?.some(
					(kind) => kind.group === group && kind.version === version && kind.kind === resource.kind,
				) && !key.endsWith('List'),
		);
		if (id) {
			resources.set(group === '' ? resource.name : `${resource.name}.${group}`, names.get(id));
		}
	}
}
lines.push(
	'/** Every built-in resource in its preferred version, as `plural` or `plural.group`. */',
	'export interface Resources {',
);
for (const [key, type] of resources) {
	lines.push(`\t${JSON.stringify(key)}: ${type};`);
}
lines.push('}', '');

lines.push(
	'/** Every object of the API, by what it says that it is: `apps/v1 Deployment`. Lists and statuses are left out. */',
	'export interface Kinds {',
);
for (const [id, {properties, 'x-kubernetes-group-version-kind': kinds = []}] of Object.entries(schemas)) {
	if (
		kinds.length === 1 &&
		names.get(
			reference(properties.metadata ?? {})
				?.split('/')
				.at(-1),
		) === 'ObjectMeta'
	) {
		const [{group, version, kind}] = kinds;
		lines.push(`\t${JSON.stringify(`${group === '' ? '' : `${group}/`}${version} ${kind}`)}: ${names.get(id)};`);
	}
}
lines.push('}', '');
writeFileSync(new URL('../objects/kubernetes.generated.ts', import.meta.url), lines.join('\n'));

// The sentences of the API's documentation: schema → field → sentence; the schema's own is under ''. They are read from comments: first those of client-node's models, which know every kind, then those of kubernetes-models, which say more: what the values of an enumeration mean, and what a field is for whose type has a name.
const models = new URL('../../node_modules/@kubernetes/client-node/dist/gen/models/', import.meta.url);
const capital = (word) => word[0].toUpperCase() + word.slice(1);
const modelOf = (id) => {
	const parts = id.split('.');
	const [group, version, name] = parts.slice(-3);
	// Some packages are called otherwise than their group.
	const groups = {apiextensions: 'Apiextensions', authentication: 'Authentication', events: 'Events'};
	const candidates = [`${groups[group] ?? capital(group)}${capital(version)}${name}`, `${capital(version)}${name}`];
	return candidates.map((file) => new URL(`${file}.d.ts`, models)).find((file) => existsSync(file));
};
const packages = new URL('../../node_modules/', import.meta.url);
const detailed = new Map();
for (const name of ['kubernetes-models/', '@kubernetes-models/apimachinery/']) {
	const folder = new URL(name, packages);
	for (const file of readdirSync(folder, {recursive: true})) {
		if (file.endsWith('.d.ts') && !file.startsWith('_schemas')) {
			const text = readFileSync(new URL(file.replaceAll('\\', '/'), folder), 'utf8');
			const [, own] = /export type \{ I\w+ as I(Io\w+)/.exec(text) ?? [];
			if (own) {
				detailed.set(own, text);
			}
		}
	}
}
const detailedOf = (id) =>
	detailed.get(
		id
			.split(/[.-]/)
			.map((part) => capital(part))
			.join(''),
	) ?? '';
const sentence = (comment) =>
	comment
		.split('\n')
		.map((line) => line.replace(/^\s*\*\s?/, '').trim())
		.filter((line) => line !== '')
		.join(' ')
		.replaceAll(/\\(['"])/g, '$1');
/** Sentences whose paragraphs and lists stay apart. */
const paragraphs = (comment) =>
	comment
		.replace(/^\s*\n/, '')
		.replace(/\n\s*$/, '')
		.split('\n')
		.map((line) => line.replace(/^\s*\*(?: |$)/, ''))
		.join('\n')
		.replaceAll('*\\/', '*/');
const descriptions = {};
for (const [id, schema] of Object.entries(schemas)) {
	const file = schema.properties && modelOf(id);
	const own = {};
	const text = file ? readFileSync(file, 'utf8') : '';
	const head = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*export declare class/.exec(text);
	if (head) {
		own[''] = sentence(head[1]);
	}
	for (const [, comment, field] of text.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*'([^']+)'\??:/g)) {
		const key = field.startsWith('_') && schema.properties[field.slice(1)] ? field.slice(1) : field;
		own[key] = sentence(comment);
	}
	const more = detailedOf(id);
	const whole = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*export (?:interface|type)/.exec(more);
	if (whole) {
		own[''] = paragraphs(whole[1]);
	}
	for (const [, comment, field] of more.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*"([^"]+)"\??:/g)) {
		if (schema.properties?.[field]) {
			own[field] = paragraphs(comment);
		}
	}
	if (Object.keys(own).length > 0) {
		descriptions[id] = own;
	}
}
const dist = new URL('../../dist/', import.meta.url);
mkdirSync(dist, {recursive: true});
writeFileSync(new URL('descriptions.generated.json', dist), JSON.stringify(descriptions));

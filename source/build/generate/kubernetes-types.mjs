// The TypeScript types of the API's objects, from its schemas.

// A type takes its bare name where that is unambiguous; else the stable, then the oldest group keeps it and the others say group and version.
const rank = (id) => {
	const version = id.split('.').at(-2);
	return `${id.startsWith('io.k8s.api.core.') ? 0 : 1} ${/^v\d+$/.test(version) ? 0 : 1} ${id.startsWith('io.k8s.api.events.') ? 1 : 0} ${100 - Number(/\d+/.exec(version)?.[0] ?? 0)} ${id}`;
};
/** Schema → the name of its type. */
const namesOf = (schemas) => {
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
	return names;
};

const reference = (schema) => schema.$ref ?? schema.allOf?.[0]?.$ref;
const typeOf = (schema, names) => {
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
			const item = typeOf(schema.items ?? {}, names);
			return item.includes('|') ? `ReadonlyArray<${item}>` : `readonly ${item}[]`;
		}
		case 'object': {
			return schema.additionalProperties
				? `Readonly<Record<string, ${typeOf(schema.additionalProperties, names)}>>`
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

/** One type for each schema. */
const interfacesOf = (schemas, names) => {
	const lines = [];
	for (const [id, schema] of Object.entries(schemas)) {
		const name = names.get(id);
		if (!schema.properties) {
			lines.push(`export type ${name} = ${typeOf(schema, names)};`, '');
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
			const type =
				field === 'metadata' && !kinds ? `Partial<${typeOf(fieldSchema, names)}>` : typeOf(fieldSchema, names);
			lines.push(`\treadonly ${key}${required.has(field) ? '' : '?'}: ${type};`);
		}
		lines.push('}', '');
	}
	return lines;
};

/** `plural[.group]` → the type, for the preferred version of each resource: what a typed client is indexed by. */
const resourcesOf = ({schemas, discovery}, names) => {
	const resources = new Map();
	for (const [path, list] of Object.entries(discovery)) {
		if (list.kind !== 'APIResourceList') {
			continue;
		}
		const [group, version] = path.startsWith('/api/') ? ['', path.split('/')[2]] : path.split('/').slice(2, 4);
		const preferred =
			group === '' ||
			discovery['/apis'].groups.find((item) => item.name === group)?.preferredVersion.version === version;
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
	return resources;
};

/** `apps/v1 Deployment` → the type, for every object of the API: what an object says that it is. Lists and statuses are left out. */
const kindsOf = (schemas, names) =>
	Object.entries(schemas).flatMap(([id, {properties, 'x-kubernetes-group-version-kind': kinds = []}]) => {
		const metadata = reference(properties?.metadata ?? {});
		if (kinds.length !== 1 || names.get(metadata?.split('/').at(-1)) !== 'ObjectMeta') {
			return [];
		}
		const [{group, version, kind}] = kinds;
		return [[`${group === '' ? '' : `${group}/`}${version} ${kind}`, names.get(id)]];
	});

/** `apps.v1.DeploymentSpec` → the type: what defaults are set for. */
const typesOf = (schemas, names) =>
	Object.entries(schemas).flatMap(([id, {properties}]) =>
		properties ? [[id.replace(/^io\.k8s\.(api\.|[a-z-]+\.pkg\.apis\.)?/, ''), names.get(id)]] : [],
	);

/** The text of the module with all of them. */
export const kubernetesTypes = (facts) => {
	const names = namesOf(facts.schemas);
	const row = ([key, type]) => `\t${JSON.stringify(key)}: ${type};`;
	return [
		`// Made by source/build/generate.mjs from the schema table of Kubernetes ${facts.version}.`,
		'',
		...interfacesOf(facts.schemas, names),
		'/** Every built-in resource in its preferred version, as `plural` or `plural.group`. */',
		'export interface Resources {',
		...[...resourcesOf(facts, names)].map(row),
		'}',
		'',
		'/** Every object of the API, by what it says that it is: `apps/v1 Deployment`. Lists and statuses are left out. */',
		'export interface Kinds {',
		...kindsOf(facts.schemas, names).map(row),
		'}',
		'',
		'/** Every type with fields, by its short name: `apps.v1.DeploymentSpec`. */',
		'export interface Types {',
		...typesOf(facts.schemas, names).map(row),
		'}',
		'',
	].join('\n');
};

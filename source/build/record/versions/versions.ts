import {existsSync, readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {getOrInsert} from '../../../kernel/get-or-insert.js';
import type {FieldFacts, KindFacts, MinorRange, VersionFacts} from '../../../objects/versions/facts.js';
import {
	enumsOf,
	fieldGatesOf,
	gatesOf,
	isOffByDefault,
	kindsOf,
	kindWord,
	legacyBetaOf,
	lifecyclesOf,
	schemasOf,
	type GateSpec,
	type Lifecycle,
	type PublishedField,
	type PublishedKind,
} from './published.js';
import {gatedValues, untaggedGates, untaggedLifecycles} from './untagged-gates.js';

/** A release as its modules publish it. */
interface Published {
	readonly minor: number;
	readonly release: string;
	readonly kinds: ReadonlyMap<string, PublishedKind>;
	readonly legacyBeta: ReadonlySet<string>;
	readonly schemaOfKind: ReadonlyMap<string, string>;
	readonly schemas: ReadonlyMap<string, ReadonlyMap<string, PublishedField>>;
	readonly enums: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;
	/** The gates of fields, by schema and field. */
	readonly fieldGates: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;
	readonly gates: ReadonlyMap<string, readonly GateSpec[]>;
	readonly lifecycles: ReadonlyMap<string, Lifecycle>;
}

const text = (...parts: readonly string[]): string => readFileSync(path.join(...parts), 'utf8');

/** The places of the feature gate lists in releases. */
const gateLists = [
	'test/compatibility_lifecycle/reference/versioned_feature_list.yaml',
	'test/featuregates_linter/test_data/versioned_feature_list.yaml',
];

const filesNamed = (folder: string, name: string): readonly string[] =>
	readdirSync(folder, {recursive: true, encoding: 'utf8'})
		.filter((file) => path.basename(file) === name)
		.sort();

/** The full name of a group from the `doc.go` or `register.go` of its package. */
const groupOfPackage = (folder: string): string => {
	const [, name] = /GroupName = "([^"]*)"/.exec(text(folder, 'register.go')) ?? [];
	return name ?? '';
};

const readSchemas = (module: string): Pick<Published, 'schemas' | 'schemaOfKind'> => {
	const schemas = new Map<string, ReadonlyMap<string, PublishedField>>();
	const schemaOfKind = new Map<string, string>();
	const folder = path.join(module, 'api/openapi-spec/v3');
	for (const file of readdirSync(folder).sort()) {
		for (const [id, {fields, kinds}] of schemasOf(JSON.parse(text(folder, file)))) {
			schemas.set(id, fields);
			for (const kind of kinds) {
				schemaOfKind.set(kind, id);
			}
		}
	}

	return {schemas, schemaOfKind};
};

/** The gates of fields and the lifecycles of kinds in k8s.io/api and its neighbours. */
const readPackages = (modules: readonly string[]): Pick<Published, 'fieldGates' | 'lifecycles'> => {
	const fieldGates = new Map<string, ReadonlyMap<string, readonly string[]>>();
	const lifecycles = new Map<string, Lifecycle>();
	for (const module of modules) {
		for (const file of filesNamed(module, 'types.go')) {
			const parts = path.dirname(file).split(path.sep);
			for (const [struct, fields] of fieldGatesOf(text(module, file))) {
				fieldGates.set(['io.k8s.api', ...parts, struct].join('.'), fields);
			}
		}

		for (const file of filesNamed(module, 'zz_generated.prerelease-lifecycle.go')) {
			const folder = path.join(module, path.dirname(file));
			const group = existsSync(path.join(folder, 'register.go')) ? groupOfPackage(folder) : '';
			for (const [kind, lifecycle] of lifecyclesOf(text(module, file))) {
				if (!kind.endsWith('List')) {
					lifecycles.set(kindWord(group, path.basename(folder), kind), lifecycle);
				}
			}
		}
	}

	return {fieldGates, lifecycles};
};

/**
Reads a release from the modules k8s.io/kubernetes and k8s.io/api.

@param cache folder of the modules `k8s.io`
@param release `v1.36.3`
@throws {Error} when a module is not there
*/
const readRelease = (cache: string, release: string): Published => {
	const kubernetes = path.join(cache, `kubernetes@${release}`);
	const staged = release.replace(/^v1\./, 'v0.');
	const core = JSON.parse(text(kubernetes, 'api/discovery/api__v1.json'));
	const aggregated = JSON.parse(text(kubernetes, 'api/discovery/aggregated_v2.json'));
	const list = gateLists.map((name) => path.join(kubernetes, name)).find((name) => existsSync(name));
	const neighbours = ['apiextensions-apiserver', 'kube-aggregator'].map((name) =>
		path.join(cache, `${name}@${staged}`),
	);
	return {
		minor: Number(release.split('.')[1]),
		release,
		kinds: kindsOf(aggregated, core),
		legacyBeta: legacyBetaOf(text(kubernetes, 'pkg/controlplane/instance.go')),
		...readSchemas(kubernetes),
		enums: enumsOf(text(kubernetes, 'pkg/generated/openapi/zz_generated.openapi.go')),
		...readPackages([path.join(cache, `api@${staged}`), ...neighbours.filter((name) => existsSync(name))]),
		gates: list === undefined ? new Map() : gatesOf(readFileSync(list, 'utf8')),
	};
};

/** The first and the last version that has something. @throws {Error} when it was away between them */
const rangeOf = (minors: readonly number[]): MinorRange => {
	const [from = 0, to = from] = [minors[0], minors.at(-1)];
	if (to - from + 1 !== minors.length) {
		throw new Error(`there in 1.${minors.join(', 1.')}, and not between them`);
	}

	return [from, to];
};

/** Values that are not there in all versions that have the field. */
const valuesOf = (id: string, field: string, releases: readonly Published[]): FieldFacts['values'] => {
	const lists = releases.flatMap(({enums, minor}) => {
		const values = enums.get(id)?.get(field);
		return values ? [{minor, values}] : [];
	});
	const all = [...new Set(lists.flatMap(({values}) => values))].sort();
	const changed = all.flatMap((value) => {
		const minors = lists.filter(({values}) => values.includes(value)).map(({minor}) => minor);
		return minors.length === lists.length ? [] : [[value, rangeOf(minors)] as const];
	});
	return changed.length === 0 ? undefined : Object.fromEntries(changed);
};

/** The gates of a field by version. Older releases name the gates of fewer fields: for other fields, the next release that names gates counts. */
const gatesOfField = (
	id: string,
	field: string,
	releases: readonly Published[],
): Readonly<Record<string, readonly string[]>> => {
	const gates: Record<string, readonly string[]> = {};
	let later: readonly string[] | undefined;
	for (const {minor, fieldGates} of [...releases].reverse()) {
		later = fieldGates.get(id)?.get(field) ?? untaggedGates[id]?.[field] ?? later;
		if (later) {
			gates[minor] = later;
		}
	}

	return gates;
};

const fieldFacts = (id: string, field: string, releases: readonly Published[], all: number): FieldFacts => {
	const having = releases.filter(({schemas}) => schemas.get(id)?.has(field));
	const {ref, isMap} = having.at(-1)?.schemas.get(id)?.get(field) ?? {};
	const gates = gatesOfField(id, field, having);

	const values = valuesOf(id, field, having);
	const gated = gatedValues[id]?.[field];
	return {
		...(having.length === all ? {} : {in: rangeOf(having.map(({minor}) => minor))}),
		...(ref === undefined ? {} : {ref}),
		...(isMap ? {isMap} : {}),
		...(Object.keys(gates).length === 0 ? {} : {gates}),
		...(values ? {values} : {}),
		...(gated ? {gatedValues: gated} : {}),
	};
};

const allSchemas = (releases: readonly Published[]): VersionFacts['schemas'] => {
	const names = new Map<string, Set<string>>();
	for (const {schemas} of releases) {
		for (const [id, fields] of schemas) {
			const known = getOrInsert(names, id, () => new Set<string>());
			for (const field of fields.keys()) {
				known.add(field);
			}
		}
	}

	return Object.fromEntries(
		[...names]
			.sort(([one], [other]) => (one < other ? -1 : 1))
			.filter(([, fields]) => fields.size > 0)
			.map(([id, fields]) => {
				const having = releases.filter(({schemas}) => schemas.has(id)).length;
				return [
					id,
					Object.fromEntries([...fields].sort().map((field) => [field, fieldFacts(id, field, releases, having)])),
				];
			}),
	);
};

const allKinds = (releases: readonly Published[]): VersionFacts['kinds'] => {
	const names = new Set(releases.flatMap(({kinds}) => [...kinds.keys()]));
	return Object.fromEntries(
		[...names].sort().map((kind) => {
			const having = releases.filter(({kinds}) => kinds.has(kind));
			const last = having.at(-1);
			const served = having.filter(({legacyBeta}) => !isOffByDefault(kind, legacyBeta)).map(({minor}) => minor);
			const schema = last?.schemaOfKind.get(kind);
			const {resource = '', namespaced = false} = last?.kinds.get(kind) ?? {};
			const facts: KindFacts = {
				resource,
				namespaced,
				...(schema === undefined ? {} : {schema}),
				known: rangeOf(having.map(({minor}) => minor)),
				...(served.length === 0 ? {} : {served: rangeOf(served)}),
			};
			return [kind, facts];
		}),
	);
};

/**
The kinds, fields, values and feature gates of releases of Kubernetes, from the Go modules that it publishes.

@param cache folder of the modules `k8s.io` in the module cache
@param names `v1.31.14`, `v1.32.13` …, the oldest first; each with its k8s.io/kubernetes and k8s.io/api
@throws {Error} when a module is missing
*/
export const versionFacts = (cache: string, names: readonly string[]): VersionFacts => {
	const releases = names.map((name) => readRelease(cache, name));
	const gates = new Map<string, readonly GateSpec[]>();
	const lifecycles = new Map<string, Lifecycle>();
	for (const release of releases) {
		for (const [name, specs] of release.gates) {
			gates.set(name, specs);
		}

		for (const [kind, lifecycle] of release.lifecycles) {
			lifecycles.set(kind, lifecycle);
		}
	}

	for (const [kind, lifecycle] of Object.entries(untaggedLifecycles)) {
		lifecycles.set(kind, lifecycle);
	}

	return {
		releases: Object.fromEntries(releases.map(({minor, release}) => [minor, release])),
		kinds: allKinds(releases),
		lifecycles: Object.fromEntries([...lifecycles].sort(([one], [other]) => (one < other ? -1 : 1))),
		gates: Object.fromEntries([...gates].sort(([one], [other]) => (one < other ? -1 : 1))),
		schemas: allSchemas(releases),
	};
};

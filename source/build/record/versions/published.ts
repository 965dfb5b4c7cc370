import {parse} from 'yaml';
import {isRecord, type Fields} from '../../../kernel/record.js';

/** A field of a schema, as a release publishes it. */
export interface PublishedField {
	/** The schema of the field, of its items or of its values. */
	readonly ref?: string;
	/** The field is a map: its keys are not fields. */
	readonly isMap?: boolean;
}

/** A kind that a release can serve. */
export interface PublishedKind {
	readonly resource: string;
	readonly namespaced: boolean;
}

/** A lifecycle of a kind: minor versions of Kubernetes 1, and the kind that replaces it. */
export interface Lifecycle {
	readonly introduced?: number;
	readonly deprecated?: number;
	readonly removed?: number;
	/** `apps/v1 Deployment`. */
	readonly replacement?: string;
}

/** A feature gate from a minor version on: minor version, stage, default. */
export type GateSpec = readonly [minor: number, stage: string, isOn: boolean];

const fieldsOf = (value: unknown): Fields => (isRecord(value) ? value : {});
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Group, version and kind as one word: `apps/v1 Deployment`, `v1 Pod`. */
export const kindWord = (group: unknown, version: unknown, kind: unknown): string =>
	`${group === '' || group === undefined ? '' : `${String(group)}/`}${String(version)} ${String(kind)}`;

const refOf = (schema: Fields): string | undefined => {
	const ref = schema['$ref'] ?? fieldsOf(listOf(schema['allOf'])[0])['$ref'];
	return typeof ref === 'string' ? ref.slice(ref.lastIndexOf('/') + 1) : undefined;
};

const fieldOf = (schema: Fields): PublishedField => {
	const values = schema['additionalProperties'];
	const isMap = isRecord(values);
	const ref = refOf(schema) ?? refOf(fieldsOf(schema['items'])) ?? (isMap ? refOf(values) : undefined);
	return {...(ref === undefined ? {} : {ref}), ...(isMap ? {isMap} : {})};
};

/** The schemas of a document of `api/openapi-spec/v3`, by their long name: fields, and the kinds that a schema describes. */
export const schemasOf = (
	document: unknown,
): ReadonlyMap<string, {readonly fields: ReadonlyMap<string, PublishedField>; readonly kinds: readonly string[]}> =>
	new Map(
		Object.entries(fieldsOf(fieldsOf(fieldsOf(document)['components'])['schemas'])).map(([id, schema]) => {
			const {properties, 'x-kubernetes-group-version-kind': kinds} = fieldsOf(schema);
			return [
				id,
				{
					fields: new Map(
						Object.entries(fieldsOf(properties)).map(([name, field]) => [name, fieldOf(fieldsOf(field))] as const),
					),
					kinds: listOf(kinds).map((one) => {
						const {group, version, kind} = fieldsOf(one);
						return kindWord(group, version, kind);
					}),
				},
			];
		}),
	);

/** The kinds of `api/discovery/aggregated_v2.json` and `api/discovery/api__v1.json` that can be created under a name of their own. */
export const kindsOf = (aggregated: unknown, core: unknown): ReadonlyMap<string, PublishedKind> => {
	const found = new Map<string, PublishedKind>();
	for (const item of listOf(fieldsOf(aggregated)['items'])) {
		const {metadata, versions} = fieldsOf(item);
		for (const one of listOf(versions)) {
			const {version, resources} = fieldsOf(one);
			for (const resource of listOf(resources)) {
				const {resource: name, scope, responseKind} = fieldsOf(resource);
				found.set(kindWord(fieldsOf(metadata)['name'], version, fieldsOf(responseKind)['kind']), {
					resource: String(name),
					namespaced: scope === 'Namespaced',
				});
			}
		}
	}

	for (const resource of listOf(fieldsOf(core)['resources'])) {
		const {name, namespaced, kind} = fieldsOf(resource);
		if (!String(name).includes('/')) {
			found.set(kindWord('', 'v1', kind), {resource: String(name), namespaced: namespaced === true});
		}
	}

	return found;
};

/** Versions with `alpha` or `beta` in their name are off by default since v1.24, except those listed as legacyBetaEnabledByDefaultResources. */
export const isOffByDefault = (kind: string, legacyBeta: ReadonlySet<string>): boolean => {
	const [apiVersion = ''] = kind.split(' ');
	return /v\d+(?:alpha|beta)\d+$/.test(apiVersion) && !legacyBeta.has(apiVersion);
};

const groupsOfBeta: Readonly<Record<string, string>> = {flowcontrol: 'flowcontrol.apiserver.k8s.io'};

/** The beta versions that `pkg/controlplane/instance.go` turns on by default: `flowcontrol.apiserver.k8s.io/v1beta3`. */
export const legacyBetaOf = (instance: string): ReadonlySet<string> => {
	const [, list = ''] = /legacyBetaEnabledByDefaultResources = [^{]*\{([^}]*)\}/.exec(instance) ?? [];
	return new Set(
		[...list.matchAll(/^\s*(?<group>[a-z]+?)(?<version>v\d+beta\d+)\.SchemeGroupVersion/gm)].map(({groups}) => {
			const {group = '', version = ''} = groups ?? {};
			const known = groupsOfBeta[group];
			if (known === undefined) {
				throw new Error(`${group} is a beta group whose full name is not known`);
			}

			return `${known}/${version}`;
		}),
	);
};

/** The long name of a schema from the name of the Go function that describes it. */
const idOfFunction = (name: string): string => name.replace(/^k8sio_/, 'io_k8s_').replaceAll('_', '.');

/** The values of fields with an enumeration, from `pkg/generated/openapi/zz_generated.openapi.go`: `io.k8s.api.core.v1.Pod`, field, values. */
export const enumsOf = (generated: string): ReadonlyMap<string, ReadonlyMap<string, readonly string[]>> => {
	const found = new Map<string, Map<string, readonly string[]>>();
	let schema = '';
	let field = '';
	for (const line of generated.split('\n')) {
		const [, name] = /^func schema_(\w+)\(/.exec(line) ?? [];
		const [, property] = /^\t{5}"([^"]+)": \{$/.exec(line) ?? [];
		const [, values] = /^\t+Enum:\s+\[\]interface\{\}\{(.*)\},$/.exec(line) ?? [];
		schema = name === undefined ? schema : idOfFunction(name);
		field = property ?? field;
		if (values !== undefined) {
			const fields = found.get(schema) ?? new Map<string, readonly string[]>();
			found.set(
				schema,
				fields.set(
					field,
					[...values.matchAll(/"([^"]*)"/g)].map(([, value = '']) => value),
				),
			);
		}
	}

	return found;
};

/** The feature gates that `types.go` of a package names for its fields: struct, field in JSON, gates that must all be on. */
export const fieldGatesOf = (types: string): ReadonlyMap<string, ReadonlyMap<string, readonly string[]>> => {
	const found = new Map<string, Map<string, readonly string[]>>();
	let struct = '';
	let gates: readonly string[] = [];
	for (const line of types.split('\n')) {
		const [, name] = /^type (\w+) struct \{/.exec(line) ?? [];
		const [, tag] = /^\s*\/\/ \+featureGate=(\S+)/.exec(line) ?? [];
		const [, json] = /^\s+\w.*`[^`]*json:"([^",]+)/.exec(line) ?? [];
		struct = name ?? struct;
		if (tag !== undefined) {
			gates = [...gates, ...tag.split(',')];
		} else if (json !== undefined) {
			if (gates.length > 0) {
				const fields = found.get(struct) ?? new Map<string, readonly string[]>();
				found.set(struct, fields.set(json, gates));
			}

			gates = [];
		} else if (!/^\s*\/\//.test(line)) {
			gates = [];
		}
	}

	return found;
};

const lifecycleWords = {Introduced: 'introduced', Deprecated: 'deprecated', Removed: 'removed'} as const;

/** The lifecycles that `zz_generated.prerelease-lifecycle.go` of a package has, by kind. */
export const lifecyclesOf = (generated: string): ReadonlyMap<string, Lifecycle> => {
	const found = new Map<string, Lifecycle>();
	for (const {groups} of generated.matchAll(
		/func \(in \*(?<kind>\w+)\) APILifecycle(?<what>\w+)\(\)[^{]*\{\n\treturn (?<value>.*)\n/g,
	)) {
		const {kind = '', what = '', value = ''} = groups ?? {};
		const [, minor] = /^1, (\d+)$/.exec(value) ?? [];
		const [, group, version, other] = /Group: "([^"]*)", Version: "([^"]*)", Kind: "([^"]*)"/.exec(value) ?? [];
		const word =
			what === 'Introduced' || what === 'Deprecated' || what === 'Removed' ? lifecycleWords[what] : undefined;
		found.set(kind, {
			...found.get(kind),
			...(word && minor !== undefined ? {[word]: Number(minor)} : {}),
			...(what === 'Replacement' && other !== undefined ? {replacement: kindWord(group, version, other)} : {}),
		});
	}

	return found;
};

/** The feature gates of `versioned_feature_list.yaml`, the oldest version first. */
export const gatesOf = (list: string): ReadonlyMap<string, readonly GateSpec[]> =>
	new Map(
		listOf(parse(list)).map((entry) => {
			const {name, versionedSpecs} = fieldsOf(entry);
			return [
				String(name),
				listOf(versionedSpecs).map((one): GateSpec => {
					const {version, preRelease, default: isOn} = fieldsOf(one);
					return [Number(String(version).split('.')[1]), String(preRelease) || 'GA', isOn === true];
				}),
			];
		}),
	);

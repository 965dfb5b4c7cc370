import {goFields, jsonFields, structIn, type GoField} from '../../objects/go-types.js';
import {isRecord, type Fields} from '../../kernel/record.js';

const core = 'io.k8s.api.core.v1.';

/** Fields of a Pod's spec that the internal type keeps in its security context. */
const ofSecurityContext = ['hostNetwork', 'hostPID', 'hostIPC', 'shareProcessNamespace', 'hostUsers'];

/** Moves fields behind another one: `[behind, …moved]` by their Go names. */
const behind =
	(...chains: ReadonlyArray<readonly string[]>) =>
	(fields: readonly GoField[]): readonly GoField[] =>
		chains.reduce((ordered, [first, ...moved]) => {
			const left = ordered.filter(({name}) => !moved.includes(name));
			const taken = moved.flatMap((name) => ordered.filter((field) => field.name === name));
			return left.flatMap((field) => (field.name === first ? [field, ...taken] : [field]));
		}, fields);

/** In the internal type the metadata is embedded: its fields are listed with those of the struct. */
const embeddedMetadata = (fields: readonly GoField[]): readonly GoField[] =>
	fields.map((field) => (field.key === 'metadata' ? {...field, name: ''} : field));

/** Structs whose internal type differs from the API's type. @mirrors k8s.io/kubernetes/pkg/apis/core types.go */
const internal: Readonly<Record<string, (fields: readonly GoField[]) => readonly GoField[]>> = {
	[`${core}PersistentVolumeClaimTemplate`]: embeddedMetadata,
	[`${core}PersistentVolumeSource`]: behind(['RBD', 'Quobyte'], ['ISCSI', 'FlexVolume']),
	[`${core}VolumeSource`]: behind(['RBD', 'Quobyte']),
	[`${core}PodSecurityContext`]: (fields) => [
		...(goFields(`${core}PodSpec`) ?? []).filter(({key}) => ofSecurityContext.includes(key ?? '')),
		...behind(['FSGroup', 'FSGroupChangePolicy'])(fields),
	],
	[`${core}PodTemplateSpec`]: embeddedMetadata,
	[`${core}PodSpec`]: (fields) =>
		behind(
			['Subdomain', 'SetHostnameAsFQDN'],
			['Priority', 'PreemptionPolicy'],
			['RuntimeClassName', 'Overhead'],
		)(fields.filter(({key = ''}) => key !== 'serviceAccount' && !ofSecurityContext.includes(key))),
	[`${core}ServiceAccountTokenProjection`]: (fields) =>
		fields.map((field) => (field.name === 'ExpirationSeconds' ? {...field, type: 'int64'} : field)),
};

/** The JSON of a plain value that is not set. */
const zeros: Readonly<Record<string, unknown>> = {
	bool: false,
	int32: 0,
	int64: 0,
	'io.k8s.apimachinery.pkg.api.resource.Quantity': '0',
	'io.k8s.apimachinery.pkg.util.intstr.IntOrString': 0,
};

/** API types that the internal types use too: they are shown as in the API. */
const isShared = (type: string): boolean => type.startsWith('io.k8s.apimachinery.');

const mapOf = (value: Fields, item: (one: unknown) => unknown): Fields =>
	Object.fromEntries(
		Object.entries(value)
			.sort(([one], [other]) => (one < other ? -1 : 1))
			.map(([key, one]) => [key, item(one)]),
	);

/** An API struct that the internal types use too: fields that are not set are not shown. */
const sharedForm = (value: Fields, type: string): Fields => {
	const shown: Record<string, unknown> = {};
	for (const [key, field] of jsonFields(type)) {
		const own = value[key];
		if (own !== undefined && own !== null) {
			shown[key] = field.type.startsWith('map[') && isRecord(own) ? mapOf(own, (item) => item) : own;
		}
	}

	return shown;
};

const valueOf = (value: unknown, type: string): unknown => {
	if (type.startsWith('*')) {
		return value === undefined || value === null ? null : valueOf(value, type.slice(1));
	}

	if (type.startsWith('[]')) {
		return Array.isArray(value) ? value.map((item: unknown) => valueOf(item, type.slice(2))) : null;
	}

	const item = type === 'v1.ResourceList' ? 'string' : /^map\[[\w.]+\](.*)$/.exec(type)?.[1];
	if (item !== undefined) {
		return isRecord(value) ? mapOf(value, (one) => valueOf(one, item)) : null;
	}

	if (structIn(type) === undefined) {
		return value ?? (type in zeros ? zeros[type] : '');
	}

	const struct = isRecord(value) ? value : {};
	return isShared(type) ? sharedForm(struct, type) : structOf(struct, type);
};

const structOf = (value: Fields, type: string): Fields => {
	let source = value;
	if (type === `${core}PodSpec`) {
		const moved = Object.fromEntries(ofSecurityContext.map((name) => [name, value[name]]));
		source = {...value, securityContext: {...(isRecord(value.securityContext) ? value.securityContext : {}), ...moved}};
	}

	const shown: Record<string, unknown> = {};
	const fields = goFields(type) ?? [];
	for (const {name, key, type: fieldType} of internal[type]?.(fields) ?? fields) {
		if (key !== undefined && name !== '') {
			shown[name] = valueOf(source[key], fieldType);
		} else {
			Object.assign(shown, valueOf(key === undefined ? source : source[key], fieldType));
		}
	}

	return shown;
};

/** Group, version and name of a type: `core.v1.PodSpec`. */
export type APIType = `${string}.v${number}.${string}`;

/**
A value in Go's internal form, in which messages quote whole objects: every field, with Go's names.

@param type its type in the API.
*/
export const internalForm = (value: unknown, type: APIType): unknown => valueOf(value, `io.k8s.api.${type}`);

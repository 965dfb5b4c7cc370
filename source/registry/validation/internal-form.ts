import {internalTypes} from './internal-types.js';

type Fields = Readonly<Record<string, unknown>>;

interface InternalField {
	/** Go's name; empty for an embedded type. */
	readonly name: string;
	/** In the API. */
	readonly key: string;
	readonly kind: string;
}

const types = new Map<string, readonly InternalField[]>();

/** Fields whose name in Go is another one than in the API. */
const renamed: Readonly<Record<string, string>> = {
	CephMonitors: 'monitors',
	RBDImage: 'image',
	RBDPool: 'pool',
	RadosUser: 'user',
	EndpointsName: 'endpoints',
	DataDiskURI: 'diskURI',
	DiscoveryCHAPAuth: 'chapAuthDiscovery',
	SessionCHAPAuth: 'chapAuthSession',
	TopologyKey: 'topologyKey',
};

const compile = (): void => {
	for (const line of internalTypes.trim().split('\n')) {
		const [name = '', ...fields] = line.split(' ');
		types.set(
			name.slice(0, -1),
			fields.map((field) => {
				if (field.startsWith('+')) {
					return {name: '', key: '', kind: field.slice(1)};
				}

				const [own = '', kind = ''] = field.split('=');
				return {name: own, key: (renamed[own] ?? own).toLowerCase(), kind};
			}),
		);
	}
};

const zeros: Readonly<Record<string, unknown>> = {s: '', i: 0, b: false, q: '0', o: 0, t: null};

/** Fields of a Pod's spec that Go keeps in its security context. */
const ofSecurityContext = ['hostNetwork', 'hostPID', 'hostIPC', 'shareProcessNamespace', 'hostUsers'];

const valueOf = (value: unknown, kind: string): unknown => {
	if (kind.startsWith('*')) {
		return value === undefined || value === null ? null : valueOf(value, kind.slice(1));
	}

	if (kind.startsWith('[')) {
		return Array.isArray(value) ? value.map((item: unknown) => valueOf(item, kind.slice(1))) : null;
	}

	if (kind.startsWith('m')) {
		if (typeof value !== 'object' || value === null) {
			return null;
		}

		return Object.fromEntries(
			Object.entries(value)
				.sort(([one], [other]) => (one < other ? -1 : 1))
				.map(([key, item]) => [key, valueOf(item, kind.slice(1))]),
		);
	}

	if (kind in zeros) {
		return value ?? zeros[kind];
	}

	const type = kind.startsWith('.') ? kind.slice(1) : kind;
	return types.has(type) ? structOf((value ?? {}) as Fields, type) : (value ?? {});
};

const structOf = (value: Fields, type: string): Fields => {
	let source = value;
	if (type === 'PodSpec') {
		const moved = Object.fromEntries(ofSecurityContext.map((name) => [name, value[name]]));
		source = {...value, securityContext: {...(value.securityContext as Fields | undefined), ...moved}};
	}

	const byKey = new Map(Object.entries(source).map(([key, item]) => [key.toLowerCase(), item]));
	const shown: Record<string, unknown> = {};
	for (const {name, key, kind} of types.get(type)!) {
		if (name === '') {
			Object.assign(shown, structOf(source, kind));
		} else {
			shown[name] = valueOf(byKey.get(key), kind);
		}
	}

	return shown;
};

/** A value as Go's internal types hold it: that is how messages quote whole objects. */
export const internalForm = (value: unknown, type: string): unknown => {
	if (types.size === 0) {
		compile();
	}

	return structOf((value ?? {}) as Fields, type);
};

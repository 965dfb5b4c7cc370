import {changedFields, pathText, withoutPaths, type FieldChange} from '../../objects/versions/fields.js';
import {simulatedMinor} from '../../objects/versions/kubernetes-version.js';
import {nestedString} from '../../objects/unstructured.js';
import {isRecord, type Fields} from '../../kernel/record.js';
import {asObject, type KubernetesObject} from '../../objects/kubernetes-object.js';
import {strictDecodingError, type Decoded, type FieldValidation} from '../../registry/decode/decode.js';

/** The beginning of refusals by strict decoding. */
export const strictPrefix = 'strict decoding error: ';

const changesOf = (minor: number, object: unknown): readonly FieldChange[] =>
	changedFields(minor, nestedString(object, 'apiVersion') ?? '', nestedString(object, 'kind') ?? '', object);

const changesIn = (minor: number | undefined, object: unknown): readonly FieldChange[] =>
	minor === undefined || minor === simulatedMinor ? [] : changesOf(minor, object);

/** A body for a later version of Kubernetes, without the fields that only that version has: they have no effect. */
export const acceptedIn = (minor: number | undefined, object: Fields): Fields => {
	if (minor === undefined || minor <= simulatedMinor) {
		return object;
	}

	const later = changesOf(simulatedMinor, object).flatMap((change) =>
		change.is === 'unknown' && change.versions[1] >= minor ? [change.path] : [],
	);
	const accepted = withoutPaths(object, later);
	return isRecord(accepted) ? accepted : object;
};

const isUnknown = ({is}: FieldChange): boolean => is === 'unknown';

/**
A decoded object as another version of Kubernetes decodes it: fields that were added later or have been removed are unknown.

Simplified: the status keeps the fields of the simulated version, because its controllers write them.

@param minor of that version
*/
export const decodedIn = (minor: number | undefined, decoded: Decoded, validation: FieldValidation): Decoded => {
	const unknown = changesIn(minor, decoded.object).filter(isUnknown);
	if (unknown.length === 0) {
		return decoded;
	}

	const problems = unknown.map(({path}) => `unknown field ${JSON.stringify(pathText(path))}`);
	const object = withoutPaths(
		decoded.object,
		unknown.map(({path}) => path),
	);
	const kept = {...decoded, object: isRecord(object) ? object : {}};
	if (validation !== 'Strict') {
		return {...kept, warnings: [...decoded.warnings, ...(validation === 'Warn' ? problems : [])]};
	}

	const {error} = decoded;
	return error !== undefined && !error.startsWith(strictPrefix)
		? decoded
		: {
				...kept,
				error: strictDecodingError([...(error === undefined ? [] : [error.slice(strictPrefix.length)]), ...problems]),
			};
};

/** Fields of a patch for server-side apply that another version of Kubernetes does not have, as that version reports them. */
export const undeclaredIn = (minor: number | undefined, patch: unknown): readonly string[] =>
	changesIn(minor, patch)
		.filter(isUnknown)
		.map(({path}) => `.${pathText(path)}: field not declared in schema`);

/** Image volumes disappear with the mounts that name them. @mirrors k8s.io/kubernetes/pkg/api/pod dropImageVolumes */
const withMounts = (object: unknown, changes: readonly FieldChange[]): ReadonlyArray<FieldChange['path']> =>
	changes.flatMap(({path}) => {
		if (path.at(-1) !== 'image' || path.at(-3) !== 'volumes') {
			return [path];
		}

		const volume = path.slice(0, -1);
		const spec = path.slice(0, -3);
		const name = nestedString(at(object, volume), 'name');
		return [
			volume,
			...['initContainers', 'containers', 'ephemeralContainers'].flatMap((kind) =>
				listAt(object, [...spec, kind]).flatMap((container, index) =>
					listAt(container, ['volumeMounts']).flatMap((mount, mountIndex) =>
						nestedString(mount, 'name') === name ? [[...spec, kind, index, 'volumeMounts', mountIndex]] : [],
					),
				),
			),
		];
	});

const at = (value: unknown, path: FieldChange['path']): unknown => {
	let current = value;
	for (const key of path) {
		if (Array.isArray(current)) {
			current = current[Number(key)];
		} else {
			current = isRecord(current) ? current[key] : undefined;
		}
	}

	return current;
};

const listAt = (value: unknown, path: FieldChange['path']): readonly unknown[] => {
	const found = at(value, path);
	return Array.isArray(found) ? found : [];
};

/**
An object without the fields whose feature gate is off by default in another version of Kubernetes.

@param minor of that version
@mirrors dropDisabledFields of each kind's strategy
*/
export const withoutGated = <T extends KubernetesObject>(minor: number | undefined, object: T): KubernetesObject => {
	const off = changesIn(minor, object).filter(({is}) => is === 'off');
	return off.length === 0 ? object : asObject(withoutPaths(object, withMounts(object, off)));
};

import {sha256Bytes} from '../../kernel/hash.js';
import type {
	CustomResourceDefinition,
	CustomResourceDefinitionCondition,
	CustomResourceDefinitionNames,
	CustomResourceDefinitionSpec,
	CustomResourceDefinitionVersion,
} from '../../objects/kubernetes.generated.js';
import type {Converter, CustomSchema} from '../../objects/custom-version.js';
import type {Resource, Subresource} from '../../objects/resources.js';
import {equal} from '../../kernel/equality.js';

type Prepared = {-readonly [K in keyof CustomResourceDefinition]: CustomResourceDefinition[K]};

/**
The defaults of a definition: names made from the kind, and no conversion.

@mirrors k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1 SetDefaults_CustomResourceDefinitionSpec
*/
export const definitionDefaults = (spec: CustomResourceDefinitionSpec): CustomResourceDefinitionSpec => {
	const names = namesWithDefaults(spec.names);
	return names === spec.names && spec.conversion
		? spec
		: {...spec, names, conversion: spec.conversion ?? {strategy: 'None'}};
};

const namesWithDefaults = (names: CustomResourceDefinitionNames): CustomResourceDefinitionNames =>
	names?.kind && !(names.singular && names.listKind)
		? {
				...names,
				singular: names.singular || names.kind.toLowerCase(),
				listKind: names.listKind || `${names.kind}List`,
			}
		: names;

/** The status of a definition that no controller has seen yet. @mirrors customresourcedefinition strategy.PrepareForCreate */
export const prepareDefinition = (definition: Prepared): void => {
	definition.status = {
		conditions: null as never,
		acceptedNames: {plural: '', kind: ''},
		storedVersions: storedVersionsOf(definition.spec ?? {}),
	};
};

/** A version that becomes the storage version is remembered while objects may be stored in it. */
export const prepareDefinitionUpdate = (definition: Prepared): void => {
	const stored = definition.status?.storedVersions ?? [];
	const missing = storedVersionsOf(definition.spec ?? {}).filter((name) => !stored.includes(name));
	if (missing.length > 0) {
		definition.status = {...definition.status, storedVersions: [...stored, ...missing]};
	}
};

/** Upstream looks no further than the first version that is marked. */
const storedVersionsOf = ({versions}: Partial<CustomResourceDefinitionSpec>): string[] =>
	(versions ?? [])
		.filter(({storage}) => storage)
		.slice(0, 1)
		.map(({name}) => name);

export const isCondition = ({status}: CustomResourceDefinition, type: string): boolean =>
	(status?.conditions ?? []).some((condition) => condition.type === type && condition.status === 'True');

/**
The accepted names of a definition, and whether it can be served: a name of another definition of the group is refused.

@param others the other definitions of the same group.

@param now in RFC 3339.
@returns the same status if it does not change.
@mirrors k8s.io/apiextensions-apiserver/pkg/controller/status calculateNamesAndConditions
*/
export const acceptNames = (
	definition: CustomResourceDefinition,
	others: readonly CustomResourceDefinition[],
	now: string,
): CustomResourceDefinition['status'] => {
	const wanted = definition.spec.names;
	const before = definition.status?.acceptedNames;
	const takenNames = new Set(
		others.flatMap(({status}) => {
			const {plural, singular, shortNames = []} = status?.acceptedNames ?? {plural: '', kind: ''};
			return [plural, singular, ...shortNames].filter(Boolean);
		}),
	);
	const takenKinds = new Set(
		others.flatMap(({status}) => [status?.acceptedNames?.kind, status?.acceptedNames?.listKind].filter(Boolean)),
	);
	const inUse = (name: string | undefined, taken: ReadonlySet<string | undefined>): string =>
		name && taken.has(name) ? `${JSON.stringify(name)} is already in use` : '';
	const conflicts: ReadonlyArray<readonly [string, string]> = [
		['PluralConflict', inUse(wanted.plural, takenNames)],
		['SingularConflict', inUse(wanted.singular, takenNames)],
		[
			'ShortNamesConflict',
			(wanted.shortNames ?? [])
				.map((name) => inUse(name, takenNames))
				.filter(Boolean)
				.join(', '),
		],
		['KindConflict', inUse(wanted.kind, takenKinds)],
		['ListKindConflict', inUse(wanted.listKind, takenKinds)],
	];
	// Only the last conflict is reported.
	const conflict = conflicts.findLast(([, message]) => message !== '');
	const accepted = conflict ? acceptedPart(wanted, before ?? {plural: '', kind: ''}, conflicts) : wanted;
	let conditions = withCondition(
		definition.status?.conditions ?? [],
		conflict
			? {type: 'NamesAccepted', status: 'False', reason: conflict[0], message: conflict[1]}
			: {type: 'NamesAccepted', status: 'True', reason: 'NoConflicts', message: 'no conflicts found'},
		now,
	);
	if (!isCondition(definition, 'Established')) {
		conditions = withCondition(
			conditions,
			conflict
				? {type: 'Established', status: 'False', reason: 'NotAccepted', message: 'not all names are accepted'}
				: {
						type: 'Established',
						status: 'True',
						reason: 'InitialNamesAccepted',
						message: 'the initial names have been accepted',
					},
			now,
		);
	}

	return conditions === definition.status?.conditions && equal(accepted, before)
		? definition.status
		: {...definition.status, acceptedNames: accepted, conditions};
};

/** The wanted names that no other definition has; other names stay unchanged. */
const acceptedPart = (
	wanted: CustomResourceDefinitionNames,
	before: CustomResourceDefinitionNames,
	conflicts: ReadonlyArray<readonly [string, string]>,
): CustomResourceDefinitionNames => {
	const [plural, singular, shortNames, kind, listKind] = conflicts.map(([, message]) => message === '');
	const chosen = {
		...(plural ? {plural: wanted.plural} : {plural: before.plural}),
		singular: singular ? wanted.singular : before.singular,
		shortNames: shortNames ? wanted.shortNames : before.shortNames,
		...(kind ? {kind: wanted.kind} : {kind: before.kind}),
		listKind: listKind ? wanted.listKind : before.listKind,
		categories: wanted.categories,
	};
	return Object.fromEntries(
		Object.entries(chosen).filter(([, value]) => value !== undefined),
	) as unknown as CustomResourceDefinitionNames;
};

/** The conditions with one of them set; its time changes only with its status. Returns the same list if it does not change. */
export const withCondition = (
	conditions: readonly CustomResourceDefinitionCondition[],
	condition: CustomResourceDefinitionCondition,
	now: string,
): readonly CustomResourceDefinitionCondition[] => {
	const index = conditions.findIndex(({type}) => type === condition.type);
	const before = conditions[index];
	if (
		before?.status === condition.status &&
		before.reason === condition.reason &&
		before.message === condition.message
	) {
		return conditions;
	}

	const lastTransitionTime = before?.status === condition.status ? before.lastTransitionTime : now;
	const after = {...condition, lastTransitionTime};
	return before ? conditions.with(index, after) : [...conditions, after];
};

const verbs = ['delete', 'deletecollection', 'get', 'list', 'patch', 'create', 'update', 'watch'];
/** A definition that is being deleted accepts no new objects. */
const verbsWhileGoing = ['delete', 'deletecollection', 'get', 'list', 'watch'];

/**
The resources of a definition, one per served version; empty before it is established.

@mirrors k8s.io/apiextensions-apiserver/pkg/apiserver customresource_discovery_controller
*/
export const resourcesOf = (definition: CustomResourceDefinition): readonly Resource[] => {
	const {spec, status} = definition;
	const names = status?.acceptedNames;
	const storedVersion = spec.versions.find(({storage}) => storage)?.name;
	if (
		!names ||
		storedVersion === undefined ||
		!isCondition(definition, 'Established') ||
		!isCondition(definition, 'NamesAccepted')
	) {
		return [];
	}

	const served = spec.versions.filter((version) => version.served);
	const preferred = preferredVersion(served.map(({name}) => name));
	return served.map((version) => {
		const scale = version.subresources?.scale;
		const hasStatus = version.subresources?.status !== undefined;
		return {
			group: spec.group,
			version: version.name,
			plural: names.plural,
			singular: names.singular ?? names.kind.toLowerCase(),
			kind: names.kind,
			namespaced: spec.scope === 'Namespaced',
			shortNames: names.shortNames ?? [],
			categories: names.categories ?? [],
			verbs: isCondition(definition, 'Terminating') ? verbsWhileGoing : verbs,
			subresources: subresourcesOf(spec.group, version.name, names.kind, hasStatus, scale !== undefined),
			preferred: version.name === preferred,
			custom: {
				schema: schemaOf(version),
				schemas: Object.fromEntries(spec.versions.map((one) => [one.name, schemaOf(one)])),
				listKind: names.listKind ?? `${names.kind}List`,
				storedVersion,
				isMixed: (status.storedVersions ?? []).length > 1,
				converter: converterOf(spec),
				hasStatus,
				scale,
				columns: version.additionalPrinterColumns ?? [],
				selectableFields: (version.selectableFields ?? []).map(({jsonPath}) => jsonPath),
				deprecation: version.deprecated ? (version.deprecationWarning ?? deprecationOf(spec, version.name)) : undefined,
			},
		};
	});
};

/** The schema of a version; empty where it has none. */
export const schemaOf = ({schema}: CustomResourceDefinitionVersion): CustomSchema =>
	(schema?.openAPIV3Schema ?? {}) as CustomSchema;

/** @mirrors k8s.io/apiextensions-apiserver/pkg/apiserver/conversion createConversionReviewObjects */
const converterOf = ({conversion}: CustomResourceDefinitionSpec): Converter | undefined => {
	const {clientConfig, conversionReviewVersions = []} = conversion?.webhook ?? {};
	return conversion?.strategy === 'Webhook' && clientConfig
		? {clientConfig, reviewVersion: conversionReviewVersions.find((version) => reviewVersions.has(version)) ?? 'v1'}
		: undefined;
};

const reviewVersions = new Set(['v1', 'v1beta1']);

/** The warning for a version without its own: it names the best version that is not deprecated. @mirrors defaultDeprecationWarning */
const deprecationOf = ({group, names: {kind}, versions}: CustomResourceDefinitionSpec, deprecated: string): string => {
	const better = versions.filter(
		({name, served, deprecated: isOld}) => served && !isOld && compareVersions(deprecated, name) < 0,
	);
	const best = preferredVersion(better.map(({name}) => name));
	return `${group}/${deprecated} ${kind} is deprecated${best ? `; use ${group}/${best} ${kind}` : ''}`;
};

const subresourcesOf = (
	group: string,
	version: string,
	kind: string,
	hasStatus: boolean,
	hasScale: boolean,
): readonly Subresource[] => [
	...(hasStatus ? [{name: 'status', kind, group, version, verbs: ['get', 'patch', 'update']}] : []),
	...(hasScale
		? [{name: 'scale', kind: 'Scale', group: 'autoscaling', version: 'v1', verbs: ['get', 'patch', 'update']}]
		: []),
];

/** GA before beta before alpha, newer before older, then other names in alphabetical order. @mirrors k8s.io/apimachinery/pkg/version CompareKubeAwareVersionStrings */
export const preferredVersion = (versions: readonly string[]): string | undefined =>
	[...versions].sort((a, b) => compareVersions(b, a))[0];

const stages = ['alpha', 'beta', ''];

export const compareVersions = (a: string, b: string): number => {
	const [left, right] = [a, b].map((text) => /^v([1-9]\d*)(?:(alpha|beta)([1-9]\d*))?$/.exec(text));
	if (!left || !right) {
		if (left) {
			return 1;
		}

		if (right) {
			return -1;
		}

		if (a < b) {
			return 1;
		}

		if (a > b) {
			return -1;
		}

		return 0;
	}

	return (
		stages.indexOf(left[2] ?? '') - stages.indexOf(right[2] ?? '') ||
		Number(left[1]) - Number(right[1]) ||
		Number(left[3] ?? 0) - Number(right[3] ?? 0)
	);
};

/** The hash that discovery reports about the encoding in etcd. @mirrors k8s.io/apiserver/pkg/endpoints/discovery StorageVersionHash */
export const storageVersionHash = ({group, kind, custom}: Resource): string =>
	Buffer.from(sha256Bytes(`${group}/${custom?.storedVersion ?? ''}/${kind}`).subarray(0, 8)).toString('base64');

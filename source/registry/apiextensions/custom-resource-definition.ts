import {
	definitionDefaults,
	prepareDefinition,
	prepareDefinitionUpdate,
	schemaOf,
} from '../custom-resources/definition.js';
import {isKnownFormat} from '../custom-resources/formats.js';
import {valuesOf} from '../custom-resources/schema.js';
import {describeKind} from '../kind.js';
import type {CustomSchema} from '../../objects/custom-version.js';
import {forbidden, invalid, required} from '../../objects/field-error.js';
import type {
	CustomResourceConversion,
	CustomResourceDefinition,
	CustomResourceDefinitionNames,
	CustomResourceDefinitionSpec,
	CustomResourceDefinitionVersion,
} from '../../objects/kubernetes.generated.js';
import {dns1035LabelErrors, dnsSubdomainErrors} from '../../objects/names.js';
import {checkImmutable, requireSupported, sorted, type Errors} from '../validation/checks.js';
import {
	checkColumns,
	checkDeprecation,
	checkSelectable,
	checkSubresources,
	checkValidation,
} from './custom-resource-version.js';
import {checkAnyMetadata, checkAnyMetadataUpdate} from '../validation/metadata.js';
import {checkReviewVersions, checkWebhookService, checkWebhookURL} from '../validation/webhook-client.js';
import {semanticEqual} from '../../kernel/equality.js';

/**
A definition that is to be created.

@mirrors k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation ValidateCustomResourceDefinition
*/
export const checkDefinition = (errors: Errors, definition: CustomResourceDefinition): void => {
	const {metadata, spec} = definition;
	checkAnyMetadata(errors, metadata, false, (name) => [
		...dnsSubdomainErrors(name),
		...(name === `${spec.names.plural}.${spec.group}` ? [] : ['must be spec.names.plural+"."+spec.group']),
	]);
	checkRest(errors, definition);
};

/** @mirrors ValidateCustomResourceDefinitionUpdate, ValidateUpdateCustomResourceDefinitionStatus */
export const checkDefinitionUpdate = (
	errors: Errors,
	definition: CustomResourceDefinition,
	old: CustomResourceDefinition,
	subresource: string,
): void => {
	checkAnyMetadataUpdate(errors, definition.metadata, old.metadata);
	if (subresource === 'status') {
		checkNames(errors, 'status.acceptedNames', definition.status?.acceptedNames);
		return;
	}

	checkRest(errors, definition, old, () => {
		const {spec} = definition;
		if (old.status?.conditions?.some(({type, status}) => type === 'Established' && status === 'True')) {
			checkImmutable(errors, 'spec.scope', spec.scope, old.spec.scope);
			checkImmutable(errors, 'spec.names.kind', spec.names.kind, old.spec.names.kind);
		}

		checkImmutable(errors, 'spec.group', spec.group, old.spec.group);
		checkImmutable(errors, 'spec.names.plural', spec.names.plural, old.spec.names.plural);
	});
};

const checkRest = (
	errors: Errors,
	definition: CustomResourceDefinition,
	old?: CustomResourceDefinition,
	afterSpec?: () => void,
): void => {
	const {metadata, spec, status} = definition;
	checkSpec(errors, spec);
	afterSpec?.();
	checkNames(errors, 'status.acceptedNames', status?.acceptedNames);
	checkStoredVersions(errors, status?.storedVersions ?? [], spec.versions ?? []);
	checkApproval(errors, spec.group, approvalOf(metadata), old && approvalOf(old.metadata));
	if (spec.preserveUnknownFields && !old?.spec.preserveUnknownFields) {
		errors.push(
			invalid(
				'spec.preserveUnknownFields',
				true,
				'cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead',
			),
		);
	}
};

/** Adds one error for several messages about a name. */
const refuseName = (errors: Errors, field: string, value: string, problems: readonly string[], prefix = ''): void => {
	if (problems.length > 0) {
		errors.push(invalid(field, value, prefix + problems.join(',')));
	}
};

/** A value that all versions share; upstream keeps it once, next to them. */
const shared = <T>(
	versions: readonly CustomResourceDefinitionVersion[],
	of: (version: CustomResourceDefinitionVersion) => T | undefined,
): T | undefined => {
	const [first, ...others] = versions.map((version) => of(version));
	return first !== undefined && others.every((other) => semanticEqual(other, first)) ? first : undefined;
};

/** The common fields of the versions of a definition, which upstream's internal type has beside them. */
interface Shared {
	readonly schema: unknown;
	readonly subresources: unknown;
	readonly columns: unknown;
	readonly selectable: unknown;
}

/** A version as a message quotes it: the internal type with Go's names, without the parts that all versions share. */
const internalVersion = (version: CustomResourceDefinitionVersion, common: Shared) => ({
	Name: version.name,
	Served: version.served,
	Storage: version.storage,
	Deprecated: version.deprecated ?? false,
	DeprecationWarning: version.deprecationWarning ?? null,
	Schema: common.schema ? null : sorted(version.schema ?? null),
	Subresources: common.subresources ? null : sorted(version.subresources ?? null),
	AdditionalPrinterColumns: common.columns ? null : sorted(columnsOf(version) ?? null),
	SelectableFields: common.selectable ? null : sorted(selectableOf(version) ?? null),
});

const columnsOf = ({additionalPrinterColumns: columns}: CustomResourceDefinitionVersion) =>
	columns && columns.length > 0 ? columns : undefined;

const selectableOf = ({selectableFields: fields}: CustomResourceDefinitionVersion) =>
	fields && fields.length > 0 ? fields : undefined;

/** Long because it checks the fields in upstream's order, which decides the order of the errors. */
const checkSpec = (errors: Errors, spec: CustomResourceDefinitionSpec): void => {
	checkGroup(errors, spec.group);
	requireSupported(errors, 'spec.scope', spec.scope, ['Cluster', 'Namespaced']);
	const versions = spec.versions ?? [];
	for (const [index, {schema}] of versions.entries()) {
		if (!schema?.openAPIV3Schema) {
			errors.push(required(`spec.versions[${index}].schema.openAPIV3Schema`));
		}
	}

	const schema = shared(versions, (version) => version.schema);
	const subresources = shared(versions, (version) => version.subresources);
	const columns = shared(versions, columnsOf);
	const selectable = shared(versions, selectableOf);
	for (const [index, version] of versions.entries()) {
		const path = `spec.versions[${index}]`;
		refuseName(errors, `${path}.name`, version.name, dns1035LabelErrors(version.name));
		checkDeprecation(errors, version, path);
		if (!schema) {
			checkValidation(
				errors,
				version.schema?.openAPIV3Schema as CustomSchema | undefined,
				Boolean(version.subresources?.status),
				`${path}.schema`,
			);
		}

		if (!subresources) {
			checkSubresources(errors, version.subresources, `${path}.subresources`);
		}

		if (!columns) {
			checkColumns(errors, version.additionalPrinterColumns, `${path}.additionalPrinterColumns`);
		}

		if (!selectable) {
			const own = version.schema?.openAPIV3Schema as CustomSchema | undefined;
			checkSelectable(errors, version.selectableFields, own, `${path}.selectableFields`);
		}
	}

	const shown = versions.map((version) => internalVersion(version, {schema, subresources, columns, selectable}));
	if (new Set(versions.map(({name}) => name)).size !== versions.length) {
		errors.push(invalid('spec.versions', shown, 'must contain unique version names'));
	}

	if (versions.filter(({storage}) => storage).length !== 1) {
		errors.push(invalid('spec.versions', shown, 'must have exactly one version marked as storage version'));
	}

	// The field of the first version's name in v1beta1, which the internal type keeps.
	const first = versions[0]?.name;
	if (first) {
		refuseName(errors, 'spec.version', first, dns1035LabelErrors(first));
	}

	for (const name of ['plural', 'singular', 'kind', 'listKind'] as const) {
		if (!spec.names[name]) {
			errors.push(required(`spec.names.${name}`));
		}
	}

	checkNames(errors, 'spec.names', spec.names);
	checkValidation(
		errors,
		schema?.openAPIV3Schema as CustomSchema | undefined,
		versions.some((version) => version.subresources?.status),
		'spec.validation',
	);
	checkSubresources(errors, subresources, 'spec.subresources');
	checkColumns(errors, columns, 'spec.additionalPrinterColumns');
	checkSelectable(
		errors,
		selectable,
		versions[0]?.schema?.openAPIV3Schema as CustomSchema | undefined,
		'spec.selectableFields',
	);
	checkConversion(errors, spec.conversion);
};

const checkGroup = (errors: Errors, group: string): void => {
	const problems = dnsSubdomainErrors(group);
	if (!group) {
		errors.push(required('spec.group'));
	} else if (problems.length > 0) {
		refuseName(errors, 'spec.group', group, problems);
	} else if (!group.includes('.')) {
		errors.push(invalid('spec.group', group, 'should be a domain with at least one dot'));
	}
};

const checkNames = (errors: Errors, path: string, names: CustomResourceDefinitionNames | undefined): void => {
	if (!names) {
		return;
	}

	const mixed = 'may have mixed case, but should otherwise match: ';
	for (const [field, isMixed] of [
		['plural', false],
		['singular', false],
		['kind', true],
		['listKind', true],
	] as const) {
		const name = names[field];
		if (name) {
			refuseName(
				errors,
				`${path}.${field}`,
				name,
				dns1035LabelErrors(isMixed ? name.toLowerCase() : name),
				isMixed ? mixed : '',
			);
		}
	}

	for (const [index, name] of (names.shortNames ?? []).entries()) {
		refuseName(errors, `${path}.shortNames[${index}]`, name, dns1035LabelErrors(name));
	}

	if (names.kind && names.kind === names.listKind) {
		errors.push(invalid(`${path}.listKind`, names.listKind, 'kind and listKind may not be the same'));
	}

	for (const [index, name] of (names.categories ?? []).entries()) {
		refuseName(errors, `${path}.categories[${index}]`, name, dns1035LabelErrors(name));
	}
};

const checkConversion = (errors: Errors, conversion: CustomResourceConversion | undefined): void => {
	if (!conversion) {
		return;
	}

	const {strategy, webhook} = conversion;
	requireSupported(errors, 'spec.conversion.strategy', strategy, ['None', 'Webhook']);
	if (strategy === 'Webhook') {
		const client = webhook?.clientConfig;
		if (!client) {
			errors.push(required('spec.conversion.webhookClientConfig', 'required when strategy is set to Webhook'));
		} else if ((client.url === undefined) === (client.service === undefined)) {
			errors.push(required('spec.conversion.webhookClientConfig', 'exactly one of url or service is required'));
		} else if (client.service) {
			checkWebhookService(errors, 'spec.conversion.webhookClientConfig.service', client.service);
		} else {
			checkWebhookURL(errors, 'spec.conversion.webhookClientConfig.url', client.url ?? '');
		}

		checkReviewVersions(
			errors,
			'spec.conversion.conversionReviewVersions',
			webhook?.conversionReviewVersions ?? [],
			'',
		);
	} else if (webhook) {
		if (webhook.clientConfig) {
			errors.push(
				forbidden('spec.conversion.webhookClientConfig', 'should not be set when strategy is not set to Webhook'),
			);
		}

		if ((webhook.conversionReviewVersions ?? []).length > 0) {
			errors.push(
				forbidden('spec.conversion.conversionReviewVersions', 'should not be set when strategy is not set to Webhook'),
			);
		}
	}
};

const checkStoredVersions = (
	errors: Errors,
	stored: readonly string[],
	versions: readonly CustomResourceDefinitionVersion[],
): void => {
	if (stored.length === 0) {
		errors.push(invalid('status.storedVersions', null, 'must have at least one stored version'));
		return;
	}

	for (const {name, storage} of versions) {
		if (storage && !stored.includes(name)) {
			errors.push(invalid('status.storedVersions', stored, `must have the storage version ${name}`));
		}
	}

	for (const [index, name] of stored.entries()) {
		if (!versions.some((version) => version.name === name)) {
			errors.push(
				invalid(
					`status.storedVersions[${index}]`,
					name,
					`missing from spec.versions; ${name} was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in ${name} and removes ${name} from status.storedVersions`,
				),
			);
		}
	}
};

const approvalOf = ({annotations}: CustomResourceDefinition['metadata']): string =>
	annotations?.['api-approved.kubernetes.io'] ?? '';

/** @mirrors k8s.io/apiextensions-apiserver/pkg/apihelpers GetAPIApprovalState */
const approvalState = (approval: string): string => {
	if (approval === '' || approval.startsWith('unapproved')) {
		return approval === '' ? 'missing' : 'bypassed';
	}

	return /^[a-z][\w+.-]*:\/\/[^/?#]/i.test(approval) && URL.canParse(approval) ? 'approved' : 'invalid';
};

/** Groups of the Kubernetes community name their approval; an update may keep it unchanged. @mirrors validateAPIApproval */
const checkApproval = (errors: Errors, group: string, approval: string, old?: string): void => {
	const state = approvalState(approval);
	if (!/(?:^|\.)(?:k8s|kubernetes)\.io$/.test(group) || (old !== undefined && approvalState(old) === state)) {
		return;
	}

	const field = 'metadata.annotations[api-approved.kubernetes.io]';
	const see = 'see https://github.com/kubernetes/enhancements/pull/1111';
	if (state === 'missing') {
		errors.push(required(field, `protected groups must have approval annotation "api-approved.kubernetes.io", ${see}`));
	} else if (state === 'invalid') {
		errors.push(
			invalid(
				field,
				approval,
				`protected groups must have approval annotation "api-approved.kubernetes.io" with either a URL or a reason starting with "unapproved", ${see}`,
			),
		);
	}
};

/** The formats in a schema that the apiserver does not check, in the order of its parts. */
const unknownFormats = (schema: CustomSchema): readonly string[] => [
	...(schema.format !== undefined && !isKnownFormat(schema.type ?? '', schema.format) ? [schema.format] : []),
	...[
		schema.items,
		...(schema.allOf ?? []),
		...(schema.anyOf ?? []),
		...(schema.oneOf ?? []),
		schema.not,
		...Object.values(schema.properties ?? {}),
		valuesOf(schema),
	].flatMap((part) => (part ? unknownFormats(part) : [])),
];

const formatsOf = ({spec}: CustomResourceDefinition): readonly string[] =>
	(spec?.versions ?? []).flatMap((version) => unknownFormats(schemaOf(version)));

/** Warnings about formats that nothing checks; those that the old definition has are known. @mirrors customresourcedefinition strategy.WarningsOnCreate, WarningsOnUpdate */
const formatWarnings = (definition: CustomResourceDefinition, old?: CustomResourceDefinition): readonly string[] => {
	const known = new Set(old && formatsOf(old));
	return formatsOf(definition)
		.filter((format) => !known.has(format))
		.map((format) => `unrecognized format ${JSON.stringify(format)}`);
};

/** @see https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/ */
export const customResourceDefinition = describeKind('apiextensions.k8s.io/v1 CustomResourceDefinition', {
	validate: {create: checkDefinition, update: checkDefinitionUpdate},
	generation: 'counts changes',
	prepare: {create: prepareDefinition, update: prepareDefinitionUpdate},
	store: {needsVersion: true},
	warnings: formatWarnings,
	setDefaults: (object) => (object.spec ? {...object, spec: definitionDefaults(object.spec)} : object),
});

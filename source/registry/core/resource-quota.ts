import type {Amounts} from '../quota/amounts.js';
import {describeKind} from '../kind.js';
import {invalid, required} from '../../objects/field-error.js';
import type {ResourceQuota, ResourceQuotaSpec} from '../../objects/kubernetes.generated.js';
import type {Errors} from '../validation/checks.js';
import {checkMetadata, checkMetadataUpdate, nameRules} from '../validation/metadata.js';
import {checkResourceName, checkResourceQuantity, isHugePages} from '../validation/resources.js';
import {semanticEqual} from '../../kernel/equality.js';
import {ageColumn, nameColumn} from '../table/columns.js';

export const ofPods = ['cpu', 'memory', 'limits.cpu', 'limits.memory', 'requests.cpu', 'requests.memory'];

const quotaNames = new Set([
	...ofPods,
	'ephemeral-storage',
	'requests.storage',
	'requests.ephemeral-storage',
	'limits.ephemeral-storage',
	'pods',
	'resourcequotas',
	'services',
	'replicationcontrollers',
	'secrets',
	'persistentvolumeclaims',
	'configmaps',
	'services.nodeports',
	'services.loadbalancers',
]);

const isQuotaName = (name: string): boolean =>
	quotaNames.has(name) || isHugePages(name) || name.startsWith('requests.hugepages-');

const scopes = [
	'Terminating',
	'NotTerminating',
	'BestEffort',
	'NotBestEffort',
	'PriorityClass',
	'CrossNamespacePodAffinity',
	'VolumeAttributesClass',
];

const pairs = [
	['BestEffort', 'NotBestEffort'],
	['Terminating', 'NotTerminating'],
] as const;

const fitsScope = (scope: string, name: string): boolean => {
	switch (scope) {
		case 'Terminating':
		case 'NotTerminating':
		case 'NotBestEffort':
		case 'PriorityClass':
		case 'CrossNamespacePodAffinity': {
			return name === 'pods' || ofPods.includes(name);
		}

		case 'BestEffort': {
			return name === 'pods';
		}

		case 'VolumeAttributesClass': {
			return name === 'persistentvolumeclaims' || name === 'requests.storage';
		}

		default: {
			return true;
		}
	}
};

const checkAmounts = (errors: Errors, path: string, amounts: Amounts | undefined): void => {
	for (const [name, amount] of Object.entries(amounts ?? {})) {
		const field = `${path}[${name}]`;
		checkResourceName(errors, field, name);
		if (!name.includes('/') && !isQuotaName(name)) {
			errors.push(invalid(field, name, 'must be a standard resource for quota'));
		}

		checkResourceQuantity(errors, field, name, amount);
	}
};

const checkScopes = (errors: Errors, spec: ResourceQuotaSpec): void => {
	const limited = Object.keys(spec.hard ?? {}).sort();
	for (const scope of spec.scopes ?? []) {
		if (!scopes.includes(scope)) {
			errors.push(invalid('spec.scopes', spec.scopes, 'unsupported scope'));
		}

		for (const name of limited) {
			if (isQuotaName(name) && !fitsScope(scope, name)) {
				errors.push(invalid('spec.scopes', spec.scopes, 'unsupported scope applied to resource'));
			}
		}
	}

	for (const pair of pairs) {
		if (pair.every((scope) => spec.scopes?.includes(scope))) {
			errors.push(invalid('spec.scopes', spec.scopes, 'conflicting scopes'));
		}
	}
};

const exists =
	"must be 'Exists' when scope is any of ResourceQuotaScopeTerminating, ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort, ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity";

const checkScopeSelector = (errors: Errors, spec: ResourceQuotaSpec): void => {
	const expressions = spec.scopeSelector?.matchExpressions ?? [];
	const path = 'spec.scopeSelector.matchExpressions';
	const limited = Object.keys(spec.hard ?? {}).sort();
	const shown = {
		MatchExpressions: expressions.map(({scopeName, operator, values}) => ({
			ScopeName: scopeName,
			Operator: operator,
			Values: values ?? null,
		})),
	};
	for (const {scopeName, operator, values = []} of expressions) {
		if (!scopes.includes(scopeName)) {
			errors.push(invalid(`${path}.scopeName`, scopeName, 'unsupported scope'));
		}

		for (const name of limited) {
			if (isQuotaName(name) && !fitsScope(scopeName, name)) {
				errors.push(invalid(path, shown, 'unsupported scope applied to resource'));
			}
		}

		if (
			scopes.includes(scopeName) &&
			scopeName !== 'PriorityClass' &&
			scopeName !== 'VolumeAttributesClass' &&
			operator !== 'Exists'
		) {
			errors.push(invalid(`${path}.operator`, operator, exists));
		}

		if (operator === 'In' || operator === 'NotIn') {
			if (values.length === 0) {
				errors.push(
					required(
						`${path}.values`,
						"must be at least one value when `operator` is 'In' or 'NotIn' for scope selector",
					),
				);
			}
		} else if (operator === 'Exists' || operator === 'DoesNotExist') {
			if (values.length > 0) {
				errors.push(
					invalid(
						`${path}.values`,
						values,
						"must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector",
					),
				);
			}
		} else {
			errors.push(invalid(`${path}.operator`, operator, 'not a valid selector operator'));
		}
	}

	for (const pair of pairs) {
		if (pair.every((scope) => expressions.some(({scopeName}) => scopeName === scope))) {
			errors.push(invalid(path, spec.scopes ?? null, 'conflicting scopes'));
		}
	}
};

const checkQuotaSpec = (errors: Errors, spec: ResourceQuotaSpec): void => {
	checkAmounts(errors, 'spec.hard', spec.hard);
	checkScopes(errors, spec);
	checkScopeSelector(errors, spec);
};

/** @mirrors k8s.io/kubernetes/pkg/apis/core/validation ValidateResourceQuota */
export const checkResourceQuota = (errors: Errors, quota: ResourceQuota): void => {
	checkMetadata(errors, quota.metadata, true, nameRules.subdomain);
	checkQuotaSpec(errors, quota.spec ?? {});
};

export const checkResourceQuotaUpdate = (
	errors: Errors,
	quota: ResourceQuota,
	old: ResourceQuota,
	subresource: string,
): void => {
	checkMetadataUpdate(errors, quota.metadata, old.metadata);
	if (subresource === 'status') {
		checkAmounts(errors, 'status.hard', quota.status?.hard);
		checkAmounts(errors, 'status.used', quota.status?.used);
		return;
	}

	checkQuotaSpec(errors, quota.spec ?? {});
	const inOrder = (list: readonly string[] | undefined): string[] => [...new Set(list)].sort();
	if (!semanticEqual(inOrder(quota.spec?.scopes), inOrder(old.spec?.scopes))) {
		errors.push(invalid('spec.scopes', quota.spec?.scopes ?? null, 'field is immutable'));
	}
};

const usage = ({status}: ResourceQuota, limits: boolean): string =>
	Object.keys(status?.hard ?? {})
		.filter((name) => name.startsWith('limits.') === limits)
		.sort()
		.map((name) => `${name}: ${status?.used?.[name] ?? '0'}/${status?.hard?.[name] ?? ''}`)
		.join(', ');

/** @see https://kubernetes.io/docs/concepts/policy/resource-quotas/ */
export const resourceQuota = describeKind('v1 ResourceQuota', {
	validate: {create: checkResourceQuota, update: checkResourceQuotaUpdate},
	store: {returnsDeleted: true},
	table: {
		columns: [
			nameColumn,
			{name: 'Request', cell: (quota) => usage(quota, false)},
			{name: 'Limit', cell: (quota) => usage(quota, true)},
			ageColumn,
		],
	},
	quota: {byPlural: true},
});

import {duplicate, forbidden, invalid, required} from '../../objects/field-error.js';
import type {LimitRange, LimitRangeItem, ResourceQuota, ResourceQuotaSpec} from '../../objects/kubernetes.generated.js';
import {qualifiedNameErrors} from '../../objects/names.js';
import {compareQuantities, parseQuantity} from '../../objects/quantity.js';
import {refuseEach, type Errors} from '../validation/checks.js';
import {checkMetadata, checkMetadataUpdate, nameRules} from '../validation/metadata.js';
import {
	checkContainerResourceName,
	checkResourceName,
	checkResourceQuantity,
	isHugePages,
	isNative,
} from '../validation/resources.js';
import {semanticEqual} from '../../kernel/equality.js';

type Amounts = Readonly<Record<string, string>>;

const types = ['Pod', 'Container', 'PersistentVolumeClaim'];

/** @mirrors k8s.io/kubernetes/pkg/apis/core/validation ValidateLimitRange */
export const checkLimitRange = (errors: Errors, {metadata, spec}: LimitRange): void => {
	checkMetadata(errors, metadata, true, nameRules.subdomain);
	const seen = new Set<string>();
	for (const [index, limit] of (spec?.limits ?? []).entries()) {
		const at = `spec.limits[${index}]`;
		const messages = qualifiedNameErrors(limit.type);
		refuseEach(errors, `${at}.type`, limit.type, messages);
		if (messages.length === 0 && !limit.type.includes('/') && !types.includes(limit.type)) {
			errors.push(invalid(`${at}.type`, limit.type, 'must be a standard limit type or fully qualified'));
		}

		if (seen.has(limit.type)) {
			errors.push(duplicate(`${at}.type`, limit.type));
		}

		seen.add(limit.type);
		checkItem(errors, at, limit);
	}
};

const checkItem = (errors: Errors, path: string, limit: LimitRangeItem): void => {
	const {type, max = {}, min = {}, maxLimitRequestRatio: ratios = {}} = limit;
	const checkNames = (field: string, amounts: Amounts): void => {
		for (const name of Object.keys(amounts)) {
			if (type === 'Pod' || type === 'Container') {
				checkContainerResourceName(errors, `${path}.${field}[${name}]`, name);
			} else {
				checkResourceName(errors, `${path}.${field}[${name}]`, name);
			}
		}
	};

	checkNames('max', max);
	checkNames('min', min);
	let {default: limits = {}, defaultRequest: requests = {}} = limit;
	if (type === 'Pod') {
		for (const [field, amounts] of [
			['default', limits],
			['defaultRequest', requests],
		] as const) {
			if (Object.keys(amounts).length > 0) {
				errors.push(forbidden(`${path}.${field}`, "may not be specified when `type` is 'Pod'"));
			}
		}

		limits = {};
		requests = {};
	} else {
		checkNames('default', limits);
		checkNames('defaultRequest', requests);
	}

	if (type === 'PersistentVolumeClaim' && min.storage === undefined && max.storage === undefined) {
		errors.push(
			required(`${path}.limits`, 'either minimum or maximum storage value is required, but neither was provided'),
		);
	}

	checkNames('maxLimitRequestRatio', ratios);
	for (const name of new Set([max, min, limits, requests, ratios].flatMap((amounts) => Object.keys(amounts)))) {
		checkOrder(errors, path, name, {
			min: min[name],
			max: max[name],
			limit: limits[name],
			request: requests[name],
			ratio: ratios[name],
		});
	}
};

interface Bounds {
	readonly min?: string;
	readonly max?: string;
	readonly limit?: string;
	readonly request?: string;
	readonly ratio?: string;
}

/** Minimum ≤ default request ≤ default ≤ maximum. */
const checkOrder = (errors: Errors, path: string, name: string, {min, max, limit, request, ratio}: Bounds): void => {
	const more = (one: string | undefined, other: string | undefined): boolean =>
		one !== undefined && other !== undefined && compareQuantities(one, other) > 0;
	const refuse = (field: string, value: string | undefined, detail: string): void => {
		errors.push(invalid(`${path}.${field}[${name}]`, value, detail));
	};

	if (more(min, max)) {
		refuse('min', min, `min value ${min} is greater than max value ${max}`);
	}

	if (more(min, request)) {
		refuse('defaultRequest', request, `min value ${min} is greater than default request value ${request}`);
	}

	if (more(request, max)) {
		refuse('defaultRequest', request, `default request value ${request} is greater than max value ${max}`);
	}

	if (more(request, limit)) {
		refuse('defaultRequest', request, `default request value ${request} is greater than default limit value ${limit}`);
	}

	if (more(min, limit)) {
		refuse('default', min, `min value ${min} is greater than default value ${limit}`);
	}

	if (more(limit, max)) {
		refuse('default', max, `default value ${limit} is greater than max value ${max}`);
	}

	if (ratio !== undefined) {
		if (more('1', ratio)) {
			refuse('maxLimitRequestRatio', ratio, `ratio ${ratio} is less than 1`);
		}

		if (min !== undefined && max !== undefined) {
			const most = Number(parseQuantity(max)) / Number(parseQuantity(min));
			if (Number(parseQuantity(ratio)) / 1000 > most) {
				refuse('maxLimitRequestRatio', ratio, `ratio ${ratio} is greater than max/min = ${most.toFixed(6)}`);
			}
		}
	}

	const whole = !isNative(name) || isHugePages(name);
	if (whole && limit !== undefined && request !== undefined && compareQuantities(limit, request) !== 0) {
		refuse(
			'defaultRequest',
			request,
			`default value ${limit} must equal to defaultRequest value ${request} in ${name}`,
		);
	}
};

const ofPods = ['cpu', 'memory', 'limits.cpu', 'limits.memory', 'requests.cpu', 'requests.memory'];
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

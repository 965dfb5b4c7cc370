import {defaultsOf} from '../defaults/type-defaults.js';
import {describeKind} from '../kind.js';
import {duplicate, forbidden, invalid, required} from '../../objects/field-error.js';
import type {LimitRange, LimitRangeItem} from '../../objects/kubernetes.generated.js';
import {qualifiedNameErrors} from '../../objects/names.js';
import {compareQuantities, parseQuantity} from '../../objects/quantity.js';
import {refuseEach, type Errors} from '../validation/checks.js';
import {checkMetadata, nameRules} from '../validation/metadata.js';
import {checkContainerResourceName, checkResourceName, isHugePages, isNative} from '../validation/resources.js';
import type {Amounts} from '../quota/amounts.js';

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

/** @see https://kubernetes.io/docs/concepts/policy/limit-range/ */
export const limitRange = describeKind('v1 LimitRange', {
	validate: {create: checkLimitRange, update: checkLimitRange},
	store: {createOnUpdate: true},
	defaults: [
		defaultsOf('core.v1.LimitRangeItem', (draft) => {
			// The default is the maximum, the default request is the default, else the minimum.
			if (draft.type === 'Container') {
				draft.default = {...draft.max, ...draft.default};
				draft.defaultRequest = {...draft.min, ...draft.default, ...draft.defaultRequest};
			}
		}),
	],
});

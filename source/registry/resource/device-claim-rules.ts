import {deviceSelector} from '../../cel/kubernetes/device-environment.js';
import {duplicate, invalid, required, tooLong, tooMany} from '../../objects/field-error.js';
import type {DeviceClaim, DeviceConstraint, DeviceRequest, DeviceSelector} from '../../objects/kubernetes.generated.js';
import {dnsSubdomainErrors} from '../../objects/names.js';
import {checkDNSLabel, checkSupported, refuseEach, requireValue, type Errors} from '../validation/checks.js';

/** @mirrors k8s.io/api/resource/v1 DeviceRequestsMaxSize, DeviceSelectorsMaxSize, FirstAvailableDeviceRequestMaxSize, CELSelectorExpressionMaxLength */
const most = {requests: 32, selectors: 32, alternatives: 8, expression: 10 * 1024};

interface Asked {
	readonly deviceClassName: string;
	readonly selectors?: readonly DeviceSelector[];
	readonly allocationMode?: string;
	readonly count?: number;
}

/** Names that are required, and each once. */
const checkNames = (errors: Errors, field: string, items: ReadonlyArray<{readonly name: string}>): void => {
	const seen = new Set<string>();
	for (const [index, {name}] of items.entries()) {
		if (seen.has(name)) {
			errors.push(duplicate(`${field}[${index}].name`, name));
		}

		seen.add(name);
	}
};

const checkSize = (errors: Errors, field: string, {length}: readonly unknown[], maximum: number): void => {
	if (length > maximum) {
		errors.push(tooMany(field, length, maximum));
	}
};

/**
The selectors of a request or a class: each is an expression that compiles.

Simplified: the maximal cost of an expression is not estimated.

@mirrors k8s.io/kubernetes/pkg/apis/resource/validation validateSelectorSlice
*/
export const checkSelectors = (errors: Errors, field: string, selectors: readonly DeviceSelector[] = []): void => {
	checkSize(errors, field, selectors, most.selectors);
	for (const [index, {cel}] of selectors.entries()) {
		const at = `${field}[${index}].cel`;
		if (!cel) {
			errors.push(required(at));
			continue;
		}

		const {expression} = cel;
		if (expression.length > most.expression) {
			errors.push(tooLong(`${at}.expression`, expression, most.expression));
			continue;
		}

		const compiled = deviceSelector(expression);
		if ('error' in compiled) {
			errors.push(invalid(`${at}.expression`, expression, compiled.error));
		}
	}
};

/** @mirrors validateDeviceSubRequest, validateExactDeviceRequest */
const checkAsked = (
	errors: Errors,
	field: string,
	{deviceClassName, selectors, allocationMode = '', count = 0}: Asked,
): void => {
	if (requireValue(errors, `${field}.deviceClassName`, deviceClassName)) {
		refuseEach(errors, `${field}.deviceClassName`, deviceClassName, dnsSubdomainErrors(deviceClassName));
	}

	checkSelectors(errors, `${field}.selectors`, selectors);
	if (allocationMode === 'All') {
		if (count !== 0) {
			errors.push(invalid(`${field}.count`, count, "must not be specified when allocationMode is 'All'"));
		}
	} else if (allocationMode === 'ExactCount') {
		if (count <= 0) {
			errors.push(invalid(`${field}.count`, count, 'must be greater than zero'));
		}
	} else {
		checkSupported(errors, `${field}.allocationMode`, allocationMode, ['All', 'ExactCount']);
	}
};

/** @mirrors validateDeviceRequest */
const checkRequest = (errors: Errors, field: string, {name, exactly, firstAvailable = []}: DeviceRequest): void => {
	checkDNSLabel(errors, `${field}.name`, name);
	const kinds = 'exactly one of `exactly` or `firstAvailable` is required';
	if (exactly && firstAvailable.length > 0) {
		errors.push(invalid(field, null, `${kinds}, but multiple fields are set`));
	} else if (exactly) {
		checkAsked(errors, `${field}.exactly`, exactly);
	} else if (firstAvailable.length > 0) {
		const alternatives = `${field}.firstAvailable`;
		checkSize(errors, alternatives, firstAvailable, most.alternatives);
		for (const [index, alternative] of firstAvailable.entries()) {
			checkDNSLabel(errors, `${alternatives}[${index}].name`, alternative.name);
			checkAsked(errors, `${alternatives}[${index}]`, alternative);
		}

		checkNames(errors, alternatives, firstAvailable);
	} else {
		errors.push(required(field, kinds));
	}
};

/** @mirrors validateRequestNameRef */
const checkReferences = (
	errors: Errors,
	field: string,
	names: readonly string[] = [],
	known: ReadonlySet<string>,
): void => {
	for (const [index, name] of names.entries()) {
		if (!known.has(name)) {
			errors.push(
				invalid(
					`${field}[${index}]`,
					name,
					"must be the name of a request in the claim or the name of a request and a subrequest separated by '/'",
				),
			);
		}
	}
};

const checkConstraint = (
	errors: Errors,
	field: string,
	{requests, matchAttribute, distinctAttribute}: DeviceConstraint,
	known: ReadonlySet<string>,
): void => {
	checkReferences(errors, `${field}.requests`, requests, known);
	if (matchAttribute === undefined && distinctAttribute === undefined) {
		errors.push(required(`${field}.matchAttribute`));
	}
};

/**
The requests of a claim.

Simplified: the parameters of `config` are the drivers' own.

@mirrors k8s.io/kubernetes/pkg/apis/resource/validation validateDeviceClaim
*/
export const checkDeviceClaim = (
	errors: Errors,
	field: string,
	{requests: asked, constraints = [], config = []}: DeviceClaim = {},
): void => {
	// A claim that requests nothing has null.
	const requests = asked ?? [];
	checkSize(errors, `${field}.requests`, requests, most.requests);
	for (const [index, request] of requests.entries()) {
		checkRequest(errors, `${field}.requests[${index}]`, request);
	}

	checkNames(errors, `${field}.requests`, requests);
	const known = new Set(
		requests.flatMap(({name, firstAvailable = []}) => [
			name,
			...firstAvailable.map((alternative) => `${name}/${alternative.name}`),
		]),
	);
	for (const [index, constraint] of constraints.entries()) {
		checkConstraint(errors, `${field}.constraints[${index}]`, constraint, known);
	}

	for (const [index, {requests: names, opaque}] of config.entries()) {
		checkReferences(errors, `${field}.config[${index}].requests`, names, known);
		if (!opaque) {
			errors.push(required(`${field}.config[${index}].opaque`));
		}
	}
};

import {PolicyCompiler, resultTypes, type Result} from '../../cel/kubernetes/admission-environment.js';
import {duplicate, forbidden, invalid, notSupported, required, tooMany} from '../../objects/field-error.js';
import type {MatchResources, ParamKind, ParamRef} from '../../objects/kubernetes.generated.js';
import {dns1035LabelErrors, dnsSubdomainErrors, pathSegmentErrors, qualifiedNameErrors} from '../../objects/names.js';
import {checkMatchResources} from './admission-rules.js';
import {refuseEach, requireValue, type Errors} from '../validation/checks.js';
import {checkLabelSelector} from '../validation/selectors.js';

const reserved = new Set(
	'true false null in as break const continue else for function if import let loop package namespace return var void while'.split(
		' ',
	),
);

const isIdentifier = (name: string): boolean => /^[_a-zA-Z]\w*$/.test(name) && !reserved.has(name);

/** An expression that is required and has to compile. */
export const checkExpression = (
	errors: Errors,
	field: string,
	expression: string | undefined,
	missing: string,
	compile: (expression: string) => Result,
): void => {
	if (!expression?.trim()) {
		errors.push(required(field, missing));
		return;
	}

	const result = compile(expression);
	if ('error' in result) {
		errors.push(invalid(field, expression, result.error));
	}
};

const maxMatchConditions = 64;

/** Conditions of a policy or webhook; only a policy's conditions may refer to parameters. @mirrors validateMatchConditions */
export const checkMatchConditions = (
	errors: Errors,
	path: string,
	conditions: ReadonlyArray<{readonly name?: string; readonly expression?: string}> = [],
	params = false,
): void => {
	if (conditions.length > maxMatchConditions) {
		errors.push(tooMany(path, conditions.length, maxMatchConditions));
	}

	const compiler = new PolicyCompiler({params, authorizer: true}, false);
	for (const [index, {name, expression}] of conditions.entries()) {
		const at = `${path}[${index}]`;
		checkExpression(errors, `${at}.expression`, expression?.trim(), '', (text) =>
			compiler.compile(text, resultTypes.condition),
		);
		if (!name) {
			errors.push(required(`${at}.name`));
			continue;
		}

		refuseEach(errors, `${at}.name`, name, qualifiedNameErrors(name));
		if (conditions.slice(0, index).some((other) => other.name === name)) {
			errors.push(duplicate(`${at}.name`, name));
		}
	}
};

/** @mirrors validateVariable */
export const checkVariables = (
	errors: Errors,
	compiler: PolicyCompiler,
	variables: ReadonlyArray<{readonly name?: string; readonly expression?: string}> = [],
): void => {
	for (const [index, {name = '', expression}] of variables.entries()) {
		const at = `spec.variables[${index}]`;
		if (name.trim() === '') {
			errors.push(required(`${at}.name`, 'name is not specified'));
		} else if (!isIdentifier(name)) {
			errors.push(invalid(`${at}.name`, name, 'must be a valid CEL identifier'));
		}

		checkExpression(errors, `${at}.expression`, expression, 'expression is not specified', (text) =>
			compiler.variable(name, text),
		);
	}
};

/** Checks the match constraints of a policy. */
export const checkMatchConstraints = (errors: Errors, constraints: MatchResources | undefined): void => {
	if (!constraints) {
		errors.push(required('spec.matchConstraints'));
		return;
	}

	checkMatchResources(errors, 'spec.matchConstraints', constraints);
	requireValue(errors, 'spec.matchConstraints.resourceRules', constraints.resourceRules);
};

/** @mirrors validateParamKind */
export const checkParamKind = (errors: Errors, path: string, kind: ParamKind | undefined): void => {
	if (!kind) {
		return;
	}

	const {apiVersion = ''} = kind;
	const parts = apiVersion.split('/');
	if (apiVersion === '') {
		errors.push(required(`${path}.apiVersion`));
	} else if (parts.length > 2) {
		errors.push(invalid(`${path}.apiVersion`, apiVersion, `unexpected GroupVersion string: ${apiVersion}`));
	} else {
		const [version = '', group = ''] = [...parts].reverse();
		const wrongGroup = group === '' ? [] : dnsSubdomainErrors(group);
		if (wrongGroup.length > 0) {
			errors.push(invalid(`${path}.apiVersion`, group, wrongGroup.join(',')));
		}

		const wrongVersion = version === '' ? [] : dns1035LabelErrors(version);
		if (version === '') {
			errors.push(invalid(`${path}.apiVersion`, apiVersion, 'version must be specified'));
		} else if (wrongVersion.length > 0) {
			errors.push(invalid(`${path}.apiVersion`, version, wrongVersion.join(',')));
		}
	}

	if (requireValue(errors, `${path}.kind`, kind.kind)) {
		const wrong = dns1035LabelErrors(kind.kind.toLowerCase());
		if (wrong.length > 0) {
			errors.push(
				invalid(`${path}.kind`, kind.kind, `may have mixed case, but should otherwise match: ${wrong.join(',')}`),
			);
		}
	}
};

/** @mirrors validateParamRef */
export const checkParameters = (errors: Errors, path: string, parameters: ParamRef | undefined): void => {
	if (!parameters) {
		return;
	}

	const {name, selector} = parameters;
	if (name) {
		refuseEach(errors, `${path}.name`, name, pathSegmentErrors(name));
		if (selector) {
			errors.push(forbidden(`${path}.name`, 'name and selector are mutually exclusive'));
		}
	}

	if (selector) {
		checkLabelSelector(errors, `${path}.selector`, selector);
		if (name) {
			errors.push(forbidden(`${path}.selector`, 'name and selector are mutually exclusive'));
		}
	} else if (!name) {
		errors.push(required(path, 'one of name or selector must be specified'));
	}

	const action = parameters.parameterNotFoundAction;
	if (!action) {
		errors.push(required(`${path}.parameterNotFoundAction`));
	} else if (action !== 'Deny' && action !== 'Allow') {
		errors.push(notSupported(`${path}.parameterNotFoundAction`, action, ['Deny', 'Allow']));
	}
};
